"""Steps a second of each adapter, beside PettingZoo's classic games, RLCard and OpenSpiel.

    python -m benchmarks.research [--rounds N] [--seconds S] [--game tomb]

A step is a decision: its observation and its legal actions are read, one of them is taken at
random, and the environment goes on to the next. Chance is not counted, for nobody. All contestants
take turns in each round, so that a noisy machine is noisy to all of them; medians are reported.

Ours run interpreted, compiled where `make fast` has been run, and native where a game has that. The
empty environments have no rules at all, and rows and masks as long as ours: what no adapter can be
faster than.

What is not installed is left out: PettingZoo's classic games need pygame, rlcard and chess.
"""

import argparse
import logging
import statistics
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, ClassVar

import numpy as np
import pyspiel
from gymnasium import Env

from undercroft.core.game import Game
from undercroft.core.play import simulate
from undercroft.core.running.direct import interpreted
from undercroft.games import find_game
from undercroft.research import open_spiel_game
from undercroft.research.gymnasium_env import UndercroftEnv
from undercroft.research.gymnasium_vector import vector_env
from undercroft.research.pettingzoo_env import env as pettingzoo_env

Contestant = Callable[[], int]  # plays once; gives the number of steps

CLASSIC = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4",
           "texas_holdem_no_limit_v6", "rps_v2", "chess_v6", "go_v5")  # fmt: skip
RLCARD = ("leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "gin-rummy", "blackjack")
OPEN_SPIEL = ("leduc_poker", "crazy_eights", "gin_rummy", "python_kuhn_poker")
TABLES = (
    ("tomb", 1),
    ("tin", 1),
    ("tin", 4),
    ("labyrintheus", 4),
    ("talisman", 1),
    ("talisman", 4),
)
EMPTY = {("tomb", 1): (1_432, 47, 3), ("talisman", 1): (21_345, 888, 500)}

luck = Random(1).random


def legal_in(mask: Any) -> int:
    """Pick a legal action."""
    legal = mask.nonzero()[0]
    return int(legal[int(luck() * len(legal))])


class Picker:
    """A bot that answers at random; one that also looks pays for the view."""

    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 0.001
    looks = False
    steps = 0

    def __call__(self, decision: Any, look: Any) -> Any:
        """Choose anything."""
        self.steps += 1
        if self.looks:
            _ = look.view
        return decision.options[int(luck() * len(decision.options))]


Picker.__module__ = "undercroft.benchmarks"  # as our own bots are: handed the table, not a copy


def bare(id: str, seats: int, *, looks: bool) -> Contestant:
    """The engine alone, or the engine with a view made for each decision."""
    game = replace(find_game(id), glance=None)  # whole views: an environment writes all of it
    options, _ = game.read_options({}, seats)

    def play() -> int:
        picker = Picker()
        picker.looks = looks
        simulate(game, options, seats, [picker] * seats, luck)
        return picker.steps

    return play


def gymnasium(game: Game[Any, Any], engine: str) -> Contestant:
    """Our Gymnasium environment, for one who plays alone."""
    env = UndercroftEnv(game, seats=1, engine=engine)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(legal_in(info["action_mask"]))
            steps += 1
        return steps

    return play


def side_by_side(game: Game[Any, Any], engine: str, tables: int = 64) -> Contestant:
    """So many tables in one vector of Gymnasium's. A game that begins anew takes no decision."""
    vector = vector_env(tables, game=game, seats=1, engine=engine)
    masks = vector.reset()[1]["action_mask"]
    picks = np.random.default_rng(1)

    def play() -> int:
        nonlocal masks
        actions = (picks.random(masks.shape, np.float32) * masks).argmax(axis=1)
        masks = vector.step(actions)[4]["action_mask"]
        return int(np.count_nonzero(masks.any(axis=1)))

    return play


class Empty(Env[Any, Any]):
    """An environment of a game without rules: rows and masks as long as another's."""

    def __init__(self, size: int, actions: int, length: int) -> None:
        self._size, self._actions, self._length = size, actions, length
        self._left = 0

    def _now(self) -> tuple[Any, dict[str, Any]]:
        marks = bytearray(self._actions)
        marks[0] = marks[1] = 1
        row = np.zeros(self._size, np.float32)
        return row, {"action_mask": np.frombuffer(marks, np.int8)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin."""
        super().reset(seed=seed)
        self._left = self._length
        return self._now()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Go on."""
        self._left -= 1
        row, info = self._now()
        return row, 0.0, self._left == 0, False, info


def empty(size: int, actions: int, length: int) -> Contestant:
    """Play an empty environment."""
    env = Empty(size, actions, length)

    def play() -> int:
        _, info = env.reset()
        over = False
        while not over:
            _, _, over, _, info = env.step(legal_in(info["action_mask"]))
        return length

    return play


def aec(env: Any) -> Contestant:
    """Any environment of PettingZoo: ours, and its own."""

    def play() -> int:
        env.reset()
        steps = 0
        while env.agents:
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            if isinstance(seen, dict) and "action_mask" in seen:
                env.step(legal_in(seen["action_mask"]))
            elif "action_mask" in info:
                env.step(legal_in(info["action_mask"]))
            else:
                env.step(int(luck() * env.action_space(env.agent_selection).n))
            steps += 1
        return steps

    return play


def spiel(name: str) -> Contestant:
    """Any game of OpenSpiel: ours, and its own. Chance goes by in between."""
    game = pyspiel.load_game(name)
    has_tensor = game.get_type().provides_observation_tensor

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck() * len(outcomes))][0])
                continue
            player = state.current_player()
            _ = state.observation_tensor(player) if has_tensor else state.information_state_tensor()
            actions = state.legal_actions()
            state.apply_action(actions[int(luck() * len(actions))])
            steps += 1
        return steps

    return play


