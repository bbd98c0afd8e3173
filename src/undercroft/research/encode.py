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

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import numpy as np

from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.research.layout import (
    At,
    Bag,
    Either,
    Maybe,
    Node,
    Number,
    Record,
    Slots,
    Tensor,
    Word,
    filler,
    writer,
)
from undercroft.research.survey import SEVERAL, Fact, facts_of, member, members


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
        self.view = Record(fields)  # the part that a view fills
        self._asked = Word(self._facts.questions)
        self._about = Record({key: self._told(key) for key in self._facts.about})
        self._asked_at = self.view.width
        self._about_at = self._asked_at + self._asked.width
        self.size = self._about_at + self._about.width
        self.parts = self._parts()  # where each field of the view stands, and the question
        self._fill = filler(self.view, self.size)
        self._questions = self._asked.places(At(self._asked_at))
        self._numbers = {  # most questions are about numbers and words: the shortest way
            key: (self._about_at + at, node.most)
            for key, at, node in self._about.fields
            if isinstance(node, Number)
        }
        self._word_places = {
            key: node.places(At(self._about_at + at))
            for key, at, node in self._about.fields
            if type(node) is Word
        }
        self._write_about = {
            key: (node, writer(node, self._about_at + at)) for key, at, node in self._about.fields
        }

    def __call__(self, view: Any, decision: Decision[Any] | None) -> Tensor:
        """Write what a seat sees, and what it is asked, if it is asked."""
        row = self._fill(view)
        if decision is not None:
            self._write_question(row, decision)
        return row

    def _write_question(self, out: Tensor, decision: Decision[Any]) -> None:
        out[self._questions[decision.id]] = 1.0
        for key, about in decision.about.items():
            if about is None:
                continue
            if key in self._numbers and isinstance(about, int):
                at, most = self._numbers[key]
                out[at] = about / most
            elif key in self._word_places and not isinstance(about, SEVERAL):
                out[self._word_places[key][str(about)]] = 1.0
            elif key in self._write_about:
                node, write = self._write_about[key]
                write(out, plainly(node, about))

    def blank(self) -> Tensor:
        """Give a row of noughts: when a game is over, there is nothing to observe."""
        return np.zeros(self.size, np.float32)

    @property
    def names(self) -> list[str]:
        """What each place means: `tombs.1.TombView.hand.7s`."""
        return [*self.places]

    @property
    def places(self) -> dict[str, tuple[int, float]]:
        """By name: where each place is, and what its number is divided by."""
        named = [(name[1:], most) for name, most in self.view.names()]
        named += [(f"question{name}", most) for name, most in self._asked.names()]
        named += [(f"about{name}", most) for name, most in self._about.names()]
        return {name: (at, most) for at, (name, most) in enumerate(named)}

    def _parts(self) -> dict[str, slice]:
        found = {
            name: slice(at, at + node.width) for name, at, node in self.view.fields if node.width
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
