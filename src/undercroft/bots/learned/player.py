"""A bot that learned when to leave another bot's answer (`train.py` says how).

A network guesses by how much each option is better than that answer, in wins. It is asked about
numbers that the game's `encode` makes of a view and a question.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple

from undercroft.bots.learned.network import POINT, Network, noted, unpacked
from undercroft.core.game import Advice, Bot, Look, advice_of
from undercroft.core.questions import Decision


class Lesson(NamedTuple):
    """What was learned: a network, and what it must expect of an option, in wins, to take it."""

    network: Network
    least: float


def lesson_of(written: bytes) -> Lesson:
    """Read what was learned."""
    return Lesson(Network(*unpacked(written)), noted(written, "least"))


@cache
def shipped(package: str, name: str) -> Lesson:
    """Read what a player of ours learned, when it is first asked."""
    return lesson_of((files(package) / name).read_bytes())


class Learned:
    """Plays as its base bot does, unless the network expects more of another option."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 0.05
    base: ClassVar[type[Any]]  # the bot whose answer it starts from
    encode: Callable[[Mapping[str, Any], Any, Decision[Any], int], list[list[float]]]
    # of rows, a view, a decision and the usual answer's place: a row of numbers for each option
    weights: ClassVar[tuple[str, str]]  # a package, and a file in it

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.rows = rows
        self.usual: Bot[Any] = self.base(rows, random)
        self.lesson: Lesson | None = None

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Choose an option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[Any]) -> Advice:
        """Choose an option; where it is the base bot's, the reason is that bot's, too."""
        advice = advice_of(self.usual, decision, look)
        options = decision.options
        if len(options) < 2 or not self.knows(decision, look):
            return advice
        lesson = self.lesson = self.lesson or shipped(*self.weights)
        gains = self.gains(lesson.network, decision, look, place_of(advice.answer, options))
        best = max(range(len(options)), key=gains.__getitem__)
        return Advice(options[best]) if gains[best] > lesson.least else advice

    def knows(self, decision: Decision[Any], look: Look[Any]) -> bool:
        """Whether it has learned about such a question, at such a table."""
        return True

    def gains(
        self, network: Network, decision: Decision[Any], look: Look[Any], usual: int
    ) -> list[float]:
        """Guess by how much each option is better than the usual one, which is not better."""
        rows = self.encode(self.rows, look.view, decision, usual)
        rates = [network.rates(row)[0] / (1 << POINT) for row in rows]
        return [rate if at != usual else 0.0 for at, rate in enumerate(rates)]


def place_of(answer: object, options: Sequence[Any]) -> int:
    """Find an answer among the options, by its text."""
    return [*map(str, options)].index(str(answer))
