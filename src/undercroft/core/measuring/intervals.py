"""How sure a count can make us."""

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

Counts: TypeAlias = Mapping[float, int]  # how often each value was seen

Z: Final = 1.959963984540054  # 95% of a normal distribution lie this many deviations round its mean


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Give Wilson's 95% interval for a share: right for few plays and for shares near 0, too."""
    if not of:
        return 0.0, 1.0
    share = hits / of
    centre = share + Z * Z / (2 * of)
    spread = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return (0.0 if hits == 0 else low), (1.0 if hits == of else high)


def mean(counts: Counts) -> float:
    """Give the mean of counted values."""
    return sum(value * times for value, times in sorted(counts.items())) / sum(counts.values())


def mean_interval(counts: Counts) -> tuple[float, float]:
    """Give the 95% interval of the mean."""
    plays, middle = sum(counts.values()), mean(counts)
    squares = sum((value - middle) ** 2 * times for value, times in sorted(counts.items()))
    spread = Z * sqrt(squares / max(plays - 1, 1) / plays)
    return middle - spread, middle + spread


class Estimate(NamedTuple):
    """A share or a mean, from so many observations, and between what it lies (95%)."""

    times: int
    value: float
    low: float
    high: float
    is_share: bool

    def __str__(self) -> str:
        """Write it with the larger half of its interval: `62.5 ±1.9%`, `4.31 ±0.08`."""
        within = max(self.high - self.value, self.value - self.low)
        if self.is_share:
            written = f"{100 * self.value:.1f} ±{100 * within:.1f}%"
        else:
            written = f"{self.value:,.2f}" + (f" ±{within:,.2f}" if self.times > 1 else "")
        return written.replace("-", "\N{MINUS SIGN}")


def estimate(counts: Counts) -> Estimate:
    """Estimate a share from yes and no (Wilson), or a mean from numbers."""
    times = sum(counts.values())
    if all(isinstance(value, bool) for value in counts):
        hits = counts.get(True, 0)
        return Estimate(times, hits / times, *wilson(hits, times), is_share=True)
    return Estimate(times, mean(counts), *mean_interval(counts), is_share=False)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Estimate by how much one exceeds the other (Newcombe's way, from their own intervals)."""
    gap = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(min(one.times, other.times), gap, gap - below, gap + above, one.is_share)
