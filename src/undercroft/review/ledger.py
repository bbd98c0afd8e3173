"""The ledger: how a game went from what could be expected at its start to how it ended.

Every step is luck or skill. Skill is what an answer added to the usual one; luck is all the rest:
cards, dice, and what others did. The steps add up to the outcome exactly, however rough they are.
Rough they are, since each expectation is a mean of few playouts. So both are read with reserve:
small differences between answers are drawn towards zero, as far as they scatter no more than chance
would have it (empirical Bayes), and the path of the chances is smoothed (Kalman; Rauch, Tung and
Striebel), whose steps of luck have mean zero.
"""

from collections.abc import Sequence
from math import log, sqrt
from operator import mul
from typing import Final, NamedTuple

from undercroft.review.weighing import Mean

STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)  # of luck, in deviations
LEAST: Final = 1e-9
USUALLY: Final = 0.04  # by so many deviations options differ, in games of much luck


class Station(NamedTuple):
    """A decision: what could be expected with the usual answer, and what one's own added."""

    expected: Mean
    gain: Mean  # nothing and certain, if the answer was the usual one


class Entry(NamedTuple):
    """A step of the ledger, with standard errors: luck up to a decision, then its skill."""

    before: float  # expected as the question was asked
    luck: float
    luck_error: float
    skill: float
    skill_error: float


class Ledger(NamedTuple):
    """All of them: `start`, each entry's luck and skill, and `last` add up to the outcome."""

    start: float
    start_error: float
    entries: tuple[Entry, ...]
    last: float  # luck after the last decision
    last_error: float

    @property
    def luck(self) -> float:
        """All luck."""
        return sum(entry.luck for entry in self.entries) + self.last

    @property
    def skill(self) -> float:
        """All skill."""
        return sum(entry.skill for entry in self.entries)

    @property
    def skill_error(self) -> float:
        """The standard error of all skill."""
        return sqrt(sum(entry.skill_error**2 for entry in self.entries))

    @property
    def luck_error(self) -> float:
        """The standard error of all luck: the outcome is certain, so it is that of the rest."""
        return sqrt(self.start_error**2 + self.skill_error**2)


def ledger(start: Mean, stations: Sequence[Station], outcome: float, deviation: float) -> Ledger:
    """Keep the ledger of a game."""
    gains = shrunk([station.gain for station in stations], USUALLY * deviation)
    seen = [(station.expected.value, station.expected.error**2) for station in stations]
    skills = [gain.value for gain in gains]
    scale = max(deviation, 1e-6)
    path = max(
        (_smooth(start, seen, skills, outcome, (step * scale) ** 2) for step in STEPS),
        key=lambda path: path.likelihood,
    )
    entries, came_from, error = [], path.values[0], sqrt(path.errors[0])
    for at, gain in enumerate(gains, 1):
        now, off = path.values[at], sqrt(path.errors[at])
        entries.append(Entry(now, now - came_from, sqrt(off**2 + error**2), gain.value, gain.error))
        came_from, error = now + gain.value, sqrt(off**2 + gain.error**2)
    return Ledger(path.values[0], sqrt(path.errors[0]), tuple(entries), outcome - came_from, error)


def shrunk(gains: Sequence[Mean], usual: float) -> list[Mean]:
    """Draw differences towards zero as far as their scatter is that of chance alone.

    Options usually differ by so much: that they differ by nothing at all is never assumed.
    """
    open_ = [gain for gain in gains if gain.worlds]
    weights = [1 / (gain.error**2 + usual**2) ** 2 for gain in open_]
    excess = [gain.value**2 - gain.error**2 for gain in open_]
    scatter = sum(map(mul, weights, excess)) / sum(weights) if open_ else 0.0
    true = max(scatter, usual**2)
    found = []
    for gain in gains:
        kept = true / (true + gain.error**2) if gain.worlds else 0.0
        found.append(Mean(kept * gain.value, sqrt(kept) * gain.error if kept else 0.0, gain.worlds))
    return found


class _Path(NamedTuple):
    values: list[float]  # the start, then each decision
    errors: list[float]  # variances
    likelihood: float


def _smooth(
    start: Mean,
    seen: Sequence[tuple[float, float]],
    skills: Sequence[float],
    outcome: float,
    luck: float,
) -> _Path:
    """Find the likeliest path if each step of luck has this variance."""
    value, error, likelihood = start.value, start.error**2, 0.0
    values, errors = [value], [error]
    ahead = [0.0, *skills]  # what is added on the way to the next one
    for (observed, noise), skill in zip([*seen, (outcome, 0.0)], ahead, strict=True):
        expected, spread = value + skill, error + luck
        total = spread + noise + LEAST
        off = observed - expected
        likelihood -= 0.5 * (off * off / total + log(total))
        weight = spread / total
        value, error = expected + weight * off, (1 - weight) * spread
        values.append(value)
        errors.append(error)
    values[-1], errors[-1] = outcome, 0.0
    for at in range(len(values) - 2, -1, -1):
        spread = errors[at] + luck
        weight = errors[at] / (spread + LEAST)
        values[at] += weight * (values[at + 1] - (values[at] + ahead[at]))
        errors[at] += weight * weight * (errors[at + 1] - spread)
    return _Path(values[:-1], [max(error, 0.0) for error in errors[:-1]], likelihood)
