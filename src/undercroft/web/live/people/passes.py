"""Questions that people let pass: each says how much they want to be asked.

Only asides pass (`Game.asides`): questions that are empty nearly every time.

    always    ask every time
    matters   ask what concerns the seat, by what everybody can see
    stop      ask only after the player has pressed the key that stops it

The server passes, not the page: in the same breath as it goes on after the answer before. So
neither the time nor the lack of a pass tells the others whether the seat was asked at all.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.core.seats import role_of

Level: TypeAlias = Literal["always", "matters", "stop"]
LEVELS: Final[tuple[Level, ...]] = ("always", "matters", "stop")


class Passes:
    """What those at a table let pass, by role. A page says so when it connects."""

    def __init__(self) -> None:
        self._levels: dict[str, Level] = {}
        self._stops: set[str] = set()  # who is to be asked next time, whatever it is

    def let(self, roles: Iterable[str], level: Level, *, stop: bool) -> None:
        """Note how much some want to be asked, and whether they stop the next question."""
        for role in roles:
            self._levels[role] = level
            (self._stops.add if stop else self._stops.discard)(role)

    def of(self, question: Decision[Any], game: Game[Any, Any], *, ask: bool = True) -> str | None:
        """Give the answer that lets a question pass by itself; `None`: the player is asked."""
        role = role_of(question.seat)
        answer, level = game.asides.get(question.id), self._levels.get(role, "always")
        if answer is None or level == "always" or answer not in map(str, question.options):
            return None
        if role in self._stops:
            if ask:
                self._stops.discard(role)
            return None
        return None if level == "matters" and game.matters(question) else answer
