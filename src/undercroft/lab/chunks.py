"""Work in chunks that any number of processes can share, given back in the chunks' order."""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from threading import current_thread, main_thread
from time import perf_counter
from types import FrameType
from typing import Final, TypeAlias, TypeVar

from undercroft.core.errors import Refused
from undercroft.lab.cluster import Cluster
from undercroft.lab.words import say

N = TypeVar("N")
T = TypeVar("T")

BRIEF: Final = 0.1  # seconds that a batch should take: who interrupts a study waits for one

Workers: TypeAlias = int | Cluster
"""Who does the work: so many processes on this machine, or a cluster."""


def number_of(workers: Workers) -> int:
    """Count the workers."""
    return workers.threads if isinstance(workers, Cluster) else workers


def at_most(number: int, workers: Workers) -> Workers:
    """Let no more processes work than have something to do."""
    return workers if isinstance(workers, Cluster) else min(workers, number)


def is_lost(workers: Workers) -> bool:
    """Say whether a cluster has stopped answering."""
    return isinstance(workers, Cluster) and workers.lost


def each_chunk(
    work: Callable[[int], T], numbers: Sequence[int], workers: Workers = 1
) -> Iterator[T]:
    """Do the work of each number, until interrupted: what is under way then is still given.

    What stops listening early stops the work, too.
    """
    return _each(work, numbers, at_most(len(numbers), workers))


def each_batch(work: Callable[[range], T], numbers: range, workers: Workers = 1) -> Iterator[T]:
    """Do the same work several numbers at a time: what they come to is sent and added up once.

    The first are done one by one, which shows how many can be done in a brief time.
    """
    size, done, began = 1, 0, perf_counter()
    sizes: deque[int] = deque()

    def batches() -> Iterator[range]:
        left = numbers
        while left:
            batch, left = left[:size], left[size:]
            sizes.append(len(batch))
            yield batch

    for part in _each(work, batches(), at_most(len(numbers), workers)):
        done += sizes.popleft()
        seconds = (perf_counter() - began) * number_of(workers)
        size = max(1, int(done / seconds * BRIEF))
        yield part


def _each(work: Callable[[N], T], items: Iterable[N], workers: Workers) -> Iterator[T]:
    """Do the work of each item, until interrupted."""
    with interrupts() as came:
        parts = (
            workers.each(work, items, lambda: bool(came))
            if isinstance(workers, Cluster)
            else _shared(work, items, workers)
        )
        for part in parts:
            yield part
            if came:
                return


class _Noted:
    """Notes the first interrupt; the second breaks off."""

    def __init__(self) -> None:
        self.came: list[int] = []

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came.append(number)


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Note the first interrupt instead of breaking off wherever it comes; the second breaks off.

    Within another one it is the same: an interrupt is meant for the whole work.
    """
    before = signal.getsignal(signal.SIGINT)
    if isinstance(before, _Noted):
        yield before.came
        return
    noted = _Noted()
    if current_thread() is not main_thread():  # no other is told of signals
        yield noted.came
        return
    signal.signal(signal.SIGINT, noted)
    try:
        yield noted.came
    finally:
        signal.signal(signal.SIGINT, before)


def _shared(work: Callable[[N], T], items: Iterable[N], workers: int) -> Iterator[T]:
    """Share the work out; one worker needs no process of its own."""
    if workers == 1:
        yield from map(work, items)
        return
    with processes(workers) as executor:
        waiting: deque[Future[T]] = deque()
        try:
            for item in items:
                waiting.append(executor.submit(work, item))
                if len(waiting) > 4 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Refused(say("study.killed")) from None
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise


def processes(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes that know all that this one knows.

    On Linux they are forks, which Python 3.14 no longer makes by itself: they have the bots that a
    script has added, and do not run the script again. Elsewhere a fork may crash in a library.
    """
    context = get_context("fork") if sys.platform == "linux" else get_context()
    return ProcessPoolExecutor(workers, context, leave_interrupts_to_the_parent)


def leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the one that commands them should act."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
