"""What a duel is played for (D-3, D-8)."""

from collections.abc import Sequence

from undercroft.core.events import Event
from undercroft.games.tomb.events import MatchScored


def chips(events: Sequence[Event]) -> tuple[int, ...]:
    """Say what each seat has won, or owes; nothing, if it was no duel."""
    for event in reversed(events):
        if isinstance(event, MatchScored):
            return event.balance, -event.balance
    return ()
