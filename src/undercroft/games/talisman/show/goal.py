"""What a character is after: the steps to the Dragon King, and what every point is for."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from undercroft.core.game import Rows
from undercroft.games.talisman.components.kinds import Tile
from undercroft.games.talisman.rules.tasks import DELVED
from undercroft.games.talisman.view import HeroView, MazeView, PlaceView

TALISMAN: Final = "talisman-card"
TOWER: Final = "wizards-tower"


class Step(NamedTuple):
    """A step on the way, and how it stands: `done`, `now` or `later`."""

    id: str
    state: str


def steps(rows: Rows, view: MazeView, hero: HeroView) -> tuple[Step, ...]:
    """List the steps of a character, those that are done first."""
    found = way(rows, view, hero)
    if view.finish == "master":
        found["king"] = view.scales == 0
    now = next((id for id, is_done in found.items() if not is_done), "")
    before = tuple(found).index(now) if now else len(found)
    return tuple(
        [
            Step(id, "now" if id == now else "done" if at < before else "later")
            for at, id in enumerate(found)
        ]
    )


def way(rows: Rows, view: MazeView, hero: HeroView) -> dict[str, bool]:
    """Say which steps lead to the Tower, and whether each is done."""
    there = hero.place == TOWER
    holds = any(item.card == TALISMAN for item in hero.objects)
    tiles = [rows[seen.tile] for seen in view.board if seen.tile and not seen.hidden]
    stair = any(isinstance(tile, Tile) and tile.stair == "tower" for tile in tiles)
    inside = hero.below or there
    catacombs = {"enter": inside, "stair": there or stair, "climb": there}
    if view.scenario == "catacombs":
        return catacombs
    if view.scenario == "grand-quest":
        return {"hermit": holds or inside or bool(hero.task), "task": holds or inside, **catacombs}
    if hero.task == "q-delve" or (DELVED in hero.done and (holds or there)):
        delved = DELVED in hero.done
        return {"down": delved or hero.below, "room": delved, "out": holds or there, "tower": there}
    return {"hermit": holds or there or bool(hero.task), "task": holds or there, "tower": there}


def points(place: PlaceView) -> Mapping[str, int]:
    """E-10. Say what a seat has its points for."""
    hero = place.hero
    if hero is None:
        return {"scales": place.score}
    cards = len(hero.objects) + len(hero.followers) + len(hero.abilities)
    found = {
        "strength": hero.strength_counters,
        "craft": hero.craft_counters,
        "lives": hero.lives,
        "gold": hero.gold,
        "cards": 2 * cards,
        "markers": 3 * hero.markers,
        "scales": 5 * place.scales,
    }
    return {**found, "deeds": place.score - sum(found.values())}


SOURCES: Final = ("strength", "craft", "lives", "gold", "cards", "markers", "deeds", "scales")


def rank(view: MazeView, place: PlaceView) -> int:
    """Say how many seats have more points, and one."""
    return 1 + sum([other.score > place.score for other in view.places])


def goal(rows: Rows, view: MazeView, me: PlaceView) -> dict[str, Any]:
    """Show the way of the seat that looks, and how everybody stands."""
    by_seat = [points(place) for place in view.places]
    table = [(source, tuple([seat.get(source, 0) for seat in by_seat])) for source in SOURCES]
    return {
        "steps": steps(rows, view, me.hero) if me.hero and view.round else (),
        "task": me.hero.task if me.hero else "",
        "scenario": view.scenario,
        "finish": view.finish,
        "cap": view.round_cap,
        "scales": view.scales,
        "king": view.king,
        "spares": me.spares,
        "points": tuple([(source, each) for source, each in table if any(each)]),
        "totals": tuple([(place.seat, place.score) for place in view.places]),
        "seat": me.seat,
    }
