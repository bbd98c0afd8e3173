"""Any frames, in any order, from several pages: the entries stay a list of legal answers."""

import http.client
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.harness import Server

WORDS = st.sampled_from(["answer", "undo", "redo", "hint", "chronicle", "pace", "lift", "say", ""])
SMALL = st.integers(-2, 60) | st.none() | st.text(max_size=3) | st.just(2**70)
GARBAGE = st.text(max_size=200) | st.binary(max_size=200) | st.just("[" * 4000)
NEARLY = st.fixed_dictionaries(
    {"do": WORDS}, optional={"at": SMALL, "answer": st.text(max_size=20), "on": SMALL, "x": SMALL}
)


class Guest:
    """Somebody with a cookie, who asks for pages and opens sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = ""

    def request(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask the API."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        reply = connection.getresponse()
        self.cookie = self.cookie or (reply.getheader("set-cookie") or "").split(";")[0]
        text = reply.read()
        connection.close()
        assert reply.status < 500, text
        return reply.status, json.loads(text)

    def open(self, play: str, at: int | None = None, query: str = "") -> ClientConnection:
        """Open a table's socket."""
        query = f"?at={at}" if at is not None else query
        socket = connect(
            f"ws://127.0.0.1:{self.server.port}/play/{play}/socket{query}",
            origin=Origin(self.server.url),
            additional_headers={"Cookie": self.cookie},
        )
        return socket.__enter__()


class Table(RuleBasedStateMachine):
    """A play, with the pages that its guest has open at it."""

    server: Server

    @initialize()
    def begin(self) -> None:
        self.guest, self.stranger = Guest(self.server), Guest(self.server)
        self.stranger.request("GET", "/api/games")
        body = {"game": "tomb", "options": {"mode": "series", "games": 10}}
        _, self.shown = self.guest.request("POST", "/api/plays", body)
        self.id: str = self.shown["id"]
        self.tabs = [self.guest.open(self.id)]

    @property
    def at(self) -> int:
        return int(self.shown["at"])

    @property
    def options(self) -> list[str]:
        question = self.shown["question"]
        return [option["answer"] for option in question["options"]] if question else []

    def tab(self, number: int) -> ClientConnection:
        if not self.tabs:
            self.tabs.append(self.guest.open(self.id))
        return self.tabs[number % len(self.tabs)]

    def exchange(self, number: int, frame: str | bytes) -> list[dict[str, Any]]:
        """Send a frame, and something that is always answered; give what came before that."""
        tab, heard = self.tab(number), []
        try:
            tab.send(frame)
            tab.send('{"do":"odds"}')
            while (said := json.loads(tab.recv(timeout=30)))["kind"] != "odds":
                heard.append(said)
        except ConnectionClosed:
            self.tabs.remove(tab)
        assert tab.close_code in (None, 1008, 1009)  # nonsense, or too much of it
        for said in heard:
            if said["kind"] in ("table", "refused"):
                assert said["at"] >= self.at or said["kind"] == "table"
        return heard

    def look(self) -> int:
        """See what the server says of the play; give by how much it has grown."""
        before = self.at
        status, self.shown = self.guest.request("GET", f"/api/plays/{self.id}")
        assert status == 200
        return self.at - before

    @rule(at=st.none() | st.integers(0, 99_999_999))
    def open_a_page(self, at: int | None) -> None:
        if len(self.tabs) < 4:
            self.tabs.append(self.guest.open(self.id, at))

    @rule(number=st.integers(0, 3))
    def close_a_page(self, number: int) -> None:
        tab = self.tab(number)
        self.tabs.remove(tab)
        tab.close()

    @rule(number=st.integers(0, 3), choice=st.integers(0, 9))
    def answer(self, number: int, choice: int) -> None:
        if self.options:
            given = self.options[choice % len(self.options)]
            frame = json.dumps({"do": "answer", "at": self.at, "answer": given})
            heard = self.exchange(number, frame)
            assert "refused" not in {said["kind"] for said in heard}
            assert self.look() > 0

    @rule(number=st.integers(0, 3), back=st.integers(1, 5), ahead=st.booleans())
    def answer_another_question(self, number: int, back: int, ahead: bool) -> None:
        given = (self.options or ["deeper"])[0]
        at = self.at + back if ahead else self.at - back
        heard = self.exchange(number, json.dumps({"do": "answer", "at": at, "answer": given}))
        expected = "stale" if at >= 0 else "unreadable"  # no entry has a number below nought
        assert expected in {said.get("why") for said in heard}
        assert self.look() == 0

    @rule(number=st.integers(0, 3), given=st.text(max_size=30))
    def answer_what_is_not_open(self, number: int, given: str) -> None:
        if given not in self.options:
            heard = self.exchange(
                number, json.dumps({"do": "answer", "at": self.at, "answer": given})
            )
            assert {"illegal", "unreadable", "stale"} & {said.get("why") for said in heard}
            assert self.look() == 0

    @rule(number=st.integers(0, 3), word=st.sampled_from(["undo", "redo"]))
    def undo_or_redo(self, number: int, word: str) -> None:
        heard = self.exchange(number, json.dumps({"do": word, "at": self.at}))
        refused = "refused" in {said["kind"] for said in heard}
        assert (self.look() > 0) == (not refused)

    @rule(number=st.integers(0, 3), frame=NEARLY)
    def send_something_like_a_frame(self, number: int, frame: dict[str, Any]) -> None:
        answers = frame.get("do") in ("answer", "undo", "redo") and frame.get("at") == self.at
        self.exchange(number, json.dumps(frame))
        assert self.look() == 0 or answers

    @rule(number=st.integers(0, 3), frame=GARBAGE)
    def send_garbage(self, number: int, frame: str | bytes) -> None:
        self.exchange(number, frame)
        assert self.look() == 0

    @rule()
    def send_too_much(self) -> None:
        self.exchange(0, "x" * 5000)
        assert self.look() == 0

    @rule()
    def come_as_somebody_else(self) -> None:
        with pytest.raises(InvalidStatus):
            self.stranger.open(self.id)
        body = {"at": self.at, "answer": (self.options or ["deeper"])[0]}
        assert self.stranger.request("POST", f"/api/plays/{self.id}/answers", body)[0] == 404
        assert self.stranger.request("GET", f"/api/plays/{self.id}")[0] == 404
        assert self.look() == 0

    @invariant()
    def the_server_is_well(self) -> None:
        if hasattr(self, "guest"):
            assert self.guest.request("GET", "/healthz")[0] == 200

    def teardown(self) -> None:
        for tab in getattr(self, "tabs", ()):
            tab.close()


@pytest.fixture
def machine(server: Server) -> type[Table]:
    return type("AtThisServer", (Table,), {"server": server})


def test_whatever_is_sent_a_play_is_a_list_of_legal_answers(machine: type[Table]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=15,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )
