"""Differences between two sides, from pairs of games on equal luck.

A measure is a sum over a count, in every game and on both sides: points over games, fights won
over fights. Only sums of them and of their products are kept. So a million pairs take no more room
than ten, and chunks add up.

The interval of a difference is the normal one of a difference of ratios (the delta method), with
games as the independent units. Unpaired, the products of the two sides are left out: it is what
two studies with luck of their own could tell. Shares of games have intervals for small counts:
paired that of Agresti and Min (2005, "Simple improved confidence intervals for comparing matched
proportions"), which adds half a game to each of the four cells, and unpaired Newcombe's.
"""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from undercroft.core.measuring.intervals import Estimate, Z, difference, wilson
from undercroft.core.measuring.measures import Sheet

Key: TypeAlias = tuple[str, str, str]
"""Table, row and column of a measure; what every game has is in the table `OURS`."""

OURS: Final = ""
FEW: Final = 30  # of what was seen less often, an interval says little

Seen: TypeAlias = dict[Key, tuple[float, float]]
"""What one game showed: for each measure a sum and a count."""

NOTHING: Final = (0, 0)
SUMS: Final = 14


class Difference(NamedTuple):
    """A measure on both sides, and by how much the second exceeds the first."""

    before: float
    after: float
    gap: float
    paired: tuple[float, float]
    unpaired: tuple[float, float]
    is_share: bool
    times: int  # observations, of the side that has fewer

    @property
    def narrower(self) -> float | None:
        """How many times narrower the paired interval is, if it has a width."""
        (low, high), (least, most) = self.paired, self.unpaired
        return (most - least) / (high - low) if high > low else None

    @property
    def has_moved(self) -> bool:
        """Whether the paired interval leaves no difference out, and says something."""
        return self.times >= FEW and not self.paired[0] <= 0 <= self.paired[1]


def seen_in(sheet: Sheet) -> tuple[Seen, set[Key]]:
    """Add up one game's sheet; name the measures that are not yes or no."""
    seen: Seen = {}
    numbers: set[Key] = set()
    for (table, row, column, value), times in sheet.items():
        key = table, row, column
        total, count = seen.get(key, (0, 0))
        seen[key] = total + value * times, count + times
        if not isinstance(value, bool):
            numbers.add(key)
    return seen, numbers


class Pairs:
    """Sums over pairs of games."""

    def __init__(self) -> None:
        self.games = 0
        self.sums: dict[Key, list[float]] = {}
        self.numbers: set[Key] = set()  # measures that are not shares
        self._counted: Counter[tuple[Key, float, float, float, float]] = Counter()

    def count(self, before: Seen, after: Seen) -> None:
        """Count a pair."""
        self.games += 1
        counted = self._counted
        for key in before.keys() | after.keys():
            s, n = before.get(key, NOTHING)
            t, m = after.get(key, NOTHING)
            counted[key, s, n, t, m] += 1

    def settled(self) -> "Pairs":
        """Add up what was counted: many games have the same values, and few are multiplied."""
        for (key, s, n, t, m), times in sorted(self._counted.items()):
            sums = self.sums.setdefault(key, [0] * SUMS)
            for at, product in enumerate(
                (s, n, t, m, s * s, s * n, n * n, t * t, t * m, m * m, s * t, s * m, n * t, n * m)
            ):
                sums[at] += product * times
        self._counted.clear()
        return self

    def add(self, other: "Pairs") -> None:
        """Count what others have counted."""
        self.games += other.games
        self.numbers |= other.numbers
        for key, more in other.sums.items():
            ours = self.sums.setdefault(key, [0] * SUMS)
            self.sums[key] = [one + another for one, another in zip(ours, more, strict=True)]

    def differences(self) -> Mapping[Key, Difference]:
        """Estimate the difference of every measure that was seen on both sides."""
        return {
            key: found for key in sorted(self.sums) if (found := self.difference(key)) is not None
        }

    def difference(self, key: Key) -> Difference | None:
        """Estimate the difference of one measure, if it was seen on both sides."""
        s, n, t, m, ss, sn, nn, tt, tm, mm, st, sm, nt, nm = self.sums[key]
        games = self.games
        if key[0] == OURS:  # every game has one of it, also where nothing was noted
            n = m = nn = mm = nm = games
            sn, tm, sm, nt = s, t, s, t
            if key not in self.numbers:
                return matched(int(s), int(t), int(st), games)
        if not n or not m or games < 2:
            return None
        first, second = s / n, t / m
        squares = (ss - 2 * first * sn + first * first * nn) / n**2
        others = (tt - 2 * second * tm + second * second * mm) / m**2
        products = (st - second * sm - first * nt + first * second * nm) / (n * m)
        gap, scale = second - first, games / (games - 1)
        paired = Z * sqrt(max(scale * (squares + others - 2 * products), 0))
        alone = Z * sqrt(max(scale * (squares + others), 0))
        is_share = key not in self.numbers
        return Difference(
            before=first,
            after=second,
            gap=gap,
            paired=(gap - paired, gap + paired),
            unpaired=(gap - alone, gap + alone),
            is_share=is_share,
            times=int(min(n, m)),
        )


def matched(before: int, after: int, both: int, games: int) -> Difference:
    """Estimate the difference of two shares of the same games: with, before and after, in both."""
    gained, lost = after - both + 0.5, before - both + 0.5
    all_games = games + 2
    middle = (gained - lost) / all_games
    within = Z * sqrt(gained + lost - (gained - lost) ** 2 / all_games) / all_games
    one, other = (
        Estimate(games, hits / games, *wilson(hits, games), is_share=True)
        for hits in (before, after)
    )
    gap = difference(other, one)
    return Difference(
        one.value,
        other.value,
        gap.value,
        (middle - within, middle + within),
        (gap.low, gap.high),
        is_share=True,
        times=games,
    )
