"""Flat Monte Carlo: try each option in many imagined games, and take the one that scores best.

python -m examples.flat_monte_carlo
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from undercroft import games, simulate
from undercroft.core.game import Look
from undercroft.core.questions import Decision


class FlatMonteCarlo:
    strength: ClassVar[str] = "searches"
    budget: ClassVar[float] = 1.0
    looks_ahead: ClassVar[bool] = True
    tries = 25

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        return max(decision.options, key=lambda option: self.worth(option, decision, look))

    def worth(self, option: Any, decision: Decision[Any], look: Look[Any]) -> float:
        total = 0.0
        for _ in range(self.tries):
            game = look.imagine()
            game.answer(str(option))
            thumb = game.game.new_bot(game.game.rule_of_thumb, self.random)
            total += game.playout([thumb] * game.seats, self.random).scores[decision.seat]
        return total


def main(plays: int = 40) -> None:
    """Let it play the same games as the rule of thumb it searches with."""
    tomb = games.find_game("tomb")
    for bot in (tomb.rule_of_thumb, "examples.flat_monte_carlo:FlatMonteCarlo"):
        scores = [simulate(tomb, bot, seed).outcome.scores[0] for seed in range(plays)]
        print(f"{bot}: mean score {sum(scores) / plays:.1f} over {plays} games")


if __name__ == "__main__":
    main()
