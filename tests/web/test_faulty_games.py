"""A fault in a game's rules or drawings is said, and loses nothing: the table goes on."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.cracked_lamps import CRACKED
from tests.web.harness import Server, running
from tests.web.test_programs import Person, at_the_table, table_of_two

BROKEN = "Something broke on our side."


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("UNDERCROFT_GAMES", "tests.web.cracked_lamps")
    monkeypatch.setenv(CRACKED, str(tmp_path))
    with running(tmp_path / "data", deal="rose") as started:
        yield started


def asked_first(pair: list[Person]) -> list[Person]:
    return sorted(pair, key=lambda person: not person.shown["question"]["yours"])


def options(person: Person) -> list[str]:
    return [option["answer"] for option in person.shown["question"]["options"]]


def frame(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next frame of a kind."""
    while True:
        found: dict[str, Any] = json.loads(page.recv(timeout=30))
        if found["kind"] == kind:
            return found


def test_rules_that_fail_in_a_players_own_answer_lose_nothing(
    server: Server, tmp_path: Path
) -> None:
    pair = table_of_two(server, "lamps")
    for _ in range(3):
        mine, theirs = asked_first(pair)
        before = (mine.shown, theirs.shown)
        cracked, whole, *_ = options(mine)
        (tmp_path / "rules").write_text(cracked.removeprefix("light:"))
        status, why = mine.post("answers", at=before[0]["at"], answer=cracked)
        assert (status, why[: len(BROKEN)]) == (500, BROKEN)
        assert (mine.shown, theirs.shown) == before
        mine.answer(whole)
    after = [person.shown for person in pair]
    server.kill()
    server.start()
    assert [person.shown["at"] for person in pair] == [shown["at"] for shown in after]
    assert [person.shown["log"] for person in pair] == [shown["log"] for shown in after]


def test_a_page_is_told_that_rules_have_failed_and_plays_on(server: Server, tmp_path: Path) -> None:
    mine, theirs = asked_first(table_of_two(server, "lamps"))
    cracked, whole, *_ = options(mine)
    (tmp_path / "rules").write_text(cracked.removeprefix("light:"))
    with ExitStack() as stack:
        page, other = [stack.enter_context(at_the_table(server, it)) for it in (mine, theirs)]
        at = frame(page, "table")["at"]
        page.send(json.dumps({"do": "answer", "at": at, "answer": cracked}))
        refused = frame(page, "refused")
        assert (refused["why"], refused["message"][: len(BROKEN)]) == ("failed", BROKEN)
        while not frame(page, "table")["again"]:
            pass
        page.send(json.dumps({"do": "answer", "at": at, "answer": whole}))
        while not frame(page, "table")["steps"]:
            pass
        while frame(other, "table")["at"] == at:
            pass
    assert theirs.shown["question"]["yours"]
    assert theirs.shown["at"] > at


def test_a_viewer_who_cannot_be_drawn_is_nobody_elses_error(server: Server, tmp_path: Path) -> None:
    mine, theirs = asked_first(table_of_two(server, "lamps"))
    held = theirs.shown["view"]["hand"][0]
    with ExitStack() as stack:
        page, other = [stack.enter_context(at_the_table(server, it)) for it in (mine, theirs)]
        at = frame(page, "table")["at"]
        frame(other, "table")
        (tmp_path / "drawing").write_text(held)
        page.send(json.dumps({"do": "answer", "at": at, "answer": options(mine)[0]}))
        while (told := json.loads(page.recv(timeout=30)))["at"] == at:
            assert told["kind"] != "refused"
        with pytest.raises(ConnectionClosed):
            all(other.recv(timeout=30) for _ in range(100))
        (tmp_path / "drawing").unlink()
        back = stack.enter_context(at_the_table(server, theirs))
        assert frame(back, "table")["yours"]
    theirs.answer()
