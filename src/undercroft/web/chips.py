"""Stakes: what each seat has won from the others, where a game is played for chips."""

from collections.abc import Sequence

from undercroft.core.events import Event
from undercroft.games.tomb.events import MatchScored


def chips_of(events: Sequence[Event]) -> tuple[int, ...]:
    """Say what each seat has won or owes, if the play was a duel (D-3, D-8 of Tomb)."""
    for event in reversed(events):
        if isinstance(event, MatchScored):
            return event.balance, -event.balance
    return ()
