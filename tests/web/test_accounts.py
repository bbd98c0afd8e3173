"""Accounts at a real server: a name for what a guest has played, and nobody else's."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.harness import Server
from tests.web.people import (
    COOKIE,
    PHRASE,
    begin,
    browser_of,
    claim,
    has,
    log_in,
    play_out,
    rows,
    same_cookie,
    somebody,
)
from undercroft.core.records.journal import read_journal
from undercroft.storage.people.names import BadName, folded, likeness, read_name
from undercroft.web.gateway import sessions
from undercroft.web.gateway.settings import Settings
from undercroft.web.gateway.visitors import Guests
from undercroft.web.server.app import make_app

# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann", "jörg_2", "Ольга", "a-b-c", "x" * 20, "  Ann  "])
def test_a_name_is_letters_digits_and_two_signs(name: str) -> None:
    assert read_name(name) == name.strip()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "x" * 21,
        "a b c",
        "<b>",
        "a\0bc",
        "\ufb01ne",
        "\uff21nn",
        "a.b",
        "ann\u200b",
        "bot:x",
    ],
)
def test_anything_else_is_no_name(name: str) -> None:
    with pytest.raises(BadName):
        read_name(name)


def test_names_that_look_the_same_are_the_same() -> None:
    assert read_name("Jo\u0308rg") == "Jörg"
    assert folded("JÖRG") == folded("jörg")
    assert folded("Straße") == folded("STRASSE")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "p\u0430ypa1"),
        ("Ian", "lan"),
        ("modern", "modem"),
        ("Anna", "\u0391nna"),
        ("Bob", "B0b"),
        ("Ann", "A n n"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "\u3164Ann"),
    ],
)
def test_look_alike_letters_make_the_same_likeness(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [("Jörg", "Jorg"), ("Ann", "Anna"), ("Ольга", "Olga")])
def test_names_that_can_be_told_apart_are_not_alike(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


# -- claiming and logging in ----------------------------------------------------------------------


def test_a_claimed_name_keeps_what_the_guest_had_and_follows_to_another_device(
    server: Server,
) -> None:
    ann = somebody(server)
    before = begin(ann)
    guest = same_cookie(server, ann)
    reply = claim(ann, "Ann")
    assert reply.status_code == 200
    assert "recovery code" in reply.text
    assert has(ann, before)
    assert not has(guest, before)  # the guest's cookie has nothing any more
    assert "Ann" in ann.get("/").text

    phone = somebody(server)
    on_phone = begin(phone)
    assert log_in(phone, "aNN").status_code == 303
    for person in (ann, phone):
        assert has(person, before)
        assert has(person, on_phone)
    assert phone.post("/logout").status_code == 303
    assert not has(phone, before)
    assert has(ann, before)


def test_logging_in_takes_a_guests_plays_along_once_and_no_other_accounts(server: Server) -> None:
    bea, cas = somebody(server), somebody(server)
    claim(bea, "Bea")
    claim(cas, "Cas")
    of_cas = begin(cas)
    log_in(cas, "Bea")  # changes from one account to the other
    assert not has(cas, of_cas)
    log_in(cas, "Cas")
    assert has(cas, of_cas)
    assert not has(bea, of_cas)


def test_a_play_that_is_open_goes_on_after_its_guest_has_logged_in(server: Server) -> None:
    dee = somebody(server)
    claim(dee, "Dee")
    dee.post("/logout")
    play = begin(dee, options={"mode": "series", "games": 3})
    log_in(dee, "Dee")
    assert play_out(dee, play)["outcome"]["name"] == "finished"


def test_a_name_is_given_out_once(server: Server) -> None:
    eve, eva = somebody(server), somebody(server)
    claim(eve, "Evé")
    reply = claim(eva, "EVE\u0301", status=409)
    assert 'aria-invalid="true"' in reply.text
    assert "is taken" in reply.text
    claim(somebody(server), "\u0395v\u00e9", status=409)  # a Greek letter
    claim(eva, "Evelyn")


@pytest.mark.parametrize(
    ("name", "password", "expected"),
    [
        ("x", PHRASE, "3 to 20 characters"),
        ("<i>Hm</i>", PHRASE, "letters, digits"),
        ("Fay", "too short", "at least 10"),
        ("Fay", "x" * 201, "at most 200"),
        ("fayfayfayfay", "FAYFAYFAYFAY", "easy to guess"),
        ("Fay", "aaaaaaaaaaaa", "easy to guess"),
        ("Fay", "password123", "easy to guess"),
        ("Fay", "1q2w3e4r5t6y", "easy to guess"),
        ("Fay", "Iloveyou2024", "easy to guess"),
        ("Fay", "undercroft1", "easy to guess"),
        ("Admin", PHRASE, "reserved"),
        ("\u0430dmin", PHRASE, "reserved"),  # the first letter is Cyrillic
        ("undercroft", PHRASE, "reserved"),
        ("Player-1", PHRASE, "reserved"),
        ("Cautious", PHRASE, "reserved"),  # a bot
    ],
)
def test_a_form_that_does_not_fit_says_why_beside_the_field(
    server: Server, name: str, password: str, expected: str
) -> None:
    reply = claim(somebody(server), name, password, status=422)
    assert expected in reply.text
    assert "<i>" not in reply.text
    assert password not in reply.text


# -- passwords ------------------------------------------------------------------------------------


def test_wrong_passwords_and_unknown_names_are_refused_alike_and_take_as_long(
    server: Server,
) -> None:
    gus = somebody(server)
    claim(gus, "Gus")
    took, said = [], []
    for name in ("Gus", "Nobody", "x" * 100, "a\0b", "") * 3:
        other = somebody(server)
        began = server.worked()
        reply = log_in(other, name, "wrong password")
        took.append(server.worked() - began)
        assert reply.status_code == 403
        said.append(reply.text.replace(f'value="{name}"', 'value=""').replace("\0", ""))
    assert len(set(said[:2])) == 1
    known, unknown = sum(took[0::5]), sum(took[1::5])
    assert unknown > known / 3  # a hash is checked either way


def test_another_password_logs_all_other_devices_out(server: Server) -> None:
    hal = somebody(server)
    claim(hal, "Hal")
    play = begin(hal)
    phone = somebody(server)
    log_in(phone, "Hal")
    assert has(phone, play)
    form = {"password": "not the one it is", "new-password": "nine candles, no wick"}
    assert hal.post("/account/password", data=form).status_code == 403
    form["password"] = PHRASE
    assert hal.post("/account/password", data=form | {"new-password": "short"}).status_code == 422
    assert hal.post("/account/password", data=form).status_code == 303
    assert has(hal, play)
    assert not has(phone, play)
    assert "Sign up" in phone.get("/").text
    assert log_in(phone, "Hal").status_code == 403
    assert log_in(phone, "Hal", "nine candles, no wick").status_code == 303


def test_a_hash_with_old_parameters_is_renewed_at_the_next_log_in(server: Server) -> None:
    from argon2 import PasswordHasher

    ida = somebody(server)
    claim(ida, "Ida")
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PHRASE)
    rows(server, "UPDATE accounts SET password = ? WHERE name = 'Ida'", old)
    assert log_in(somebody(server), "Ida").status_code == 303
    ((new,),) = rows(server, "SELECT password FROM accounts WHERE name = 'Ida'")
    assert "m=65536" in str(new)
    assert log_in(somebody(server), "Ida").status_code == 303


def test_passwords_stand_neither_in_the_log_nor_in_the_database(server: Server) -> None:
    jan = somebody(server)
    phrase = "a very particular phrase"
    claim(jan, "Jan", phrase)
    log_in(somebody(server), "Jan", phrase)
    jan.post("/account/password", data={"password": phrase, "new-password": phrase + " more"})
    written = server.log.read_bytes()
    assert b"name claimed" in written
    assert b"particular" not in written
    for file in server.data.glob("undercroft.db*"):
        assert b"particular" not in file.read_bytes()


# -- cookies --------------------------------------------------------------------------------------


def test_a_cookie_of_another_session_or_another_server_is_nobodys(server: Server) -> None:
    kim = somebody(server)
    claim(kim, "Kim")
    play = begin(kim)
    ((id,),) = rows(server, "SELECT id FROM accounts WHERE name = 'Kim'")
    ((session,),) = rows(server, "SELECT id FROM sessions WHERE account = ?", id)
    ours = Guests((server.data / "secret").read_text("ascii"))
    theirs = Guests("another server's secret")
    good = ours.sign(id, session)
    assert good == kim.cookies[COOKIE].strip('"')
    for forged in (
        ours.sign(id, session[::-1]),
        ours.sign(id, "x"),
        ours.sign("somebody-else", session),
        ours.sign(f"{id}:2"),  # an epoch that has not come
        ours.sign(f"{id}:0"),
        theirs.sign(id, session),
        good.replace(":s", ":"),
        f"{id}:s{session}",
    ):
        thief = browser_of(server)
        thief.cookies.set(COOKIE, forged)
        assert not has(thief, play), forged


# -- going ----------------------------------------------------------------------------------------


def test_deleting_an_account_leaves_nothing_of_it(server: Server) -> None:
    lea, bob = somebody(server), somebody(server)
    claim(lea, "Lea")
    alone = begin(lea)
    play_out(lea, alone)
    branch = lea.post(f"/play/{alone}/again", data={"same": "1"})
    together = begin(lea, fate="somebody")
    ((key,),) = rows(server, "SELECT key FROM seats WHERE play = ? AND role = 'fate'", together)
    assert bob.post(f"/join/{key}").status_code == 303
    ((id,),) = rows(server, "SELECT id FROM accounts WHERE name = 'Lea'")

    assert lea.post("/account/forget", data={"password": PHRASE}).status_code == 422
    wrong = {"password": "no password", "sure": "yes"}
    assert lea.post("/account/forget", data=wrong).status_code == 403
    assert has(lea, alone)
    old = same_cookie(server, lea)
    done = lea.post("/account/forget", data={"password": PHRASE, "sure": "yes"})
    assert done.status_code == 303
    assert branch.status_code == 303

    with closing(sqlite3.connect(server.data / "undercroft.db")) as connection:
        dump = "\n".join(line for line in connection.iterdump() if line.startswith("INSERT"))
    for trace in (str(id), "'Lea'", alone, branch.headers["location"].split("/")[2].split("?")[0]):
        assert trace not in dump, trace
    assert together in dump  # Bob's play, too
    assert has(bob, together)
    for gone in (lea, old):
        assert not has(gone, together)
        assert not has(gone, alone)
    assert log_in(somebody(server), "Lea").status_code == 403
    claim(somebody(server), "Lea")  # free again


def test_a_guest_can_be_forgotten_too(server: Server) -> None:
    guest = somebody(server)
    play = begin(guest)
    assert guest.post("/account/forget", data={"sure": "yes"}).status_code == 303
    assert rows(server, "SELECT 1 FROM plays WHERE id = ?", play) == []
    assert rows(server, "SELECT 1 FROM entries WHERE play = ?", play) == []


def test_all_data_come_in_one_file_and_the_journals_can_be_read(server: Server) -> None:
    mia = somebody(server)
    claim(mia, "Mia")
    done, going = begin(mia), begin(mia)
    seed = play_out(mia, done)["seed"]
    several = begin(mia, "labyrintheus", bots=["random", "random"])
    reply = mia.get("/account/journals.zip")
    assert reply.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert "1 more" in files.pop("README.txt")
    about, said = json.loads(files.pop("account.json")), json.loads(files.pop("talk.json"))
    for name, kind in (("puzzles.json", "tried"), ("remarks.json", "said")):
        assert json.loads(files.pop(name)) == {kind: []}
    assert about["account"]["name"] == "Mia"
    assert [it["device"] for it in about["account"]["sessions"]] == ["A Python program"]
    assert {seat["play"] for seat in about["seats"]} == {done, going, several}
    assert said == {}
    assert not any(several in name for name in files)  # others have hands to hide
    journals = {name: read_journal(text) for name, text in files.items()}
    assert len(journals) == 2
    (over,) = [journal for name, journal in journals.items() if done in name]
    (open_,) = [journal for name, journal in journals.items() if going in name]
    assert (over.seed, open_.seed) == (seed, None)
    assert str(over) == mia.get(f"/play/{done}/journal").text
    for name in files:
        assert name.startswith("20")


# -- at tables ------------------------------------------------------------------------------------


def names_at(server: Server, play: str) -> list[str]:
    return [name for (name,) in rows(server, "SELECT name FROM seats WHERE play = ?", play)]


def test_nobody_sits_unmarked_under_an_accounts_name(server: Server) -> None:
    owner, guest, other = somebody(server), somebody(server), somebody(server)
    before = begin(other, "tin", seats=["@here"], names=["Nora", "Bo"])
    claim(owner, "Nora")
    claim(other, "Otto")
    two: dict[str, Any] = {"seats": ["@here"]}
    for name, shown in {
        "Nora": "Nora (guest)",
        "NORA": "NORA (guest)",
        "N\u043er\u0430": "N\u043er\u0430 (guest)",  # two letters are Cyrillic
        "N0ra": "N0ra (guest)",
        "Admin": "Admin (guest)",
        "Norah": "Norah",
    }.items():
        for person in (guest, other):
            assert names_at(server, begin(person, "tin", names=[name], **two)) == [shown, None]
    assert names_at(server, begin(owner, "tin", names=["Nora"], **two)) == ["Nora", None]
    assert names_at(server, before) == ["Nora (guest)", "Bo"]  # it was there before the account

    link = begin(owner, "tin", seats=["@link"], names=["Nora"])
    ((key,),) = rows(server, "SELECT key FROM seats WHERE play = ? AND role = 'P2'", link)
    assert guest.post(f"/join/{key}", data={"name": "nora"}).status_code == 303
    assert names_at(server, link) == ["Nora", "nora (guest)"]
    again = guest.post(f"/play/{link}/again").headers["location"].split("/")[2].split("?")[0]
    assert names_at(server, again) == ["nora (guest)", "Nora"]

    assert guest.post(f"/api/plays/{link}/talk", json={"text": "I am Nora"}).status_code == 200
    with zipfile.ZipFile(io.BytesIO(owner.get("/account/journals.zip").content)) as archive:
        (line,) = json.loads(archive.read("talk.json"))[link]
    assert (line["name"], line["text"], line["yours"]) == ("nora (guest)", "I am Nora", False)


# -- throttling, without a network ----------------------------------------------------------------

HOME = "http://127.0.0.1"


def clients(settings: Settings, count: int) -> list[TestClient]:
    app = make_app(settings)
    return [
        TestClient(app, base_url=HOME, follow_redirects=False, client=(f"10.0.0.{n}", 1))
        for n in range(count)
    ]


def attempt(client: TestClient, name: str, given: str = "wrong one, alas") -> int:
    return client.post("/login", data={"name": name, "password": given}).status_code


def test_who_tries_passwords_is_slowed_down_by_client_and_by_name(tmp_path: Path) -> None:
    one, two, three = clients(Settings(data=tmp_path, logins=1e-6, logins_burst=3), 3)
    with one:
        assert one.post("/account", data={"name": "Ned", "password": PHRASE}).status_code == 200
        one.cookies.clear()  # as if on another device
        assert [attempt(one, f"name{n}") for n in range(3)] == [403, 403, 429]  # after the claim
        assert attempt(one, "Ned", PHRASE) == 429  # even if it is right
        assert [attempt(two, "NED"), attempt(two, "ned")] == [403, 403]
        assert attempt(three, "Ned", PHRASE) == 429  # from all clients together
        assert attempt(three, "Other") == 403


def test_strangers_who_try_passwords_do_not_keep_the_owner_out_of_a_known_device(
    tmp_path: Path,
) -> None:
    owner, stranger, other = clients(Settings(data=tmp_path, logins_burst=3), 3)
    with owner:
        owner.post("/account", data={"name": "Una", "password": PHRASE})
        assert owner.post("/logout").status_code == 303
        assert [attempt(stranger, "Una") for _ in range(4)] == [403, 403, 429, 429]
        assert attempt(other, "Una", PHRASE) == 429  # a device that nobody knows
        assert attempt(owner, "Una", PHRASE) == 303
        owner.post("/logout")
        assert [attempt(owner, "Una") for _ in range(3)] == [403, 403, 429]  # one was taken
        # the cookie cannot be made up
        other.cookies.set("undercroft-device", owner.cookies["undercroft-device"] + "x")
        assert attempt(other, "Una", PHRASE) == 429


def test_an_open_table_is_closed_when_its_cookie_is_good_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undercroft.web.gateway.gateway.RECHECK", 0.0)
    monkeypatch.setattr(sessions, "FRESH", 0.0)
    laptop, phone = clients(Settings(data=tmp_path), 2)
    with laptop:
        laptop.post("/account", data={"name": "Ola", "password": PHRASE})
        assert attempt(phone, "Ola", PHRASE) == 303
        play = phone.post("/api/plays", json={"game": "tomb"}).json()["id"]
        address, headers = f"ws://127.0.0.1/play/{play}/socket", {"origin": HOME}
        with phone.websocket_connect(address, headers=headers) as socket:
            assert socket.receive_json()["kind"] == "table"
            form = {"password": PHRASE, "new-password": "eleven keys, no door"}
            assert laptop.post("/account/password", data=form).status_code == 303
            socket.send_json({"do": "odds"})
            assert socket.receive() == {
                "type": "websocket.close",
                "code": 1008,
                "reason": "logged out",
            }
