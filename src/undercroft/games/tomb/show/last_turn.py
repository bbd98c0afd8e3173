"""The last turn: its fight stays on the table until the next card is turned.

A view shows a turn while it is played; what came of it is told by events.
"""

from collections.abc import Sequence
from typing import NamedTuple

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


def last_turn(seat: int, events: Sequence[Event]) -> LastTurn | None:
    """Give the last turn of a seat, if it is over and the next has not begun."""
    ended: told.TurnEnded | None = None
    own: list[Event] = []  # the turn's events, the latest first
    for event in reversed(events):
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, told.TurnBegan):
            break
        if isinstance(event, told.TurnEnded) and ended is not None:
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
        match event:
            case told.EncounterMet(card=met, strength=strength):
                card = met
            case told.ActionTried(card=tried, number=number, success=success):
                tries.append((tried, number, success))
            case told.EncounterWon(by=by):
                pass
            case told.Wounded(amount=amount):
                effects.append(("wounds", amount))
            case told.BlowDodged(amount=amount):
                effects.append(("dodged", amount))
            case told.TreasureDropped(worth=worth):
                effects.append(("dropped", worth))
            case told.TreasureCollected(worth=worth):
                effects.append(("treasure", worth))
            case told.TreasureForfeited(worth=worth):
                effects.append(("forfeited", worth))
            case told.CardDiscarded(n=n, of=of) if n == of:
                effects.append(("discarded", of))
            case told.TorchBurnt() | told.LastTorch():
                effects.append(("torch", 1))
    return LastTurn(ended.turn, ended.result, card, strength, tuple(tries), by, tuple(effects))
