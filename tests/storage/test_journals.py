import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from tests.storage.stores import Postgresql, PostgresqlServer, Store
from undercroft.core.errors import Refused
from undercroft.storage.database import open_database
from undercroft.storage.endings import Ended
from undercroft.storage.journals import Conflict, Journals, Record, Seat, StorageLost
from undercroft.storage.seats import Seats
from undercroft.storage.tables import METADATA


def a_record(id: str = "p1", owner: str = "ann") -> Record:
    return Record(id, "tomb", 1, 1, {"start-hp": "8"}, None, "sealed", "7", "play", owner)


@pytest.fixture
def journals(store: Store) -> Iterator[Journals]:
    engine = open_database(store.url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lose_patience)
        engine.dispose()
    opened = Journals(engine)
    yield opened
    opened.close()


def lose_patience(connection: sqlite3.Connection, record: object) -> None:
    """Wait for a file that somebody holds no longer than a test wants to."""
    connection.execute("PRAGMA busy_timeout = 50")


def test_migrations_make_the_very_tables_that_the_code_speaks_of(journals: Journals) -> None:
    with journals.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_play_comes_back_as_it_was_written(journals: Journals) -> None:
    async def write() -> None:
        seats = {"P1": Seat("ann"), "fate": Seat(key="key")}
        await journals.create(a_record(), ["draw deck: 5d", "draw deck: 3s"], seats)
        await journals.append(
            "p1", 2, ["P1 next: turn-back"], ended=Ended("escaped", (12,), (0,), practice=True)
        )

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert [*map(str, stored.entries)] == ["draw deck: 5d", "draw deck: 3s", "P1 next: turn-back"]
    assert stored.record.options == {"start-hp": "8"}
    assert (stored.record.outcome, stored.record.score) == ("escaped", 12)
    assert stored.seats == {"P1": Seat("ann"), "fate": Seat(key="key")}
    assert journals.load("p2") is None


def test_a_number_is_given_out_once(journals: Journals) -> None:
    async def write() -> None:
        await journals.create(a_record(), ["draw deck: 5d"])
        await journals.append("p1", 1, ["P1 next: deeper"])
        with pytest.raises(Conflict):
            await journals.append("p1", 1, ["P1 next: turn-back"])

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert [*map(str, stored.entries)] == ["draw deck: 5d", "P1 next: deeper"]


def test_answers_that_come_together_are_committed_together_and_one_bad_one_harms_no_other(
    journals: Journals,
) -> None:
    plays = [f"p{n}" for n in range(40)]

    async def write() -> list[object]:
        await asyncio.gather(*(journals.create(a_record(play), []) for play in plays))
        journals.commits = 0
        good = [journals.append(play, n, [f"P1 next: {n}"]) for n in range(20) for play in plays]
        return list(
            await asyncio.gather(*good, journals.append("p0", 0, ["x"]), return_exceptions=True)
        )

    results = asyncio.run(write())
    assert [r for r in results if r is not None] == [results[-1]]
    assert isinstance(results[-1], Conflict)
    assert journals.commits < 800
    for play in plays:
        stored = journals.load(play)
        assert stored is not None
        assert [*map(str, stored.entries)] == [f"P1 next: {n}" for n in range(20)]


def test_a_lost_database_refuses_and_the_play_goes_on_when_it_is_back(
    journals: Journals, store: Store
) -> None:
    async def write() -> None:
        await journals.create(a_record(), [])
        with store.lost():
            for _ in range(3):
                with pytest.raises(StorageLost):
                    await journals.append("p1", 0, ["P1 next: deeper"])
            if isinstance(store, Postgresql):  # whoever holds a SQLite file lets others read
                with pytest.raises(StorageLost):
                    journals.load("p1")
        assert journals.load("p1") is not None
        await journals.append("p1", 0, ["P1 next: deeper"])

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert [*map(str, stored.entries)] == ["P1 next: deeper"]


