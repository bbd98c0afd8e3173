"""A beginner."""

from typing import Any, ClassVar, Final

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.talisman.bots.steady.bot import Steady
from undercroft.games.talisman.view import MazeView

SLIPS: Final = 0.2  # of a beginner's decisions


class Novice(Steady):
    """Plays like a beginner: as `steady` does, but one answer in five is any that is allowed."""

    strength: ClassVar[str] = "easy"

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer as the rule of thumb does, or anyhow."""
        if self._random() < SLIPS:
            return decision.options[int(self._random() * len(decision.options))]
        return Steady.__call__(self, decision, look)
