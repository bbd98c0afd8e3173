"""Lines to real servers: somebody at a table without a browser."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.server import SERIES, Line, first_option
from tests.web.harness import Server


@asynccontextmanager
async def at_both(servers: tuple[Server, Server]) -> AsyncIterator[tuple[Line, Line, str]]:
    """Somebody's line at the one, a line to the same play at the other, and the first table."""
    here = Line(servers[0].port)
    await here.connect(SERIES)  # one game may be over before anybody is asked
    there = elsewhere(here, servers[1].port)
    try:
        yield here, there, await here.receive()
    finally:
        await here.close()
        await there.close()


def elsewhere(line: Line, port: int) -> Line:
    """The same person at the same play, through another server."""
    other = Line(port)
    other.play, other.cookie = line.play, line.cookie
    return other


async def journal(line: Line) -> list[str]:
    head, text = await line.get(f"/api/plays/{line.play}/journal")
    assert head.startswith("HTTP/1.1 200"), head
    return [row for row in text.splitlines() if row.startswith("P1 ")]


async def answer(line: Line, frame: str, before: str | None = None) -> tuple[str, dict[str, Any]]:
    """Answer with the first option, or as before; give it, and what came back."""
    at, first = first_option(frame, before)
    assert first is not None
    line.send(f'{{"do":"answer","at":{at},"answer":"{first}"}}')
    return first, json.loads(await line.receive())


async def heard(line: Line) -> dict[str, Any]:
    """What a line hears without having asked for it."""
    async with asyncio.timeout(60):
        found: dict[str, Any] = json.loads(await line.receive())
    return found


async def post(line: Line, path: str, value: object) -> dict[str, Any]:
    """Post something; the line is somebody from then on."""
    body = json.dumps(value)
    head, text = await line._http(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{line.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )
    line.cookie = head[head.lower().index("set-cookie: ") + 12 :].split(";")[0]
    reply: dict[str, Any] = json.loads(text)
    line.play = reply["id"]
    return reply


async def until(line: Line, kind: str, having: str) -> str:
    """Hear until something comes."""
    while True:
        frame = await heard(line)
        if frame["kind"] == kind and having in json.dumps(frame):
            return json.dumps(frame)
