"""How a game ended: a scene for each outcome, and for each seat what came to pass.

A scene is a backdrop and what lies on it, in pieces of the sprite.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Ending, Laid, Outcome, Rows, Scene
from undercroft.games.talisman import events as told
from undercroft.games.talisman.show.emblems import emblem
from undercroft.games.talisman.show.goal import steps
from undercroft.games.talisman.view import MazeView


def pawns(*spots: tuple[float, float, int]) -> tuple[Laid, ...]:
    """Stand the characters, or lay them down."""
    return tuple(
        Laid(f"pawn-{n}", x, y, 100, 184, turned) for n, (x, y, turned) in enumerate(spots, 1)
    )


ENDINGS: Final[Mapping[str, Scene]] = {
    "king": Scene(
        "hall",
        (
            Laid("i-king", 450, 120, 300, 300),
            Laid("i-scale", 380, 470, 110, 110),
            Laid("i-scale", 545, 450, 110, 110),
            Laid("i-scale", 710, 470, 110, 110),
        ),
    ),
    "tower": Scene("dawn", (Laid("l-wizards-tower", 860, 190, 300, 300), *pawns((540, 390, 0)))),
    "standing": Scene("duel", (*pawns((550, 150, 0)), Laid("i-talisman", 538, 20, 124, 124))),
    "all-out": Scene("grave", pawns((500, 300, -4), (240, 440, 78), (800, 440, -70))),
    "cap": Scene("time", pawns((230, 390, 0), (870, 390, 0))),
    "abandoned": Scene("door", pawns((440, 420, 60))),
}


def ending(
    rows: Rows, view: MazeView, events: Sequence[Event], outcome: Outcome, seat: int
) -> Ending:
    """Tell those who are out what slew them, and everybody else who won, and by what."""
    place = view.places[seat]
    hero = place.hero
    fields: dict[str, Any] = {
        "seat": seat,
        "winners": outcome.winners,
        "shared": len(outcome.winners) > 1,
        "round": view.round,
        "points": round(outcome.scores[seat]),
        "scales": place.scales,
        "scales_left": view.scales,
        "beaten": sum(isinstance(e, told.FightWon) and e.seat == seat for e in events),
    }
    if hero is None:
        return slain(view, events, seat, fields)
    way = steps(rows, view, hero)
    fields |= {
        "character": hero.character,
        "strength": hero.strength,
        "craft": hero.craft,
        "lives": hero.lives,
        "gold": hero.gold,
        "step": next((it.id for it in way if it.state == "now"), "king"),
        "done": sum(it.state == "done" for it in way),
        "steps": len(way),
    }
    scene = ENDINGS[outcome.name]
    if not outcome.winners:
        face = Laid(emblem(hero.character), 440, 120, 320, 320)
        return Ending(("spent", "spent-how", "done"), fields, scene._replace(laid=(face,)))
    winner = view.places[outcome.winners[0]]
    assert winner.hero is not None  # noqa: S101 (who is out does not win)
    fields |= {"as": winner.hero.character, "with_points": round(outcome.scores[winner.seat])}
    face = Laid(emblem(winner.hero.character), 80, 210, 300, 300)
    others = [] if outcome.name in ("cap", "standing") else scene.laid
    scene = scene._replace(laid=(*others, face))
    return Ending((outcome.name, f"{outcome.name}-how", "done"), fields, scene)


def slain(view: MazeView, events: Sequence[Event], seat: int, fields: Mapping[str, Any]) -> Ending:
    """Tell of the death that put a seat out: by whom, with which scores, and where."""
    died = next(e for e in reversed(events) if isinstance(e, told.Died) and e.seat == seat)
    before = events[: events.index(died)]
    rolled, rival = None, None
    for event in reversed(before):
        match event:
            case told.FightRolled():
                rolled = event
                break
            case told.SpoilsTaken(seat=winner, loser=loser) if loser == seat:
                rival = winner
            case told.TurnStarted() | told.Moved() | told.TableRolled() | told.TestTaken():
                break
    own, other = (rolled.own_score, rolled.enemy_score) if rolled else (0, 0)
    if rival is not None:  # the dice are told as the attacker's
        own, other = min(own, other), max(own, other)
    fields = {
        **fields,
        "round": died.round,
        "where": next((it.tile for it in view.board if it.square == died.at), None) or died.at,
        "character": died.character,
        "cause": died.cause,
        "rival": rival,
        "fought": rolled is not None,
        "own": own,
        "other": other,
    }
    laid = (
        Laid(emblem(died.cause), 90, 190, 320, 320, -5),
        Laid(emblem(died.character), 500, 320, 110, 110, -4),
        Laid(f"pawn-{seat + 1}", 860, 420, 100, 184, 78),
    )
    return Ending(("slain", "slain-how", "fallen"), fields, Scene("grave", laid))
