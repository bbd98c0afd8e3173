"""Whoever runs a server: what they see, mute, ban and delete while it runs, on either database."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.harness import ROOT, Server, running
from tests.web.people import COOKIE, begin, claim, has, log_in, somebody
from undercroft.cli import exit_code

SENTENCE = "You are banned from this server. Reason: cheating."


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    url = ""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql").make("operators")
    with running(tmp_path_factory.mktemp("operators"), url) as started:
        yield started


def admin(server: Server, *words: str) -> str:
    """Run `undercroft admin`; give what it prints."""
    code, told, complaint = asked(server, *words)
    assert code == 0, complaint
    return told


def asked(server: Server, *words: str) -> tuple[int, str, str]:
    """Run `undercroft admin` here, not in the server's process; give code, output and errors."""
    where = ["--database", server.database] if server.database else ["--data", str(server.data)]
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["undercroft", "admin", words[0], *where, *words[1:]])
        code = exit_code()
    return code, out.getvalue(), err.getvalue()


def listed(server: Server, what: str, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(admin(server, what, "--json", *more))
    return found


def until(so: Callable[[], bool]) -> None:
    """Wait until something is so: a server notices within seconds, on a quiet machine."""
    end = time.monotonic() + 60
    while not so():
        assert time.monotonic() < end
        time.sleep(0.2)


def table_of_two(server: Server, ann: httpx2.Client, bob: httpx2.Client, name: str) -> str:
    laid = ann.post("/api/plays", json={"game": "tin", "seats": ["@link"], "names": ["Ann"]}).json()
    (key,) = [seat["link"] for seat in laid["seats"] if seat.get("link")]
    joined = bob.post(key, data={"name": name})
    assert joined.status_code == 303
    return str(laid["id"])


def guest_at(server: Server, play: str, role: str) -> str:
    (table,) = [it for it in listed(server, "tables") if it["id"] == play]
    (seat,) = [it for it in table["seats"] if it.startswith(role)]
    return str(seat.split("[")[1].split("]")[0])


def parting(socket: ClientConnection) -> tuple[int, str]:
    """Read until the server closes; say how."""
    try:
        while True:
            socket.recv(30)
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")


def says(person: httpx2.Client, play: str, text: str) -> int:
    return person.post(f"/api/plays/{play}/talk", json={"text": text}).status_code


def test_somebody_who_is_muted_plays_on_in_silence(server: Server) -> None:
    ann, bob = somebody(server), somebody(server)
    play = table_of_two(server, ann, bob, "Bob")
    assert says(bob, play, "hello") == 200
    guest = guest_at(server, play, "P2")
    (row,) = [it for it in listed(server, "guests") if it["id"] == guest]
    assert (row["names"], row["muted"], row["banned"]) == (["Bob"], False, False)
    admin(server, "mute", "--why", "shouting", "--", guest)
    until(lambda: says(bob, play, "are you there?") == 422)
    assert has(bob, play)
    assert says(ann, play, "yes") == 200
    claim(bob, f"Bob{guest[:4]}".replace("_", "x").replace("-", "x"))
    assert says(bob, play, "I have a name now") == 422  # and is still muted
    account = guest_at(server, play, "P2")
    assert account != guest
    admin(server, "unmute", "--", account)
    until(lambda: says(bob, play, "thank you") == 200)


def test_somebody_who_is_banned_is_turned_away_and_a_bot_plays(server: Server) -> None:
    ann, cas = somebody(server), somebody(server)
    play = table_of_two(server, ann, cas, "Cas")
    guest = guest_at(server, play, "P2")
    address = f"{server.url.replace('http', 'ws')}/play/{play}/socket"
    cookie = {"Cookie": f"{COOKIE}={cas.cookies[COOKIE]}", "Origin": server.url}
    with connect(address, additional_headers=cookie) as socket:
        socket.recv(30)
        admin(server, "ban", "--why", "cheating", "--", guest)
        until(lambda: cas.get("/").status_code == 403)
        assert parting(socket) == (1008, "banned")
    for refused in (cas.get(f"/api/plays/{play}"), cas.post("/api/plays", json={"game": "tomb"})):
        assert refused.status_code == 403
        assert SENTENCE in refused.text
    with pytest.raises(Exception, match="HTTP 403"), connect(address, additional_headers=cookie):
        pass
    assert cas.get("/account").status_code == 200  # what is theirs stays theirs
    assert cas.get("/account/journals.zip").status_code == 200
    seats = {seat["role"]: seat for seat in ann.get(f"/api/plays/{play}").json()["seats"]}
    assert seats["P2"]["stands_in"] is True
    (row,) = [it for it in listed(server, "guests") if it["id"] == guest]
    assert row["banned"] is True
    admin(server, "unban", "--", guest)
    until(lambda: has(cas, play))
    assert cas.post(f"/api/plays/{play}/return", json={"role": "P2"}).status_code == 200


def test_an_account_is_banned_by_its_name_wherever_it_logs_in(server: Server) -> None:
    dee = somebody(server)
    claim(dee, "Deirdre")
    admin(server, "ban", "deirdre", "--why", "cheating")
    until(lambda: dee.get("/").status_code == 403)
    phone = somebody(server)
    play = begin(phone)
    assert log_in(phone, "Deirdre").status_code == 303  # to download or delete what is theirs
    assert phone.get("/").status_code == 403
    assert phone.get("/account").status_code == 200
    (row,) = [it for it in listed(server, "accounts") if it["name"] == "Deirdre"]
    assert row["banned"] is True
    assert dee.post("/logout").status_code == 303
    assert dee.get("/").status_code == 200
    admin(server, "unban", "Deirdre")
    until(lambda: phone.get("/").status_code == 200)
    assert not has(phone, play)  # the guest's games did not go to a banned account


def test_a_table_is_deleted_while_people_sit_at_it(server: Server) -> None:
    ann, eve = somebody(server), somebody(server)
    play = table_of_two(server, ann, eve, "Eve")
    address = f"{server.url.replace('http', 'ws')}/play/{play}/socket"
    cookie = {"Cookie": f"{COOKIE}={eve.cookies[COOKIE]}", "Origin": server.url}
    code, _, complaint = asked(server, "delete", "--", "table", play)
    assert code == 2
    assert "add --yes" in complaint
    assert has(eve, play)
    with connect(address, additional_headers=cookie) as socket:
        socket.recv(30)
        admin(server, "delete", "--yes", "--", "table", play)
        until(lambda: not has(eve, play))
        assert parting(socket) == (1008, "the table is no more")
    assert not any(it["id"] == play for it in listed(server, "tables"))
    assert ann.get("/").status_code == 200


def test_a_guest_and_an_account_are_deleted(server: Server) -> None:
    fay, guest = somebody(server), somebody(server)
    claim(fay, "Fayette")
    alone, of_guest = begin(fay), begin(guest)
    together = table_of_two(server, guest, fay, "Fayette")
    admin(server, "delete", "account", "fayette", "--yes")
    until(lambda: not has(fay, alone))
    assert not has(fay, together)
    assert has(guest, together)
    assert log_in(somebody(server), "Fayette").status_code == 403
    id = guest_at(server, of_guest, "P1")
    assert asked(server, "delete", "--yes", "--", "account", id)[0] == 2
    admin(server, "delete", "--yes", "--", "guest", id)
    until(lambda: not has(guest, of_guest))
    assert not has(guest, together)
    assert not any(it["id"] == id for it in listed(server, "guests"))


@pytest.mark.parametrize(
    "words", [("mute", "-nobody"), ("delete", "table", "nothing", "--yes"), ("settle", "99")]
)
def test_what_is_not_there_is_told_in_one_line(server: Server, words: tuple[str, ...]) -> None:
    code, told, complaint = asked(server, *words)
    assert (code, told) == (2, "")
    assert "there is no" in complaint
    assert complaint.count("\n") == 1


def test_players_report_others_and_operators_settle_it(server: Server) -> None:
    ann, gil = somebody(server), somebody(server)
    play = table_of_two(server, ann, gil, "Gil")
    said = gil.post(f"/api/plays/{play}/talk", json={"text": "something vile"}).json()
    line = said["lines"][-1]["number"]

    def report(person: httpx2.Client, **form: str) -> httpx2.Response:
        return person.post(
            f"/play/{play}/report", data=form, headers={"accept": "application/json"}
        )

    for bad in (
        {"role": "P2", "why": ""},
        {"role": "P2", "why": "x" * 501},
        {"role": "P1", "why": "myself"},
        {"role": "P9", "why": "nobody"},
        {"why": "nobody"},
    ):
        assert report(ann, **bad).status_code == 422, bad
    assert report(somebody(server), role="P2", why="a stranger").status_code == 404
    done = report(ann, role="P2", why="He  said\nthis.", line=str(line))
    assert done.status_code == 201
    assert "Reported Gil" in done.json()["message"]
    (found,) = [it for it in listed(server, "reports") if it["play"] == play]
    assert (found["name"], found["line"], found["why"]) == (
        "Gil",
        "something vile",
        "He said this.",
    )
    assert (found["reporter"], found["subject"]) == (
        guest_at(server, play, "P1"),
        guest_at(server, play, "P2"),
    )
    assert "something vile" in admin(server, "reports")
    statuses = [report(ann, role="P2", why=f"again {n}").status_code for n in range(6)]
    assert statuses == [201] * 4 + [429] * 2
    admin(server, "settle", str(found["number"]), "--note", "talked to him")
    assert found["number"] not in [it["number"] for it in listed(server, "reports")]
    (settled,) = [it for it in listed(server, "reports", "--all") if it["note"]]
    assert settled["note"] == "talked to him"


def test_orders_and_reports_stand_after_a_restart_and_a_move(
    server: Server, tmp_path: Path
) -> None:
    hal = somebody(server)
    play = begin(hal)
    guest = guest_at(server, play, "P1")
    admin(server, "ban", "--why", "cheating", "--", guest)
    until(lambda: hal.get("/").status_code == 403)
    where = ["--database", server.database] if server.database else ["--data", str(server.data)]
    for words in (
        ["export", str(tmp_path / "all.jsonl"), *where],
        ["import", str(tmp_path / "all.jsonl"), "--data", str(tmp_path / "moved")],
    ):
        subprocess.run(  # noqa: S603 (our own)
            [sys.executable, "-m", "undercroft", *words],
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
    (tmp_path / "moved" / "secret").write_text((server.data / "secret").read_text())
    with running(tmp_path / "moved") as moved:
        there = httpx2.Client(base_url=moved.url, cookies=dict(hal.cookies))
        assert there.get("/").status_code == 403
        assert len(listed(moved, "reports", "--all")) == len(listed(server, "reports", "--all"))
        there.close()
