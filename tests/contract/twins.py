"""A turn again, in a world that a seat cannot tell from the true one.

At the turn's start all that the seat cannot know is dealt anew. The turn is then played again with
the same fates and the same answers, as far as they are open there, and what the seat is told and
shown is held against what it was told and shown in truth.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from undercroft.core.game import Game, GameOver
from undercroft.core.questions import Decision, Fate, Question, Rules
from undercroft.core.table import Table

AnyGame = Game[Any, Any]
MOST_TRIES = 40  # ways to play a turn again before it stays undecided
SOME_TRIES = 6


class Turn:
    """A turn as it was played: how it began, and what was answered."""

    def __init__(self, game: AnyGame, phase: Callable[[Any], Rules[None]], state: Table) -> None:
        self.game = game
        self.phase = phase
        self.start = game.copy(state)
        self.answers: list[str] = []


def turns(game: AnyGame, options: Any, seats: int, luck: random.Random) -> Iterator[Turn]:
    """Play a game at random, turn by turn. Of secret questions most are passed by."""
    state = game.lay(options, game.rows, seats)
    turn = Turn(game, game.setup, state)
    rules = game.setup(state)
    answer = None
    while True:
        try:
            question = rules.send(answer)
        except StopIteration:
            yield turn
            turn, rules, answer = Turn(game, game.turn, state), game.turn(state), None
            continue
        except GameOver:
            yield turn
            return
        secret = isinstance(question, Decision) and question.secret
        quiet = secret and luck.random() < 0.7
        answer = question.choices[-1] if quiet else luck.choice(question.choices)
        turn.answers.append(str(answer))


def dealt_anew(game: AnyGame, state: Table, seat: int, luck: Callable[[], float]) -> Table:
    """Copy a state, and deal anew what a seat cannot know."""
    world: Table = game.copy(state)
    rules = game.redeal(world, seat)
    answer = None
    try:
        while True:
            choices = rules.send(answer).choices
            answer = choices[int(luck() * len(choices))]
    except StopIteration:
        return world


# -- what a seat learns ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A question that the seat knows to be asked: who is asked, and what the prompt says."""

    label: str
    about: tuple[tuple[str, str], ...]
    options: tuple[str, ...] = ()  # of its own questions


class Seen:
    """What the table looks like to the seat when a question is asked, or the turn is over."""

    def __init__(self, view: object) -> None:
        self.view = view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.view == other.view


def shown(game: AnyGame, state: Any, question: Decision[Any], seat: int) -> Asked | None:
    """Give what a seat is shown of a question; nothing if it is secret, or names what is hidden."""
    about = tuple(sorted((name, written(value)) for name, value in question.about.items()))
    if question.seat == seat:
        return Asked(question.label, about, tuple(sorted(map(str, question.options))))
    named = {word for _, words in about for word in words.split()}
    if question.secret or (named and not named.isdisjoint(game.hidden(state, seat))):
        return None
    return Asked(question.label, about)


