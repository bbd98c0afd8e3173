"""The deals of a day: the same for everybody, and sealed until the day is over, everywhere."""

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from undercroft.accel.solving import solve_to_win
from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.storage.journals import Record

MOST_TRIED: Final = 40  # deals of a day's series; six in ten of Tomb's cannot be won


def this_day() -> str:
    """Name the day it is, in UTC."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def day_before(day: str) -> str:
    """Name the day before one."""
    return str(date.fromisoformat(day) - timedelta(days=1))


def day_after(day: str) -> str:
    """Name the day after one."""
    return str(date.fromisoformat(day) + timedelta(days=1))


def week_of(day: str) -> list[str]:
    """Name the days of a day's week, from Monday to the day itself."""
    at = date.fromisoformat(day)
    return [str(at - timedelta(days=back)) for back in range(at.weekday(), -1, -1)]


def seed_of(secret: str, game: str, day: str) -> str:
    """Give the seed of a game's deal of a day, which nobody can work out beforehand."""
    return hmac.new(secret.encode(), f"{game} {day}".encode(), hashlib.sha256).hexdigest()[:32]


def seeds_of(secret: str, game: str, day: str) -> Iterator[str]:
    """Give the series of a game's day: the first is the deal, unless it cannot be won."""
    yield seed_of(secret, game, day)
    for number in range(2, MOST_TRIED + 1):
        yield seed_of(secret, game, f"{day} {number}")


def settled_seed(secret: str, game: Game[Any, Any], day: str) -> str:
    """Return the seed of a day's deal: the first of its series that can be won.

    If nobody here can tell, it is the first of all.
    """
    _, seats = game.read_options({})
    with suppress(Refused):  # as it would be for each: a compiler that fails takes its time
        for seed in seeds_of(secret, game.id, day):
            if solve_to_win(game, {}, seats, seed, build=True) is not None:
                return seed
    return seed_of(secret, game.id, day)


def is_still_dealt(record: Record) -> bool:
    """Whether a play's deal is that of a day that is not over: others may yet meet it."""
    return record.day is not None and record.day >= this_day()


def told_seed(record: Record, *, over: bool) -> str | None:
    """Give a play's seed if it may be told: the play is over, and the day whose deal it was."""
    may = over and record.fate == "sealed" and not is_still_dealt(record)
    return record.seed if may else None
