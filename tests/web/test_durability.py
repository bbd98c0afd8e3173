"""Killed with -9 while twenty clients answer as fast as they can, ten times over."""

import asyncio
import random
from pathlib import Path

from benchmarks.server import Line, first_option
from tests.web.harness import Server, running

CLIENTS = 20
KILLS = 10
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


async def round_of(clients: list[Client], server: Server, seconds: float) -> None:
    playing = [asyncio.create_task(client.play()) for client in clients]
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.gather(*playing)


def test_no_acknowledged_answer_is_lost_repeated_or_out_of_order(tmp_path: Path) -> None:
    luck = random.Random(7)
    with running(tmp_path) as server:
        clients = [Client(server) for _ in range(CLIENTS)]
        for _ in range(KILLS):
            before = sum(len(client.acknowledged) for client in clients)
            asyncio.run(round_of(clients, server, luck.uniform(0.3, 0.8)))
            server.start()
            for client in clients:
                asyncio.run(client.check())
            assert sum(len(client.acknowledged) for client in clients) > before
            clients = [Client(server) if client.over else client for client in clients]