def rlcard(name: str) -> Contestant:
    """An environment of RLCard."""
    env = import_module("rlcard").make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = [*state["legal_actions"]]
            state, _ = env.step(legal[int(luck() * len(legal))])
            steps += 1
        return steps

    return play


def ours(only: str | None = None) -> Iterator[tuple[str, Contestant]]:
    """Name our own, or those of one game."""
    for id, seats in TABLES:
        if only not in (None, id):
            continue
        game = find_game(id)
        ways = [("", interpreted(game), "python")]
        ways += [(" (compiled)", game, "python")] if game.direct else []
        ways += [(" (native)", game, "native")] if game.native else []
        table = f"{id}, {seats} seat{'s' if seats > 1 else ''}"
        yield f"{table}: bare engine", bare(id, seats, looks=False)
        yield f"{table}: engine and views", bare(id, seats, looks=True)
        for named, text, engine in ways:
            if seats == 1:
                yield f"{table}: Gymnasium{named}", gymnasium(text, engine)
                for tables in (64, 256):
                    many = side_by_side(text, engine, tables)
                    yield f"{table}: Gymnasium x {tables}{named}", many
            yield (
                f"{table}: PettingZoo{named}",
                aec(pettingzoo_env(text, seats=seats, engine=engine)),
            )
        yield f"{table}: OpenSpiel", spiel(f"undercroft_{id}(seats={seats})")
        if (id, seats) in EMPTY:
            yield f"{table}: empty Gymnasium", empty(*EMPTY[id, seats])


def theirs() -> Iterator[tuple[str, Contestant]]:
    """Name the others, as far as they are installed."""
    for name in CLASSIC:
        try:
            yield f"PettingZoo {name}", aec(import_module(f"pettingzoo.classic.{name}").env())
        except ImportError as error:
            print(f"PettingZoo {name} is left out: {error}")
    for name in RLCARD:
        try:
            yield f"RLCard {name}", rlcard(name)
        except ImportError as error:
            print(f"RLCard {name} is left out: {error}")
    import_module("open_spiel.python.games")
    for name in OPEN_SPIEL:
        yield f"OpenSpiel {name}", spiel(name)


def rate(contestant: Contestant, seconds: float) -> float:
    """Give steps a second of the processor: what else it does is not counted."""
    steps, start = 0, process_time()
    while (now := process_time()) - start < seconds:
        steps += contestant()
    return steps / (now - start)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Steps a second.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each, in each round")
    parser.add_argument("--game", help="of ours, this one alone")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable()
    field = {**dict(ours(arguments.game)), **dict(theirs())}
    measured: dict[str, list[float]] = {name: [] for name in field}
    for _ in range(arguments.rounds):
        for name, contestant in field.items():
            measured[name].append(rate(contestant, arguments.seconds))
    print(f"\n{'':48}{'steps/s':>10}{'best':>10}{'of the bare engine':>20}{'with views':>12}")
    for name, rates in measured.items():
        table, _, what = name.partition(": ")
        share = ""
        if what:
            whole = [measured[f"{table}: {one}"] for one in ("bare engine", "engine and views")]
            shares = [statistics.median(rates) / statistics.median(one) for one in whole]
            share = f"{shares[0]:19.2f}x{shares[1]:11.2f}x"
        print(f"{name:48}{statistics.median(rates):10,.0f}{max(rates):10,.0f}{share}")


if __name__ == "__main__":
    main()
    _ = open_spiel_game  # imported for the games it registers
