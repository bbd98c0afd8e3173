"""What types leave open, found by playing: how long lists grow, which words a text may be.

    python -m undercroft.research.survey tomb

plays a game with random options, seats and answers, and writes what it met to `observations.json`
where it is called. With `--ship`, for developers, it writes into the game's folder, and runs the
tests of layouts. That file keeps the layout of observations the same from one version to the next.
For a game without one the survey is made when it is first needed, with the same result each time.
"""

import argparse
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from undercroft.core.errors import BadOption
from undercroft.core.game import Game, GameOver
from undercroft.core.questions import Decision
from undercroft.core.running.handing import Handed
from undercroft.core.running.silence import Silence
from undercroft.games import find_game

FILE: Final = "observations.json"
ROOT: Final = Path(__file__).parents[3]
TESTS: Final = [f"tests/research/test_{it}.py" for it in ("encode", "native", "training_guide")]
QUICK: Final = 60  # games of a survey that is made when it is needed
LONG: Final = 300  # ... and of one that is written down
SEVERAL: Final = (list, tuple, set, frozenset)
ROOM: Final = 1.25  # lists may grow longer than the survey saw


class Fact(msgspec.Struct, omit_defaults=True):
    """What was met at one place of a view."""

    most: float = 0  # the largest number
    length: int = 0  # of a list
    by_seat: bool = False  # whether the list has up to one item for each seat
    words: list[str] = []
    rows: list[str] = []  # classes of components


class Survey(msgspec.Struct):
    """What was met in a game's views and questions."""

    questions: list[str]
    about: dict[str, Fact]
    paths: dict[str, Fact]


class Facts(msgspec.Struct):
    """A survey, and the type of the views it was made of."""

    view: type[msgspec.Struct]
    questions: list[str]
    about: dict[str, Fact]
    paths: dict[str, Fact]


def member(path: str, name: object) -> str:
    """Write the path of a part."""
    return f"{path}.{name}"


def members(value: object) -> Iterable[object]:
    """Give what is in a value, or the value itself."""
    return value if isinstance(value, SEVERAL) else (value,)


_KNOWN: Final[dict[tuple[str, str], Survey]] = {}  # made when they were needed


def facts_of(game: Game[Any, Any]) -> Facts:
    """Find a game's survey, or make it."""
    survey = read_survey(shipped(game))
    if survey is None:
        key = (game.package, game.id)
        survey = _KNOWN.get(key) or surveyed(game, QUICK)
        _KNOWN[key] = survey
    options, seats = game.read_options({})
    view = type(game.view(game.lay(options, game.rows, seats), 0))
    return Facts(view, survey.questions, survey.about, survey.paths)


