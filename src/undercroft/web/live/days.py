"""The deals of a day: the same for everybody, and sealed until the day is over, everywhere."""

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta

from undercroft.storage.journals import Record


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


def is_still_dealt(record: Record) -> bool:
    """Whether a play's deal is that of a day that is not over: others may yet meet it."""
    return record.day is not None and record.day >= this_day()


def told_seed(record: Record, *, over: bool) -> str | None:
    """Give a play's seed if it may be told: the play is over, and the day whose deal it was."""
    may = over and record.fate == "sealed" and not is_still_dealt(record)
    return record.seed if may else None
