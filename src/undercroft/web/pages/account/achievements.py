"""Achievements: what somebody has earned by playing, worked out from results."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from undercroft.games import catalogue
from undercroft.storage.boards import ABANDONED
from undercroft.storage.histories import Result
from undercroft.web.live.days import this_day
from undercroft.web.pages.account.statistics import counts, streak_of, streak_of_days

Results = Sequence[Result]


class Achievement(NamedTuple):
    """Something to earn: how much of it somebody has, and how much it takes."""

    id: str
    have: int
    need: int

    @property
    def earned(self) -> bool:
        """Whether it takes no more."""
        return self.have >= self.need


def finished(results: Results) -> int:
    """Count games played to their end."""
    return sum(result.outcome != ABANDONED for result in results)


def won(results: Results) -> int:
    """Count games that were won."""
    return sum(result.won for result in results)


def games_won(results: Results) -> int:
    """Count the games of which one was won."""
    return len({result.game for result in results if result.won})


def in_a_row(results: Results) -> int:
    """Count how many were won in a row, at best."""
    return streak_of(result.won for result in reversed(results)).best


def days_in_a_row(results: Results) -> int:
    """Count the days in a row on which a day's deal was finished, at best."""
    return streak_of_days(results, this_day()).best


def endings(results: Results) -> int:
    """Count the ways to end that somebody has seen, over all games."""
    return len({(r.game, r.outcome) for r in results if r.outcome != ABANDONED})


def days_deals(results: Results) -> int:
    """Count the days' deals that were won."""
    return sum(result.kind == "today" and result.won for result in results)


ALL: Final[tuple[tuple[str, Callable[[Results], int], int], ...]] = (
    ("first-game", finished, 1),
    ("first-win", won, 1),
    ("three-in-a-row", in_a_row, 3),
    ("every-game", games_won, len(catalogue())),
    ("ten-endings", endings, 10),
    ("week-of-deals", days_in_a_row, 7),
    ("deal-won", days_deals, 1),
    ("fifty-games", finished, 50),
    ("hundred-wins", won, 100),
)


def achievements(results: Results) -> list[Achievement]:
    """Say how far somebody is with each, by games that count; the latest result first."""
    counted = [result for result in results if counts(result)]
    return [Achievement(id, min(count(counted), need), need) for id, count, need in ALL]