def read_survey(file: Path) -> Survey | None:
    """Read the survey that a game ships, if it does, and if it is one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Survey)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        warnings.warn(f"{file} is no survey ({error}): the game is surveyed anew", stacklevel=2)
        return None


def surveyed(game: Game[Any, Any], games: int, seed: str = "survey") -> Survey:
    """Play so many games with random options, seats and answers, and note what is met."""
    met = _Met(game)
    random = Random(f"{seed} of {game.id}")
    for _ in range(games):
        options, seats = any_terms(game, random)
        met.seats = seats
        state = game.lay(options, game.rows, seats)
        state.attend(None, random.random)
        rules, silence, asked = game.setup(state), Silence(game, state), 0
        names = [name for name in game.quick_bots if random.random() < 0.5] or game.quick_bots
        bots = [game.new_bot(random.choice(names), random.random) for _ in range(seats)]
        try:
            while True:
                try:
                    decision = next(rules)
                    while True:
                        assert isinstance(decision, Decision)  # noqa: S101 (luck answers fates)
                        view = game.view(state, decision.seat)
                        met.view(view)
                        met.asked(decision)
                        asked += 1
                        answer = bots[decision.seat](decision, Handed(view))
                        decision = rules.send(answer)
                except StopIteration:
                    silence.end_turn(asked + state.fates)
                    rules = game.turn(state)
        except GameOver:
            continue  # what is turned up at the end is of no use to a player
    return met.survey()


def any_terms(game: Game[Any, Any], random: Random) -> tuple[Any, int]:
    """Choose options and seats that go together."""
    for _ in range(50):
        seats = random.randint(*game.seats)
        given: dict[str, object] = {}
        for spec in game.option_specs:
            if random.random() < 0.3:
                if spec.choices:
                    given[spec.name] = random.choice(spec.choices)
                elif spec.least is not None and spec.most is not None:
                    given[spec.name] = random.randint(spec.least, spec.most)
        try:
            return game.read_options(given, seats)
        except BadOption:
            continue
    return game.read_options({}, game.seats[0])


class _Met:
    """Notes what is met."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.seats = 1
        self.paths: dict[str, Fact] = {}
        self.about: dict[str, Fact] = {}
        self.questions: set[str] = {*game.words.tables.get("options", {})}
        self._words: dict[int, set[str]] = {}
        self._lengths: dict[int, dict[int, int]] = {}  # the longest, by the number of seats
        self._walks: dict[type, Callable[[Any], None]] = {}

    def view(self, view: msgspec.Struct) -> None:
        """Note what a view shows."""
        walk = self._walks.get(type(view))
        if walk is None:
            walk = self._walks[type(view)] = self._struct(type(view), "")
        walk(view)

    def asked(self, decision: Decision[Any]) -> None:
        """Note what a question is about."""
        self.questions.add(decision.id)
        for key, value in decision.about.items():
            fact = self.about.setdefault(key, Fact())
            if isinstance(value, list | tuple | set | frozenset):
                fact.length = max(fact.length, len(value), 1)
            for part in members(value):
                if isinstance(part, int | float):
                    fact.most = max(fact.most, abs(part))
                elif part is not None:
                    self._word(fact, str(part))

    def survey(self) -> Survey:
        """Give what was noted, tidied: ids of components as their classes."""
        for fact in [*self.paths.values(), *self.about.values()]:
            self._tidy(fact)
        about = {key: self.about[key] for key in sorted(self.about)}
        paths = {path: self.paths[path] for path in sorted(self.paths)}
        return Survey(
            sorted(self.questions), about, {p: f for p, f in paths.items() if f != Fact()}
        )

    def _tidy(self, fact: Fact) -> None:
        met = self._words.get(id(fact), set())
        rows = self.game.rows
        fact.rows = sorted({type(rows[word]).__name__ for word in met if word in rows})
        fact.words = sorted(word for word in met if word not in rows)
        lengths = self._lengths.get(id(fact), {})
        fact.by_seat = bool(lengths) and all(most == seats for seats, most in lengths.items())
        if fact.by_seat:
            fact.length = 0
        elif fact.length:
            fact.length = int(fact.length * ROOM + 0.999)

    def _word(self, fact: Fact, word: str) -> None:
        self._words.setdefault(id(fact), set()).add(word)

    # -- walking, by type -------------------------------------------------------------------------

    def _struct(self, type_: type[msgspec.Struct], path: str) -> Callable[[Any], None]:
        walks = [
            (field.name, self._walk(field.type, member(path, field.name) if path else field.name))
            for field in msgspec.structs.fields(type_)
        ]

        def walk(value: Any) -> None:
            for name, inner in walks:
                inner(getattr(value, name))

        return walk

    def _walk(self, type_: Any, path: str) -> Callable[[Any], None]:
        origin, args = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            kinds = [arg for arg in args if arg is not NoneType]
            if len(kinds) > 1:
                walks = {kind: self._walk(kind, member(path, kind.__name__)) for kind in kinds}
                return lambda value: None if value is None else walks[type(value)](value)
            inner = self._walk(kinds[0], path)
            return lambda value: None if value is None else inner(value)
        fact = self.paths.setdefault(path, Fact())
        if type_ is str:
            return lambda value: self._word(fact, value)
        if origin is tuple and args[1:] != (...,):
            parts = [self._walk(arg, member(path, n + 1)) for n, arg in enumerate(args)]

            def each(value: Sequence[Any]) -> None:
                for part, inside in zip(parts, value, strict=True):
                    part(inside)

            return each
        if origin is tuple:
            return self._list(self._walk(args[0], f"{path}[]"), args[0], fact)
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            return self._struct(type_, path)
        if origin is Literal and isinstance(args[0], str):
            return lambda value: None

        def number(value: Any) -> None:
            fact.most = max(fact.most, abs(value))

        return number

    def _list(
        self, inner: Callable[[Any], None], item: Any, fact: Fact
    ) -> Callable[[Sequence[Any]], None]:
        def words(value: Sequence[str]) -> None:
            for word in value:
                self._word(fact, word)

        if item is str:
            return words
        lengths = self._lengths.setdefault(id(fact), {})

        def walk(value: Sequence[Any]) -> None:
            lengths[self.seats] = max(lengths.get(self.seats, 0), len(value))
            fact.length = max(fact.length, len(value))
            for part in value:
                inner(part)

        return walk


def main(arguments: Sequence[str]) -> None:
    """Write the survey of a game: here, or to ship it."""
    parser = argparse.ArgumentParser(description="Survey what a game's views hold.")
    parser.add_argument("game")
    parser.add_argument(
        "--ship", action="store_true", help="write into the game's folder, and test the layouts"
    )
    given = parser.parse_args(arguments)
    try:
        game = find_game(given.game)
        text = msgspec.json.format(msgspec.json.encode(surveyed(game, LONG)), indent=1) + b"\n"
        (shipped(game) if given.ship else Path(FILE)).write_bytes(text)
    except (BadOption, OSError) as error:
        sys.exit(str(error))
    if given.ship:
        tests = [sys.executable, "-m", "pytest", "-q", *TESTS]
        sys.exit(subprocess.run(tests, cwd=ROOT, check=False).returncode)  # noqa: S603 (our own)


def shipped(game: Game[Any, Any]) -> Path:
    """Return the file in a game's folder."""
    return Path(str(resources.files(game.package).joinpath(FILE)))


if __name__ == "__main__":
    main(sys.argv[1:])
