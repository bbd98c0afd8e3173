"""Bots that learned Tomb of Four Kings from a billion games of their own (docs/expert.md).

A network rates every action; the best rated is taken. It works in whole numbers, 16 bits of them
after the point, and a whole layer is one large number: 64 bits for each of its neurons, so that
Python adds and multiplies them all at once. That needs no other library, and gives the same answer
on every machine.
"""

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, ClassVar, Final

from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.tomb.bots.sight import BITS, WINNABLE, Known, action_of, known_of
from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.view import MatchView, TombView

POINT: Final = 16  # bits after the point
LANE: Final = 64  # bits for each neuron
HALF: Final = 1 << LANE - 2  # more than any neuron's sum: added, it makes every lane positive


class Layer:
    """Neurons side by side in one number."""

    def __init__(self, rows: Sequence[Sequence[int]], biases: Sequence[int]) -> None:
        self.size = len(biases)
        self.halves = int.from_bytes(struct.pack("<Q", HALF) * self.size, "little")
        self.rows = [self.pack(row) for row in rows]
        self.biases = self.pack(biases) << POINT

    def pack(self, numbers: Sequence[int]) -> int:
        """Lay numbers side by side."""
        lanes = struct.pack(f"<{self.size}Q", *[number + HALF for number in numbers])
        return int.from_bytes(lanes, "little") - self.halves

    def sums(self, inputs: Sequence[tuple[int, int]], ones: Sequence[int] = ()) -> list[int]:
        """Weigh inputs, by their places; some may be known to be one."""
        rows = self.rows
        total = (sum([rows[place] for place in ones]) << POINT) + self.biases
        total += sum([rows[place] * number for place, number in inputs])
        lanes = (total + self.halves).to_bytes(self.size * LANE // 8, "little")
        return [(lane - HALF) >> POINT for lane in struct.unpack(f"<{self.size}Q", lanes)]


class Network:
    """Rates actions."""

    def __init__(self, sizes: Sequence[int], weights: Sequence[int]) -> None:
        self.layers: list[Layer] = []
        end = 0
        for inputs, outputs in pairwise(sizes):
            start, end = end, end + (inputs + 1) * outputs
            *rows, biases = [weights[at : at + outputs] for at in range(start, end, outputs)]
            self.layers.append(Layer(rows, biases))

    def rates(self, known: Known) -> list[int]:
        """Rate every action: the higher the better."""
        first, *rest = self.layers
        scalars = enumerate([int(n * (1 << POINT)) for n in known.scalars], BITS)
        rates = first.sums([*scalars], known.bits)
        for layer in rest:
            rates = layer.sums([(at, n) for at, n in enumerate(rates) if n > 0])
        return rates


def read_weights(name: str) -> tuple[list[int], list[int]]:
    """Read a network's sizes, and the weights of each layer's inputs, then its biases."""
    written = (files("undercroft.games.tomb") / "bots" / f"{name}.weights").read_bytes()
    head, packed = written.split(b"\n", 1)
    numbers = struct.unpack(f"<{len(packed) // 2}e", packed)
    return json.loads(head)["layers"], [int(number * (1 << POINT)) for number in numbers]


@cache
def network(name: str) -> Network:
    """Make a network, when it is first asked."""
    return Network(*read_weights(name))


def told(aim: str, rate: int) -> str:
    """Write what a rate says: a chance to win, in per cent, or the points to be expected."""
    hundreds = max(100 * rate / (1 << POINT), 0)
    return f"{min(hundreds, 100):.0f}" if aim == "kings" else f"{hundreds:.1f}"


class Collector:
    """Plays for points, led by a network."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 0.01

    def __init__(self, rows: Mapping[str, Card], random: Callable[[], float]) -> None:
        self.rows = rows

    def __call__(self, decision: Decision[Any], look: Look[MatchView]) -> Any:
        """Take the best rated option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[MatchView]) -> Advice:
        """Take the best rated option; the reason is how it and the next best are rated."""
        if decision.id == "torch":
            return Advice("read-scroll", "torch")
        tomb = look.view.tombs[decision.seat]
        assert isinstance(tomb, TombView)  # noqa: S101 (a seat sees its own table)
        known = known_of(tomb, self.rows, decision)
        aim = self.aim(known)
        rates = network(aim).rates(known)
        rated = {option: rates[action_of(decision.id, option)] for option in decision.options}
        best = max(decision.options, key=rated.__getitem__)
        others = [rate for option, rate in rated.items() if option is not best]
        if not others:
            return Advice(best)
        return Advice(best, aim, {"best": told(aim, rated[best]), "next": told(aim, max(others))})

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "points"


class Expert(Collector):
    """Plays for the four kings, and for points when they cannot be had any more."""

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "kings" if WINNABLE in known.bits else super().aim(known)
