"""The layout of an observation: which part of the row is what, and the code that fills it in.

The parts are laid out once, from types; what runs for each observation is one straight function,
made of the parts' own lines. Where a compiler is, native code fills rows instead, after the same
plan (`accel/rows`).
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from undercroft.accel.native import load_module
from undercroft.core.errors import Refused

Tensor = npt.NDArray[np.float32]

OTHER: Final = "other"  # a word that the survey has not met


class Code:
    """A function in the making: it writes a value into a row. Straight lines run fastest."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known: dict[str, Any] = {}
        self._depth = 1
        self._names = 0

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.append("    " * self._depth + line)

    def name(self, value: str | None = None) -> str:
        """Make a new name, for what an expression comes to."""
        self._names += 1
        name = f"v{self._names}"
        if value is not None:
            self.add(f"{name} = {value}")
        return name

    def keep(self, constant: object) -> str:
        """Make a new name, for something that stays the same."""
        name = f"K{len(self.known)}"
        self.known[name] = constant
        return name

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent what follows."""
        self.add(head)
        self._depth += 1
        yield
        self._depth -= 1

    def function(self) -> "Write":
        """Make the function `write`, of the row and the value."""
        source = "\n".join(["def write(out, value):", *self.lines, "    return"])
        exec(compile(source, "<observation>", "exec"), self.known)  # noqa: S102 (our own text)
        made: Write = self.known["write"]
        return made


class At(NamedTuple):
    """A place in the row: so far behind the start, or behind what a variable says."""

    offset: int
    variable: str = ""

    def __str__(self) -> str:
        return f"{self.variable} + {self.offset}" if self.variable else str(self.offset)

    def after(self, width: int) -> "At":
        """Give the place that comes so much later."""
        return At(self.offset + width, self.variable)

    def found(self, place: str) -> str:
        """Write a place that was found in a table which holds the offset already."""
        return f"{self.variable} + {place}" if self.variable else place


Plan: TypeAlias = tuple[Any, ...]
Name: TypeAlias = tuple[str, float]  # of a place, and what its number is divided by


class Node(Protocol):
    """A part of the row: how long it is, how it is filled, and what its places are called."""

    width: int

    def code(self, code: Code, at: At, value: str) -> None:
        """Fill it in, from the place `at` on; what is nought stays as it is."""

    def plan(self) -> Plan:
        """Say the same to native code."""

    def names(self) -> Iterator[Name]:
        """Name its places."""


class Number:
    """A number, scaled."""

    width = 1

    def __init__(self, most: float) -> None:
        self.most = most or 1

    def code(self, code: Code, at: At, value: str) -> None:
        """Scale it."""
        code.add(f"out[{at}] = {value}" + (f" / {self.most!r}" if self.most != 1 else ""))

    def plan(self) -> Plan:
        """By the largest there is."""
        return "number", self.most

    def names(self) -> Iterator[Name]:
        """Name nothing: there is but one."""
        yield "", self.most


class Places(dict[str, int]):
    """The places of words; any other word has the last one."""

    other: int

    def __missing__(self, word: str) -> int:
        return self.other


class Word:
    """One of several words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.width = len(words) + 1

    def places(self, at: At) -> Places:
        """Say where each word has its place."""
        places = Places({word: at.offset + n for n, word in enumerate(self.words)})
        places.other = at.offset + len(self.words)
        return places

    def code(self, code: Code, at: At, value: str) -> None:
        """Mark it."""
        word = code.name(value)
        with code.block(f"if {word} is not None:"):
            place = f"{code.keep(self.places(at).__getitem__)}({word})"
            code.add(f"out[{at.found(place)}] = 1.0")

    def plan(self) -> Plan:
        """By their places."""
        kind = "bag" if isinstance(self, Bag) else "word"
        return kind, {**self.places(At(0))}

    def names(self) -> Iterator[Name]:
        """Name the words."""
        yield from ((f".{word}", 1) for word in [*self.words, OTHER])


class Bag(Word):
    """Several of several words, in no order."""

    def code(self, code: Code, at: At, value: str) -> None:
        """Count them."""
        place, places = code.name(), code.keep(self.places(at).__getitem__)
        with code.block(f"for {place} in map({places}, {value} or ()):"):
            code.add(f"out[{at.found(place)}] += 1.0")


