"""Proof of equality: from the same luck, both texts play the same games."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from undercroft.core.errors import BadOption, UndercroftError
from undercroft.core.events import Event
from undercroft.core.fates import Seeded
from undercroft.core.game import LIGHT, Game, GameOver, Outcome
from undercroft.core.measuring.measures import Notes
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision, Question
from undercroft.core.running.direct import Direct, interpreted
from undercroft.core.running.silence import Silence

VIEWS: Final = 7  # every so many questions, what the seat sees is compared, too
EVERY: Final = 3  # at the numbers of questions that are multiples of this, games are played out
MOST: Final = 40  # as long as fewer have been answered


class Different(UndercroftError):
    """The two texts did not play the same game."""


class Asked(NamedTuple):
    """A question as both texts must ask it, and what its seat sees."""

    label: str
    choices: tuple[str, ...]
    about: Any
    view: Any


class Seen(NamedTuple):
    """All that can be seen of a game."""

    asked: list[Asked]
    events: list[Event]
    outcome: Outcome


class Clerk:
    """Answers anything at random, and writes down what was asked."""

    def __init__(self, game: Game[Any, Any], state: Any, seed: str) -> None:
        self.game = game
        self.state = state
        self.asked: list[Asked] = []
        self._random = Random(seed).random

    def answer(self, question: Question[Any]) -> Any:
        """Write the question down and pick an answer."""
        about, view = None, None
        seat = getattr(question, "seat", None)  # a fate has none
        if seat is not None:
            about = plain(question.about), question.secret  # type: ignore[attr-defined]
            if len(self.asked) % VIEWS == 0:
                view = msgspec.to_builtins(self.game.view(self.state, seat))
        choices = question.choices
        self.asked.append(Asked(question.label, tuple(map(str, choices)), about, view))
        return choices[int(self._random() * len(choices))]


def plain(value: Any) -> Any:
    """Give what a question is about as text: components differ, their names do not."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return str(value)


def through_generators(game: Game[Any, Any], options: Any, seats: int, seed: str) -> Seen:
    """Play a game as a live one is played."""
    events: list[Event] = []
    state = game.lay(options, game.rows, seats)
    clerk = Clerk(game, state, seed)
    state.attend(events)
    rules, silence = game.setup(state), Silence(game, state)
    try:
        while True:
            try:
                question = next(rules)
                while True:
                    question = rules.send(clerk.answer(question))
            except StopIteration:
                silence.end_turn(len(clerk.asked))
                rules = game.turn(state)
    except GameOver as over:
        return Seen(clerk.asked, events, over.outcome)


def through_functions(direct: Direct, options: Any, seats: int, seed: str) -> Seen:
    """Play a game with the direct text, every question asked."""
    events: list[Event] = []
    game = direct.game
    state = game.lay(options, game.rows, seats)
    clerk = Clerk(game, state, seed)
    state.attend(events)
    outcome, _ = direct.run(state, game.setup, [], clerk.answer)
    assert outcome is not None  # noqa: S101 (it was not cut short)
    return Seen(clerk.asked, events, outcome)


def compare(one: Seen, other: Seen, where: str) -> None:
    """See that nothing is different."""
    for at, (mine, yours) in enumerate(zip_longest(one.asked, other.asked)):
        if mine != yours:
            raise Different(f"{where}, question {at}: {mine} and {yours}")
    for mine, yours in zip_longest(one.events, other.events):
        if mine != yours:
            raise Different(f"{where}: told {mine} and {yours}")
    if one.outcome != other.outcome:
        raise Different(f"{where}: {one.outcome} and {other.outcome}")


Setting: TypeAlias = tuple[str, Any, int]  # its name, options and seats


def settings(game: Game[Any, Any]) -> Iterator[Setting]:
    """Give every preset with every number of seats that it can have."""
    for preset in game.presets or [None]:
        for seats in range(game.seats[0], game.seats[1] + 1):
            options, _ = game.read_options({}, seats, preset)
            yield f"{game.id}, {preset or 'standard'}, {seats} seats", options, seats


