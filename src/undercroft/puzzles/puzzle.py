"""A puzzle: how a game came to a decision, and what each option there is worth."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import log10
from typing import Any, Final

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.puzzles.words import say
from undercroft.review.found import Value
from undercroft.review.weighing import Aim

EVEN: Final = 1500  # the rating of a puzzle that every second bot solves
USUAL_GAP: Final = 0.15
NEAR: Final = 0.02  # of a win: options that differ by less are equally good
EASIEST, HARDEST = 600, 2600


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """An option, by its text: its mean over so many worlds, with its error at 95%."""

    option: str
    value: float
    error: float
    worlds: int

    @property
    def worth(self) -> Value:
        """The value with its error."""
        return Value(self.value, self.error)


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision and its answer. `moves` are the numbers of the options taken before it.

    A seed answers fate; without one, the moves do that, too.
    """

    id: str
    rules: int  # the version of the rules
    seats: int
    seed: str | None
    moves: str
    seat: int  # who is asked
    usual: str  # what the rule of thumb answers
    values: tuple[Worth, ...]  # the best first
    rating: int
    aim: Aim = "win"  # what the values count
    found: dict[str, float] = {}  # by bot: how often it finds the best
    options: dict[str, Any] = {}

    @property
    def best(self) -> Worth:
        """The answer."""
        return self.values[0]

    @property
    def gap(self) -> float:
        """By how much the best option beats the second."""
        return self.values[0].value - self.values[1].value

    def is_right(self, option: str) -> bool:
        """Whether an option is the best, or as good as that."""
        found = self.worth_of(option)
        near = NEAR if self.aim == "win" else 0.0
        return found is not None and found.value >= self.best.value - near

    def worth_of(self, option: str) -> Worth | None:
        """Say what an option is worth; none if it was not tried."""
        return next((one for one in self.values if one.option == option), None)

    def play(self, game: Game[Any, Any]) -> Play:
        """Play the game up to the decision."""
        if game.rules_version != self.rules:
            raise Refused(say("refused.rules", of=self.rules, now=game.rules_version))
        fates = Seeded(self.seed) if self.seed is not None else None
        play = Play(game, self.options, self.seats, fates)
        for move in map(int, self.moves.split()):
            if play.question is None or move >= len(play.question.choices):
                raise Refused(say("refused.moves"))
            play.answer(play.question.choices[move])
        question = play.question
        if not isinstance(question, Decision) or question.seat != self.seat:
            raise Refused(say("refused.moves"))
        if not {*map(str, question.options)} >= {one.option for one in self.values}:
            raise Refused(say("refused.moves"))
        return play


def name(seed: str | None, moves: str) -> str:
    """Name a puzzle by how the game came there."""
    return sha256(f"{seed}/{moves}".encode()).hexdigest()[:10]


def rate(found: Mapping[str, float], gap: float) -> int:
    """Say how hard a puzzle is: by how many bots find the answer, and by how clear it is."""
    shares = [*found.values()]
    part = (sum(shares) + 0.5) / (len(shares) + 1)
    rating = EVEN + 400 * log10((1 - part) / part) - 800 * (gap - USUAL_GAP)
    return round(min(max(rating, EASIEST), HARDEST))


def read_puzzles(text: str) -> list[Puzzle]:
    """Read puzzles, one in each line."""
    return [msgspec.json.decode(line, type=Puzzle) for line in text.splitlines() if line]


def write_puzzles(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, one in each line."""
    return "".join(f"{msgspec.json.encode(puzzle).decode()}\n" for puzzle in puzzles)