class Maybe:
    """What may be missing."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.width = 1 + node.width

    def code(self, code: Code, at: At, value: str) -> None:
        """Open it with a 1."""
        found = code.name(value)
        with code.block(f"if {found} is not None:"):
            code.add(f"out[{at}] = 1.0")
            self.node.code(code, at.after(1), found)

    def plan(self) -> Plan:
        """By what it may be."""
        return "maybe", self.node.plan()

    def names(self) -> Iterator[Name]:
        """Name the mark and what follows."""
        yield "?", 1
        yield from self.node.names()


class Slots:
    """A list, as far as there is room."""

    def __init__(self, node: Node, length: int) -> None:
        self.slot = Maybe(node)
        self.length = length
        self.width = length * self.slot.width

    def code(self, code: Code, at: At, value: str) -> None:
        """Fill slot after slot."""
        if self.length == 1:
            with code.block(f"if {value}:"):
                self.slot.code(code, at, f"{value}[0]")
        elif self.length:
            item, slot = code.name(), code.name(str(at))
            with code.block(f"for {item} in {value}[:{self.length}]:"):
                self.slot.code(code, At(0, slot), item)
                code.add(f"{slot} += {self.slot.width}")

    def plan(self) -> Plan:
        """By what may be in one."""
        return "slots", self.slot.node.plan(), self.length

    def names(self) -> Iterator[Name]:
        """Number the slots."""
        for slot in range(self.length):
            yield from ((f".{slot + 1}{name}", most) for name, most in self.slot.names())


class Record:
    """Fields, one after the other: of a view, or of a tuple."""

    def __init__(self, fields: Mapping[str, Node], *, is_tuple: bool = False) -> None:
        self.fields: list[tuple[str, int, Node]] = []
        self.is_tuple = is_tuple
        self.width = 0
        for name, node in fields.items():
            self.fields.append((name, self.width, node))
            self.width += node.width

    def code(self, code: Code, at: At, value: str) -> None:
        """Fill in field by field."""
        record = code.name(value)
        for number, (name, offset, node) in enumerate(self.fields):
            field = f"{record}[{number}]" if self.is_tuple else f"{record}.{name}"
            node.code(code, at.after(offset), field)

    def plan(self) -> Plan:
        """By the fields."""
        kind = "tuple" if self.is_tuple else "record"
        return kind, tuple([(name, node.plan()) for name, _, node in self.fields])

    def names(self) -> Iterator[Name]:
        """Name the fields."""
        for name, _, node in self.fields:
            yield from ((f".{name}{rest}", most) for rest, most in node.names())


class Either:
    """One of several kinds of record, each with room of its own."""

    def __init__(self, nodes: Mapping[type, Node]) -> None:
        self.nodes = nodes
        self.width = sum(1 + node.width for node in nodes.values())

    def code(self, code: Code, at: At, value: str) -> None:
        """Open the right one with a 1."""
        found, offset = code.name(value), 0
        for kind, node in self.nodes.items():
            with code.block(f"if type({found}) is {code.keep(kind)}:"):
                code.add(f"out[{at.after(offset)}] = 1.0")
                node.code(code, at.after(offset + 1), found)
            offset += 1 + node.width

    def plan(self) -> Plan:
        """By the kinds."""
        return "either", tuple([(kind, node.plan()) for kind, node in self.nodes.items()])

    def names(self) -> Iterator[Name]:
        """Name the kinds."""
        for kind, node in self.nodes.items():
            yield f".{kind.__name__}?", 1
            yield from ((f".{kind.__name__}{name}", most) for name, most in node.names())


Write: TypeAlias = Callable[[Any, Any], None]


def writer(node: Node, at: int) -> Write:
    """Make the function that fills a part in: `write(row, value)`."""
    code = Code()
    node.code(code, At(at), "value")
    return code.function()


def filler(node: Node, size: int) -> Callable[[Any], Tensor]:
    """Make the function that gives a new row with a part filled in: native, where it can be."""
    try:
        native = load_module("rows")
    except Refused:  # no compiler, or nowhere to put what it makes
        return filler_in_python(node, size)
    fill, layout = native.fill, native.layout(node.plan(), size)
    return lambda value: np.frombuffer(fill(layout, value), np.float32)


def filler_in_python(node: Node, size: int) -> Callable[[Any], Tensor]:
    """Make the same function without a compiler."""
    write, blank = writer(node, 0), bytes(4 * size)

    def fill(value: Any) -> Tensor:
        row = array("f", blank)
        write(row, value)
        return np.frombuffer(row, np.float32)

    return fill
