"""Large pages: a server's memory lies in them where the system has any, and is what it was."""

import asyncio
import gc
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from undercroft.web.server.memory import LARGE, keep_in_large_pages, mapped, move, settle

ENABLED = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def in_large_pages() -> int:
    """Say how much of this process's memory lies in large pages, in bytes."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    (found,) = [int(line.split()[1]) for line in lines if line.startswith("AnonHugePages:")]
    return 1024 * found


def has_large_pages() -> bool:
    return ENABLED.exists() and "[never]" not in ENABLED.read_text()


def test_memory_is_moved_into_large_pages_and_stays_what_it_was() -> None:
    pattern = bytes(range(256)) * 4096
    kept = [bytearray(pattern) for _ in range(16)]  # 16 MB
    before = in_large_pages()
    move()
    assert all(one == pattern for one in kept)
    assert has_large_pages() == (in_large_pages() - before >= 4 * LARGE)


def test_only_whole_large_pages_of_its_own_memory_are_moved() -> None:
    stretches = [*mapped()]
    assert stretches
    assert all(start % LARGE == end % LARGE == 0 and start < end for start, end in stretches)
    assert all(end <= later for (_, end), (later, _) in pairwise(stretches))


def test_it_is_done_again_as_memory_grows() -> None:
    async def grow() -> tuple[int, int]:
        keeping = asyncio.create_task(keep_in_large_pages())
        await asyncio.sleep(0.5)
        before = in_large_pages()
        grown.extend(bytearray(b"x" * (1 << 20)) for _ in range(32))
        for _ in range(50):
            await asyncio.sleep(0.2)
            if in_large_pages() - before >= 4 * LARGE:
                break
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping
        return before, in_large_pages()

    grown: list[bytearray] = []
    before, after = asyncio.run(grow())
    assert has_large_pages() == (after - before >= 4 * LARGE)


def test_what_is_there_for_good_is_left_alone_by_the_collector() -> None:
    thresholds = gc.get_threshold()
    try:
        settle()
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
