"""The last turn: its fight stays on the table until the next card is turned.

A view shows a turn while it is played; what came of it is told by events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.events import Event
from undercroft.games.tomb import events as told


class LastTurn(NamedTuple):
    """A turn that is over: what was met, what was set against it, and what came of it."""

    turn: int
    result: str  # won, failed, evaded
    card: str | None  # the encounter; none in a turn of nothing but treasure
    strength: int
    tries: tuple[tuple[str, int, bool], ...]  # card, what it counts, whether it is enough
    by: str  # action, favour, or the skill that won
    effects: tuple[tuple[str, int], ...]  # what, how much


EFFECTS: Final[Mapping[type[Event], Callable[[Any], tuple[str, int]]]] = {
    told.Wounded: lambda event: ("wounds", event.amount),
    told.BlowDodged: lambda event: ("dodged", event.amount),
    told.TreasureDropped: lambda event: ("dropped", event.worth),
    told.TreasureCollected: lambda event: ("treasure", event.worth),
    told.TreasureForfeited: lambda event: ("forfeited", event.worth),
    told.CardDiscarded: lambda event: ("discarded", event.of),  # told of each; the last one counts
    told.TorchBurnt: lambda event: ("torch", 1),
    told.LastTorch: lambda event: ("torch", 1),
}
"""What an event says that came of a turn, and how much."""


def last_turn(seat: int, events: Sequence[Event]) -> LastTurn | None:
    """Give the last turn of a seat, if it is over and the next has not begun."""
    ended: told.TurnEnded | None = None
    own: list[Any] = []  # the turn's events, the latest first
    for event in reversed(events):
        if getattr(event, "seat", None) != seat:
            continue
        kind = type(event)
        if kind is told.TurnBegan or (kind is told.TurnEnded and ended is not None):
            break
        if isinstance(event, told.TurnEnded):
            ended = event
        own.append(event)
    if ended is None:
        return None
    card: str | None = None
    strength, by = 0, ""
    tries: list[tuple[str, int, bool]] = []
    effects: list[tuple[str, int]] = []
    for event in reversed(own):
        kind = type(event)
        if kind is told.EncounterMet:
            card, strength = event.card, event.strength
        elif kind is told.ActionTried:
            tries.append((event.card, event.number, event.success))
        elif kind is told.EncounterWon:
            by = event.by
        elif kind in EFFECTS and not (kind is told.CardDiscarded and event.n < event.of):
            effects.append(EFFECTS[kind](event))
    return LastTurn(ended.turn, ended.result, card, strength, tuple(tries), by, tuple(effects))
