"""Whose cookie is good: while the database is away, and at two servers on one database."""

import asyncio
import re
import time
from pathlib import Path

import httpx2
import pytest

from tests.storage.stores import Postgresql, PostgresqlServer
from tests.web.harness import Server, running
from tests.web.people import (
    COOKIE,
    PHRASE,
    begin,
    browser_of,
    claim,
    has,
    log_in,
    rows,
    same_cookie,
    somebody,
)
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, StorageLost
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.people.sessions import StoredSessions
from undercroft.web.gateway import sessions
from undercroft.web.gateway.device_names import device_name
from undercroft.web.gateway.sessions import Sessions
from undercroft.web.gateway.visitors import Guests, Known


def test_a_cookie_is_good_for_its_session_and_known_ones_outlast_a_lost_database(
    postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Postgresql(postgresql, "sessions")
    here, there = Journals(open_database(store.url)), Journals(open_database(store.url))
    known = Sessions(here)

    async def is_good(guest: str, session: str | None = None, epoch: int | None = None) -> bool:
        return await known.visit(Known(guest, session, epoch, "")) is not None

    monkeypatch.setattr(sessions, "FRESH", 600.0)  # a crowded machine is slow

    async def visit() -> None:
        ann = await Accounts(there).claim("Ann", "hash", "guest", "code")
        phone = await StoredSessions(there).begin(ann.id, "Firefox on Android")
        desk = await StoredSessions(there).begin(ann.id, "Firefox on Linux")
        assert await is_good(ann.id, phone.id)
        assert await is_good(ann.id, epoch=1)  # a cookie from before there were sessions
        assert not await is_good(ann.id, epoch=0)
        assert not await is_good("nobody", phone.id)
        assert not await is_good(ann.id, "unknown")

        await StoredSessions(there).end(ann.id, phone.id)  # at another server
        assert await is_good(ann.id, phone.id)  # for two seconds more
        known.forget(ann.id)
        assert not await is_good(ann.id, phone.id)
        assert await is_good(ann.id, desk.id)

        monkeypatch.setattr(sessions, "FRESH", 0.0)
        with store.lost():
            assert await is_good(ann.id, desk.id)
            assert not await is_good(ann.id, phone.id)
            with pytest.raises(StorageLost):
                await is_good("somebody else", "unknown yet")
        await Accounts(here).change_password(ann, "other")  # whose writer has lost no connection
        assert not await is_good(ann.id, desk.id)
        assert not await is_good(ann.id, epoch=1)

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
        claim(guest, "Ann")
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


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari on an iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge on Windows",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"
    " Mobile Safari/537.36": "Chrome on Android",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.0 Safari/605.1.15": "Safari on a Mac",
    "curl/8.5.0": "curl",
    "": "Unknown device",
    "<script>": "Unknown device",
}


@pytest.mark.parametrize(("agent", "named"), AGENTS.items(), ids=AGENTS.values())
def test_a_device_is_named_in_plain_words(agent: str, named: str) -> None:
    assert device_name(agent) == named


def test_log_out_ends_the_session_at_the_server(server: Server) -> None:
    ann = somebody(server)
    claim(ann, "Antonia")
    play = begin(ann)
    copied = same_cookie(server, ann)
    assert has(copied, play)
    assert ann.post("/logout").status_code == 303
    assert not has(copied, play)  # the very cookie, from elsewhere


def test_one_sees_where_one_is_logged_in_and_can_end_each_session(server: Server) -> None:
    desk, phone, tablet = somebody(server), somebody(server), somebody(server)
    claim(desk, "Berta")
    play = begin(desk)
    phone.headers["user-agent"] = next(agent for agent in AGENTS if "iPhone" in agent)
    for person in (phone, tablet):
        assert log_in(person, "Berta").status_code == 303
    shown = desk.get("/account").text
    assert shown.count("this device<") == 1
    assert "Safari on an iPhone" in shown
    ((of_phone,),) = rows(server, "SELECT id FROM sessions WHERE device LIKE '%iPhone'")
    stranger = somebody(server)
    claim(stranger, "Carla")
    stranger.post(f"/account/sessions/{of_phone}/end")
    assert has(phone, play)  # nobody ends another's
    assert desk.post(f"/account/sessions/{of_phone}/end").status_code == 303
    assert not has(phone, play)
    assert has(tablet, play)
    assert desk.post("/account/sessions/end").status_code == 303
    assert not has(tablet, play)
    assert has(desk, play)


