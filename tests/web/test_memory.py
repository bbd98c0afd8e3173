"""Large pages: a server's memory lies in them where the system has any, and is what it was.

What is moved is moved in processes of their own: this one may have been a server before.
"""

import gc
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from undercroft.web.server.memory import LARGE, mapped, settle

ENABLED = Path("/sys/kernel/mm/transparent_hugepage/enabled")

MOVING = """
import asyncio
from pathlib import Path
from undercroft.web.server.memory import keep_in_large_pages, move

def in_large_pages():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    (found,) = [int(line.split()[1]) for line in lines if line.startswith("AnonHugePages:")]
    return 1024 * found

pattern = bytes(range(256)) * 4096
kept = []
"""

AT_ONCE = """
kept += [bytearray(pattern) for _ in range(32)]
before = in_large_pages()
move()
assert all(one == pattern for one in kept)
print(in_large_pages() - before)
"""

AS_IT_GROWS = """
async def grow():
    keeping = asyncio.create_task(keep_in_large_pages())
    await asyncio.sleep(1)
    before = in_large_pages()
    kept.extend(bytearray(pattern) for _ in range(32))
    for _ in range(50):
        await asyncio.sleep(0.2)
        if in_large_pages() - before > len(kept) << 19:  # half of it
            break
    keeping.cancel()
    return in_large_pages() - before

print(asyncio.run(grow()))
"""


def moved_by(script: str) -> int:
    """Run a script in a process of its own; give how much more lies in large pages after it."""
    command = [sys.executable, "-c", MOVING + script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603
    return int(done.stdout)


def has_large_pages() -> bool:
    return ENABLED.exists() and "[never]" not in ENABLED.read_text()


def test_memory_is_moved_into_large_pages_and_stays_what_it_was() -> None:
    assert has_large_pages() == (moved_by(AT_ONCE) >= 4 * LARGE)


def test_it_is_done_again_as_memory_grows() -> None:
    assert has_large_pages() == (moved_by(AS_IT_GROWS) >= 4 * LARGE)


def test_only_whole_large_pages_of_its_own_memory_are_moved() -> None:
    stretches = [*mapped()]
    assert stretches
    assert all(start % LARGE == end % LARGE == 0 and start < end for start, end in stretches)
    assert all(end <= later for (_, end), (later, _) in pairwise(stretches))


def test_what_is_there_for_good_is_left_alone_by_the_collector() -> None:
    thresholds = gc.get_threshold()
    try:
        settle()
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
