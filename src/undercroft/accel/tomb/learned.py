"""Trials of the learned players in native code: how they fare over many games.

python -m undercroft.accel.tomb.learned --games 200000 --seed 7
"""

import argparse
import ctypes
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from undercroft.accel.native import load
from undercroft.accel.tomb.game import OUTCOMES, Options
from undercroft.core.measuring.intervals import estimate
from undercroft.games.tomb.bots.expert import read_weights

STANDARD: Final = Options(1, 10, 0, 0, 0)
CHUNK: Final = 1000


class Network(ctypes.Structure):
    """A network, as the library has it; without layers it is none."""

    _fields_ = (
        ("layers", ctypes.c_int),
        ("sizes", ctypes.POINTER(ctypes.c_int)),
        ("weights", ctypes.POINTER(ctypes.c_int)),
    )


class Learned(ctypes.Structure):
    """A learned player: for kings as long as they can be had, then for points."""

    _fields_ = (("kings", Network), ("points", Network))


def native_network(sizes: Sequence[int], weights: Sequence[int]) -> Network:
    """Hand a network over."""
    return Network(
        len(sizes) - 1,
        (ctypes.c_int * len(sizes))(*sizes),
        (ctypes.c_int * len(weights))(*weights),
    )


def learned(bot: str) -> Learned:
    """Make a learned bot of games/tomb by its name."""
    points = native_network(*read_weights("points"))
    return Learned(native_network(*read_weights("kings")) if bot == "expert" else Network(), points)


class Game(NamedTuple):
    """How a game ended."""

    outcome: str | None
    points: int
    cards: int
    decisions: int


def play(player: Learned, games: int, seed: int, options: Options = STANDARD) -> list[Game]:
    """Play games, each from its number and the seed."""
    library = load("tomb")

    def play_chunk(first: int) -> list[Game]:
        n = min(CHUNK, games - first)
        told = (ctypes.c_uint8 * (4 * n))()
        library.tomb_play_learned(
            ctypes.c_long(n),
            options,
            ctypes.c_uint64(seed),
            ctypes.c_uint64(first),
            ctypes.byref(player),
            told,
        )
        return [Game(OUTCOMES[told[at]], *told[at + 1 : at + 4]) for at in range(0, 4 * n, 4)]

    with ThreadPoolExecutor() as threads:  # a call into the library lets others run
        return [game for games in threads.map(play_chunk, range(0, games, CHUNK)) for game in games]


def main() -> None:
    """Say how both fare."""
    parser = argparse.ArgumentParser(description="Try the learned players of Tomb of Four Kings.")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    for bot in ("expert", "collector"):
        games = play(learned(bot), given.games, given.seed)
        print(bot)
        for outcome in ("won", "escaped", "dead", "lost"):
            print(" ", outcome, estimate(Counter(g.outcome == outcome for g in games)))
        print("  points", estimate(Counter(g.points for g in games)))


if __name__ == "__main__":
    main()