def written(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class Mismatch(Exception):
    """The twin goes another way: whether it fails to ask what was asked, and where."""

    def __init__(self, at: int, missing: Asked | None) -> None:
        self.at = at
        self.missing = missing


class Elsewhere(Exception):
    """What fate gave cannot be given in this world."""


class Learned(list[object]):
    """What a seat learns, in order. With something expected, all else is a mismatch."""

    def __init__(self, seat: int, expected: Sequence[object] | None = None) -> None:
        self.seat = seat
        self.expected = expected

    def append(self, item: Any) -> None:
        """Hear an event, or see a question, after what the table looks like then."""
        if isinstance(item, Asked | Seen) or item.is_for(self.seat):
            if self.expected is not None and self.expected[len(self) : len(self) + 1] != [item]:
                raise Mismatch(len(self), None if isinstance(item, Seen) else self.missing)
            super().append(item)

    def end(self) -> None:
        """See whether all has come."""
        if self.expected is not None and len(self) < len(self.expected):
            raise Mismatch(len(self), self.missing)

    @property
    def missing(self) -> Asked | None:
        """The question that somebody else should be asked now.

        What the seat itself is asked may tell it something: when it looks through a deck.
        """
        for item in (self.expected or [])[len(self) : len(self) + 2]:
            if isinstance(item, Asked):
                return None if item.options else item
            if not isinstance(item, Seen):
                break
        return None


# -- playing it again -----------------------------------------------------------------------------


def drive(
    turn: Turn, state: Table, learned: Learned, answer: Callable[[Question[Any], Asked | None], Any]
) -> None:
    """Play a turn from its start to its end."""
    state.attend(learned)
    rules = turn.phase(state)
    given = None
    try:
        while True:
            question = rules.send(given)
            asked = None
            if isinstance(question, Decision):
                asked = shown(turn.game, state, question, learned.seat)
                if asked is not None:
                    learned.append(Seen(turn.game.view(state, learned.seat)))
                    learned.append(asked)
            given = answer(question, asked)
    except (StopIteration, GameOver):
        learned.append(Seen(turn.game.view(state, learned.seat)))
        learned.end()
    finally:
        state.attend(None)


def among(question: Question[Any], text: str) -> Any:
    """Find a choice by its text."""
    return next((choice for choice in question.choices if str(choice) == text), None)


class Twin:
    """A turn in another world, played in one way after another until one looks like the true one.

    What fate gave it gives again, and what was answered is answered again. What is left open -
    other secret questions, answers that the other world does not have, other fates - is tried in
    all ways.
    """

    def __init__(self, turn: Turn, seat: int) -> None:
        self.turn = turn
        self.seat = seat
        self.learned = Learned(seat)
        self.answers: dict[int, str] = {}  # to what was openly asked, by its place in all of it
        self.others: dict[str, list[str]] = {}  # fates, and answers in secret, by their questions
        given = iter(turn.answers)

        def answer(question: Question[Any], asked: Asked | None) -> Any:
            text = next(given)
            if asked is not None:
                self.answers[len(self.learned) - 1] = text
            else:
                self.others.setdefault(question.label, []).append(text)
            return among(question, text)

        self.state: Table = turn.game.copy(turn.start)
        drive(turn, self.state, self.learned, answer)

    def differs(self, world: Table) -> Asked | None:
        """Give a question that tells another world from the true one, if there is one."""
        path: list[tuple[int, int]] = []  # at each open choice: which was made, and among how many
        furthest, missing = -1, None
        for _ in range(MOST_TRIES):
            depth = 0

            def decide(question: Question[Any], choice: Any, *, given: bool) -> Any:
                nonlocal depth
                if choice is not None:
                    return choice
                if given and not isinstance(question, Decision):
                    raise Elsewhere  # the card lies elsewhere in this world
                choices = {str(choice): choice for choice in reversed(question.choices)}
                if depth == len(path):
                    path.append((0, len(choices)))
                depth += 1
                return [*choices.values()][path[depth - 1][0]]

            try:
                self.play(self.turn.game.copy(world), decide)
            except Mismatch as mismatch:
                if mismatch.at > furthest:
                    furthest, missing = mismatch.at, mismatch.missing
                elif mismatch.at == furthest and mismatch.missing is None:
                    missing = None
            else:
                return None
            while path and path[-1][0] + 1 == path[-1][1]:
                path.pop()
            if not path:
                return missing
            path[-1] = path[-1][0] + 1, path[-1][1]
        return None  # undecided

    def another(self, world: Table, luck: random.Random) -> Table | None:
        """Play it in another world, and with other cards drawn, until it looks like the true one.

        Gives the state at the turn's end, if that came about.
        """

        def decide(question: Question[Any], choice: Any, *, given: bool) -> Any:
            other = isinstance(question, Fate) and question.verb == "draw" and luck.random() < 0.5
            return luck.choice(question.choices) if other or choice is None else choice

        for _ in range(SOME_TRIES):
            state: Table = self.turn.game.copy(world)
            try:
                self.play(state, decide)
            except Mismatch:
                continue
            return state
        return None

    def play(self, state: Table, decide: Callable[..., Any]) -> None:
        """Play it; decide what to do with each answer that was given then, if it is open."""
        learned = Learned(self.seat, self.learned)
        others = {label: iter(answers) for label, answers in self.others.items()}

        def answer(question: Question[Any], asked: Asked | None) -> Any:
            if asked is not None:
                given = self.answers[len(learned) - 1]
            else:
                given = next(others.get(question.label, iter(())), "")
            try:
                return decide(question, among(question, given), given=bool(given))
            except Elsewhere:
                raise Mismatch(len(learned), None) from None

        drive(self.turn, state, learned, answer)
