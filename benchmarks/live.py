"""What a live play costs: fork, view, answer, memory. Medians, in microseconds and bytes.

python benchmarks/live.py
"""

import gc
import statistics
import tracemalloc
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue

PLAYS = 60


def timed(work: Callable[[], object]) -> float:
    """Give the microseconds that a piece of work takes, the best of three."""
    times = []
    for _ in range(3):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times) * 1e6


def measure(game: Game, seats: int) -> None:  # type: ignore[type-arg]
    """Play with the game's own bot and time everything at every question."""
    luck = Random(1).random
    bot = game.new_bot(next(iter(game.bots)), luck)
    forks, views, answers = [], [], []
    for number in range(PLAYS):
        play = Play(game, {}, seats, Seeded(f"{number}"))
        while isinstance(play.question, Decision):
            seat = play.question.seat
            forks.append(timed(play.fork))
            views.append(timed(partial(play.view, seat)))
            choice = bot(play.question, play.look(seat))
            lines, start = play.number, perf_counter()
            play.answer(choice)
            play.lines[lines:]
            play.view(seat)
            answers.append((perf_counter() - start) * 1e6)
    print(
        f"{game.title:22} {seats} seat(s): fork {statistics.median(forks):6.1f} us, "
        f"view {statistics.median(views):6.1f} us, "
        f"answer with events, fates, lines and view {statistics.median(answers):6.1f} us, "
        f"memory {memory(game, seats):,.0f} bytes a play"
    )


def memory(game: Game, seats: int) -> float:  # type: ignore[type-arg]
    """Give the bytes that a play holds half-way through, on the average of many."""
    luck = Random(2).random
    bot = game.new_bot(next(iter(game.bots)), luck)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = []
    for number in range(PLAYS):
        play = Play(game, {}, seats, Seeded(f"{number}"))
        while isinstance(play.question, Decision) and play.number < 25:
            play.answer(bot(play.question, play.look(play.question.seat)))
        kept.append(play)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def main() -> None:
    """Measure every game."""
    for game in catalogue().values():
        measure(game, max(game.seats[0], min(4, game.seats[1])) if game.seats[0] > 1 else 1)


if __name__ == "__main__":
    main()
