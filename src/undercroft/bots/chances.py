"""The chance to win with each option: every one is tried in the same imagined worlds.

Imagined games are played to their end by one bot in every seat. What is found in one part of the
time can be added to what was found in another, so that the chances grow sharper.
"""

from collections.abc import Mapping
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from undercroft.core.game import Look
from undercroft.core.questions import Decision

MOST: Final = 400  # worlds in one part, for games that are over in no time
LEAST_ERROR: Final = 0.005  # that is told: whole per cents are rounded by as much


class Chance(NamedTuple):
    """How often something wins, and the standard error of that."""

    share: float
    error: float


class Chances(NamedTuple):
    """How often each option won, by its text, in so many worlds."""

    worlds: int
    wins: Mapping[str, float]

    def plus(self, other: "Chances") -> "Chances":
        """Add what was found in other worlds."""
        wins = {option: won + other.wins.get(option, 0.0) for option, won in self.wins.items()}
        return Chances(self.worlds + other.worlds, wins)

    def of(self, option: str) -> Chance:
        """Say how often an option wins. Few worlds that all ended the same prove little."""
        share = self.wins[option] / self.worlds
        guessed = (self.wins[option] + 1) / (self.worlds + 2)
        return Chance(share, max(sqrt(guessed * (1 - guessed) / self.worlds), LEAST_ERROR))

    @property
    def ranked(self) -> list[str]:
        """The options, the best first."""
        return sorted(self.wins, key=self.wins.__getitem__, reverse=True)

    @property
    def is_even(self) -> bool:
        """Whether the best two cannot be told apart."""
        best, other = (self.of(option) for option in self.ranked[:2])
        return best.share - other.share < 2 * sqrt(best.error**2 + other.error**2)


def weigh(
    decision: Decision[Any],
    look: Look[Any],
    policy: str,
    seed: str,
    seconds: float,
    worlds: int = MOST,
) -> Chances:
    """Try all options for so long, or in so many worlds, but in one at least."""
    options = {str(option): option for option in decision.options}
    own = Random(seed)
    play = look.imagine(own.random)
    bots = [play.game.new_bot(policy, own.random) for _ in range(play.seats)]
    wins = dict.fromkeys(options, 0.0)
    until, done = perf_counter() + seconds, 0
    while done < worlds and (not done or perf_counter() < until):
        for text, option in options.items():
            world = f"{seed} {done}"
            luck = Random(world).random
            own.seed(world)
            ended = look.imagine_end(bots, luck, option)
            wins[text] += ended.share(decision.seat)
        done += 1
    return Chances(done, wins)
