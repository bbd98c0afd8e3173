"""Actions: every answer that a seat may give in a game, by its name and by its number.

A game lists them in its folder, in `actions.txt`, so that a number means the same in every run and
in every version to come: words as a journal has them, with braces for what there are several of.

    drop:{Card.kind=hoard}      a component, by its class and by what a field of it holds
    trait:{Persona.trait}       what the field holds, of all components of the class
    attack:{seats}              P1, P2 ...
    go:{N,E,S,W}                one of these

The components of a variant that its game does not have come last. For a game without such a list
it is made of the game's words and of its options' types.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import islice, product
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from undercroft.core.errors import BadOption
from undercroft.core.game import Game, Row, Rows
from undercroft.core.questions import Option
from undercroft.games import catalogue

FILE: Final = "actions.txt"
SPARE: Final = 8  # numbers for answers that no list foresees: a long training never breaks on one
MOST: Final = 20_000  # actions of a game

_BRACES: Final = re.compile(r"\{([^}]*)\}")

Mask = npt.NDArray[np.int8]


class Actions:
    """The actions of a game: `names[number]`, `numbers[name]`, and what is legal now."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names: tuple[str, ...] = (*names, *(f"spare-{n + 1}" for n in range(SPARE)))
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(names)}
        self._known = _Known(self.numbers)
        self._first_spare = len(names)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        shown = ", ".join(self.names[:6])
        return f"<{len(self)} actions: {shown}, ...>"

    def legal(self, options: Iterable[object]) -> dict[int, Any]:
        """Give the options of a decision by their numbers."""
        known = self._known
        try:
            return {known[option]: option for option in options}
        except (KeyError, TypeError):  # not in the list, or an option that cannot be remembered
            return self._with_spares(options)

    def _with_spares(self, options: Iterable[object]) -> dict[int, Any]:
        found = {}
        unknown = []
        for option in options:
            number = self.numbers.get(str(option))
            if number is None:
                unknown.append(option)
            else:
                found[number] = option
        if len(unknown) > SPARE:
            raise BadOption(f"{len(unknown)} answers are not in {FILE}, such as {unknown[0]!s}")
        for at, option in enumerate(sorted(unknown, key=str)):
            found[self._first_spare + at] = option
        return found

    def mask(self, legal: Iterable[int]) -> Mask:
        """Mark the legal actions with 1."""
        marks = bytearray(len(self.names))
        for number in legal:
            marks[number] = 1
        return np.frombuffer(marks, np.int8)


class _Known(dict[object, int]):
    """Numbers by option: each option is written as text but once."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, option: object) -> int:
        if len(self) >= MOST:  # options may carry what their text leaves out
            self.clear()
        number = self[option] = self._numbers[str(option)]
        return number


def actions_of(game: Game[Any, Any]) -> Actions:
    """List a game's actions."""
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        names = [*_derived(game)]
    else:
        original = catalogue().get(game.id, game)
        lines = [line.partition("#")[0].split() for line in file.read_text("utf-8").splitlines()]
        words = [word for line in lines for word in line]
        names = [
            *_expanded(words, original.rows, game.seats[1]),
            *_expanded(words, game.rows, game.seats[1]),
        ]
    distinct = list(dict.fromkeys(names))
    if len(distinct) > MOST:
        raise BadOption(f"{game.id} has over {MOST:,} actions: list those there are in {FILE}")
    return Actions(distinct)


# -- from a list ----------------------------------------------------------------------------------


def _expanded(words: Iterable[str], rows: Rows, seats: int) -> Iterator[str]:
    for word in words:
        literal = _BRACES.split(word)  # text, braces, text, braces, ..., text
        parts = [_among(part, rows, seats) if at % 2 else [part] for at, part in enumerate(literal)]
        yield from map("".join, product(*parts))


def _among(braces: str, rows: Rows, seats: int) -> list[str]:
    found: list[str] = []
    for word in braces.split(","):
        kind, _, test = word.partition(".")
        if word == "seats":
            found += [f"P{seat + 1}" for seat in range(seats)]
        elif kind[:1].isupper() and len(kind) > 1:
            of_kind = [row for row in rows.values() if type(row).__name__ == kind]
            field, equals, value = test.partition("=")
            if not test:
                found += [row.id for row in of_kind]
            elif equals:
                found += [row.id for row in of_kind if str(getattr(row, field)) == value]
            else:
                found += [str(getattr(row, field)) for row in of_kind]
        else:
            found.append(word)
    return found


# -- from words and types -------------------------------------------------------------------------


def _derived(game: Game[Any, Any]) -> Iterator[str]:
    """Take the words of all questions; an option that carries something is written out."""
    carrying: dict[str, list[type[Option]]] = {}
    for kind in _below(Option):
        if kind.__module__.startswith(game.package) and kind.__struct_config__.tag:
            carrying.setdefault(str(kind.__struct_config__.tag), []).append(kind)
    words: Mapping[str, Any] = game.words.tables.get("options", {})
    for question in words.values():
        for word in question if isinstance(question, dict) else ():
            if word not in carrying:
                yield word
            for kind in carrying.get(word, ()):
                yield from _texts(kind, game)


def _below(kind: type[Option]) -> Iterator[type[Option]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _texts(kind: type[Option], game: Game[Any, Any]) -> Iterator[str]:
    types = get_type_hints(kind)
    domains = [_domain(types[name], game) for name in kind.__struct_fields__]
    for values in islice(product(*domains), MOST + 1):
        try:
            yield str(kind(*values))
        except (IndexError, KeyError):  # a number that stands for nothing
            continue


def _domain(type_: Any, game: Game[Any, Any]) -> Sequence[Any]:
    """List what a field of an option may hold; what is only for the eye may hold anything."""
    if get_origin(type_) in (Union, UnionType):
        return [value for arg in get_args(type_) for value in _domain(arg, game)]
    if get_origin(type_) is Literal:
        return get_args(type_)
    if isinstance(type_, type) and issubclass(type_, Row):
        return [row for row in game.rows.values() if isinstance(row, type_)]
    if type_ is bool:
        return (False, True)
    if type_ is int:
        return range(64)
    return (None,) if type_ is NoneType else ("",)
