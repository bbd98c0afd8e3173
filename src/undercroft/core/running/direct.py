"""Direct text: a game's rules as compiled plain functions, for simulations and playouts.

`make fast` writes it (`undercroft.fast`). It is used where it is there, belongs to the very sources
that are running, and has been checked against them; else the generators run, which give the same
results. `UNDERCROFT_FAST=0` leaves it out.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from operator import is_
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from undercroft.core.errors import RulesError
from undercroft.core.events import Event
from undercroft.core.game import Bot, Game, Outcome, Row, has_weak_references
from undercroft.core.questions import Fate
from undercroft.core.running.loop import judged
from undercroft.core.table import Table

FOLDER: Final = Path(__file__).parents[3] / "undercroft_direct"
STAMP: Final = "build.json"  # in a game's folder there
SWITCH: Final = "UNDERCROFT_FAST"

PARTS: Final = (
    "lay",
    "setup",
    "turn",
    "copy",
    "view",
    "glance",
    "redeal",
    "state",
)  # written again

TextName: TypeAlias = Literal["compiled", "interpreted"]

# -- whether it is there --------------------------------------------------------------------------


class Build(msgspec.Struct, frozen=True):
    """What was built: from which sources, for which Python; written once it has been checked."""

    package: str
    python: str
    sources: tuple[str, ...]  # beside `undercroft`, or anywhere
    digest: str
    modules: tuple[str, ...]  # those that were written again

    @property
    def is_fresh(self) -> bool:
        """Whether it belongs to this Python and to the sources as they are now."""
        return self.python == sys.implementation.cache_tag and self.digest == digest(self.sources)


def digest(sources: Sequence[str]) -> str:
    """Hash files; one that is gone has a hash, too."""
    found = sha256()
    for source in sources:
        path = FOLDER.parent / source
        found.update(source.encode() + b"\0")
        found.update(path.read_bytes() if path.is_file() else b"gone")
    return found.hexdigest()


def build_of(id: str) -> Build | None:
    """Read what was built of a game, if it can be used."""
    try:
        build = msgspec.json.decode((FOLDER / id / STAMP).read_bytes(), type=Build)
    except (OSError, msgspec.MsgspecError):
        return None
    return build if build.is_fresh else None


def direct_text(game: Game[Any, Any]) -> "Direct | None":
    """Give a game's direct text, if there is one that can be used."""
    if os.environ.get(SWITCH) == "0":
        return None
    own = import_module(game.package).GAME
    if any(getattr(game, part) is not getattr(own, part) for part in PARTS):
        return None
    build = build_of(game.id)
    return Direct(game, build) if build is not None else None


def interpreted(game: Game[Any, Any]) -> Game[Any, Any]:
    """Give the same game without its direct text."""
    same = replace(game)
    vars(same)["direct"] = None
    return same


def which_text(game: Game[Any, Any]) -> TextName:
    """Say which text simulations of a game run."""
    return "interpreted" if game.direct is None else "compiled"


# -- what it is -----------------------------------------------------------------------------------

_RUNNING: Final = RLock()  # one game is run at a time, and those that its bots run within it


class Turn(NamedTuple):
    """A turn under way, from its start: who imagined what, and what was answered."""

    start: Table
    begin: Callable[[Any], Any]  # setup or a turn, as generators
    answers: Sequence[Any]
    imagined: Sequence[tuple[int, int, Sequence[float] | None]]
    """After how many answers, by which seat, with which luck; None: with that of the playout."""


