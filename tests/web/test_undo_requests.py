"""Among several an answer is taken back if it has shown nothing, and all agree."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import answer, answer_until, table_of_two
from undercroft.web.live import table as live
from undercroft.web.live.clock import steady
from undercroft.web.live.people import presence as company


def test_an_answer_is_taken_back_if_all_others_agree(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob)
    asked = answer_until(False, play, ann, bob)
    pair = [wires(ann, play), wires(bob, play)]
    frames = [wire.hear() for wire in pair]
    mine, theirs, at = pair[asked], pair[1 - asked], frames[0]["at"]
    assert [frame["undo"] for frame in frames] == [asked == 0, asked == 1]
    assert theirs.refusal("undo", at=at) == "not-yours"
    assert theirs.refusal("consent", at=at, agrees=True) == "not-yours"
    mine.send("undo", at=at)
    plea = theirs.hear(having="'plea': {'name")
    assert plea["plea"]["asked"]
    assert not mine.hear(having="'plea': {'name")["plea"]["asked"]
    assert mine.refusal("consent", at=plea["at"], agrees=True) == "not-yours"
    theirs.send("consent", at=plea["at"], agrees=False)
    refused = mine.hear(having="'plea': None")
    mine.send("undo", at=refused["at"])
    plea = theirs.hear(having="'plea': {'name", after=plea["at"])
    theirs.send("consent", at=plea["at"], agrees=True)
    back = mine.hear(having="'again': True")
    assert back["plea"] is None
    assert back["yours"]
    assert not back["practice"]


def test_a_wish_to_take_back_gives_nobody_more_time(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = table_of_two(ann, bob, patience="60")
    asked = answer_until(False, play, ann, bob)
    pair = [wires(ann, play), wires(bob, play)]
    frames = [wire.hear() for wire in pair]
    later = steady() + 40_000
    for module in (company, live):
        monkeypatch.setattr(module, "steady", lambda: later)
    pair[asked].send("undo", at=frames[0]["at"])
    plea = pair[1 - asked].hear(having="'plea': {'name")
    assert plea["due"] <= 20
    pair[1 - asked].send("consent", at=plea["at"], agrees=True)
    assert pair[asked].hear(having="'again': True")["due"] == 60  # it is asked anew


def test_a_wish_to_take_back_is_void_when_the_play_goes_on(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob)
    asked = answer_until(False, play, ann, bob)
    pair = [wires(ann, play), wires(bob, play)]
    at, _ = (wire.hear()["at"] for wire in pair)
    pair[asked].send("undo", at=at)
    plea = pair[1 - asked].hear(having="'plea': {'name")
    answer(play, ann, bob)
    theirs = pair[1 - asked]
    assert theirs.refusal("consent", at=plea["at"], agrees=True) == "stale"
    after = ann.get(f"/api/plays/{play}").json()["at"]
    assert theirs.refusal("consent", at=after, agrees=True) == "not-yours"


def test_what_fate_has_answered_since_is_not_taken_back(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob)
    asked = answer_until(True, play, ann, bob)
    wire = wires((ann, bob)[asked], play)
    frame = wire.hear()
    assert not frame["undo"]
    assert wire.refusal("undo", at=frame["at"]) == "not-yours"


def test_what_has_been_shown_is_not_taken_back(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob, "labyrintheus", **{"option__persona-choice": "random"})
    shown = [client.get(f"/api/plays/{play}").json() for client in (ann, bob)]
    asked = 0 if shown[0]["question"]["yours"] else 1
    equips = [it["answer"] for it in shown[asked]["question"]["options"]]
    equip = next(text for text in equips if text.startswith("equip:"))
    wire = wires((ann, bob)[asked], play)
    wire.send("answer", at=wire.hear()["at"], answer=equip)
    frame = wire.hear()
    assert wire.refusal("undo", at=frame["at"]) == "not-yours"
    assert "revealed since" in wire.frames[-1]["message"]
