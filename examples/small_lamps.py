"""Solve a small game with hidden hands: OpenSpiel's CFR, and how far from perfect play it is.

    python -m examples.small_lamps

Lamps (`examples/lamps`), made small: five lamps, one in each hand, one round. The rules are the
same; only the rows and the deal are others. A player cannot know which lamp the rival holds, so
there is something to solve: CFR brings what a perfect rival could win down towards nothing.
"""

from dataclasses import replace
from typing import Literal

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from examples.lamps import GAME
from examples.lamps.rules import take
from examples.lamps.table import Cellar, LampsOptions
from undercroft.core.questions import Rules
from undercroft.research.open_spiel_game import register


def deal_one(cellar: Cellar) -> Rules[None]:
    """Deal each seat one lamp."""
    for seat in (0, 1):
        yield from take(cellar, seat)


class OneRound(LampsOptions, frozen=True, kw_only=True):
    """For five lamps there is but one round."""

    rounds: Literal[1] = 1


LAMPS = {id: GAME.rows[id] for id in [*GAME.rows][:5]}
SMALL = replace(GAME, id="small-lamps", rows=LAMPS, options=OneRound, setup=deal_one)
NAME = register(SMALL, "undercroft_small_lamps")


def main(rounds: int = 100) -> None:
    """Run CFR, and say every now and then what a perfect rival would win against it."""
    game = pyspiel.load_game(NAME)
    uniform = exploitability.exploitability(game, UniformRandomPolicy(game))
    print(f"at random: a perfect rival wins {uniform:.4f} more than its share")
    solver = cfr.CFRPlusSolver(game)
    for done in range(1, rounds + 1):
        solver.evaluate_and_update_policy()
        if done in (1, 3, 10, 30, rounds):
            left = exploitability.exploitability(game, solver.average_policy())
            print(f"CFR+, {done} rounds: {left:.4f}")


if __name__ == "__main__":
    main()
