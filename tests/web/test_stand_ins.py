"""Somebody leaves, or lets the others wait: a bot stands in, or answers."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import (
    another,
    answer,
    join,
    lay,
    links,
    table_of_two,
    until_asked_in_secret,
)
from undercroft.storage import journals, seats
from undercroft.storage.journals import now
from undercroft.web.live import clock, tables
from undercroft.web.live.clock import steady
from undercroft.web.live.people import presence as company


def test_a_bot_stands_in_and_gives_the_seat_back(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob)
    one, two = wires(ann, play), wires(bob, play)
    one.hear()
    two.hear()
    assert one.refusal("relieve", role="P2") == "not-yours"  # is here, and has time
    assert one.refusal("return", role="P2") == "not-yours"
    assert one.refusal("relieve", role="P7") == "refused"
    two.send("relieve", role="P2")
    assert 'data-seat="return"' in two.hear("seats", having="(bot)")["html"]
    assert 'data-seat="return"' not in one.hear("seats", having="(bot)")["html"]
    assert one.refusal("relieve", role="P1") == "refused"  # You're the last person here.
    frame = ann.get(f"/api/plays/{play}").json()
    for _ in range(3):  # with nobody but Ann to ask, it is always Ann's turn
        assert frame["question"]["yours"]
        given = {"at": frame["at"], "answer": frame["question"]["options"][0]["answer"]}
        frame = ann.post(f"/api/plays/{play}/answers", json=given).json()
    two.send("return", role="P2")
    assert "Take my seat back" not in two.hear("seats")["html"]


def test_when_time_is_up_the_others_may_let_a_bot_answer(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = table_of_two(ann, bob, patience="60")
    one, two = wires(ann, play), wires(bob, play)
    frames = one.hear(), two.hear()
    mine, theirs = (one, two) if frames[0]["yours"] else (two, one)
    at = frames[0]["at"]
    assert all(50 <= frame["due"] <= 60 for frame in frames)
    assert theirs.refusal("hurry", at=at) == "not-yours"
    later = steady() + 61_000
    monkeypatch.setattr(company, "steady", lambda: later)
    theirs.send("hurry", at=at)
    assert theirs.hear()["at"] > at
    assert mine.hear()["at"] > at


@pytest.mark.parametrize("days", [-3, 3])
def test_a_clock_that_is_set_changes_nobodys_time(
    ann: TestClient, bob: TestClient, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, is_read_anew = table_of_two(ann, bob, patience="60"), False

    def due() -> int:
        shown = [person.get(f"/api/plays/{play}").json() for person in (ann, bob)]
        assert is_read_anew or not any(it["may_relieve"] for seen in shown for it in seen["seats"])
        return max(int(it["due"]) for it in shown)

    assert 50 <= due() <= 60
    jump = days * 24 * 3_600_000
    for module in (clock, tables, seats, journals):
        monkeypatch.setattr(module, "now", lambda: now() + jump)
    assert 40 <= due() <= 60
    answer(play, ann, bob)
    assert 50 <= due() <= 60
    ann.app.app.state.tables.outdate([play])  # type: ignore[attr-defined]
    is_read_anew = True  # then it seems that they were here days ago
    assert 40 <= due() <= 60


def test_when_time_is_up_in_secret_a_table_goes_on_and_nobody_learns_who_was_asked(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"option__persona-choice": "random", "patience": "60"}
    play = lay(ann, "labyrintheus", "@link", "@link", **more)
    people = [ann, bob, another(ann)]
    for person, link in zip(people[1:], links(ann, play), strict=True):
        join(person, link)
    asked = until_asked_in_secret(play, *people)
    pages = [wires(person, play) for person in people]
    frames = [page.hear() for page in pages]
    assert [50 <= frame["due"] <= 60 for frame in frames] == [n == asked for n in range(3)]
    theirs, told = pages[asked - 1], frames[asked - 1]
    assert 110 <= told["due"] <= 120  # as if both others were asked
    assert "Waiting for another player." in str(told)
    soon, later = steady() + 61_000, steady() + 121_000
    monkeypatch.setattr(company, "steady", lambda: soon)
    assert theirs.refusal("hurry", at=told["at"]) == "not-yours"
    monkeypatch.setattr(company, "steady", lambda: later)
    theirs.send("look")
    assert theirs.refusal("relieve", role=f"P{asked + 1}") == "not-yours"
    theirs.send("hurry", at=told["at"])
    assert "Waiting for another player." not in str(theirs.hear())
    assert "data-seat" not in theirs.text.replace("data-seats", "")
    gone_on = people[asked - 1].get(f"/api/plays/{play}").json()
    assert gone_on["at"] > told["at"]  # there was something to be seen


def test_who_has_been_away_can_be_relieved(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = table_of_two(ann, bob)
    one = wires(ann, play)
    one.hear()
    assert one.refusal("relieve", role="P2") == "not-yours"
    later = steady() + company.AWAY + 1000
    monkeypatch.setattr(company, "steady", lambda: later)
    one.send("look")
    assert 'data-seat="relieve"' in one.hear("seats", having="Let a bot play for Bob")["html"]
    one.send("relieve", role="P2")
    one.hear("seats", having="(bot)")
