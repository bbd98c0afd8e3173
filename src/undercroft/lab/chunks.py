"""Work in chunks that any number of processes can share, given back in the chunks' order."""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

from undercroft.core.errors import Refused
from undercroft.lab.words import say

T = TypeVar("T")


def each_chunk(work: Callable[[int], T], numbers: Sequence[int], workers: int = 1) -> Iterator[T]:
    """Do the work of each number, until interrupted: what is under way then is still given.

    What stops listening early stops the work, too.
    """
    with interrupts() as came:
        for part in _shared(work, numbers, min(workers, len(numbers))):
            yield part
            if came:
                return


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Note the first interrupt instead of breaking off wherever it comes; the second breaks off."""
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    if current_thread() is not main_thread():  # no other is told of signals
        yield came
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def _shared(work: Callable[[int], T], numbers: Sequence[int], workers: int) -> Iterator[T]:
    """Share the work out; one worker needs no process of its own."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent) as executor:
        waiting: deque[Future[T]] = deque()
        try:
            for number in numbers:
                waiting.append(executor.submit(work, number))
                if len(waiting) > 4 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Refused(say("study.killed")) from None
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise


def leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the one that commands them should act."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
