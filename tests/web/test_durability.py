"""Killed with -9 while twenty clients answer as fast as they can, again and again."""

import asyncio
import random
from pathlib import Path

import pytest

from benchmarks.server import Line, first_option
from tests.web.harness import Server, running

CLIENTS = 20
KILLS = {"sqlite": 8, "postgresql": 5}
SERIES = '{"mode":"series","games":10}'


class Client:
    """Answers as fast as it can, and remembers what was acknowledged."""

    def __init__(self, server: Server) -> None:
        self.over = False
        self.acknowledged: list[str] = []
        self.sent: str | None = None  # and not acknowledged: it may be there, or not
        self.line = Line(server.port)

    async def play(self) -> None:
        """Go on until the server is gone, or the play is over."""
        try:
            if self.line.play is None:
                await self.line.connect(SERIES)
            else:
                await self.line.reconnect()
            frame = await self.line.receive()
            answer: str | None = None
            while True:
                at, answer = first_option(frame, answer)
                if answer is None:
                    self.over = True
                    return
                self.sent = answer
                self.line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
                frame = await self.line.receive()
                self.acknowledged.append(answer)
                self.sent = None
        except (OSError, EOFError):
            return
        finally:
            await self.line.close()

    async def check(self) -> None:
        """See that all that was acknowledged is there, in order, once."""
        if self.line.play is None:
            return
        head, journal = await self.line.get(f"/api/plays/{self.line.play}/journal")
        assert head.startswith("HTTP/1.1 200"), head
        given = [line.split(": ")[1] for line in journal.splitlines() if line.startswith("P1 ")]
        allowed = [self.acknowledged]
        if self.sent is not None:
            allowed.append([*self.acknowledged, self.sent])
        assert given in allowed
        self.acknowledged, self.sent = given, None


async def round_of(clients: list[Client], server: Server, answers: int) -> None:
    """Play until so many answers were acknowledged, all told; then kill the server."""
    playing = [asyncio.create_task(client.play()) for client in clients]
    wanted = answers + sum(len(client.acknowledged) for client in clients)
    async with asyncio.timeout(60):
        while sum(len(client.acknowledged) for client in clients) < wanted:
            assert not all(task.done() for task in playing)
            await asyncio.sleep(0.01)
    server.kill()
    await asyncio.gather(*playing)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_acknowledged_answer_is_lost_repeated_or_out_of_order(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    luck = random.Random(7)
    shared = database == "postgresql"
    url = request.getfixturevalue("postgresql").make() if shared else ""
    with running(tmp_path, url) as server:
        clients = [Client(server) for _ in range(CLIENTS)]
        for _ in range(KILLS[database]):
            asyncio.run(round_of(clients, server, luck.randint(CLIENTS, 20 * CLIENTS)))
            server.start()
            for client in clients:
                asyncio.run(client.check())
            clients = [Client(server) if client.over else client for client in clients]
