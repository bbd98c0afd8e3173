"""What a live play costs: fork, view, answer, memory. Medians, in microseconds and bytes.

    python -m benchmarks.live [--seconds S]

At every question of whole games by the first bot: a fork; a fork with an answer; a view; and the
answer itself with its fates, events, lines and view.
"""

import argparse
import gc
import statistics
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue

PLAYS = 60


class Figures(NamedTuple):
    """What a game came to."""

    fork: float
    used_fork: float
    view: float
    answer: float
    memory: float


def seats_of(game: Game[Any, Any]) -> int:
    """Alone, where that can be; else up to four."""
    return 1 if game.seats[0] == 1 else min(4, game.seats[1])


def timed(work: Callable[[], object]) -> float:
    """Give the microseconds that a piece of work takes, the best of three."""
    times = []
    for _ in range(3):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times) * 1e6


def measure(game: Game[Any, Any], seats: int, seconds: float) -> Figures:
    """Play with the game's own bot for a while, and time everything at every question."""
    luck = Random(1).random
    bot = game.new_bot(next(iter(game.bots)), luck)
    times: list[tuple[float, ...]] = []
    until = perf_counter() + seconds
    for number in count():
        play = Play(game, {}, seats, Seeded(f"{number}"))
        while isinstance(play.question, Decision):
            seat = play.question.seat
            choice = bot(play.question, play.look(seat))
            fork = timed(play.fork)
            used = timed(partial(use, play, choice))
            view = timed(partial(play.view, seat))
            lines, start = play.number, perf_counter()
            play.answer(choice)
            [*map(str, play.entries_from(lines))]
            play.view(seat)
            times.append((fork, used, view, (perf_counter() - start) * 1e6))
        if perf_counter() > until:
            break
    fork, used, view, answer = (statistics.median(column) for column in zip(*times, strict=True))
    return Figures(fork, used, view, answer, memory(game, seats))


def use(play: Play, choice: object) -> None:
    """Fork a play, and answer there."""
    play.fork().answer(choice)


def memory(game: Game[Any, Any], seats: int) -> float:
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
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=10, help="for each game")
    given = parser.parse_args()
    for game in catalogue().values():
        of = measure(game, seats_of(game), given.seconds)
        print(
            f"{game.title:22} {seats_of(game)} seat(s): fork {of.fork:6.1f} us, "
            f"with an answer {of.used_fork:6.1f} us, view {of.view:6.1f} us, "
            f"answer with events, fates, lines and view {of.answer:6.1f} us, "
            f"memory {of.memory:,.0f} bytes a play",
            flush=True,
        )


if __name__ == "__main__":
    main()