class Direct:
    """A game whose rules are plain functions."""

    def __init__(self, game: Game[Any, Any], build: Build) -> None:
        self.original = game
        self._package = build.package
        self._modules = build.modules
        self._rows: dict[int, Any] = dict(self._constants())
        self.game = replace(
            game,
            lay=self.twin(game.lay),
            setup=self.twin(game.setup),
            turn=self.twin(game.turn),
            copy=self.twin(game.copy),
            view=self.twin(game.view),
            glance=self.twin(game.glance) if game.glance else None,
            redeal=self.twin(game.redeal),
            state=self.twin(game.state),
            light=self.twin(game.light) if game.light else None,
            judge=self.twin(game.judge) if game.judge else None,
            standing=self.twin(game.standing) if game.standing else None,
            measure=self.twin(game.measure) if game.measure else None,
            bots={name: self.twin(bot) for name, bot in game.bots.items()},
            rows={id: self.row(row) for id, row in game.rows.items()},
        )
        self._view = self.game.bots_view
        self._answering = self._module("undercroft.fast.answering")
        self._bots: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._last: tuple[list[Any], list[Any]] = ([], [])

    # -- what is the same in both texts -----------------------------------------------------------

    def _module(self, name: str) -> ModuleType:
        game = self.original.package
        if name == game or name.startswith(f"{game}."):
            return import_module(f"{self._package}.game{name.removeprefix(game)}")
        return import_module(f"{self._package}.{name.removeprefix('undercroft.')}")

    def twin(self, named: Any) -> Any:
        """Give the class or function of the same name; what was not written again is itself."""
        if named.__module__ not in self._modules:
            return named
        found: Any = self._module(named.__module__)
        for name in named.__qualname__.split("."):
            found = getattr(found, name)
        return found

    def _constants(self) -> Iterator[tuple[int, Any]]:
        """Pair the components that modules name, alone or in tables."""
        for name in self._modules:
            twins = self._module(name)
            for constant, value in vars(import_module(name)).items():
                for row, twin in pairs(value, getattr(twins, constant, None)):
                    yield id(row), twin

    def row(self, row: Row) -> Any:
        """Give a component's twin; a variant's is made like the game's own, where it is."""
        found = self._rows.get(id(row))
        if found is None:
            base = import_module(self.original.package).GAME.rows.get(row.id)
            values = {}
            for one in fields(row):  # type: ignore[arg-type]  # rows are dataclasses
                if one.init:
                    value = getattr(row, one.name)
                    same = base is not None and getattr(base, one.name, self) is value
                    values[one.name] = getattr(self.row(base), one.name) if same else value
            found = self._rows[id(row)] = self.twin(type(row))(**values)
        return found

    def translate(self, value: Any) -> Any:
        """Give a state, or anything in it, as the direct text has it."""
        known: dict[int, Any] = {}
        later: list[tuple[Any, str, Any]] = []  # what points back, once all is there
        found = self._translate(value, known, later)
        for twin, name, one in later:
            setattr(twin, name, self._translate(one, known, later))
        return found

    def _translate(
        self, value: Any, known: dict[int, Any], later: list[tuple[Any, str, Any]]
    ) -> Any:
        if isinstance(value, str | int | float | None):
            return value
        if isinstance(value, Row):
            return self.row(value)
        if id(value) in known:
            return known[id(value)]

        def each(values: Iterable[Any]) -> list[Any]:
            return [self._translate(one, known, later) for one in values]

        kind = type(value)
        twin: Any
        if kind is list:
            twin = each(value)
        elif kind is dict:
            twin = dict(zip(each(value), each(value.values()), strict=True))
        elif kind in (tuple, set, frozenset):
            twin = kind(each(value))
        elif isinstance(value, msgspec.Struct):
            names = value.__struct_fields__
            given = each(getattr(value, name) for name in names)
            twin = self.twin(kind)(**dict(zip(names, given, strict=True)))
        elif is_dataclass(kind):
            names = tuple(one.name for one in fields(kind) if one.init)
            given = each(getattr(value, name) for name in names)
            twin = self.twin(kind)(**dict(zip(names, given, strict=True)))
            others = {*getattr(value, "__dict__", ())} - {*names}
            later += [(twin, name, getattr(value, name)) for name in sorted(others)]
        else:
            raise RulesError(f"a state with {kind.__name__} in it has no direct text")
        known[id(value)] = twin
        return twin

    @cached_property
    def _structs(self) -> dict[type, type]:
        """By a Struct of the direct text: the game's own."""
        return {
            twin: getattr(import_module(name), named)
            for name in self._modules
            for named, twin in vars(self._module(name)).items()
            if isinstance(twin, type) and issubclass(twin, msgspec.Struct)
        }

    def own(self, value: Any) -> Any:
        """Give a view of the direct text as the game has it, for all who know it by its classes."""
        if isinstance(value, tuple):
            return tuple(map(self.own, value))
        if not isinstance(value, msgspec.Struct):
            return value
        kind = self._structs.get(type(value), type(value))
        return kind(*(self.own(getattr(value, name)) for name in value.__struct_fields__))

    def bots(self, bots: Sequence[Bot[Any]]) -> list[Any] | None:
        """Give the same bots of the direct text, if all are the game's own and none looks ahead."""
        last, twins = self._last  # studies and searches ask again and again
        if len(bots) == len(last) and all(map(is_, bots, last)):
            return twins
        found = []
        for bot in bots:
            twin = self._bots.get(bot) if has_weak_references(bot) else None
            if twin is None:
                made = self.original.made(bot)
                if made is None or type(bot).__module__ not in self._modules:
                    return None  # it is not the game's own, or was added since the text was built
                if getattr(bot, "looks_ahead", False):
                    return None
                twin = self._bots[bot] = self.game.new_bot(*made)
            found.append(twin)
        self._last = [*bots], found
        return found

    # -- playing ----------------------------------------------------------------------------------

    def go_on(self, rules: Callable[[Any], Any], answer: Any, ask: Callable[[Any], Any]) -> Any:
        """Run rules for a while, from an answer on; `ask` gets what they ask meanwhile."""
        desk = self._answering.DESK
        with _RUNNING:
            kept, desk.answer = desk.answer, ask
            try:
                return rules(answer)
            finally:
                desk.answer = kept

    def run(
        self,
        state: Table,
        begin: Callable[[Any], Any],
        bots: Sequence[Any],
        answer: Callable[[Any], Any] | None = None,
        turns: int | None = None,
    ) -> tuple[Outcome | None, int]:
        """Run a game to its end; give its outcome, and how many decisions bots have taken.

        If so many turns more have not ended it, there is none.
        """
        with _RUNNING:
            found: tuple[Outcome | None, int] = self._answering.run(
                state, begin, self.game.turn, self._view, bots, answer, turns
            )
        return found

    def simulate(
        self,
        options: Any,
        seats: int,
        bots: Sequence[Any],
        luck: Callable[[], float],
        listener: list[Event] | None = None,
        measuring: bool = False,
    ) -> tuple[Outcome, int]:
        """Play a game from start to end; give its outcome, and how many questions it took."""
        game = self.game
        state = game.laid(options, seats)
        state.attend(listener, luck, self.original.unmeasured if measuring else frozenset())
        outcome, decisions = self.run(state, game.setup, bots)
        assert outcome is not None  # noqa: S101 (it was not cut short)
        state.let_go()
        return outcome, decisions + state.fates

    def playout(
        self,
        turn: Turn,
        bots: Sequence[Any],
        luck: Callable[[], float],
        first: object = None,
        turns: int | None = None,
    ) -> Outcome:
        """Play to the end from the midst of a turn; `first` answers the open question."""
        game, desk = self.game, self._answering.DESK
        if turn.start.direct is None:
            turn.start.direct = self.translate(turn.start)
        state = game.copy(turn.start.direct)
        state.attend(None)  # compiled, nothing is there before it is set
        answers, number = turn.answers, 0
        imagined = [*reversed(turn.imagined)]

        def answer(question: Any) -> Any:
            """Answer as it was answered, deal as it was dealt, and give way to the bots."""
            nonlocal number
            while imagined and imagined[-1][0] == number:
                _, seat, dealt = imagined.pop()
                desk.answer = picking(luck if dealt is None else iter(dealt).__next__)
                game.redeal(state, seat)
                desk.answer = answer
            if number < len(answers):
                number += 1
                return self.translate(answers[number - 1])
            state.attend(None, luck)
            desk.answer = None
            if first is not None:
                return self.translate(first)
            is_fate = not hasattr(question, "seat")
            return picking(luck)(question) if is_fate else self._answering.ask(question)

        begin = game.turn if turn.begin == self.original.turn else game.setup
        ended, _ = self.run(state, begin, bots, answer, turns)
        outcome = judged(game, state, len(bots)) if ended is None else ended
        state.let_go()
        return outcome


def picking(luck: Callable[[], float]) -> Callable[[Fate[Any]], Any]:
    """Answer by luck."""
    return lambda question: question.choices[int(luck() * len(question.choices))]


def pairs(value: object, twin: Any) -> Iterator[tuple[Row, Any]]:
    """Pair components with their twins, in tables too."""
    if isinstance(value, Row):
        if twin is not None:
            yield value, twin
    elif isinstance(value, tuple | list):
        for one, other in zip(value, twin or (), strict=False):
            yield from pairs(one, other)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if isinstance(key, str) and twin is not None and key in twin:
                yield from pairs(one, twin[key])
