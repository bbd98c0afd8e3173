"""Reviews are made in the background (`background.py`), and kept as files for a month.

A review is a file in the data folder: `<game's id>-<role>.json`. What is kept can always be made
again from the journal, so it is no part of the database.
"""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from undercroft.core.errors import Refused
from undercroft.core.records.journal import read_journal
from undercroft.core.seats import seat_of
from undercroft.review.budget import PATIENCE, Budget
from undercroft.review.found import Review, Value
from undercroft.review.reviewing import review
from undercroft.web.live.background import Background, Progress, prune, write
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


class Played(msgspec.Struct, frozen=True):
    """What a review says of how well a game was played: of its file, as much as a board needs."""

    aim: str
    skill: Value


class Reviews:
    """The reviews that are made, wait or are kept."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._background, self._seconds = Background(folder, MOST_KEPT, nice=10), seconds
        self.is_making, self.close = self._background.is_making, self._background.close

    def kept(self, live: Live, role: str) -> Review | None:
        """Read a review that is kept; one of an older version is made anew."""
        try:
            found = self._background.file(name_of(live, role)).read_bytes()
            return msgspec.json.decode(found, type=Review)
        except (OSError, msgspec.MsgspecError):
            return None

    def played(self, plays: Iterable[str]) -> dict[str, Value]:
        """Say of games, as the first seat played them, what their play was worth, if reviewed."""
        found = {}
        for play in plays:
            try:
                text = self._background.file(f"{play}-P1").read_bytes()
                one = msgspec.json.decode(text, type=Played)
            except (OSError, msgspec.MsgspecError):
                continue
            if one.aim == "win":
                found[play] = one.skill
        return found

    def lead(self, live: Live, role: str) -> int | None:
        """Say at which question those are who review it together; none: it was not opened."""
        try:
            return int(self._lead(live, role).read_text())
        except (OSError, ValueError):
            return None

    def go_to(self, live: Live, role: str, at: int) -> None:
        """Open a review to those who have the link, or lead them to a question.

        A file tells all workers, and goes when the review does.
        """
        file = self._lead(live, role)
        prune(file.parent.glob("*.lead"), MOST_KEPT)
        new = file.with_suffix(f".{secrets.token_hex(4)}")  # several may lead at once
        new.write_text(f"{at}")
        new.replace(file)

    def _lead(self, live: Live, role: str) -> Path:
        return self._background.file(name_of(live, role)).with_suffix(".lead")

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
