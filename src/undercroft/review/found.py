"""What a review finds: plain records, which can be kept, sent and shown anywhere."""

from typing import Final, Literal, TypeAlias

import msgspec

from undercroft.core.measuring.intervals import Z
from undercroft.review.weighing import Aim

Mark: TypeAlias = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
ERRORS: Final = ("inaccuracy", "mistake", "blunder")
MOMENTS: Final = 3  # the luckiest, and the unluckiest


class Value(msgspec.Struct, frozen=True):
    """A mean over playouts; it lies within its error in 95 of 100 cases."""

    value: float
    error: float

    @classmethod
    def of(cls, value: float, error: float) -> "Value":
        """Make it from a standard error."""
        return cls(value, Z * error)


class Tried(msgspec.Struct, frozen=True):
    """An option, and what it was worth in so many imagined worlds."""

    option: str
    told: str
    worth: Value
    worlds: int


class Judged(msgspec.Struct, frozen=True):
    """A decision of one's own."""

    number: int  # of the question: how many answers came before it
    prompt: str
    options: tuple[Tried, ...]  # the best first
    taken: str
    usual: str  # what the policy would have answered
    best: str
    cost: Value  # what the one taken gave away against the best
    mark: Mark
    luck: Value  # by how much the chances moved since the last decision
    news: tuple[str, ...]  # what the seat was told since then
    before: float  # what the seat could expect as it was asked, by the usual answer
    after: float  # what it could expect once it had answered
    skill: float  # what its answer was better than the usual one


class Review(msgspec.Struct, frozen=True):
    """A finished game, as one seat played it.

    `outcome` is `start` and all luck and all skill together, exactly.
    """

    game: str
    rules_version: int
    seat: int
    aim: Aim
    policy: str
    start: Value
    outcome: float
    last: Value  # the luck after the last decision
    last_news: tuple[str, ...]
    luck: Value
    skill: Value
    lost: float  # what all errors gave away
    decisions: tuple[Judged, ...]
    unweighed: int  # decisions for which there was no time
    playouts: int
    seconds: float
    luck_percentile: int | None = None  # among games of the policy
    play_percentile: int | None = None  # among bots of all strengths, where there is a table
    turns: int | None = None  # that playouts took before a judge was asked; None: to the end

    @property
    def moments(self) -> list[tuple[int, Value, tuple[str, ...]]]:
        """Every stretch of luck: the number of the decision it led to, how much, and what came.

        The stretch after the last decision leads to the end, whose number is that of no decision.
        """
        found = [(one.number, one.luck, one.news) for one in self.decisions]
        return [*found, (-1, self.last, self.last_news)]

    @property
    def luckiest(self) -> list[tuple[int, Value, tuple[str, ...]]]:
        """The stretches that gave most, of those that gave anything beyond the error."""
        gave = [one for one in self.moments if one[1].value > one[1].error]
        return sorted(gave, key=lambda one: -one[1].value)[:MOMENTS]

    @property
    def unluckiest(self) -> list[tuple[int, Value, tuple[str, ...]]]:
        """The stretches that took most."""
        took = [one for one in self.moments if one[1].value < -one[1].error]
        return sorted(took, key=lambda one: one[1].value)[:MOMENTS]

    def count(self, mark: Mark) -> int:
        """Count the decisions of a mark."""
        return sum(one.mark == mark for one in self.decisions)
