"""Observations: what a seat sees and what it is asked, as a row of numbers of fixed length.

The layout follows from the types of the game's view, so it has nothing in it that the seat may not
see. What types leave open (how long a list grows, which words a text may be) stands in the game's
`observations.json`, which `survey.py` makes.

| in the view | in the row |
| --- | --- |
| a number, a yes or no | one number: divided by the largest that the survey met |
| a component or a word | a place for each one there is, and one for any other; 1 where it is |
| several components or words | the same places, each with how often it is there |
| a list of anything else | so many slots, each opened by a 1 if it is filled |
| what may be missing | opened by a 1 if it is there |
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import NoneType, UnionType
from typing import Any, Final, Literal, Protocol, Union, get_args, get_origin

import msgspec
import numpy as np
import numpy.typing as npt

from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.research.survey import Fact, facts_of, member, members

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

    def function(self) -> Callable[["array[float]", Any], None]:
        """Make the function `write(out, value)`."""
        source = "\n".join(["def write(out, value):", *self.lines, "    return"])
        exec(compile(source, "<observation>", "exec"), self.known)  # noqa: S102 (our own text)
        made: Callable[[array[float], Any], None] = self.known["write"]
        return made


class Node(Protocol):
    """A part of the row: how long it is, how it is filled, and what its places are called."""

    width: int

    def code(self, code: Code, at: str, value: str) -> None:
        """Fill it in, from the place `at` on; what is nought stays as it is."""

    def names(self) -> Iterator[str]:
        """Name its places."""


def after(at: str, offset: int) -> str:
    """Write a place that comes so much later."""
    if at.isdigit():
        return str(int(at) + offset)
    return f"{at} + {offset}" if offset else at


class Number:
    """A number, scaled."""

    width = 1

    def __init__(self, most: float) -> None:
        self.most = most or 1

    def code(self, code: Code, at: str, value: str) -> None:
        """Scale it."""
        code.add(f"out[{at}] = {value}" + (f" / {self.most!r}" if self.most != 1 else ""))

    def names(self) -> Iterator[str]:
        """Name nothing: there is but one."""
        yield ""


class Word:
    """One of several words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.width = len(words) + 1

    def place(self, code: Code, at: str, word: str) -> str:
        """Write the place of a word."""
        start = int(at) if at.isdigit() else 0
        places = code.keep({word: start + n for n, word in enumerate(self.words)}.get)
        found = f"{places}({word}, {start + len(self.words)})"
        return found if at.isdigit() else f"{at} + {found}"

    def code(self, code: Code, at: str, value: str) -> None:
        """Mark it."""
        word = code.name(value)
        with code.block(f"if {word} is not None:"):
            code.add(f"out[{self.place(code, at, word)}] = 1.0")

    def names(self) -> Iterator[str]:
        """Name the words."""
        yield from (f".{word}" for word in [*self.words, OTHER])


class Places(dict[str, int]):
    """The places of words; any other word has the last one."""

    other: int

    def __missing__(self, word: str) -> int:
        return self.other


class Bag(Word):
    """Several of several words, in no order."""

    def code(self, code: Code, at: str, value: str) -> None:
        """Count them."""
        place, start = code.name(), int(at) if at.isdigit() else 0
        places = Places({word: start + n for n, word in enumerate(self.words)})
        places.other = start + len(self.words)
        with code.block(f"for {place} in map({code.keep(places.__getitem__)}, {value} or ()):"):
            code.add(f"out[{place if at.isdigit() else f'{at} + {place}'}] += 1.0")