def test_a_wish_to_take_back_does_not_count_as_going_on(
    journals: Journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write() -> None:
        await journals.create(a_record(), [])
        for number, entry in enumerate(("P1 next: deeper", "ask-undo P1", "refuse P2")):
            clock = partial(int, 1000 + number)
            monkeypatch.setattr("undercroft.storage.journals.now", clock)
            await journals.append("p1", number, [entry])

    asyncio.run(write())
    stored, later = journals.load("p1"), journals.load("p1", 1)
    assert stored is not None
    assert later is not None
    assert (stored.since, [*map(str, later.entries)]) == (1000, ["ask-undo P1", "refuse P2"])
    assert later.since == stored.record.changed  # nothing since then


def test_who_outlived_a_restart_of_the_database_writes_as_if_nothing_had_been(
    postgresql: PostgresqlServer,
) -> None:
    """Once each, also what has no number of its own to tell that it is there already."""
    store = Postgresql(postgresql, "outlived")
    journals = Journals(open_database(store.url))

    async def write() -> None:
        await journals.create(a_record(), [])
        for number in range(2):
            store.crash()
            await journals.append("p1", number, ["P1 next: deeper"])
            with store.lost():
                pass
            await Seats(journals).say("p1", "P1", f"still here {number}")

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert [*map(str, stored.entries)] == ["P1 next: deeper"] * 2
    said = [line.text for line in Seats(journals).talk("p1")]
    assert said == ["still here 0", "still here 1"]
    journals.close()


def test_a_connection_that_comes_back_after_the_end_is_closed(postgresql: PostgresqlServer) -> None:
    """A reader may be slower than a server that stops; the pool that lent it is gone by then."""
    journals = Journals(open_database(postgresql.make("late")))
    with journals.reading() as connection:
        lent: Any = connection.connection.dbapi_connection
        journals.close()
    assert lent.closed


def test_lists_of_plays_branches_and_shares(journals: Journals) -> None:
    async def write() -> str:
        await journals.create(a_record("p1"), [])
        await journals.create(a_record("p2")._replace(parent="p1", parent_at=3, name="what if"), [])
        await journals.create(a_record("p3", "bob"), [])
        return await journals.share("p1")

    key = asyncio.run(write())
    assert {record.id for record in journals.owned("ann")} == {"p1", "p2"}
    assert [record.name for record in journals.branches("p1")] == ["what if"]
    assert journals.shared(key) == "p1"
    assert journals.shared("p1") is None


def test_the_first_to_ask_makes_the_key_and_all_others_get_it(journals: Journals) -> None:
    async def ask() -> list[str]:
        await journals.create(a_record("p1"), [])
        await journals.create(a_record("p2"), [])
        at_once = [journals.share(play) for play in ("p1", "p2", "p1", "p2")]
        return await asyncio.gather(*at_once)

    keys = asyncio.run(ask())
    assert keys[:2] == keys[2:]
    assert [journals.shared(key) for key in keys[:2]] == ["p1", "p2"]


def test_a_text_that_no_database_takes_is_refused_and_harms_no_other(journals: Journals) -> None:
    async def write() -> list[object]:
        await journals.create(a_record(), [])
        good = [journals.append("p1", n, [f"P1 next: {n}"]) for n in range(20)]
        bad = journals.append("p1", 20, ["\ud800"])
        return list(await asyncio.gather(*good, bad, return_exceptions=True))

    *good, bad = asyncio.run(write())
    assert good == [None] * 20
    assert isinstance(bad, Refused)
    assert not isinstance(bad, Conflict | StorageLost)
    stored = journals.load("p1")
    assert stored is not None
    assert len(stored.entries) == 20


def test_two_servers_may_write_to_one_database_and_each_number_goes_to_one(
    journals: Journals, store: Store
) -> None:
    other = Journals(open_database(store.url))
    plays = [f"p{n}" for n in range(10)]

    async def write() -> list[object]:
        for play in plays:
            await journals.create(a_record(play), [])
        both = [
            server.append(play, n, [f"P1 next: {n}"])
            for n in range(5)
            for server, order in ((journals, plays), (other, plays[::-1]))
            for play in order
        ]
        return list(await asyncio.gather(*both, return_exceptions=True))

    results = asyncio.run(write())
    other.close()
    assert results.count(None) == 50
    assert sum(isinstance(result, Conflict) for result in results) == 50
    for play in plays:
        stored = journals.load(play)
        assert stored is not None
        assert [*map(str, stored.entries)] == [f"P1 next: {n}" for n in range(5)]


WRITER = """
import asyncio, sys
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, Record, Seat
journals = Journals(open_database(sys.argv[1]))
async def answer(play):
    await journals.create(Record(play, "tomb", 1, 1, {}, None, "sealed", "7", "play", "ann"), [])
    for number in range(100_000):
        await journals.append(play, number, [f"P1 next: {number}"])
        sys.stdout.write(f"{play} {number}\\n")
        sys.stdout.flush()
async def main():
    await asyncio.gather(*(answer(f"p{n}") for n in range(10)))
asyncio.run(main())
"""


def test_what_was_acknowledged_outlives_the_writer_and_the_server(store: Store) -> None:
    open_database(store.url).dispose()
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(  # noqa: S603 (our own)
        [sys.executable, "-c", WRITER, store.url],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": "src"},
    ) as writer:
        assert writer.stdout is not None
        for line in islice(writer.stdout, 300):
            play, number = line.split()
            acknowledged[play] = int(number)
        store.crash()  # both die: the server with the writer's answers in hand ...
        writer.kill()
        for line in writer.stdout:  # ... and what it had said before it died counts, too
            if line.endswith("\n"):  # death may cut its last word short
                play, number = line.split()
                acknowledged[play] = int(number)
    journals = Journals(open_database(store.url))
    for play, last in acknowledged.items():
        stored = journals.load(play)
        assert stored is not None
        assert last < len(stored.entries) <= last + 2
        assert [*map(str, stored.entries)] == [f"P1 next: {n}" for n in range(len(stored.entries))]
    journals.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("plays.db", "not a database URL"),
        ("mysql://here/plays", "unknown database 'mysql'"),
        ("postgresql://ann:secret@127.0.0.1:1/plays", "cannot be opened"),
        ("sqlite:////nowhere/plays.db", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_had_is_refused_in_one_line(url: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        open_database(url)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)
