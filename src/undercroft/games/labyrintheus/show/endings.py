"""How a game ended: a scene for each outcome, and for each seat what came to pass.

A scene is a backdrop and what lies on it, in pieces of the sprite.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.core.game import Ending, Laid, Outcome, Rows, Scene
from undercroft.games.labyrintheus import events as told
from undercroft.games.labyrintheus.view import MazeView


def stones(count: int, x: float, y: float) -> tuple[Laid, ...]:
    """Lay gate stones in a row."""
    return tuple(Laid("stone", x + n * 92, y, 80, 80) for n in range(count))


ENDINGS: Final[Mapping[str, Scene]] = {
    "portal": Scene("hall", (Laid("portal-open", 440, 130, 320, 320), *stones(5, 372, 500))),
    "last-alive": Scene(
        "duel",
        (
            Laid("dunestrider", 510, 60, 180, 216),
            Laid("hale-undead", 170, 90, 200, 240, -5),
            Laid("ashgrove-undead", 830, 90, 200, 240, 5),
        ),
    ),
    "all-dead": Scene(
        "grave",
        (
            Laid("oxgrave-undead", 490, 290, 140, 168, -4),
            Laid("fennimore-undead", 180, 380, 150, 180, -8),
            Laid("quickthorn-undead", 820, 380, 150, 180, 7),
        ),
    ),
    "timeout": Scene("time", stones(1, 560, 200)),
    "abandoned": Scene("door", (Laid("back-encounter", 420, 440, 120, 120, 40),)),
}


BEGINS: Final = (told.EncounterRevealed, told.AttackDeclared, told.PartyBegun)


class Fall(NamedTuple):
    """A death: of whom, when, with how many stones, and by what."""

    seat: int
    round: int
    stones: int
    slayer: str  # `rival`, or the type of the card
    by: int | None
    card: str
    amount: int
    contest: str  # `critical`, `lost`, or `none`: what hit was no contest of this player's
    total: int  # what was reached, ...
    number: int  # ... and what was needed


def ending(
    rows: Rows, view: MazeView, events: Sequence[Event], outcome: Outcome, seat: int
) -> Ending:
    """Tell those who fell what slew them, and everybody else who won, and by what."""
    mine = fall_of(rows, events, seat)
    me = view.heroes[seat]
    fields: dict[str, Any] = {
        "seat": seat,
        "winners": outcome.winners,
        "won": seat in outcome.winners,
        "shared": len(outcome.winners) > 1,
        "round": view.round,
        "stones": me.stones,
        "needed": view.stones_to_leave,
        "health": me.health,
        "beaten": sum(isinstance(e, told.MonsterDefeated) and e.seat == seat for e in events),
        "rivals": len(view.heroes) - len(outcome.winners),
        "undead": sum(hero.undead for hero in view.heroes),
    }
    if mine is not None:
        fields |= mine._asdict()
        return Ending(("fell", "fell-how", "fallen"), fields, grave(view, mine))
    winner = view.heroes[outcome.winners[0]]  # where nobody wins, all fell
    fields |= {"with_stones": winner.stones, "with_health": winner.health}
    scene = ENDINGS[outcome.name]
    face = Laid(winner.persona, 70, 150, 280, 336, -4)
    if outcome.name == "last-alive":
        last = next(e.seat for e in reversed(events) if isinstance(e, told.PlayerDied))
        fields["last"] = last
        fallen = [hero.persona for hero in view.heroes if hero.undead]
        rivals = zip(fallen, (170, 830), (-5, 5), strict=False)
        under = [Laid(f"{id}-undead", x, 90, 200, 240, turned) for id, x, turned in rivals]
        scene = Scene("duel", (Laid(winner.persona, 480, 40, 240, 288), *under))
    else:
        scene = scene._replace(laid=(*scene.laid, face))
    return Ending((outcome.name, f"{outcome.name}-how", "alive"), fields, scene)


def grave(view: MazeView, fall: Fall) -> Scene:
    """Show the slayer beside the grave of who fell."""
    persona = view.heroes[fall.seat].persona
    victim = Laid(f"{persona}-undead", 490, 290, 140, 168, -4)
    if fall.by is not None:
        slayer = view.heroes[fall.by]
        face = f"{slayer.persona}-undead" if slayer.undead else slayer.persona
    else:
        own = fall.slayer in ("monster", "titan", "trap")  # others have the picture of their kind
        face = f"encounters.svg#{fall.card}" if own else fall.slayer
    return Scene("grave", (victim, Laid(face, 90, 150, 300, 360, -5)))


def fall_of(rows: Rows, events: Sequence[Event], seat: int) -> Fall | None:
    """Find how a player died; `None`: not at all."""
    died = next((e for e in events if isinstance(e, told.PlayerDied) and e.seat == seat), None)
    if died is None:
        return None
    before = events[: events.index(died)][::-1]  # the latest first
    at = next(n for n, e in enumerate(before) if isinstance(e, BEGINS))
    begun = before[at]
    card = begun.card if isinstance(begun, told.EncounterRevealed | told.PartyBegun) else ""
    contest = next((e for e in before[:at] if isinstance(e, told.ContestDecided)), None)
    if contest is not None and died.by is None and contest.seat != seat:
        contest = None  # somebody else's: the blow was passed on
    hits = (e.amount for e in before if isinstance(e, told.DamageTaken) and e.seat == seat)
    return Fall(
        seat=seat,
        round=next(e.round for e in before if isinstance(e, told.TurnStarted)),
        stones=died.stones,
        slayer="rival" if died.by is not None else rows[card].type,
        by=died.by,
        card=card,
        amount=next(hits),
        contest="none" if contest is None else "critical" if contest.critical else "lost",
        total=contest.total if contest else 0,
        number=contest.number if contest else 0,
    )
