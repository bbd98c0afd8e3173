"""How long an answer takes at a table while the lab plays, beside a server whose lab is idle.

    python -m benchmarks.lab_load [--rounds N] [--seconds S]

One person answers at a pace, on loopback; every answer is durable before it is shown. Server and
study share one core. Many short rounds with a study under way and without one take turns, now one
first and now the other, so that a noisy machine is noisy to both. What counts is the median of the
differences between neighbours, with the interval of a sign test: a few bad rounds do not move it.
How much of a core the study had is told, too: where other work leaves it none, it can hurt nobody.
"""

import argparse
import asyncio
import math
import os
import re
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvloop

from benchmarks.server import Figures, Line, Run, server

PACE = 0.02  # seconds between answers
MOST_SECONDS = 20.0
STARTED = 1.0  # seconds of the processor: then a study plays
LOWEST = 19  # the lab's priority


@contextmanager
def studying(port: int, pid: int) -> Iterator[None]:
    """Have the lab study a game, and cancel that at the end."""
    visitor = Line(port)

    async def begin() -> str:
        await visitor.get("/lab/talisman")
        head, text = await visitor.post("/lab/talisman", do="study", plays="10000", seats="4")
        found = re.search(r"location: (/lab/run/\S+)", head)
        if not found:
            raise ConnectionError(f"no run: {head} {text[:200]}")
        return found[1]

    run = asyncio.run(begin())
    late = time.monotonic() + MOST_SECONDS
    while worked(pid) < STARTED and time.monotonic() < late:
        time.sleep(0.1)
    try:
        yield
    finally:
        asyncio.run(visitor.post(f"{run}/cancel"))
        while worked(pid):  # its process is there
            time.sleep(0.1)


def worked(pid: int) -> float:
    """Say how many seconds of the processor the lab's process has had, a child of the server's."""
    ticks = 0
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with suppress(OSError):
            after_name = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            if after_name[16] == str(LOWEST):
                ticks += int(after_name[11]) + int(after_name[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(port: int, seconds: float, pid: int) -> Figures:
    """Answer for so long."""
    return asyncio.run(Run(port, 1, seconds, PACE).measure("", pid))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--port", type=int, default=8769)
    given = parser.parse_args()
    seconds = min(MOST_SECONDS, given.seconds)
    uvloop.install()
    idle: list[Figures] = []
    busy: list[Figures] = []
    shares: list[float] = []
    with server(given.port) as pid:
        measured(given.port, seconds, pid)  # the first answers are slower
        for number in range(given.rounds):
            if number % 2:
                idle.append(measured(given.port, seconds, pid))
            with studying(given.port, pid):
                before, began = worked(pid), time.monotonic()
                busy.append(measured(given.port, seconds, pid))
                shares.append((worked(pid) - before) / (time.monotonic() - began))
            if not number % 2:
                idle.append(measured(given.port, seconds, pid))
    for name, rounds in (("the lab idle", idle), ("the lab at work", busy)):
        p50, p95 = (statistics.median([it.wait(share) for it in rounds]) for share in (0.5, 0.95))
        answers = sum(it.answers for it in rounds)
        print(f"{name:16} {answers:6,} answers  p50 {p50:6.2f} ms  p95 {p95:6.2f} ms")
    print(f"the study had {statistics.median(shares):.0%} of a core")
    for share in (0.5, 0.95):
        more = sorted(b.wait(share) - a.wait(share) for a, b in zip(idle, busy, strict=True))
        out = left_out(len(more))
        low, high = more[out], more[-1 - out]
        print(f"p{share:.0%} more".replace("%", ""), end=" ")
        print(f"{statistics.median(more):+6.2f} ms (95%: {low:+.2f} to {high:+.2f})")


def left_out(rounds: int) -> int:
    """How many differences at either end a 95% interval of their median leaves out."""
    chance, out = 0.5**rounds, -1
    sums = 0.0
    while sums + chance * math.comb(rounds, out + 1) <= 0.025:
        out += 1
        sums += chance * math.comb(rounds, out)
    return max(0, out)


if __name__ == "__main__":
    main()
