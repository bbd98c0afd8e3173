"""What is kept of many plays: counts alone, so that a million plays take no more room than ten."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from undercroft.core.measuring.measures import Sheet
from undercroft.core.play import Simulated


@dataclass
class Tally:
    """Counts of outcomes, wins, scores and lengths, and of what the game itself measures."""

    seats: int
    plays: int = 0
    questions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)  # by seat
    scores: list[Counter[float]] = field(default_factory=list)  # by seat: how often each score
    lengths: Counter[int] = field(default_factory=Counter)  # how often so many questions
    sheet: Sheet = field(default_factory=Sheet)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Counter() for _ in range(self.seats)]

    def count(self, play: Simulated) -> None:
        """Count a play."""
        outcome = play.outcome
        self.plays += 1
        self.questions += play.questions
        self.outcomes[outcome.name] += 1
        for seat in outcome.winners:
            self.wins[seat] += 1
        for scores, score in zip(self.scores, outcome.scores, strict=True):
            scores[score] += 1
        self.lengths[play.questions] += 1

    def add(self, other: "Tally") -> None:
        """Count what another tally has counted."""
        self.plays += other.plays
        self.questions += other.questions
        self.outcomes += other.outcomes
        self.wins += other.wins
        self.lengths += other.lengths
        self.sheet.update(other.sheet)
        for scores, more in zip(self.scores, other.scores, strict=True):
            scores.update(more)


def quantile(counts: Mapping[float, int], share: float) -> float:
    """Give the least value that this share of the plays does not exceed."""
    wanted = share * sum(counts.values())
    for value in sorted(counts):
        wanted -= counts[value]
        if wanted <= 0:
            return value
    return max(counts)
