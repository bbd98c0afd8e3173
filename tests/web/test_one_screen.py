"""Several at one screen: it turns to whoever is asked, and a cover lies between hidden hands."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import Wire, join, lay, links, options


def at_one_screen(ann: TestClient, wires: Any, game: str, *others: str, **more: str) -> Wire:
    wire: Wire = wires(ann, lay(ann, game, "@here", *others, name__P2="Bea", **more))
    return wire


@pytest.mark.parametrize("game", ["tin", "tomb"])
def test_without_secrets_the_screen_just_turns(ann: TestClient, wires: Any, game: str) -> None:
    wire = at_one_screen(ann, wires, game, **({"option__mode": "duel"} if game == "tomb" else {}))
    frame, heard = wire.hear(), set[str]()
    for _ in range(40):
        assert "Pass the screen" not in str(frame)
        if frame["over"]:
            break
        assert frame["yours"]
        shown = ann.get(f"/api/plays/{wire_play(wire)}").json()
        heard.add(shown["question"]["label"][:2])
        answer = shown["question"]["options"][0]["answer"]
        wire.send("answer", at=frame["at"], answer=answer)
        frame = wire.hear()
        assert not frame["again"]
    assert heard == {"P1", "P2"}


def wire_play(wire: Wire) -> str:
    path: str = wire.session.scope["path"]
    return path.split("/")[2]


def test_where_hands_are_hidden_a_cover_lies_between_two_persons(
    ann: TestClient, wires: Any
) -> None:
    wire = at_one_screen(
        ann, wires, "labyrintheus", "contender", **{"option__persona-choice": "random"}
    )
    play = wire_play(wire)
    frame = wire.hear()
    seen = {"P1", "P2"}
    switches = 0
    for _ in range(60):
        shown = ann.get(f"/api/plays/{play}").json()
        asked = shown["question"]["label"].split()[0]
        before = len(wire.frames)
        if "data-lift" in str(frame["steps"]):
            # whatever was sent of the covered table shows nobody's hand
            switches += 1
            assert f'data-lift="{asked}"' in str(frame["steps"])
            assert frame["again"]
            hands = [set(hero["known"]) for hero in shown["view"]["heroes"]]
            assert not any(f'glide="{card}"' in str(frame) for card in set().union(*hands))
            assert "only you see it" not in str(frame)
            wire.send("odds")
            assert wire.hear("odds")["options"] == {}
            wire.send("hint")
            assert wire.hear("hint")["answer"] is None
            page = ann.get(f"/play/{play}").text
            assert "Pass the screen to" in page
            assert not any(f'glide="{card}"' in page for card in set().union(*hands))
            wire.send("lift", role=asked)
            frame = wire.hear()
            assert frame["again"]
            assert shown["question"]["options"][0]["answer"] in options(frame)
        elif 'data-tool="cover"' in str(frame["steps"]):
            wire.send("cover")
            frame = wire.hear()
            continue
        answer = shown["question"]["options"][-1]["answer"]
        wire.send("answer", at=shown["at"], answer=answer)
        frame = wire.hear()
        assert len(wire.frames) > before
        seen.discard(asked)
        if frame["over"]:
            break
    assert not seen
    assert switches > 2


def test_talisman_is_played_at_one_screen(ann: TestClient, wires: Any) -> None:
    wire = at_one_screen(ann, wires, "talisman")
    frame, covered = wire.hear(), 0
    for _ in range(60):
        covered += "data-lift" in str(frame["steps"])
        frame = go_on(wire, frame, ann.get(f"/api/plays/{wire_play(wire)}").json(), pick=0)
        if frame["over"]:
            break
    assert covered > 1


def go_on(wire: Wire, frame: Any, shown: Any, pick: int = -1) -> Any:
    """Do what a shared screen waits for: look, cover, or answer; give what is shown then."""
    if "data-lift" in str(frame["steps"]):
        wire.send("lift", role=shown["question"]["label"].split()[0])
    elif 'data-tool="cover"' in str(frame["steps"]):
        wire.send("cover")
    else:
        choice = shown["question"]["options"][pick]["answer"]
        wire.send("answer", at=shown["at"], answer=choice)
    return wire.hear()


def test_a_duel_on_the_same_deal_is_covered(ann: TestClient, wires: Any) -> None:
    more = {"option__mode": "duel", "option__deal": "same"}
    wire = at_one_screen(ann, wires, "tomb", **more)
    frame = wire.hear()
    for _ in range(80):
        if "data-lift" in str(frame["steps"]) or frame["over"]:
            break
        frame = go_on(wire, frame, ann.get(f"/api/plays/{wire_play(wire)}").json())
    assert "data-lift" in str(frame["steps"])


def test_whoever_does_not_look_leaves_the_screen_with_whoever_has_it(
    ann: TestClient, wires: Any
) -> None:
    wire = at_one_screen(ann, wires, "labyrintheus", **{"option__persona-choice": "random"})
    play = wire_play(wire)
    frame = wire.hear()
    for _ in range(80):
        shown = ann.get(f"/api/plays/{play}").json()
        asked = shown["question"]["label"].split()[0]
        if "data-lift" in str(frame["steps"]) and "The screen stays with" in str(frame["steps"]):
            wire.send("answer", at=shown["at"], answer=options(frame)[0])
            frame = wire.hear()
            after = ann.get(f"/api/plays/{play}").json()["question"]["label"].split()[0]
            if after != asked:  # back, without a cover
                assert options(frame)
                assert "data-lift" not in str(frame["steps"])
                return
            continue
        frame = go_on(wire, frame, shown)
    raise AssertionError("nobody was asked in another's turn")


def test_to_undo_under_the_cover_shows_nobodys_hand(ann: TestClient, wires: Any) -> None:
    wire = at_one_screen(ann, wires, "labyrintheus", **{"option__persona-choice": "random"})
    play = wire_play(wire)
    frame = wire.hear()
    for _ in range(80):
        shown = ann.get(f"/api/plays/{play}").json()
        asked = shown["question"]["label"].split()[0]
        if "The screen stays with" in str(frame["steps"]):
            wire.send("undo", at=shown["at"])
            frame = wire.hear()
            back = ann.get(f"/api/plays/{play}").json()["question"]["label"].split()[0]
            assert back != asked
            assert f'data-lift="{back}"' in str(frame["steps"])
            assert "only you see it" not in str(frame)
            return
        frame = go_on(wire, frame, shown)
    raise AssertionError("nobody was asked in another's turn")


def test_only_seats_at_the_screen_can_look(ann: TestClient, bob: TestClient, wires: Any) -> None:
    play = lay(ann, "labyrintheus", "@here", "@link")
    join(bob, links(ann, play)[0])
    wire = wires(ann, play)
    wire.hear()
    assert wire.refusal("lift", role="P3") == "not-yours"
    assert wire.refusal("lift", role="fate") == "not-yours"
    alone = wires(bob, play)
    alone.hear()
    alone.send("cover")  # there is nobody to hide anything from
    assert alone.refusal("lift", role="P1") == "not-yours"
