"""Killed with -9 while twenty clients answer as fast as they can; nothing is shown too soon."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket

from benchmarks.server import SERIES, Line, first_option
from tests.storage.stores import Sqlite
from tests.web.harness import Server, running
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals
from undercroft.web.gateway.limits import Buckets
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.table import Live
from undercroft.web.live.tables import Tables
from undercroft.web.socket.endpoint import serve_table

CLIENTS = 20


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


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_acknowledged_answer_is_lost_repeated_or_out_of_order(
    database: str, kills: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    luck = random.Random(7)
    shared = database == "postgresql"
    url = request.getfixturevalue("postgresql").make() if shared else ""
    with running(tmp_path, url) as server:
        clients = [Client(server) for _ in range(CLIENTS)]
        for _ in range(kills):
            asyncio.run(round_of(clients, server, luck.randint(CLIENTS, 20 * CLIENTS)))
            server.start()
            for client in clients:
                asyncio.run(client.check())
            clients = [Client(server) if client.over else client for client in clients]


def with_tables(tmp_path: Path, do: Callable[[Tables, Sqlite], Awaitable[None]]) -> None:
    """Do something at tables of our own, on a database that can be held."""
    store = Sqlite(tmp_path / "plays.db")
    journals = Journals(open_database(store.url))
    try:
        asyncio.run(do(Tables(journals, 10), store))  # type: ignore[arg-type]
    finally:
        journals.close()


async def begin_to_answer(tables: Tables, live: Live) -> asyncio.Task[None]:
    """Answer; while the database is held, the answer cannot be durable."""
    assert live.question is not None
    first = str(live.question.choices[0])
    answering = asyncio.create_task(live.answer(tables.journals, ["P1"], first, live.at))
    await asyncio.sleep(0)
    assert live.is_moving
    return answering


def test_who_looks_while_an_answer_is_stored_sees_what_was_stored_before_at_once(
    tmp_path: Path,
) -> None:
    async def look(tables: Tables, store: Sqlite) -> None:
        live = await tables.create(
            "ann", NewTable(game="tomb", options={"mode": "series", "games": 10})
        )
        at, view = live.at, live.play.view(0)
        with store.lost():
            answering = await begin_to_answer(tables, live)
            seen, _ = await tables.of(live.record.id, "ann")
            assert (seen.at, seen.play.view(0), seen.can_undo) == (at, view, False)
            assert at == len(tables.journals.load(live.record.id).entries)  # type: ignore[union-attr]
            assert not answering.done()
        await answering
        seen, _ = await tables.of(live.record.id, "ann")
        assert seen.at == len(tables.journals.load(live.record.id).entries) > at  # type: ignore[union-attr]

    with_tables(tmp_path, look)


def test_nor_does_a_page_that_just_connects_see_it_sooner(tmp_path: Path) -> None:
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def connect(tables: Tables, store: Sqlite) -> None:
        live = await tables.create(
            "ann", NewTable(game="tomb", options={"mode": "series", "games": 10})
        )
        at, accepted = live.at, asyncio.Event()

        async def send(message: Any) -> None:
            sent.put_nowait(message)
            await accepted.wait()

        state = SimpleNamespace(tables=tables, frames=Buckets(1e9, 1e9), build="")
        scope = {"type": "websocket", "app": SimpleNamespace(state=state), "guest": "ann"}
        scope |= {"path_params": {"play": live.record.id}, "query_string": b"", "headers": []}
        received: asyncio.Queue[Any] = asyncio.Queue()
        received.put_nowait({"type": "websocket.connect"})
        serving = asyncio.create_task(serve_table(WebSocket(scope, received.get, send)))
        assert (await sent.get())["type"] == "websocket.accept"
        with store.lost():
            answering = await begin_to_answer(tables, live)
            accepted.set()
            frame = json.loads((await sent.get())["text"])
            assert (frame["at"], frame["undo"]) == (at, False)
        await answering
        serving.cancel()

    with_tables(tmp_path, connect)
