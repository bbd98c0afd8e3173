"""The last thing that fate dealt: it stays on the table until the next one comes.

A view shows a contest while it goes on; what came of it is told by events.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from undercroft.core.events import Event
from undercroft.games.labyrintheus import events as told


class Effect(NamedTuple):
    """What came of a fight: to whom, what, and how much."""

    seat: int
    what: str
    number: int


class LastFight(NamedTuple):
    """A fight that is over: both sides, the dice, what was added, and what came of it."""

    kind: str
    seat: int
    persona: str
    against: str  # a card, or a persona
    faces: tuple[int, ...]
    items: tuple[tuple[str, int], ...]
    other: int  # all else that was added
    total: int
    number: int
    ending: str  # `won`, `lost` or `critical`
    effects: tuple[Effect, ...] = ()


BEGINS: Final = (told.EncounterRevealed, told.AttackDeclared)


def last_card(events: Sequence[Event]) -> tuple[str, int] | None:
    """Give the card that was revealed last, and to whom, unless an attack came after it."""
    for event in reversed(events):
        match event:
            case told.EncounterRevealed(seat, card):
                return card, seat
            case told.AttackDeclared() | told.GameStarted():
                return None
    return None


def last_fight(personas: Sequence[str], events: Sequence[Event]) -> LastFight | None:
    """Give the last fight that was decided, if nothing else has begun since."""
    at, decided = next(
        (
            (n, events[n])
            for n in range(len(events) - 1, -1, -1)
            if isinstance(events[n], (told.ContestDecided, *BEGINS))
        ),
        (0, None),
    )
    if not isinstance(decided, told.ContestDecided):
        return None
    faces: tuple[int, ...] = ()
    dice, items = 0, list[tuple[str, int]]()
    for n in range(at - 1, -1, -1):
        match events[n]:
            case told.ItemUsed(seat, card, purpose, bonus) if seat == decided.seat:
                if purpose in ("attack", "evade"):
                    items.insert(0, (card, bonus))
            case told.DieRolled(_, _, rolled, dice_total):
                faces, dice = rolled, dice_total
                break
            case told.EncounterRevealed() | told.AttackDeclared():
                break
    added = sum(bonus for _, bonus in items)
    ending = "critical" if decided.critical else "won" if decided.won else "lost"
    return LastFight(
        kind=decided.kind,
        seat=decided.seat,
        persona=personas[decided.seat],
        against=decided.against,
        faces=faces,
        items=tuple(items),
        other=0 if decided.critical else decided.total - dice - added,
        total=decided.total,
        number=decided.number,
        ending=ending,
        effects=effects(events[at:]),
    )


def wins_in_a_row(events: Sequence[Event], seat: int | None) -> int:
    """Count a seat's wins up to the last fight: none if that was another's."""
    wins = 0
    for event in reversed(events):
        match event:
            case told.ContestDecided(seat=fighter, won=won):
                if fighter == seat and won:
                    wins += 1
                elif fighter == seat or not wins:
                    break
    return wins


def effects(events: Sequence[Event]) -> tuple[Effect, ...]:
    """List what came of a fight, up to the next turn."""
    found: list[Effect] = []
    for event in events:
        match event:
            case told.TurnStarted():
                break
            case told.DamageTaken(seat, amount):
                found.append(Effect(seat, "damage", amount))
            case told.PlayerDied(seat):
                found.append(Effect(seat, "death", 0))
            case told.GateStoneGained(seat):
                found.append(Effect(seat, "stone", 1))
            case told.TreasureDrawn(seat, count, "reward"):
                found.append(Effect(seat, "treasure", count))
    return tuple(found)
