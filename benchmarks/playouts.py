"""Playouts a second from the middle of a game, and what the light bots are worth: all in one run.

    python -m benchmarks.playouts [--rounds N] [--seconds S] [--games G]

A playout starts from what a seat imagines and goes on to the end, with the same bot in every seat.
The middle is where a game by the rule of thumb stands after so many answers. `share` is how far the
light bot comes from random to the rule of thumb: by its score in Tomb, by wins in Tin, where all
play together, and elsewhere by wins against random players. What it costs: `benchmarks.thinking`.
"""

import argparse
import statistics
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, Final

from undercroft.core.fates import Seeded
from undercroft.core.game import LIGHT, Game
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.running.direct import interpreted, which_text
from undercroft.games import catalogue

MIDDLE: Final = {"tomb": 20, "tin": 1000, "labyrintheus": 150, "talisman": 450}  # answers
TOGETHER: Final = ("tomb", "tin")  # nobody to play against


def seats_of(game: Game[Any, Any]) -> int:
    """Four, where a game has as many."""
    return 4 if game.seats[1] >= 4 else game.seats[0]


def texts(game: Game[Any, Any]) -> dict[str, Game[Any, Any]]:
    """Give the game interpreted and, where it can be, compiled."""
    compiled = {"compiled": game} if which_text(game) == "compiled" else {}
    return {"interpreted": interpreted(game)} | compiled


def middles(game: Game[Any, Any]) -> Iterator[Play]:
    """Play games by the rule of thumb half-way; those that are over by then do not count."""
    seats, luck = seats_of(game), Random(5).random
    for number in range(1000):
        bots = [game.new_bot(game.rule_of_thumb, luck) for _ in range(seats)]
        play = Play(game, {}, seats, Seeded(f"middle {number}"))
        while isinstance(play.question, Decision) and play.number < MIDDLE.get(game.id, 20):
            seat = play.question.seat
            play.answer(bots[seat](play.question, play.look(seat)))
        if play.question is not None:
            yield play


def playouts(game: Game[Any, Any], bot: str) -> Callable[[], object]:
    """Give a playout."""
    play, luck = next(middles(game)), Random(6).random
    bots = [game.new_bot(bot, luck) for _ in range(play.seats)]
    assert isinstance(play.question, Decision)  # noqa: S101 (fate is seeded)
    seat = play.question.seat
    return lambda: play.imagine_end(seat, bots, luck)


def forks(game: Game[Any, Any]) -> Callable[[], object]:
    """Give a fork of the same game."""
    return next(middles(game)).fork


def rate(work: Callable[[], object], seconds: float) -> float:
    """Say how often a second of the processor is enough for a piece of work."""
    times, start = 0, process_time()
    while (now := process_time()) - start < seconds:
        work()
        times += 1
    return times / (now - start)


def strength(game: Game[Any, Any], bot: str, games: int) -> float:
    """Give what a bot wins."""
    seats, luck = seats_of(game), Random(7).random
    options, _ = game.read_options({}, seats)
    others = bot if game.id in TOGETHER else "random"
    won = 0.0
    for number in range(games):
        bots = [game.new_bot(others, luck) for _ in range(seats)]
        bots[number % seats] = game.new_bot(bot, luck)
        outcome = simulate(game, options, seats, bots, luck).outcome
        won += outcome.scores[0] if game.id == "tomb" else number % seats in outcome.winners
    return won / games


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each, in each round")
    parser.add_argument("--games", type=int, default=300, help="for strength; Tomb plays ten times")
    given = parser.parse_args()
    print(f"{'playouts a second':40}{'interpreted':>12}{'compiled':>12}{'gain':>8}")
    for game in catalogue().values():
        for bot in ["random", LIGHT, game.rule_of_thumb]:
            ways = [playouts(version, bot) for version in texts(game).values()]
            rates = [[rate(way, given.seconds) for way in ways] for _ in range(given.rounds)]
            medians = [statistics.median(column) for column in zip(*rates, strict=True)]
            gain = f"{medians[-1] / medians[0]:7.2f}x" if len(medians) > 1 else ""
            figures = "".join(f"{median:12,.1f}" for median in medians)
            print(f"{f'{game.id}, {seats_of(game)} seat(s), {bot}':40}{figures}{gain}", flush=True)
    print()
    for game in catalogue().values():
        each = [1e6 / rate(forks(interpreted(game)), given.seconds) for _ in range(given.rounds)]
        print(f"{game.id}: a fork takes {statistics.median(each):.1f} us")
    print()
    for game in catalogue().values():
        games = given.games * 10 if game.id == "tomb" else given.games
        names = ["random", LIGHT, game.rule_of_thumb]
        low, light, high = (strength(game, name, games) for name in names)
        print(
            f"{game.id}: random {low:.3f}, light {light:.3f}, {game.rule_of_thumb} {high:.3f}:"
            f" share {(light - low) / (high - low):.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
