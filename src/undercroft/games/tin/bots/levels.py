"""Knights who play better or worse than the rule of thumb that the rules of record describe."""

from typing import Any, ClassVar, Final

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.tin.bots.charts import Chart
from undercroft.games.tin.bots.thumb import Thumb
from undercroft.games.tin.state import MOST_EXPERIENCE, MOST_LEVEL
from undercroft.games.tin.tiles import beyond
from undercroft.games.tin.view import TinView

SLIPS: Final = 0.1  # of a beginner's decisions


class Novice(Thumb):
    """Plays like a beginner: levels up at once, drinks too soon, and now and then slips."""

    strength: ClassVar[str] = "easy"

    level_at = 5
    drink_at = 4

    def __call__(self, decision: Decision[Any], look: Look[TinView]) -> Any:
        """Choose as the rule of thumb does, or anything; but never give up on the way."""
        if self._random() < SLIPS:
            options = [option for option in decision.options if option != "leave"]
            return options[int(self._random() * len(options))]
        return Thumb.__call__(self, decision, look)


class Veteran(Thumb):
    """Goes back for a potion however far, and keeps its tokens for the last heart.

    Both numbers were found by paired luck, in 5,000 games each.
    """

    strength: ClassVar[str] = "strong"

    level_at = 1
    near = 1000.0

    def flee(self, chart: Chart) -> tuple[str, str] | None:
        """Flee at the last heart to where fewer wait, unless ten tokens are at hand (V-2)."""
        knight = chart.knight
        can_level_up = knight.experience == MOST_EXPERIENCE and knight.level < MOST_LEVEL
        if knight.entry is None or knight.hearts > 1 or can_level_up:
            return None
        waiting = chart.rooms[beyond(chart.here.cell, knight.entry)].fights
        if waiting > chart.here.monsters - 1:
            return None
        return f"go:{knight.entry}", "flee-to-fewer" if waiting else "flee"
