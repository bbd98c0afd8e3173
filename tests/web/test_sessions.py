"""Whose cookie is good, also while the database is away."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.storage.stores import Postgresql, PostgresqlServer
from undercroft.storage.accounts import Accounts
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, StorageLost
from undercroft.web import sessions
from undercroft.web.sessions import Sessions


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresqlServer]:
    server = PostgresqlServer()
    yield server
    server.close()


def test_a_cookie_is_good_for_its_epoch_and_known_ones_outlast_a_lost_database(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Postgresql(postgresql, "sessions")
    here, there = Journals(open_database(store.url)), Journals(open_database(store.url))
    known = Sessions(Accounts(here))

    async def visit() -> None:
        ann = await Accounts(there).claim("Ann", "hash", "guest")
        assert await known.find(ann.id, 1) == ann
        assert await known.find(ann.id, 0) is None
        assert await known.find("nobody", 1) is None

        await Accounts(there).change_password(ann, "other")  # at another server
        assert await known.find(ann.id, 1) == ann  # for two seconds more
        known.forget(ann.id)
        assert await known.find(ann.id, 1) is None
        assert await known.find(ann.id, 2) is not None

        monkeypatch.setattr(sessions, "FRESH", 0.0)
        with store.lost():
            assert await known.find(ann.id, 2) is not None
            assert await known.find(ann.id, 1) is None
            with pytest.raises(StorageLost):
                await known.find("somebody else", 1)
        await Accounts(here).delete(ann.id)  # whose writer has lost no connection
        assert await known.find(ann.id, 2) is None

    asyncio.run(visit())
    here.close()
    there.close()
