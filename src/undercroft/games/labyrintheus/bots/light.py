"""A cheap contestant for playouts: it never looks at the table, and goes by what it is asked.

It goes by the order in which the rules list options: ability cards come before what is worn, and to
pass comes last. So it weighs nothing, and seldom looks at more than one way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.rules.ways import Equip
from undercroft.games.labyrintheus.view import MazeView


class Light:
    """Wears what there is a slot for, helps itself, and plays its cards on others."""

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer each question in its own way; what is asked most comes first."""
        options = decision.choices
        match decision.id:
            case "cleanup":  # the last way, unless something worn would have to go
                way = options[-2]
                return way if type(way) is not Equip or way.replaced is None else options[-1]
            case "roll":  # one's own that is lost, or another's that is won
                about = decision.about
                turned = "losing" if about["fighter"] == decision.seat else "winning"
                return options[0 if about["standing"] == turned else -1]
            case "prep":  # Cleanup has seen to everything
                return options[-1]
            case "hurt":  # a goad is for others, all else for oneself
                way, mine = options[-2], decision.about["victim"] == decision.seat
                return way if mine != (way.card.effect == "goad") else options[-1]
            case "undead-attack":  # anybody
                return options[int(self.random() * (len(options) - 1))]
            case "reveal":  # what another meets
                return options[-1 if decision.about["fighter"] == decision.seat else 0]
            case "turn":
                return play(options, decision.seat)
            case "strike":
                return "steal"
            case "persona":
                return options[int(self.random() * len(options))]
        return options[0]


def play(options: Sequence[Any], seat: int) -> Any:
    """Mend oneself, or strike at another: a card that is kept is asked about again and again."""
    for option in options[:-1]:
        if (option.target == seat) == (option.card.effect == "mend"):
            return option
    return options[-1]