class Maybe:
    """What may be missing."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.width = 1 + node.width

    def code(self, code: Code, at: str, value: str) -> None:
        """Open it with a 1."""
        found = code.name(value)
        with code.block(f"if {found} is not None:"):
            code.add(f"out[{at}] = 1.0")
            self.node.code(code, after(at, 1), found)

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

    def code(self, code: Code, at: str, value: str) -> None:
        """Fill slot after slot."""
        if self.length:
            item, slot = code.name(), code.name(at)
            with code.block(f"for {item} in {value}[:{self.length}]:"):
                self.slot.code(code, slot, item)
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

    def code(self, code: Code, at: str, value: str) -> None:
        """Fill in field by field."""
        record = code.name(value)
        for number, (name, offset, node) in enumerate(self.fields):
            field = f"{record}[{number}]" if self.is_tuple else f"{record}.{name}"
            node.code(code, after(at, offset), field)

    def names(self) -> Iterator[str]:
        """Name the fields."""
        for name, _, node in self.fields:
            yield from (f".{name}{rest}" for rest in node.names())


class Either:
    """One of several kinds of record, each with room of its own."""

    def __init__(self, nodes: Mapping[type, Node]) -> None:
        self.nodes = nodes
        self.width = sum(1 + node.width for node in nodes.values())

    def code(self, code: Code, at: str, value: str) -> None:
        """Open the right one with a 1."""
        found, offset = code.name(value), 0
        for kind, node in self.nodes.items():
            with code.block(f"if type({found}) is {code.keep(kind)}:"):
                code.add(f"out[{after(at, offset)}] = 1.0")
                node.code(code, after(at, offset + 1), found)
            offset += 1 + node.width

    def names(self) -> Iterator[str]:
        """Name the kinds."""
        for kind, node in self.nodes.items():
            yield f".{kind.__name__}?"
            yield from (f".{kind.__name__}{name}" for name in node.names())


def writer(node: Node, at: int) -> Callable[["array[float]", Any], None]:
    """Make the function that fills a part in."""
    code = Code()
    node.code(code, str(at), "value")
    return code.function()


def plainly(node: Node, about: object) -> Any:
    """Put what a question is about as its part of the row wants it; nothing that does not fit."""
    if isinstance(node, Word):
        words = [*map(str, members(about))]
        return words if isinstance(node, Bag) else words[0] if words else None
    numbers = [part for part in members(about) if isinstance(part, int | float)]
    return numbers if isinstance(node, Slots) else numbers[0] if numbers else 0


class Encoder:
    """Writes a game's observations, for a number of seats. `names` says what each place means."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        self._facts = facts_of(game)
        self._rows = game.rows
        self._seats = seats
        view = self._facts.view
        fields = {
            field.name: self._node(field.type, field.name) for field in msgspec.structs.fields(view)
        }
        self._view = Record(fields)
        self._asked = Word(self._facts.questions)
        self._about = Record({key: self._told(key) for key in self._facts.about})
        self._asked_at = self._view.width
        self._about_at = self._asked_at + self._asked.width
        self.size = self._about_at + self._about.width
        self.parts = self._parts()  # where each field of the view stands, and the question
        self._blank = bytes(4 * self.size)
        self._write_view = writer(self._view, 0)
        self._questions = Places(
            {id: self._asked_at + n for n, id in enumerate(self._facts.questions)}
        )
        self._questions.other = self._asked_at + len(self._facts.questions)
        self._write_about = {
            key: (node, writer(node, self._about_at + at)) for key, at, node in self._about.fields
        }

    def __call__(self, view: Any, decision: Decision[Any] | None) -> Tensor:
        """Write what a seat sees, and what it is asked, if it is asked."""
        out = array("f", self._blank)
        self._write_view(out, view)
        if decision is not None:
            out[self._questions[decision.id]] = 1.0
            if decision.about:
                for key, about in decision.about.items():
                    if about is not None and key in self._write_about:
                        node, write = self._write_about[key]
                        write(out, plainly(node, about))
        return np.frombuffer(out, np.float32)

    def blank(self) -> Tensor:
        """Give a row of noughts: when a game is over, there is nothing to observe."""
        return np.zeros(self.size, np.float32)

    @property
    def names(self) -> list[str]:
        """What each place means: `tombs.1.TombView.hand.7s`."""
        found = [name[1:] for name in self._view.names()]
        found += [f"question{name}" for name in self._asked.names()]
        return found + [f"about{name}" for name in self._about.names()]

    def _parts(self) -> dict[str, slice]:
        found = {
            name: slice(at, at + node.width) for name, at, node in self._view.fields if node.width
        }
        found["question"] = slice(self._asked_at, self._about_at)
        found["about"] = slice(self._about_at, self.size)
        return {name: part for name, part in found.items() if part.start < part.stop}

    def split(self, tensor: Tensor) -> dict[str, Tensor]:
        """Give an observation as a dictionary: the same numbers, by field."""
        return {name: tensor[part] for name, part in self.parts.items()}

    # -- from types -------------------------------------------------------------------------------

    def _node(self, type_: Any, path: str) -> Node:
        fact = self._facts.paths.get(path, Fact())
        origin, args = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            return self._one_of([arg for arg in args if arg is not NoneType], path)
        if type_ is str or (origin is Literal and isinstance(args[0], str)):
            return Word(self._words(fact, args if origin is Literal else ()))
        if origin is tuple and args[1:] != (...,):
            parts = {str(n + 1): self._node(arg, member(path, n + 1)) for n, arg in enumerate(args)}
            return Record(parts, is_tuple=True)
        if origin is tuple:
            return self._list(args[0], path, fact)
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            found = msgspec.structs.fields(type_)
            return Record({f.name: self._node(f.type, member(path, f.name)) for f in found})
        return Number(fact.most)

    def _one_of(self, types: list[Any], path: str) -> Node:
        if len(types) > 1:
            kinds = {kind: self._node(kind, member(path, kind.__name__)) for kind in types}
            return Either(kinds)
        node = self._node(types[0], path)
        return node if isinstance(node, Word) else Maybe(node)  # nothing is nothing marked

    def _list(self, item: Any, path: str, fact: Fact) -> Node:
        words = get_args(item) if get_origin(item) is Literal else ()
        if item is str or (words and isinstance(words[0], str)):
            return Bag(self._words(fact, words))
        length = self._seats if fact.by_seat else fact.length
        return Slots(self._node(item, f"{path}[]"), length)

    def _told(self, key: str) -> Node:
        fact = self._facts.about[key]
        if fact.words or fact.rows:
            words = self._words(fact, ())
            return Bag(words) if fact.length else Word(words)
        return Slots(Number(fact.most), fact.length) if fact.length else Number(fact.most)

    def _words(self, fact: Fact, given: Sequence[Any]) -> list[str]:
        """List the words of a type, or those that the survey met: of components, all of a class."""
        ids = [id for id, row in self._rows.items() if type(row).__name__ in fact.rows]
        return [*dict.fromkeys([*map(str, given), *ids, *fact.words])]
