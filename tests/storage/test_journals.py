import asyncio
import sqlite3
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from tests.storage.stores import Store
from undercroft.storage.database import open_database
from undercroft.storage.journals import Conflict, Journals, Record, StorageLost
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
        await journals.create(a_record(), ["draw deck: 5d", "draw deck: 3s"], {"fate": "key"})
        await journals.append("p1", 2, ["P1 next: turn-back"], ended=("escaped", 12))

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert stored.entries == ["draw deck: 5d", "draw deck: 3s", "P1 next: turn-back"]
    assert stored.record.options == {"start-hp": "8"}
    assert (stored.record.outcome, stored.record.score) == ("escaped", 12)
    assert stored.seats == {"P1": "ann", "fate": None}
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
    assert stored.entries == ["draw deck: 5d", "P1 next: deeper"]


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
        assert stored.entries == [f"P1 next: {n}" for n in range(20)]


def test_a_lost_database_refuses_and_the_play_goes_on_when_it_is_back(
    journals: Journals, store: Store
) -> None:
    async def write() -> None:
        await journals.create(a_record(), [])
        with store.lost():
            for _ in range(3):
                with pytest.raises(StorageLost):
                    await journals.append("p1", 0, ["P1 next: deeper"])
        await journals.append("p1", 0, ["P1 next: deeper"])

    asyncio.run(write())
    stored = journals.load("p1")
    assert stored is not None
    assert stored.entries == ["P1 next: deeper"]


def test_lists_of_plays_branches_shares_and_seats(journals: Journals) -> None:
    async def write() -> None:
        await journals.create(a_record("p1"), [])
        await journals.create(a_record("p2")._replace(parent="p1", parent_at=3, name="what if"), [])
        await journals.create(a_record("p3", "bob"), [], {"fate": "key"})
        await journals.share("p1", "look")
        await journals.take_seat("key", "cat")
        await journals.take_seat("key", "dan")

    asyncio.run(write())
    assert {record.id for record in journals.owned("ann")} == {"p1", "p2"}
    assert [record.name for record in journals.branches("p1")] == ["what if"]
    assert journals.shared("look") == "p1"
    assert journals.shared("p1") is None
    assert journals.seat_of_key("key") == ("p3", "fate", "cat")
    assert journals.seat_key("p3", "fate") is None