def test_a_cookie_from_before_there_were_sessions_is_exchanged_and_nobody_logged_out(
    server: Server,
) -> None:
    ann = somebody(server)
    claim(ann, "Dora")
    play = begin(ann)
    ((id,),) = rows(server, "SELECT id FROM accounts WHERE name = 'Dora'")
    old = Guests((server.data / "secret").read_text("ascii")).sign(f"{id}:1")
    device, program = browser_of(server), browser_of(server)
    for person in (device, program):
        person.cookies.set(COOKIE, old)
        assert has(person, play)
    reply = device.get("/account", headers={"accept": "text/html"})
    (cookie,) = reply.headers.get_list("set-cookie")
    assert ":s" in cookie
    assert reply.text.count("this device<") == 1
    device.cookies.clear()
    device.cookies.set(COOKIE, cookie.split(";")[0].split("=", 1)[1].strip('"'))
    assert has(device, play)
    assert has(program, play)
    ann.post("/account/sessions/end")
    assert not has(device, play)
    assert not has(program, play)


def test_an_account_has_no_more_sessions_than_can_be_looked_through(server: Server) -> None:
    ann = somebody(server)
    claim(ann, "Frieda")
    ((id,),) = rows(server, "SELECT id FROM accounts WHERE name = 'Frieda'")
    for n in range(60):
        values = f"s{n}", id
        rows(server, "INSERT INTO sessions VALUES (?, ?, 1, 4102444800000, 'x')", *values)
    log_in(somebody(server), "Frieda")
    ((count,),) = rows(server, "SELECT count(*) FROM sessions WHERE account = ?", id)
    assert count == 50


# -- recovery -------------------------------------------------------------------------------------


def code_in(text: str) -> str:
    (code,) = re.findall(r"<code>((?:[A-Z2-9]{5}-){3}[A-Z2-9]{5})</code>", text)
    return str(code)


def recover(person: httpx2.Client, name: str, code: str, new: str) -> httpx2.Response:
    return person.post("/recover", data={"name": name, "code": code, "new-password": new})


def test_a_lost_password_is_replaced_by_the_code_that_was_shown_once(server: Server) -> None:
    ann, other = somebody(server), somebody(server)
    code = code_in(claim(ann, "Gerda").text)
    play = begin(ann)
    new = "nine candles, no wick"
    assert recover(other, "Gerda", "AAAAA-BBBBB-CCCCC-DDDDD", new).status_code == 403
    assert recover(other, "Nobody", code, new).status_code == 403
    assert recover(other, "Gerda", code, "short").status_code == 422
    assert log_in(somebody(server), "Gerda").status_code == 303  # nothing has changed yet
    done = recover(other, "gerda", f" {code.lower().replace('-', ' ')} ", new)
    assert done.status_code == 200
    assert has(other, play)
    assert not has(ann, play)  # all devices are logged out
    assert log_in(somebody(server), "Gerda").status_code == 403
    assert log_in(somebody(server), "Gerda", new).status_code == 303
    assert recover(ann, "Gerda", code, "ten bells, no rope").status_code == 403  # used
    assert recover(ann, "Gerda", code_in(done.text), "ten bells, no rope").status_code == 200
    for file in server.data.glob("undercroft.db*"):
        assert code.encode() not in file.read_bytes()


def test_a_recovery_code_is_renewed_with_the_password(server: Server) -> None:
    ann = somebody(server)
    old = code_in(claim(ann, "Hilde").text)
    assert ann.post("/account/recovery", data={"password": "not the one"}).status_code == 403
    new = code_in(ann.post("/account/recovery", data={"password": PHRASE}).text)
    assert recover(somebody(server), "Hilde", old, "ten bells, no rope").status_code == 403
    assert recover(somebody(server), "Hilde", new, "ten bells, no rope").status_code == 200