def single_options(game: Game[Any, Any]) -> Iterator[Setting]:
    """Give every value of every option that has few, one changed at a time."""
    for spec in game.option_specs:
        for value in spec.choices or ():
            for seats in range(game.seats[0], game.seats[1] + 1):
                with suppress(BadOption):  # does not go with so many seats
                    options, _ = game.read_options({spec.name: value}, seats)
                    yield f"{game.id}, {spec.name} {value}, {seats} seats", options, seats


def check(direct: Direct, games: int, among: Sequence[Setting] = ()) -> int:
    """Play so many games of each setting, and as many with each bot; give how many."""
    game = interpreted(direct.original)
    played = 0
    for name, options, seats in among or settings(game):
        for number in range(games):
            where = f"{name}, game {number}"
            mine = through_generators(game, options, seats, where)
            compare(mine, through_functions(direct, options, seats, where), where)
            direct_bots = [name for name, bot in game.bots.items() if direct.twin(bot) is not bot]
            for bot in [*direct_bots, *([LIGHT] if game.light else [])]:
                check_bot(direct, game, bot, options, seats, where)
            check_measures(direct, game, options, seats, where)
            check_playouts(direct, game, options, seats, where)
            played += 1 + len(game.bots)
    return played


def check_bot(
    direct: Direct, game: Game[Any, Any], name: str, options: Any, seats: int, where: str
) -> None:
    """See that a bot plays the same game with both texts."""
    luck, same = Random(where).random, Random(where).random
    bots = [game.new_bot(name, luck) for _ in range(seats)]
    twins = [direct.game.new_bot(name, same) for _ in range(seats)]
    mine = simulate(game, options, seats, bots, luck)
    yours = direct.simulate(options, seats, twins, same)
    if mine != yours:
        raise Different(f"{where}, by {name}: {mine} and {yours}")


def check_measures(
    direct: Direct, game: Game[Any, Any], options: Any, seats: int, where: str
) -> None:
    """See that a study writes the same tables with both texts."""
    mine = measured(game, partial(simulate, game), Notes(), options, seats, where)
    yours = measured(direct.game, direct.simulate, direct.twin(Notes)(), options, seats, where)
    if mine != yours:
        raise Different(f"{where}: measured {mine - yours} and {yours - mine}")


def measured(
    game: Game[Any, Any],
    simulate: Callable[..., tuple[Outcome, int]],
    notes: Notes,
    options: Any,
    seats: int,
    where: str,
) -> Counter[tuple[str, ...]]:
    """Measure a game of random bots; values are written out, so that yes is no 1."""
    events: list[Event] = []
    luck = Random(where).random
    bots = [game.new_bot("random", luck) for _ in range(seats)]
    outcome, _ = simulate(options, seats, bots, luck, events, measuring=True)
    if game.measure is not None:
        game.measure(events, outcome, notes)
    return Counter({(*cell, repr(value)): n for (*cell, value), n in notes.counted().items()})


def check_playouts(
    direct: Direct, game: Game[Any, Any], options: Any, seats: int, where: str
) -> None:
    """See that what a seat imagines is played out to the same end, from a few turns of a game."""
    luck = Random(where).random
    play = Play(game, options.given(game.defaults), seats, Seeded(where))
    while isinstance(play.question, Decision) and play.number < MOST:
        question = play.question
        if play.number % EVERY == 0:
            mine = play.imagine(question.seat, (one := Random(where).random))
            other = Random(where).random
            bots = [game.new_bot("random", one) for _ in range(seats)]
            twins = [direct.game.new_bot("random", other) for _ in range(seats)]
            first, turn = question.choices[-1], play.turn
            if turn is not None:
                dealt = (len(turn.answers), question.seat, None)
                ended = mine.playout(bots, one, first)
                same = direct.playout(turn._replace(imagined=[dealt]), twins, other, first)
                if ended != same:
                    raise Different(f"{where}, from {play.number}: {ended} and {same}")
        play.answer(question.choices[int(luck() * len(question.choices))])
