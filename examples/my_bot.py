"""A bot of your own: it answers decisions from what its seat sees, and nothing else.

python -m examples.my_bot
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from undercroft.core.game import Look
from undercroft.core.play import simulate
from undercroft.core.questions import Decision
from undercroft.games import find_game


class HomeByFour:
    """Goes four chambers deep, draws at everything, and keeps its skills for traps."""

    strength: ClassVar[str] = "simple"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        pass

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Answer by the question's id; the first option is always to draw, or the like."""
        if decision.id == "next":
            tomb = look.view.tombs[decision.seat]
            return "deeper" if tomb.delve_done < 4 else "turn-back"
        if "disarm" in decision.options:
            return "disarm"
        return decision.options[0]


def main(plays: int = 2000) -> None:
    """Let it play, and count how it fares."""
    tomb, luck = find_game("tomb"), Random(7).random
    options, seats = tomb.read_options({})
    bot = HomeByFour(tomb.rows, luck)
    outcomes = [simulate(tomb, options, seats, [bot], luck).outcome for _ in range(plays)]
    print(Counter(outcome.name for outcome in outcomes))
    print(f"mean score {sum(outcome.scores[0] for outcome in outcomes) / plays:.1f}")


if __name__ == "__main__":
    main()
