"""Reviews are made in a process of their own, one at a time, and kept as files for a month.

A review is a file in the data folder: `<game's id>-<role>.json`. While it is being made there is
another, `.part`, which says how far it is. To delete that is to cancel the review, so any worker
may: the process looks at it again and again. What is kept can always be made again from the
journal, so it is no part of the database.
"""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from undercroft.core.errors import Refused
from undercroft.core.records.journal import read_journal
from undercroft.core.seats import seat_of
from undercroft.review.budget import Budget
from undercroft.review.found import Review, Value
from undercroft.review.reviewing import review
from undercroft.web.live.table import Live
from undercroft.web.live.thinkers import find
from undercroft.web.words import say

EVERY: Final = 0.5  # seconds, it says how far it is
KEPT: Final = 30 * 86_400.0  # seconds
MOST_KEPT: Final = 5_000  # files
MOST_WAITING: Final = 12  # reviews, of all visitors
log = structlog.get_logger("undercroft.web")


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
        self._folder, self._seconds = folder, seconds
        self._turn = asyncio.Lock()
        self._visitors: set[str] = set()  # who waits for one
        self._tasks: set[asyncio.Task[None]] = set()
        self._process: BaseProcess | None = None
        self._closed = False
        for part in folder.glob("*.part"):  # of a server that was killed
            part.unlink(missing_ok=True)

    def _file(self, live: Live, role: str) -> Path:
        return self._folder / f"{live.record.id}-{role}.json"

    def kept(self, live: Live, role: str) -> Review | None:
        """Read a review that is kept; one of an older version is made anew."""
        try:
            return msgspec.json.decode(self._file(live, role).read_bytes(), type=Review)
        except (OSError, msgspec.MsgspecError):
            return None

    def played(self, plays: Iterable[str]) -> dict[str, Value]:
        """Say of games, as the first seat played them, what their play was worth, if reviewed."""
        found = {}
        for play in plays:
            try:
                text = (self._folder / f"{play}-P1.json").read_bytes()
                one = msgspec.json.decode(text, type=Played)
            except (OSError, msgspec.MsgspecError):
                continue
            if one.aim == "win":
                found[play] = one.skill
        return found

    def lead(self, live: Live, role: str) -> int | None:
        """Say at which question those are who review it together; none: it was not opened."""
        try:
            return int(self._file(live, role).with_suffix(".lead").read_text())
        except (OSError, ValueError):
            return None

    def go_to(self, live: Live, role: str, at: int) -> None:
        """Open a review to those who have the link, or lead them to a question.

        A file tells all workers, and goes when the review does.
        """
        new = self._file(live, role).with_suffix(f".lead-{os.getpid()}")
        new.write_text(f"{at}")
        new.replace(self._file(live, role).with_suffix(".lead"))

    def progress(self, live: Live, role: str) -> float | None:
        """Say how far a review has come that waits or is being made."""
        part = self._file(live, role).with_suffix(".part")
        try:
            return float(part.read_text() or 0)
        except (OSError, ValueError):
            return None

    def is_making(self, visitor: str) -> bool:
        """Whether a visitor has one under way: then a second is refused, and costs nothing."""
        return visitor in self._visitors

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
        if len(self._visitors) >= MOST_WAITING:
            raise Refused(say("review.too-many"))
        file = self._file(live, role)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        prune(self._folder.iterdir())
        file.with_suffix(".part").write_text("0")
        record = live.record
        journal = str(live.play.journal)
        job = Job(record.game, record.variant, journal, seat, file, self._seconds)
        self._visitors.add(visitor)
        task = asyncio.create_task(self._make(job, visitor))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self, live: Live, role: str) -> None:
        """Stop making a review; where none is made, nothing happens."""
        self._file(live, role).with_suffix(".part").unlink(missing_ok=True)

    async def _make(self, job: Job, visitor: str) -> None:
        part = job.file.with_suffix(".part")
        try:
            async with self._turn:
                if self._closed or not part.exists():
                    return
                process = get_context("spawn").Process(target=work, args=(job,), daemon=True)
                self._process = process
                await asyncio.to_thread(process.start)
                await ended(process)
                if process.exitcode and part.exists():
                    log.error("review lost", code=process.exitcode, file=job.file.name)
        finally:
            self._process = None
            self._visitors.discard(visitor)
            part.unlink(missing_ok=True)

    async def close(self) -> None:
        """Stop what is being made."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.join()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def ended(process: BaseProcess) -> None:
    """Wait for the end of a process, in no thread."""
    over, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(process.sentinel, over.set)
    try:
        await over.wait()
    finally:
        loop.remove_reader(process.sentinel)
    process.join()


def prune(files: Iterable[Path]) -> None:
    """Delete what is older than a month, and the oldest of too many."""
    found: list[tuple[float, Path]] = []
    for file in files:
        with contextlib.suppress(OSError):
            found.append((file.stat().st_mtime, file))
    found.sort(reverse=True)
    oldest = time.time() - KEPT
    for number, (changed, file) in enumerate(found):
        if changed < oldest or number >= MOST_KEPT:
            file.unlink(missing_ok=True)


# -- in the process -------------------------------------------------------------------------------


class Cancelled(Exception):
    """The file that says how far it is has been deleted."""


def work(job: Job) -> None:
    """Review, say how far it is, and keep what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sees to us
    os.nice(10)  # those who play come first
    part, last = job.file.with_suffix(".part"), 0.0

    def progress(done: float) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > EVERY:
            last = now
            try:
                with part.open("r+") as opened:  # it must be there
                    opened.write(f"{done:.3f}")
            except FileNotFoundError:
                raise Cancelled from None

    game: Any = find(job.game, job.variant)
    with contextlib.suppress(Cancelled):
        found = review(
            game,
            read_journal(job.journal),
            job.seat,
            budget=Budget(seconds=job.seconds),
            progress=progress,
        )
        new = job.file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(found))
        new.replace(job.file)
