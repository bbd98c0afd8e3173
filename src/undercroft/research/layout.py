"""The layout of an observation: which part of the row is what, and the code that fills it in.

The parts are laid out once, from types; what runs for each observation is one straight function,
made of the parts' own lines. Most of a table stays as it was from one decision to the next, so a
second function takes the row before, and writes what has changed.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, Protocol

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

    def erase(self, at: "At", width: int) -> None:
        """Add a line that makes a part of the row noughts again."""
        noughts = self.keep(array("f", bytes(4 * width)))
        self.add(f"out[{at}:{at.after(width)}] = {noughts}")

    def function(self, *arguments: str) -> Callable[..., None]:
        """Make the function `write`, of the row and these arguments."""
        head = f"def write({', '.join(['out', *arguments])}):"
        source = "\n".join([head, *self.lines, "    return"])
        exec(compile(source, "<observation>", "exec"), self.known)  # noqa: S102 (our own text)
        made: Callable[..., None] = self.known["write"]
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


class Node(Protocol):
    """A part of the row: how long it is, how it is filled, and what its places are called."""

    width: int

    def code(self, code: Code, at: At, value: str) -> None:
        """Fill it in, from the place `at` on; what is nought stays as it is."""

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Fill it in where another value was filled in before."""

    def names(self) -> Iterator[str]:
        """Name its places."""


class Number:
    """A number, scaled."""

    width = 1

    def __init__(self, most: float) -> None:
        self.most = most or 1

    def code(self, code: Code, at: At, value: str) -> None:
        """Scale it."""
        code.add(f"out[{at}] = {value}" + (f" / {self.most!r}" if self.most != 1 else ""))

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Write it: that takes no longer than to compare it."""
        self.code(code, at, value)

    def names(self) -> Iterator[str]:
        """Name nothing: there is but one."""
        yield ""


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

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Move the mark."""
        word, gone = code.name(value), code.name(before)
        with code.block(f"if {word} != {gone}:"):
            with code.block(f"if {gone} is not None:"):
                place = f"{code.keep(self.places(at).__getitem__)}({gone})"
                code.add(f"out[{at.found(place)}] = 0.0")
            self.code(code, at, word)

    def names(self) -> Iterator[str]:
        """Name the words."""
        yield from (f".{word}" for word in [*self.words, OTHER])


class Bag(Word):
    """Several of several words, in no order."""

    def code(self, code: Code, at: At, value: str) -> None:
        """Count them."""
        place, places = code.name(), code.keep(self.places(at).__getitem__)
        with code.block(f"for {place} in map({places}, {value} or ()):"):
            code.add(f"out[{at.found(place)}] += 1.0")

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Count anew."""
        words = code.name(value)
        with code.block(f"if {words} != {before}:"):
            code.erase(at, self.width)
            self.code(code, at, words)


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

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Go in, if it was there before and still is."""
        found, gone = code.name(value), code.name(before)
        with code.block(f"if {found} != {gone}:"):
            with code.block(f"if {found} is None:"):
                code.erase(at, self.width)
            with code.block(f"elif {gone} is None:"):
                self.code(code, at, found)
            with code.block("else:"):
                self.node.again(code, at.after(1), found, gone)

    def names(self) -> Iterator[str]:
        """Name the mark and what follows."""
        yield "?"
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

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Go through slot after slot; then open more of them, or empty those left over."""
        if not self.length:
            return
        items, gone = code.name(f"{value}[:{self.length}]"), code.name(f"{before}[:{self.length}]")
        with code.block(f"if {items} != {gone}:"):
            item, was, slot = code.name(), code.name(), code.name(str(at))
            with code.block(f"for {item}, {was} in zip({items}, {gone}):"):
                self.slot.again(code, At(0, slot), item, was)
                code.add(f"{slot} += {self.slot.width}")
            with code.block(f"for {item} in {items}[len({gone}):]:"):
                self.slot.code(code, At(0, slot), item)
                code.add(f"{slot} += {self.slot.width}")
            with code.block(f"for {item} in {gone}[len({items}):]:"):
                code.erase(At(0, slot), self.slot.width)
                code.add(f"{slot} += {self.slot.width}")

    def names(self) -> Iterator[str]:
        """Number the slots."""
        for slot in range(self.length):
            yield from (f".{slot + 1}{name}" for name in self.slot.names())


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

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Go through field after field."""
        record, gone = code.name(value), code.name(before)
        for number, (name, offset, node) in enumerate(self.fields):
            part = f"[{number}]" if self.is_tuple else f".{name}"
            node.again(code, at.after(offset), record + part, gone + part)

    def names(self) -> Iterator[str]:
        """Name the fields."""
        for name, _, node in self.fields:
            yield from (f".{name}{rest}" for rest in node.names())


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

    def again(self, code: Code, at: At, value: str, before: str) -> None:
        """Go in, if it is still of the same kind."""
        found, gone = code.name(value), code.name(before)
        with code.block(f"if {found} != {gone}:"):
            with code.block(f"if type({found}) is not type({gone}):"):
                code.erase(at, self.width)
                self.code(code, at, found)
            offset = 0
            for kind, node in self.nodes.items():
                with code.block(f"elif type({found}) is {code.keep(kind)}:"):
                    node.again(code, at.after(offset + 1), found, gone)
                offset += 1 + node.width

    def names(self) -> Iterator[str]:
        """Name the kinds."""
        for kind, node in self.nodes.items():
            yield f".{kind.__name__}?"
            yield from (f".{kind.__name__}{name}" for name in node.names())


def writer(node: Node, at: int) -> Callable[["array[float]", Any], None]:
    """Make the function that fills a part in: `write(row, value)`."""
    code = Code()
    node.code(code, At(at), "value")
    return code.function("value")


def rewriter(node: Node, at: int) -> Callable[["array[float]", Any, Any], None]:
    """Make the function that fills a part in over another: `write(row, value, before)`."""
    code = Code()
    node.again(code, At(at), "value", "before")
    return code.function("value", "before")
