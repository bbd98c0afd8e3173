"""The bot that answers anything."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from undercroft.core.game import Look
from undercroft.core.questions import Decision


class RandomBot:
    """Picks each option with equal chance."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self._random = random

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Pick one of the options."""
        options = decision.choices
        return options[int(self._random() * len(options))]
