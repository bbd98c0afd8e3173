"""A rule of thumb: it gives hints, and plays for people who are away."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from examples.lamps.table import Lamp, Light
from examples.lamps.view import CellarView
from undercroft.core.game import Look
from undercroft.core.questions import Decision


class Keeper:
    """Puts the rival's latest lamp out as cheaply as it can, else lights its brightest."""

    strength: ClassVar[str] = "rule of thumb"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Lamp], random: Callable[[], float]) -> None:
        self.rows = rows

    def __call__(self, decision: Decision[Light], look: Look[CellarView]) -> Any:
        """Choose by what the seat sees."""
        rival = look.view.rows[1 - decision.seat]
        to_beat = self.rows[rival[-1]].light if rival else 0
        by_light = sorted(decision.options, key=lambda option: option.lamp.light)
        brighter = [option for option in by_light if option.lamp.light > to_beat > 0]
        return brighter[0] if brighter else by_light[-1]
