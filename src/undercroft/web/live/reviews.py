"""Reviews are made in the background (`background.py`), and kept as files for a month.

A review is a file in the data folder: `<game's id>-<role>.json`. What is kept can always be made
again from the journal, so it is no part of the database.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.records.journal import read_journal
from undercroft.core.seats import seat_of
from undercroft.review.budget import PATIENCE, Budget
from undercroft.review.found import Review
from undercroft.review.reviewing import review
from undercroft.web.live.background import Background, Progress, write
from undercroft.web.live.table import Live
from undercroft.web.live.thinkers import STARTING, find
from undercroft.web.words import say

MOST_KEPT: Final = 5_000  # files


class Job(NamedTuple):
    """What a process is to review."""

    game: str
    variant: str | None
    journal: str
    seat: int
    file: Path
    seconds: float


class Reviews:
    """The reviews that are made, wait or are kept."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._background, self._seconds = Background(folder, MOST_KEPT), seconds
        self.is_making, self.close = self._background.is_making, self._background.close

    def kept(self, live: Live, role: str) -> Review | None:
        """Read a review that is kept; one of an older version is made anew."""
        try:
            found = self._background.file(name_of(live, role)).read_bytes()
            return msgspec.json.decode(found, type=Review)
        except (OSError, msgspec.MsgspecError):
            return None

    def progress(self, live: Live, role: str) -> float | None:
        """Say how far a review has come that waits or is being made."""
        return self._background.progress(name_of(live, role))

    def begin(self, live: Live, role: str, visitor: str) -> None:
        """Have a game reviewed as one of its seats played it."""
        if live.play.outcome is None or live.given_up:
            raise Refused(say("review.not-over"))
        seat = seat_of(role)
        if seat is None:
            raise Refused(say("review.no-seat"))
        if self.kept(live, role) is not None or self.progress(live, role) is not None:
            return
        if self.is_making(visitor):
            raise Refused(say("review.one-at-a-time"))
        if self._background.is_full:
            raise Refused(say("review.too-many"))
        name, record = name_of(live, role), live.record
        file, journal = self._background.file(name), str(live.play.journal)
        job = Job(record.game, record.variant, journal, seat, file, self._seconds)
        limit = 2 * PATIENCE * self._seconds + STARTING
        self._background.begin(name, visitor, work, job, limit)

    def cancel(self, live: Live, role: str) -> None:
        """Stop making a review; where none is made, nothing happens."""
        self._background.cancel(name_of(live, role))


def name_of(live: Live, role: str) -> str:
    """Say what a review is called."""
    return f"{live.record.id}-{role}"


# -- in the process -------------------------------------------------------------------------------


def work(job: Job) -> None:
    """Review, say how far it is, and keep what was found."""
    game: Any = find(job.game, job.variant)
    found = review(
        game,
        read_journal(job.journal),
        job.seat,
        budget=Budget(seconds=job.seconds),
        progress=Progress(job.file),
    )
    write(job.file, msgspec.json.encode(found))
