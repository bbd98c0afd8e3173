"""How long a guest waits for answers while another guest does its worst.

    python -m benchmarks.hostile            about a minute
    python -m benchmarks.hostile --seconds 3 --only moments hints

A server with the limits that it has by default runs on one core, on loopback, for as long as this
takes. One guest plays, ten answers a second: alone at the Tomb, and with bots in Labyrintheus. One
attacks, from another address: by so many requests or sockets at once, again and again, and by no
more. Nothing else is attacked.
"""

import argparse
import asyncio
import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

import uvloop

from benchmarks.server import SERIES, Line, closed, first_option, server

SERVER: Final = """
import sys
from pathlib import Path
from undercroft.web.server.run import serve
from undercroft.web.gateway.settings import Settings
serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2])))
"""
PACE: Final = 0.1  # seconds between two answers
WAITS_FOR: Final = 60.0  # seconds; who has no answer by then has none
VARIANT: Final = "title = 'x'\n" + ".".join(["a"] * 4_000) + " = 1\n"
BOTS: Final = '{},"bots":["contender","contender"]'


class Guest:
    """Somebody who plays, and how long each answer took."""

    def __init__(self, port: int, game: str, options: str) -> None:
        self.port, self.game, self.options = port, game, options
        self.waits: list[float] = []

    async def play(self) -> None:
        """Play one game after the other, at a pace, until told to stop."""
        while True:
            line = Line(self.port)
            line.address = "203.0.113.2"
            await line.connect(self.options, self.game)
            try:
                await self._play(line)
            finally:
                await line.close()

    async def _play(self, line: Line) -> None:
        frame, answer = await table(line), None
        while True:
            at, answer = first_option(frame, answer)
            if answer is None:
                return
            began = time.perf_counter()
            line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
            frame = await table(line)
            took = time.perf_counter() - began
            self.waits.append(took)
            await asyncio.sleep(max(0.0, PACE - took))


async def table(line: Line) -> str:
    """Receive the table; other frames are of no interest here."""
    async with asyncio.timeout(WAITS_FOR):
        while '"kind":"table"' not in (frame := await line.receive()):
            pass
    return frame


class Attacker:
    """One guest with a long game, and what became of its requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line = Line(port)
        self.line.address = "198.51.100.1"
        self.replies: Counter[str] = Counter()
        self.open: list[Line] = []

    async def prepare(self) -> None:
        """Play for a while, so that there is something to ask for."""
        await self.line.connect('{},"bots":["random","random"]', "talisman")
        frame, answer = await table(self.line), None
        for _ in range(150):
            at, answer = first_option(frame, answer)
            if answer is None:
                break
            self.line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
            frame = await table(self.line)

    async def get(self, path: str) -> None:
        """Ask for something."""
        head, _ = await self.line.get(path)
        self.replies[head.split(" ")[1]] += 1

    async def moments(self) -> None:
        """Ask for the moments of a long game, a hundred times at once."""
        path = f"/play/{self.line.play}/moments"
        await asyncio.gather(*(self.get(f"{path}?from={n % 5 * 100}") for n in range(100)))

    async def rules(self) -> None:
        """Ask for the longest rules, a hundred times at once."""
        await asyncio.gather(*(self.get("/rules/talisman") for _ in range(100)))

    async def sockets(self, count: int = 300) -> None:
        """Open sockets at one table."""
        await self.close()
        for _ in range(count):
            line = Line(self.port)
            line.play, line.cookie = self.line.play, self.line.cookie
            line.address = self.line.address
            try:
                await line.reconnect()
                await table(line)
            except ConnectionError:
                self.replies["closed"] += 1
                await line.close()
            else:
                self.replies["open"] += 1
                self.open.append(line)
        await asyncio.sleep(0.5)

    async def hints(self) -> None:
        """Ask for hints over all sockets that could be opened, of 150."""
        if not self.open:
            await self.sockets(150)

        async def ask(line: Line) -> None:
            for _ in range(10):
                line.send('{"do":"hint"}')
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                for _ in range(10):
                    await line.receive()
                    self.replies["hint"] += 1

        await asyncio.gather(*map(ask, self.open))

    async def variants(self) -> None:
        """Lay tables with a large variant, ten at once."""

        async def lay() -> None:
            body = json.dumps({"game": "tomb", "variant": VARIANT})
            head, _ = await self.line.send_json("/api/plays", body)
            self.replies[head.split(" ")[1]] += 1

        await asyncio.gather(*(lay() for _ in range(10)))

    async def all(self) -> None:
        """Do all of it at once."""
        await asyncio.gather(self.moments(), self.rules(), self.hints(), self.variants())

    async def close(self) -> None:
        """Close the sockets."""
        for line in self.open:
            await closed(line.writer)
        self.open.clear()


def share(waits: list[float], part: float) -> float:
    """Give the wait, in milliseconds, that so large a part stayed within."""
    return sorted(waits)[min(len(waits) - 1, int(part * len(waits)))] * 1e3


async def again_and_again(attack: Callable[[], Awaitable[None]]) -> None:
    """Attack until told to stop; whatever the server does about it."""
    while True:
        with contextlib.suppress(ConnectionError, OSError, asyncio.IncompleteReadError):
            await attack()
        await asyncio.sleep(0.01)


async def measure(port: int, seconds: float, only: list[str]) -> None:
    """Attack in one way after the other."""
    attacker = Attacker(port)
    await attacker.prepare()
    ways: dict[str, Callable[[], Awaitable[None]] | None] = {
        "nothing": None,
        "moments": attacker.moments,
        "rules": attacker.rules,
        "sockets": attacker.sockets,
        "hints": attacker.hints,
        "variants": attacker.variants,
        "all": attacker.all,
    }
    print("attack       alone: p50      p99      max   with bots: p50      p99      max   replies")
    for name, attack in ways.items():
        if only and name not in only:
            continue
        attacker.replies.clear()
        guests = [Guest(port, "tomb", SERIES), Guest(port, "labyrintheus", BOTS)]
        playing = [asyncio.create_task(guest.play()) for guest in guests]
        await asyncio.sleep(2 * PACE)
        attacking = [asyncio.create_task(again_and_again(attack))] if attack else []
        await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in (*playing, *attacking):
            task.cancel()
        done = await asyncio.gather(*playing, *attacking, return_exceptions=True)
        for problem in done:
            if not isinstance(problem, asyncio.CancelledError):
                print(f"  {type(problem).__name__}: {problem}")
        await attacker.close()
        figures = [
            f"{share(guest.waits, 0.5):9.1f}{share(guest.waits, 0.99):9.1f}"
            f"{max(guest.waits) * 1e3:9.1f}"
            for guest in guests
        ]
        replies = ", ".join(f"{n} x {status}" for status, n in attacker.replies.most_common())
        print(f"{name:12} {figures[0]}   {figures[1]}   {replies}", flush=True)
        await asyncio.sleep(1)
    await attacker.line.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=8, help="for each way to attack")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--port", type=int, default=8766)
    given = parser.parse_args()
    uvloop.install()
    print(f"{os.cpu_count()} cores, one of them the server's; waits in milliseconds\n")
    with server(given.port, SERVER):
        asyncio.run(measure(given.port, min(30.0, given.seconds), given.only))


if __name__ == "__main__":
    main()
