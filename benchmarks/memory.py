"""What a server holds: by idle socket, and after thousands of finished plays.

    python -m benchmarks.memory
    python -m benchmarks.memory --plays 500 --sockets 100

A server process as in `benchmarks.server`, that keeps 200 plays in memory instead of 2,000. First
pages are opened, each at a play of its own, and left alone; then twenty clients play Tomb to the
end, again and again, with the first option. The memory is the process's resident set. It is to grow
while caches fill, and then no more.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import re
import time
from pathlib import Path

import uvloop

from benchmarks.server import Line, first_option, server

CLIENTS = 20
MOST_SECONDS = 300


def held_by(pid: int) -> float:
    """Give the memory that a process holds, in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


async def idle(port: int, pid: int, sockets: int) -> None:
    """Open pages and leave them alone."""
    before = held_by(pid)
    lines = [Line(port) for _ in range(sockets)]
    for some in range(0, sockets, 50):
        await asyncio.gather(*(line.connect("{}") for line in lines[some : some + 50]))
    each = (held_by(pid) - before) / sockets * 1024
    print(f"{sockets} idle sockets, each at a play of its own: {each:.0f} kB each", flush=True)
    await asyncio.gather(*(line.close() for line in lines))


async def play_out(port: int) -> None:
    """Play one play to its end."""
    line = Line(port)
    await line.connect("{}")
    at, answer = first_option(await line.receive())
    while answer is not None:
        line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
        at, answer = first_option(await line.receive(), answer)
    await line.close()


async def finished(port: int, pid: int, plays: int) -> None:
    """Play so many plays to their ends; print what is held after each tenth of them."""
    numbers = itertools.count(1)
    end = time.monotonic() + MOST_SECONDS

    async def client() -> None:
        while (number := next(numbers)) <= plays and time.monotonic() < end:
            await play_out(port)
            if number % (plays // 10) == 0:
                print(f"{number:6} finished plays: {held_by(pid):6.1f} MB", flush=True)

    began = time.monotonic()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    print(f"in {time.monotonic() - began:.0f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--plays", type=int, default=2000)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--port", type=int, default=8766)
    given = parser.parse_args()
    uvloop.install()
    print(f"{os.cpu_count()} cores; server on one\n")
    with server(given.port, most_live=200) as pid, contextlib.suppress(KeyboardInterrupt):
        print(f"at the beginning: {held_by(pid):.1f} MB")
        asyncio.run(idle(given.port, pid, given.sockets))
        asyncio.run(finished(given.port, pid, given.plays))


if __name__ == "__main__":
    main()
