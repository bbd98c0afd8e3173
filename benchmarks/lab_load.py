"""How long an answer takes at a table while the lab plays, beside a server whose lab is idle.

    python -m benchmarks.lab_load [--rounds N] [--seconds S]

One person answers at a pace, on loopback; every answer is durable before it is shown. Rounds with a
study under way and rounds without one take turns, so that a noisy machine is noisy to both.
"""

import argparse
import asyncio
import re
import statistics
from collections.abc import Iterator
from contextlib import contextmanager

import uvloop

from benchmarks.server import Figures, Line, Run, server

PACE = 0.02  # seconds between answers
MOST_SECONDS = 20.0


@contextmanager
def studying(port: int) -> Iterator[None]:
    """Have the lab study a game, and cancel that at the end."""
    visitor = Line(port)

    async def begin() -> str:
        await visitor.get("/lab/talisman")
        head, text = await visitor.post("/lab/talisman", do="study", plays="10000", seats="4")
        found = re.search(r"location: (/lab/run/\S+)", head)
        if not found:
            raise ConnectionError(f"no run: {head} {text[:200]}")
        await asyncio.sleep(3)  # its process is up
        return found[1]

    run = asyncio.run(begin())
    try:
        yield
    finally:
        asyncio.run(visitor.post(f"{run}/cancel"))


def measured(port: int, seconds: float, pid: int) -> Figures:
    """Answer for so long."""
    return asyncio.run(Run(port, 1, seconds, PACE).measure("", pid))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--port", type=int, default=8769)
    given = parser.parse_args()
    seconds = min(MOST_SECONDS, given.seconds)
    uvloop.install()
    idle: list[Figures] = []
    busy: list[Figures] = []
    with server(given.port) as pid:
        for _ in range(given.rounds):
            idle.append(measured(given.port, seconds, pid))
            with studying(given.port):
                busy.append(measured(given.port, seconds, pid))
    for name, rounds in (("the lab idle", idle), ("the lab at work", busy)):
        p50, p99 = (statistics.median([it.wait(share) for it in rounds]) for share in (0.5, 0.99))
        answers = sum(it.answers for it in rounds)
        print(f"{name:16} {answers:6,} answers  p50 {p50:6.2f} ms  p99 {p99:6.2f} ms")


if __name__ == "__main__":
    main()
