"""`undercroft join URL`: the real command at a real server, which goes away and comes back."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from msgspec.structs import replace

from tests.cli.driving import Sitting, undercroft
from undercroft.core.errors import Refused
from undercroft.terminal.online import OnlineTable, chosen
from undercroft.terminal.screen import Screen
from undercroft.terminal.server import Address, Asked, Choice, Shown, read_address


class House:
    """A server of our own, that can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.open()

    def open(self) -> None:
        args = ("serve", "--port", str(self.port), "--data", str(self.data), "--no-browser")
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "undercroft", *args],
            env={**os.environ},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = monotonic() + 30
        while True:
            try:
                build_opener().open(f"{self.url}/healthz", timeout=2).close()
                return
            except (URLError, OSError):
                if monotonic() > end or self.process.poll() is not None:
                    self.process.kill()
                    self.process.wait()
                    raise AssertionError("no server") from None
                sleep(0.1)

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


class Host:
    """Whoever lays the table: a guest who answers by the API."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if body else None
        request = Request(self.house.url + path, data, {"content-type": "application/json"})  # noqa: S310
        with self.opener.open(request, timeout=40) as reply:
            return json.load(reply)

    def lay(self, game: str, **more: Any) -> tuple[str, str]:
        """Lay a table for two; give its id, and the link to the other seat."""
        table = self.ask(
            "/api/plays", game=game, seats=["@link"], names=["Ann"], seed="rose", **more
        )
        (link,) = [seat["link"] for seat in table["seats"] if seat["link"]]
        return table["id"], self.house.url + link


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data")
    yield house
    if house.process.poll() is None:
        house.close()


class Guest(Sitting):
    """Somebody at `undercroft join`."""

    command = "join"


def test_a_duel_is_played_to_its_end_though_the_server_goes_away(
    tmp_path: Path, house: House
) -> None:
    host = Host(house)
    play, link = host.lay("tomb")
    told = ""
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        answered = 0
        for _ in range(300):
            seen = host.ask(f"/api/plays/{play}")
            if seen["outcome"]:
                break
            if seen["question"] and seen["question"]["yours"] and not seen["waits"]:
                given = seen["question"]["options"][0]["answer"]
                host.ask(f"/api/plays/{play}/answers", at=seen["at"], answer=given)
                continue
            if seen["waits"]:
                sleep(0.1)
                continue
            told += bob.until_asked(20)
            answered += 1
            if answered == 2:
                house.close()
                bob.type("1")
                told += bob.until("trying again")
                house.open()
                told += bob.until("Back at the table.")
            else:
                bob.type("1")
            host.ask(f"/api/plays/{play}?after={seen['at']}")  # it is there
        told += bob.until("Outcome: ")
        assert bob.process.wait(20) == 0
    assert "Player 1, Ann: " in told
    assert "Player 2, Bob: you." in told
    assert "won by" in told
    assert answered > 2
    assert (tmp_path / "bob" / "online.cookies").stat().st_mode & 0o077 == 0


def test_who_leaves_comes_back_to_the_seat_and_nobody_else_gets_it(
    tmp_path: Path, house: House
) -> None:
    host = Host(house)
    play, link = host.lay("labyrintheus")
    with Guest(tmp_path / "bob", link, "--name", "Bob") as bob:
        end = monotonic() + 20
        while host.ask(f"/api/plays/{play}")["waits"] and monotonic() < end:
            sleep(0.1)
        seen = host.ask(f"/api/plays/{play}")
        while seen["question"] and seen["question"]["yours"]:
            given = seen["question"]["options"][0]["answer"]
            seen = host.ask(f"/api/plays/{play}/answers", at=seen["at"], answer=given)
        first = bob.until_asked(30)
        for command in ("t", "w", "?", "help", "nonsense", "99"):
            bob.type(command)
            first += bob.until_asked()
        bob.type("s")
        first += bob.until("Your seat is kept: undercroft join")
    assert "is not open; expected one of" in first
    assert "there is no option 99" in first
    again = undercroft(tmp_path / "bob", "join", link, typed="s\n")
    assert again.returncode == 0, again.stderr
    assert "Player 2, Bob: you." in again.stdout
    other = undercroft(tmp_path / "eve", "join", link)
    assert other.returncode == 2
    assert "that seat is taken" in other.stderr
    mine = undercroft(tmp_path / "bob", "join", f"{house.url}/play/{play}", typed="s\n")
    assert mine.returncode == 0
    theirs = undercroft(tmp_path / "eve", "join", f"{house.url}/play/{play}")
    assert theirs.returncode == 2


def test_a_server_that_is_not_there_is_told_in_a_line(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "join", "http://127.0.0.1:9/join/KEY")
    assert done.returncode == 2
    assert re.fullmatch(r"undercroft: http://127.0.0.1:9 cannot be reached: .*\n", done.stderr)


@pytest.mark.parametrize("url", ["", "nothing", "ftp://x/join/1", "http://host/", "http://h/a/b/c"])
def test_what_is_no_link_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="expected a link like"):
        read_address(url)


def test_links_to_seats_and_plays_are_read() -> None:
    assert read_address("https://x.example:1/join/k?a=1") == Address(
        "https://x.example:1", "join", "k"
    )
    assert read_address("10.0.0.2:8400/play/p/") == Address("http://10.0.0.2:8400", "play", "p")


def asked(*answers: str, fate: bool = False) -> Asked:
    options = tuple(Choice(answer, "") for answer in answers)
    return Asked("P1 x", "", "", yours=True, fate=fate, options=options)


def test_answers_are_meant_by_number_word_or_beginning() -> None:
    question = asked("go:N", "go:E", "stay")
    assert [chosen(question, typed) for typed in ("2", "go n", "st")] == ["go:E", "go:N", "stay"]
    assert chosen(asked(fate=True), "5d") == "5d"
    for typed in ("go", "0", "4", "?!"):
        with pytest.raises(Refused):
            chosen(question, typed)


def test_what_is_taken_back_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    table = OnlineTable(None, Address("", "play", ""), "", Screen())  # type: ignore[arg-type]
    bare = Shown("", "tomb", 0, "P1", False, (), "", (), None, None, {}, None, None, None)
    for log in (("a", "b"), ("a", "b", "c"), ("a", "d")):
        table.tell(replace(bare, log=log))
    assert capsys.readouterr().out.split("\n") == [
        *("a", "b", "c", "Something was taken back.", "d", "")
    ]
