"""Long work is done in a process of its own, one piece at a time; what comes of it is a file.

While a piece waits or is being made there is another file, `.part`, which says how far it is. To
delete that is to cancel the work, so any worker may: the one that made it looks again and again.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import structlog

from undercroft.web.live import processes

EVERY: Final = 0.5  # seconds, it says how far it is, and is looked after
KEPT: Final = 30 * 86_400.0  # seconds
MOST_WAITING: Final = 12  # pieces, of all visitors
log = structlog.get_logger("undercroft.web")


class Background:
    """The pieces of one kind that are made, wait or are kept in a folder."""

    def __init__(self, folder: Path, most_kept: int, nice: int) -> None:
        self.folder, self._most_kept, self._nice = folder, most_kept, nice
        self._turn = asyncio.Lock()
        self._visitors: dict[str, str] = {}  # who waits for which
        self._tasks: set[asyncio.Task[None]] = set()
        self._process: BaseProcess | None = None
        self._closed = False
        for part in folder.glob("*.part"):  # of a server that was killed
            part.unlink(missing_ok=True)

    def file(self, name: str) -> Path:
        """Say where a piece is kept once it is made."""
        return self.folder / f"{name}.json"

    def progress(self, name: str) -> float | None:
        """Say how far a piece has come that waits or is being made."""
        try:
            return float(part_of(self.file(name)).read_text() or 0)
        except (OSError, ValueError):
            return None

    def is_making(self, visitor: str) -> bool:
        """Whether a visitor has one under way: then a second is refused, and costs nothing.

        One that is kept is made, even if its process takes a while to end.
        """
        name = self._visitors.get(visitor)
        return name is not None and not self.file(name).exists()

    @property
    def is_full(self) -> bool:
        """Whether as many wait as may."""
        return len(self._visitors) >= MOST_WAITING

    def begin(
        self, name: str, visitor: str, work: Callable[[Any], None], job: Any, limit: float
    ) -> None:
        """Have a piece made by calling `work` in a process, for so many seconds at most."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        prune(self.folder.glob("*.json"), self._most_kept)
        part_of(self.file(name)).write_text("0")
        self._visitors[visitor] = name
        task = asyncio.create_task(self._make(name, visitor, work, job, limit))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self, name: str) -> None:
        """Stop making a piece; where none is made, nothing happens."""
        part_of(self.file(name)).unlink(missing_ok=True)

    async def _make(
        self, name: str, visitor: str, work: Callable[[Any], None], job: Any, limit: float
    ) -> None:
        is_wanted = part_of(self.file(name)).exists
        try:
            async with self._turn:
                if self._closed or not is_wanted():
                    return
                spawn, told = get_context("spawn"), (work, job, self._nice)
                self._process = process = spawn.Process(target=quietly, args=told, daemon=True)
                await asyncio.to_thread(processes.start, process)
                await watched(process, is_wanted, limit)
                if process.exitcode and is_wanted():
                    log.error("work lost", code=process.exitcode, name=name)
        finally:
            self._process = None
            if self._visitors.get(visitor) == name:
                del self._visitors[visitor]
            self.cancel(name)

    async def close(self) -> None:
        """Stop what is being made."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.join()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def watched(process: BaseProcess, is_wanted: Callable[[], bool], limit: float) -> None:
    """Wait for the end of a process; end it if its work was cancelled, or takes too long."""
    late = time.monotonic() + limit
    while process.is_alive():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EVERY):
                await ended(process)
        if not is_wanted() or time.monotonic() > late:
            process.kill()
    process.join()


async def ended(process: BaseProcess) -> None:
    """Wait for the end of a process, in no thread."""
    over, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_reader(process.sentinel, over.set)
    try:
        await over.wait()
    finally:
        loop.remove_reader(process.sentinel)
    process.join()


def prune(files: Iterable[Path], most: int) -> None:
    """Delete what is older than a month, and the oldest of too many."""
    oldest = time.time() - KEPT
    for number, (changed, file) in enumerate(newest_first(files)):
        if changed < oldest or number >= most:
            file.unlink(missing_ok=True)


def newest_first(files: Iterable[Path]) -> list[tuple[float, Path]]:
    """Give files and when they were written, the newest first."""
    found: list[tuple[float, Path]] = []
    for file in files:
        with contextlib.suppress(OSError):
            found.append((file.stat().st_mtime, file))
    return sorted(found, reverse=True)


def part_of(file: Path) -> Path:
    """Say where it stands how far a piece is."""
    return file.with_suffix(".part")


# -- in the process -------------------------------------------------------------------------------


def quietly(work: Callable[[Any], None], job: Any, nice: int) -> None:
    """Work in the background: those who play come first."""
    processes.ignore_interrupts()
    os.nice(nice)
    work(job)


class Progress:
    """Says how far a piece is, now and then."""

    def __init__(self, file: Path) -> None:
        self._part, self._last = part_of(file), 0.0

    def __call__(self, done: float) -> None:
        """Say which part of the work is done."""
        now = time.monotonic()
        if now - self._last > EVERY:
            self._last = now
            with (
                contextlib.suppress(FileNotFoundError),  # cancelled: the server ends us
                self._part.open("r+") as opened,  # it must be there
            ):
                opened.write(f"{done:.3f}")


def write(file: Path, made: bytes) -> None:
    """Keep what was made, whole or not at all."""
    new = file.with_suffix(".new")
    new.write_bytes(made)
    new.replace(file)
