"""A network in plain Python: it needs no other library, and answers the same on every machine.

It works in whole numbers, 16 bits of them after the point. A whole layer is one large number, with
64 bits for each of its neurons, so that Python adds and multiplies them all at once.
"""

import json
import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

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

    def rates(
        self, scalars: Sequence[float], start: int = 0, ones: Sequence[int] = ()
    ) -> list[int]:
        """Rate every action: the higher the better. Numbers come from a place on; ones anywhere."""
        first, *rest = self.layers
        given = enumerate([int(n * (1 << POINT)) for n in scalars], start)
        rates = first.sums([(at, n) for at, n in given if n], ones)
        for layer in rest:
            rates = layer.sums([(at, n) for at, n in enumerate(rates) if n > 0])
        return rates


def unpacked(written: bytes) -> tuple[list[int], list[int]]:
    """Read a network's sizes, and the weights of each layer's inputs, then its biases."""
    head, numbers = written.split(b"\n", 1)
    weights = struct.unpack(f"<{len(numbers) // 2}e", numbers)
    return json.loads(head)["layers"], [int(number * (1 << POINT)) for number in weights]


def packed(sizes: Sequence[int], weights: Sequence[float], **more: float) -> bytes:
    """Write a network, 16 bits for each weight; before them stands what else a player needs."""
    head = json.dumps({"layers": [*sizes], **more}).encode()
    return head + b"\n" + struct.pack(f"<{len(weights)}e", *weights)


def noted(written: bytes, name: str) -> float:
    """Read what else a player needs."""
    return float(json.loads(written.split(b"\n", 1)[0])[name])
