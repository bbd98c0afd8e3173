"""Whose cookie is good: while the database is away, and at two servers on one database."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.storage.stores import Postgresql, PostgresqlServer
from tests.web.harness import running
from tests.web.people import PHRASE, begin, claim, has, log_in, same_cookie, somebody
from undercroft.storage.accounts import Accounts
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, StorageLost
from undercroft.web import sessions
from undercroft.web.sessions import Sessions


def test_a_cookie_is_good_for_its_epoch_and_known_ones_outlast_a_lost_database(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Postgresql(postgresql, "sessions")
    here, there = Journals(open_database(store.url)), Journals(open_database(store.url))
    known = Sessions(Accounts(here))

    monkeypatch.setattr(sessions, "FRESH", 600.0)  # a crowded machine is slow

    async def visit() -> None:
        ann = await Accounts(there).claim("Ann", "hash", "guest")
        assert await known.find(ann.id, 1) == ann
        assert await known.find(ann.id, 0) is None
        assert await known.find("nobody", 1) is None

        await Accounts(there).change_password(ann, "other")  # at another server
        assert await known.find(ann.id, 1) == ann  # for a while
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


def test_what_an_account_does_at_one_server_is_so_at_the_other(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make("accounts")
    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        guest = somebody(one)
        play = begin(guest)
        assert has(same_cookie(two, guest), play)  # the other server has it in memory now
        old = same_cookie(two, guest)
        assert claim(guest, "Ann").status_code == 303
        assert not has(old, play)
        ann = same_cookie(two, guest)
        assert has(ann, play)

        phone = somebody(two)
        on_phone = begin(phone)
        assert not has(guest, on_phone)
        assert log_in(phone, "Ann").status_code == 303
        assert has(guest, on_phone)
        assert has(phone, play)

        form = {"password": PHRASE, "new-password": "ten bells, no rope"}
        assert phone.post("/account/password", data=form).status_code == 303
        time.sleep(2.1)  # what the other server knows is two seconds old at most
        assert not has(guest, play)
        assert has(phone, play)
        forget = {"password": "ten bells, no rope", "sure": "yes"}
        assert phone.post("/account/forget", data=forget).status_code == 303
        time.sleep(2.1)
        for person in (guest, phone, same_cookie(one, phone)):
            assert not has(person, play)
