"""Plays and questions a second, on one core, nobody listening: all in one run.

    python -m benchmarks.plays [--rounds N] [--seconds S]

Questions are decisions asked plus fates, for ourselves and for the others alike. The contestants
take turns in each round, so that a noisy machine is noisy to all of them; medians are reported.
Games whose rules are compiled (`make fast`) run both ways, and `gain` is what that gives. OpenSpiel
is left out if it is not installed (extra `bench`).
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from time import process_time
from typing import Any

from benchmarks import yardstick
from undercroft.core.game import LIGHT, Game
from undercroft.core.play import simulate
from undercroft.core.running.direct import interpreted, which_text
from undercroft.games import catalogue, find_game

COMPILED = ", compiled"
Contestant = Callable[[], int]  # plays once; gives the number of questions


def engine(game: Game[Any, Any], bot: str, seats: int | None = None) -> Contestant:
    """Our engine, with one bot in every seat."""
    luck = Random(1).random
    options, seats = game.read_options({}, seats)
    bots = [game.new_bot(bot, luck) for _ in range(seats)]
    return lambda: simulate(game, options, seats, bots, luck).questions


def by_hand() -> Contestant:
    """The bare loop."""
    luck = Random(1).random

    def play() -> int:
        _, _, _, cards, asked = yardstick.play(luck)
        return cards + asked

    return play


def open_spiel(name: str) -> Contestant:
    """Drive OpenSpiel from Python: random moves, chance counted like decisions."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]  # an extra, without types

    game, luck = pyspiel.load_game(name), Random(1).random

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():  # equally likely outcomes, in all these games
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(luck() * len(actions))])
            steps += 1
        return steps

    return play


def open_spiel_natively(name: str) -> Contestant:
    """Let OpenSpiel's own loop in C++ play: random bots of its own, and its own chance."""
    import pyspiel

    game, seeds = pyspiel.load_game(name), count(1)
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in seats]

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return len(state.history())

    return play


def check_the_yardstick() -> None:
    """The loop written by hand must play the same game: same outcomes, within the error."""
    luck, plays = Random(2).random, 20_000
    game = find_game("tomb")
    options, seats = game.read_options({})
    bots = [game.new_bot("random", luck)]
    ours = Counter(simulate(game, options, seats, bots, luck).outcome.name for _ in range(plays))
    theirs = Counter(yardstick.play(luck)[0] for _ in range(plays))
    for name in ("escaped", "won", "dead", "lost"):
        difference = abs(ours[name] - theirs[name]) / plays
        assert difference < 0.013, f"{name}: {ours[name]} against {theirs[name]}"  # noqa: S101
    print(f"Outcomes over {plays:,} plays: engine {dict(ours)}, by hand {dict(theirs)}")


def rate(contestant: Contestant, seconds: float) -> tuple[float, float]:
    """Give plays and questions a second of the processor: what else it does is not counted."""
    plays = questions = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        questions += contestant()
        plays += 1
    return plays / (now - start), questions / (now - start)


def contestants() -> dict[str, Contestant]:
    """Name all that is measured. Bots that look ahead take minutes a game: not here."""
    found = {}
    for game in catalogue().values():
        seats = 4 if game.seats[1] >= 4 else game.seats[0]
        for bot in [*game.quick_bots, *([LIGHT] if game.light else [])]:
            name = f"{game.id}, {seats} seat(s), {bot}"
            found[name] = engine(interpreted(game), bot, seats)
            if which_text(game) == "compiled":
                found[f"{name}{COMPILED}"] = engine(game, bot, seats)
    found["tomb by hand, random"] = by_hand()
    try:
        for name in ("solitaire", "crazy_eights", "hearts"):
            found[f"OpenSpiel {name}, random"] = open_spiel(name)
            found[f"OpenSpiel {name}, its C++ loop"] = open_spiel_natively(name)
    except ImportError:
        print("OpenSpiel is not installed: left out.")
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Plays and questions a second.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each, in each round")
    arguments = parser.parse_args()
    check_the_yardstick()
    measured: dict[str, list[tuple[float, float]]] = {}
    field = contestants()
    for _ in range(arguments.rounds):
        for name, contestant in field.items():
            measured.setdefault(name, []).append(rate(contestant, arguments.seconds))
    medians = {
        name: [statistics.median(column) for column in zip(*rates, strict=True)]
        for name, rates in measured.items()
    }
    tomb = "tomb, 1 seat(s), random"
    ours = medians.get(f"{tomb}{COMPILED}", medians[tomb])[1]
    print(f"\n{'':40}{'plays/s':>12}{'questions/s':>14}{'best':>12}{'gain':>7}{'Tomb is':>10}")
    for name, (plays, questions) in medians.items():
        best = max(q for _, q in measured[name])
        base = medians.get(name.removesuffix(COMPILED), [0, questions])[1]
        gain = f"{questions / base:6.2f}x" if name.endswith(COMPILED) else ""
        print(
            f"{name:40}{plays:12,.0f}{questions:14,.0f}{best:12,.0f}{gain:>7}"
            f"{ours / questions:9.2f}x"
        )


if __name__ == "__main__":
    main()
