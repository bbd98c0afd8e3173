"""A judge: a network that says how likely each seat is to win, between two turns.

A game's `standing` gives a row of numbers for each seat; `judging.py` teaches the network.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final

from undercroft.bots.learned.network import POINT, Network, unpacked

ONE: Final = 1 << POINT
MOST: Final = 20.0  # beyond it a chance is 0 or 1


def verdict(package: str, name: str, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Give the chances of seats that stand so; the network lies in a file of a package."""
    network = learned(package, name)
    return tuple([chance(network.rates(row)[0] / ONE) for row in rows])


def shares(package: str, name: str, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Give the chances of rivals that stand so: one of several wins."""
    chances = verdict(package, name, rows)
    if len(chances) == 1:
        return chances
    odds = [one / (1 - one) for one in chances]
    total = sum(odds)
    return tuple([one / total for one in odds])


@cache
def learned(package: str, name: str) -> Network:
    """Read what a judge learned, when it is first asked."""
    return Network(*unpacked((files(package) / name).read_bytes()))


def chance(rate: float) -> float:
    """Make a chance of what a network rates."""
    return 1 / (1 + exp(-min(max(rate, -MOST), MOST)))
