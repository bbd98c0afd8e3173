"""How strong the levels are: each plays against the one below it, or alone.

    python -m benchmarks.levels tin --games 5000
    python -m benchmarks.levels labyrintheus --seats 2 4 --seconds 60 --workers 15

Alone, each level plays the same deals. With several seats, one of a level sits with others of the
level below, seat after seat, on deals that are the same for all seats; a fair share is 1 in seats,
and that is what each has of a game that nobody wins.
Shares are told with their 95 % intervals, and the time that a decision takes.
"""

import argparse
import json
import time
from concurrent.futures import FIRST_COMPLETED, Executor, ProcessPoolExecutor, wait
from itertools import islice, pairwise
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
        outcome = simulate(game, options, seats, bots, luck).outcome
        drawn = seats > 1 and not outcome.winners and not outcome.ends
        wins += 1 / seats if drawn else outcome.share(seat)
    return wins, match.games, took


class Pairing(NamedTuple):
    """Which bot plays among which."""

    bot: str
    others: str


def pairings(game: Game[Any, Any], seats: int) -> list[Pairing]:
    """Set each level among the one below; alone, each by itself."""
    bots = [*game.levels.values()]
    if seats == 1:
        return [Pairing(bot, bot) for bot in bots]
    return [Pairing(bot, lower) for lower, bot in pairwise(bots)]


def measure(
    pool: Executor, workers: int, match: Match, seconds: float
) -> tuple[float, int, list[float]]:
    """Play matches for so long, or until so many games have been played."""
    until = time.perf_counter() + seconds
    few = match._replace(games=match.seats)
    parts = (few._replace(first=first) for first in range(0, match.games, match.seats))
    running = {pool.submit(play, part) for part in islice(parts, 2 * workers)}
    wins, games, took = 0.0, 0, list[float]()
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for one in done:
            won, played, times = one.result()
            wins, games, took = wins + won, games + played, took + times
        if time.perf_counter() < until:
            running |= {pool.submit(play, part) for part in islice(parts, len(done))}
    return wins, games, sorted(took)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="Measure the levels of a game.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="*", help="the default is the least")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each pairing")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pair", nargs=2, help="a bot, and those whom it plays among")
    given = parser.parse_args()
    game = find_game(given.game)
    with ProcessPoolExecutor(given.workers) as pool:
        for seats in given.seats or [game.seats[0]]:
            for pairing in [Pairing(*given.pair)] if given.pair else pairings(game, seats):
                match = Match(game.id, seats, *pairing, first=0, games=given.games)
                wins, games, took = measure(pool, given.workers, match, given.seconds)
                low, high = wilson(round(wins), games)
                told = {
                    "game": given.game,
                    "seats": seats,
                    "level": game.level_of(pairing.bot),
                    "bot": pairing.bot,
                    "among": pairing.others if seats > 1 else None,
                    "games": games,
                    "wins": round(100 * wins / games, 1),
                    "interval": [round(100 * low, 1), round(100 * high, 1)],
                }
                if took:
                    parts = {"median": 0.5, "of 20 the slowest": 0.95, "slowest": 1.0}
                    times = {name: took[int(q * (len(took) - 1))] for name, q in parts.items()}
                    told["seconds"] = {name: round(one, 2) for name, one in times.items()}
                print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
