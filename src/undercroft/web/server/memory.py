"""Memory: what is here for good is left alone by the collector, and lies in large pages.

An answer takes a little from everywhere: rules, words, drawings, its table. Where each of that is
in a small page of its own, the processor often has to look up first where the page is.
"""

import asyncio
import ctypes
import gc
import mmap
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LARGE: Final = 2 << 20  # bytes of a large page
GROWN: Final = 4 * LARGE  # bytes more than before, for which it is worth looking again
EVERY: Final = 1.0  # seconds
COLLAPSE: Final = 25  # Linux's MADV_COLLAPSE, for which Python has no name: at once
MAPS: Final = Path("/proc/self/maps")
STATM: Final = Path("/proc/self/statm")
ANONYMOUS: Final = re.compile(r"(\w+)-(\w+) rw-p \S+ \S+ 0 +(?:\[heap\])?\n")


def settle() -> None:
    """Let the garbage collector leave alone what is here for good.

    It is to come seldom enough to cost little, and often enough to be done soon each time, and to
    find plays that are no longer kept before there are thousands: they point in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 4)


async def keep_in_large_pages() -> None:
    """Move what this process has got into large pages, again and again as it gets more.

    Only Linux is asked, and does it or not.
    """
    if not MAPS.exists() or not hasattr(mmap, "MADV_HUGEPAGE"):
        return
    moved = 0
    while True:
        resident = int(STATM.read_text().split()[1]) * mmap.PAGESIZE
        if resident - moved > GROWN:
            moved = resident
            await asyncio.to_thread(move)
        await asyncio.sleep(EVERY)


def move() -> None:
    """Move all that fills large pages into some, beside those who work there."""
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for start, end in mapped():
        for advice in (mmap.MADV_HUGEPAGE, COLLAPSE):
            madvise(start, end - start, advice)


def mapped() -> Iterator[tuple[int, int]]:
    """Give the stretches of this process's own memory that large pages can hold."""
    for line in MAPS.read_text().splitlines(keepends=True):
        if found := ANONYMOUS.fullmatch(line):
            start, end = (int(edge, 16) for edge in found.groups())
            start, end = -(-start // LARGE) * LARGE, end // LARGE * LARGE
            if start < end:
                yield start, end
