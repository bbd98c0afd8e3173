"""The table and the story as text."""

from collections.abc import Iterable

from undercroft.core.events import Event
from undercroft.core.words import Words
from undercroft.games.tomb.view import MatchView


def draw_table(view: MatchView, words: Words) -> str:
    """Draw the table with characters."""
    return str(view)


def chronicle(events: Iterable[Event], words: Words, key: str) -> list[str]:
    """Tell the story of a play."""
    return [event.id for event in events]
