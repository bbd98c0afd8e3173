"""Flat Monte Carlo: try each option in many imagined games, and take the one that scores best.

Imagined games are played on at random, with the same luck for each option.

python -m examples.flat_monte_carlo
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from undercroft import games, simulate
from undercroft.core.game import Look
from undercroft.core.questions import Decision


class FlatMonteCarlo:
    strength: ClassVar[str] = "searches"
    budget: ClassVar[float] = 1.0
    looks_ahead: ClassVar[bool] = True
    tries = 100

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        seeds = [self.random() for _ in range(self.tries)]  # the same luck for every option
        return max(
            decision.options,
            key=lambda option: sum(self.score(seed, option, decision, look) for seed in seeds),
        )

    def score(self, seed: float, option: Any, decision: Decision[Any], look: Look[Any]) -> float:
        luck = Random(seed).random
        game = look.imagine(luck)
        anyone = game.game.new_bot("random", luck)
        return float(game.playout([anyone] * game.seats, luck, option).scores[decision.seat])


def main(plays: int = 40) -> None:
    """Let it play beside the random bot, which is all it knows, and the rule of thumb."""
    tomb = games.find_game("tomb")
    for bot in ("random", "examples.flat_monte_carlo:FlatMonteCarlo", tomb.rule_of_thumb):
        scores = [simulate(tomb, bot, seed).outcome.scores[0] for seed in range(plays)]
        print(f"{bot}: mean score {sum(scores) / plays:.1f} over {plays} games")


if __name__ == "__main__":
    main()
