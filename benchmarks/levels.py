"""How strong the levels are: each plays against the one below it, or alone.

    python -m benchmarks.levels tin --games 5000
    python -m benchmarks.levels labyrintheus --seats 2 4 --games 400 --workers 15

Alone, each level plays the same deals. With several seats, one of a level sits with others of the
level below, seat after seat, on deals that are the same for all seats; a fair share is 1 in seats.
Shares are told with their 95 % intervals, and the time that a decision takes.
"""

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from undercroft.core.game import Game
from undercroft.core.measuring.intervals import wilson
from undercroft.core.play import simulate
from undercroft.core.questions import Decision
from undercroft.games import find_game


class Match(NamedTuple):
    """One bot among others, in some games."""

    game: str
    seats: int
    bot: str
    others: str
    first: int
    games: int


class Timed(NamedTuple):
    """What a bot decides by, and how long it took."""

    advise: Any
    took: list[float]

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        """Choose as it does."""
        began = time.perf_counter()
        advice = self.advise(decision, look)
        self.took.append(time.perf_counter() - began)
        return advice


def play(match: Match) -> tuple[float, int, list[float]]:
    """Play; give the wins, the games, and what decisions took, if the bot looks ahead."""
    game = find_game(match.game)
    options, seats = game.read_options({}, match.seats)
    wins, took = 0.0, list[float]()
    for number in range(match.first, match.first + match.games):
        deal, seat = divmod(number, seats)
        own = Random(f"{number} bots").random
        bots: list[Any] = [game.new_bot(match.others, own) for _ in range(seats)]
        mine: Any = game.new_bot(match.bot, own)
        bots[seat] = mine
        if getattr(mine, "looks_ahead", False):
            mine.advise = Timed(mine.advise, took)
        luck = Random(f"levels {deal}").random
        wins += simulate(game, options, seats, bots, luck).outcome.share(seat)
    return wins, match.games, took


def matches(game: Game[Any, Any], seats: int) -> Iterator[tuple[str, str, str]]:
    """Pair the levels: which plays, by which bot, among which."""
    if seats == 1:
        for level, bot in game.levels.items():
            yield level, bot, bot
        return
    for (_, lower), (level, bot) in pairwise(game.levels.items()):
        yield level, bot, lower


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="Measure the levels of a game.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="*", help="the default is the least")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="levels to measure")
    given = parser.parse_args()
    game = find_game(given.game)
    with ProcessPoolExecutor(given.workers) as pool:
        for seats in given.seats or [game.seats[0]]:
            for level, bot, others in matches(game, seats):
                if given.only and level not in given.only:
                    continue
                size = max(given.games // (8 * given.workers), seats)
                parts = [
                    Match(given.game, seats, bot, others, first, min(size, given.games - first))
                    for first in range(0, given.games, size)
                ]
                wins, games, took = 0.0, 0, list[float]()
                for won, played, times in pool.map(play, parts):
                    wins, games, took = wins + won, games + played, took + times
                low, high = wilson(round(wins), games)
                took.sort()
                told = {
                    "game": given.game,
                    "seats": seats,
                    "level": level,
                    "bot": bot,
                    "among": others if seats > 1 else None,
                    "games": games,
                    "wins": round(100 * wins / games, 1),
                    "low": round(100 * low, 1),
                    "high": round(100 * high, 1),
                    "seconds": [round(took[int(q * (len(took) - 1))], 2) for q in (0.5, 0.95, 1.0)]
                    if took
                    else None,
                }
                print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
