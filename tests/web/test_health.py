"""A database that cannot be used: players read our words, the host's log has the reason."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from benchmarks.server import SERIES, Line
from tests.storage.stores import Postgresql, PostgresqlServer, Sqlite
from tests.web.harness import running
from tests.web.lines import answer
from tests.web.people import browser_of

NOT_SAVED = "That could not be saved. Try again in a moment."
NOT_READ = "The games can't be read right now. Try again in a moment."


def test_players_do_not_read_what_the_driver_says_and_the_log_has_it(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    store = Postgresql(postgresql, "unread")

    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        frame = await line.receive()
        with store.lost():
            _, refused = await answer(line, frame)
            assert (refused["why"], refused["message"]) == ("storage", NOT_SAVED)
            head, text = await line.send_json("/api/plays", '{"game":"tomb"}')
            assert head.startswith("HTTP/1.1 503"), head
            assert json.loads(text)["error"] in (NOT_READ, NOT_SAVED)
            head, text = await line.get(f"/api/plays/{line.play}")
            assert head.startswith("HTTP/1.1 503"), head
            assert json.loads(text)["error"] == NOT_READ
            head, text = await line.get(f"/play/{line.play}")
            assert head.startswith("HTTP/1.1 503"), head
            assert NOT_READ.replace("'", "&#39;") in text
            other = Line(port)
            other.play, other.cookie = line.play, line.cookie
            with pytest.raises(ConnectionError, match="403"):
                await other.reconnect()
        await line.close()

    with running(tmp_path, store.url) as server:
        asyncio.run(play(server.port))
        log = [json.loads(row) for row in server.log.read_text().splitlines() if row[0] == "{"]
    lost = [row["reason"] for row in log if row["event"] == "database lost"]
    assert lost
    assert all("connection" in reason for reason in lost)


@contextmanager
def written_to_by_nobody(url: str) -> Iterator[None]:
    """Let a PostgreSQL database be read only, as on a standby; those who are connected are cut."""
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute("SET default_transaction_read_only = off")
        for value in ("on", "off"):
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            if value == "on":
                yield


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_that_can_be_read_but_not_written_is_not_healthy(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url, unwritable = "", Sqlite(tmp_path / "undercroft.db").lost
    else:
        url = request.getfixturevalue("postgresql").make("standby")
        unwritable = lambda: written_to_by_nobody(url)  # noqa: E731
    with running(tmp_path, url) as server, browser_of(server) as anyone:

        def becomes(status: int) -> dict[str, object]:
            end = time.monotonic() + 60
            while (reply := anyone.get("/healthz")).status_code != status:
                assert time.monotonic() < end, reply.text
                time.sleep(0.2)
            return dict(reply.json())

        with unwritable():
            assert becomes(503) == {"status": "cannot save"}
            assert anyone.get("/").status_code == 200
        assert becomes(200)["status"] in ("ok", "late")


def test_however_many_ask_for_its_health_a_server_writes_once_in_ten_seconds(
    tmp_path: Path,
) -> None:
    def writes() -> int:
        """Return how often the file was changed by others, as SQLite counts it."""
        return int(watching.execute("PRAGMA data_version").fetchone()[0])

    with (
        running(tmp_path) as server,
        browser_of(server) as anyone,
        closing(sqlite3.connect(tmp_path / "undercroft.db")) as watching,
    ):
        before, began, changes = writes(), time.monotonic(), set[int]()
        while time.monotonic() - began < 12:
            assert anyone.get("/healthz").status_code == 200
            changes.add(writes() - before)
    assert len(changes) in (2, 3)
