"""What a bot of ours looks at, where nothing can be imagined."""

from collections.abc import Callable
from typing import Any

from undercroft.core.errors import Refused
from undercroft.core.words import say


class Glance:
    """A look at a table; the view is made only if a bot looks."""

    __slots__ = ("_seat", "_state", "_view")

    def __init__(self, view: Callable[[Any, int | None], Any], state: Any, seat: int) -> None:
        self._view = view
        self._state = state
        self._seat = seat

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self._view(self._state, self._seat)

    def imagine(self, luck: Callable[[], float]) -> Any:
        """Refuse: there is no play to fork."""
        raise Refused(say("bot.looks-ahead"))

    def imagine_end(self, *playout: Any) -> Any:
        """Refuse, too."""
        raise Refused(say("bot.looks-ahead"))
