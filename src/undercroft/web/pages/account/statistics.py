"""What somebody's results come to: counts, shares, records and streaks, game by game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from undercroft.core.measuring.intervals import wilson
from undercroft.games import catalogue, find_game
from undercroft.storage.boards import ABANDONED
from undercroft.storage.histories import COUNTED, Result
from undercroft.web.live.days import day_before

FORM: Final = 12  # games that show how somebody has played lately
ASIDE: Final = frozenset({"chronicle"})  # options that change no rule


class Streak(NamedTuple):
    """How many in a row: now, and at best."""

    now: int
    best: int


class Statistics(NamedTuple):
    """A game's results."""

    plays: int
    wins: int
    low: float  # the share of wins lies between these (95 %)
    high: float
    streak: Streak  # of wins
    form: list[bool]  # whether the latest were won, the latest last
    outcomes: dict[str, int]
    scores: list[Result]  # comparable ones, the oldest first

    @property
    def best(self) -> Result | None:
        """The best score; of equal ones, the first."""
        return max(self.scores, key=lambda result: result.score, default=None)

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(result.score for result in self.scores) / len(self.scores)


def statistics(results: Sequence[Result]) -> dict[str, Statistics]:
    """Work out each game's statistics from results, the latest first."""
    counted = [result for result in reversed(results) if counts(result)]
    games = Counter(result.game for result in counted)
    return {
        game: _of_game([result for result in counted if result.game == game])
        for game, _ in games.most_common()
    }


def counts(result: Result) -> bool:
    """Whether a play counts: by the printed rules, and nobody knew what would come."""
    here = result.game in catalogue()
    return here and result.kind in COUNTED and not result.practice and result.variant is None


def is_standard(result: Result) -> bool:
    """Whether a score can be set beside others: played to its end, with no option changed."""
    changed = result.options.items() - usual_options(result.game, result.seats)
    return result.outcome != ABANDONED and {name for name, _ in changed} <= ASIDE


@cache
def usual_options(game: str, seats: int) -> frozenset[tuple[str, str]]:
    """Give the options that a play has when nobody has chosen any."""
    found = find_game(game)
    if not found.seats[0] <= seats <= found.seats[1]:
        return frozenset()  # older rules: so many cannot play it now
    options, _ = found.read_options({}, seats)
    return frozenset(options.given().items())


def _of_game(results: Sequence[Result]) -> Statistics:
    wins = [result.won for result in results]
    return Statistics(
        len(wins),
        sum(wins),
        *wilson(sum(wins), len(wins)),
        streak_of(wins),
        wins[-FORM:],
        dict(Counter(result.outcome for result in results).most_common()),
        [result for result in results if is_standard(result)],
    )


def streak_of(wins: Iterable[bool]) -> Streak:
    """Count how many in a row were won, at the end and at best."""
    now = best = 0
    for won in wins:
        now = now + 1 if won else 0
        best = max(best, now)
    return Streak(now, best)


def streak_of_days(results: Iterable[Result], today: str) -> Streak:
    """Count the days in a row on which a day's deal was played to its end.

    A day that is not over breaks no streak.
    """
    days = {r.day for r in results if r.kind == "today" and r.outcome != ABANDONED and r.day}
    best, run, last = 0, 0, 0
    for day in sorted(days):
        number = date.fromisoformat(day).toordinal()
        run = run + 1 if number == last + 1 else 1
        last, best = number, max(best, run)
    at = today if today in days else day_before(today)
    now = 0
    while at in days:
        now, at = now + 1, day_before(at)
    return Streak(now, best)
