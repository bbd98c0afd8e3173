"""Several at one table: seats, links, the lobby, what each of them is told. Without a network."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.sitting import another, answer, join, lay, links, options, table_of_two
from undercroft.web.gateway import limits


def test_a_table_waits_until_the_last_seat_is_taken_then_begins(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = lay(ann, "tin", "@link", "@link")
    cat = another(ann)
    first, second = links(ann, play)
    wire = wires(ann, play)
    assert wire.hear("seats")["waits"]
    assert wire.refusal("answer", at=0, answer="yes") == "stale"
    assert join(bob, first).status_code == 303
    assert wire.hear("seats", having="Bob")["waits"]
    assert join(cat, second, "<b>Cat</b>").status_code == 303
    assert wire.hear("table")["at"] > 0
    seats = wire.hear("seats", having="&lt;b&gt;Cat")
    assert not seats["waits"]
    assert "<b>Cat" not in seats["html"]


def test_a_seat_is_taken_once_and_nobody_takes_two(ann: TestClient, bob: TestClient) -> None:
    play = lay(ann, "tin", "@link", "@link")
    first, second = links(ann, play)
    assert join(bob, first).status_code == 303
    assert join(bob, second).status_code == 409
    assert join(another(ann), first).status_code == 404
    assert join(ann, second).status_code == 409
    assert bob.get(first, follow_redirects=False).headers["location"] == f"/play/{play}"
    assert bob.get(second).status_code == 200
    assert links(bob, play) == []  # links are the host's to give


@pytest.mark.parametrize("wish", ["@here", "@link", "@lobby"])
def test_nobody_names_the_seed_where_another_person_sits_or_may_sit(
    ann: TestClient, wish: str
) -> None:
    form = {"game": "labyrintheus", "seat.P2": "contender", "seat.P3": wish, "seed": "known"}
    page = ann.post("/plays", data=form)
    assert page.status_code == 422
    assert "who names it may know every card" in page.text
    assert 'value="known"' in page.text  # nothing that was filled in is lost
    asked = {"game": "labyrintheus", "seats": ["contender", wish], "seed": "known"}
    reply = ann.post("/api/plays", json=asked)
    assert reply.status_code == 422
    assert "leave the seed empty" in reply.text
    assert not ann.get("/").text.count("/play/")
    asked["seats"] = ["contender", "random"]
    assert ann.post("/api/plays", json=asked).status_code == 201


def test_the_lobby_lists_a_table_until_it_is_full(ann: TestClient, bob: TestClient) -> None:
    play = lay(ann, "tin", "@lobby", patience="300")
    listed = bob.get("/lobby", headers={"accept": "application/json"}).json()["tables"]
    assert [(it["play"], it["host"], it["free"], it["patience"]) for it in listed] == [
        (play, "Ann", 1, 300)
    ]
    assert f"/play/{play}/sit" in bob.get("/lobby").text
    assert "Your table" in ann.get("/lobby").text
    assert bob.get(f"/play/{play}").status_code == 404
    assert bob.post(f"/play/{play}/sit", data={"name": "Bob"}).status_code == 200
    assert bob.get("/lobby", headers={"accept": "application/json"}).json()["tables"] == []
    assert another(ann).post(f"/play/{play}/sit").status_code == 404
    assert play in bob.get("/").text  # among those to resume


def test_the_home_page_tells_where_one_is_waited_for(ann: TestClient, bob: TestClient) -> None:
    alone = ann.post("/api/plays", json={"game": "tomb"}).json()["id"]
    play = table_of_two(ann, bob)
    turns = [client.get("/turns").json()["plays"] for client in (ann, bob)]
    assert sorted(turns) == [[], [play]]
    assert another(ann).get("/turns").json()["plays"] == []
    assert alone not in turns[0]


def test_a_seat_by_link_is_not_in_the_lobby(ann: TestClient, bob: TestClient) -> None:
    play = lay(ann, "tin", "@link")
    assert play not in bob.get("/lobby").text
    assert bob.post(f"/play/{play}/sit").status_code == 404


def test_the_host_may_fill_the_table_with_bots(ann: TestClient, bob: TestClient) -> None:
    play = lay(ann, "tin", "@link", "@lobby")
    join(bob, links(ann, play)[0])
    assert bob.post(f"/play/{play}/fill").status_code == 409
    assert "novice (easy)" in ann.get(f"/play/{play}").text
    assert ann.post(f"/play/{play}/fill", data={"bot": "godlike"}).status_code == 422
    assert ann.post(f"/play/{play}/fill", data={"bot": "easy"}).status_code == 200
    shown = ann.get(f"/api/plays/{play}").json()
    assert shown["question"]
    assert shown["seats"][2]["bot"] == "Novice"
    assert another(ann).get("/lobby").text.count("/sit") == 0


def test_a_name_is_kept_cleaned_and_escaped(ann: TestClient) -> None:
    lay(ann, "tin", "@lobby", name__P1="  A\u202en\n<i>n " + "x" * 40)
    shown = ann.get("/new/tin").text
    assert 'value="A n &lt;i&gt;n xxxxxxxxxxxxxxx"' in shown
    assert "<i>n" not in ann.get("/lobby").text


# -- what each is told ----------------------------------------------------------------------------


def test_each_answers_for_its_own_seat_alone(ann: TestClient, bob: TestClient, wires: Any) -> None:
    play = table_of_two(ann, bob)
    one, two = wires(ann, play), wires(bob, play)
    frames = {"P1": one.hear(), "P2": two.hear()}
    asked = "P1" if frames["P1"]["yours"] else "P2"
    mine, theirs = (one, two) if asked == "P1" else (two, one)
    assert not frames["P2" if asked == "P1" else "P1"]["yours"]
    at, answer = frames[asked]["at"], options(frames[asked])[0]
    assert theirs.refusal("answer", at=at, answer=answer) == "not-yours"
    mine.send("answer", at=at, answer=answer)
    assert mine.hear()["at"] == theirs.hear()["at"] > at
    assert mine.refusal("answer", at=at, answer=answer) == "stale"  # replayed
    assert mine.refusal("answer", at=at + 99, answer=answer) == "stale"  # out of order
    cat = another(ann)
    with pytest.raises(WebSocketDisconnect):
        wires(cat, play)
    reply = cat.post(f"/api/plays/{play}/answers", json={"at": at, "answer": answer})
    assert reply.status_code == 404


def test_two_tabs_answering_at_once_answer_once(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = lay(ann, "tin", "@here")
    tabs = [wires(ann, play), wires(ann, play)]
    frames = [tab.hear() for tab in tabs]
    answer = options(frames[0])[0]
    for tab in tabs:
        tab.send("answer", at=frames[0]["at"], answer=answer)
    tabs[0].hear()
    assert "stale" in [tab.hear("refused")["why"] for tab in tabs[1:]]
    lines = ann.get(f"/api/plays/{play}").json()["at"]
    assert lines > frames[0]["at"]


def test_hands_are_told_to_their_seat_alone(ann: TestClient, bob: TestClient, wires: Any) -> None:
    chosen = {"option__persona_choice".replace("_choice", "-choice"): "random"}
    play = table_of_two(ann, bob, "labyrintheus", **chosen)
    spectator = another(ann)
    watching = ann.post(f"/play/{play}/watch").json()["path"]
    all_wires = [wires(ann, play), wires(bob, play), wires(spectator, watching)]
    for wire in all_wires:
        wire.hear()
    hands = []
    for client in (ann, bob):
        view = client.get(f"/api/plays/{play}").json()["view"]
        seat = view["seat"]
        hands.append(set(view["heroes"][seat]["known"]))
        assert view["heroes"][1 - seat]["known"] == []
    assert all(hands)
    pages = [
        ann.get(f"/play/{play}").text + ann.get(f"/play/{play}/moments").text,
        bob.get(f"/play/{play}").text + bob.get(f"/play/{play}/moments").text,
        spectator.get(watching).text,
    ]
    for at, wire in enumerate(all_wires):
        for owner, hand in enumerate(hands):
            for card in hand - set().union(*hands[:owner], *hands[owner + 1 :]):
                assert (f"{card}" in wire.text) == (at == owner), (at, card)
                assert (f"{card}" in pages[at]) == (at == owner), (at, card)


def test_a_spectator_sees_and_does_nothing(ann: TestClient, bob: TestClient, wires: Any) -> None:
    play = table_of_two(ann, bob)
    watching = bob.post(f"/play/{play}/watch").json()["path"]
    assert ann.post(f"/play/{play}/watch").json()["path"] == watching
    spectator = another(ann)
    assert "You&#39;re watching." in spectator.get(watching).text
    wire = wires(spectator, watching)
    frame = wire.hear()
    assert options(frame) == []
    for do, more in (
        ("answer", {"at": frame["at"], "answer": "yes"}),
        ("undo", {"at": frame["at"]}),
        ("relieve", {"role": "P1"}),
        ("return", {"role": "P1"}),
        ("lift", {"role": "P1"}),
        ("hurry", {"at": frame["at"]}),
    ):
        assert wire.refusal(do, **more) == "not-yours"
    assert spectator.get(f"/play/{play}").status_code == 404
    assert spectator.get("/watch/nothing").status_code == 404
    with pytest.raises(WebSocketDisconnect):
        wires(spectator, "/watch/nothing")


# -- talk -----------------------------------------------------------------------------------------


def test_what_is_said_is_told_to_all_and_kept(ann: TestClient, bob: TestClient, wires: Any) -> None:
    play = table_of_two(ann, bob)
    watching = ann.post(f"/play/{play}/watch").json()["path"]
    spectator = another(ann)
    one, two, third = wires(ann, play), wires(bob, play), wires(spectator, watching)
    one.send("say", text="  <b>hi</b>\n\u202e there ")
    for wire in (one, two, third):
        (line,) = wire.hear("talk", having="there")["lines"]
        assert (line["role"], line["name"], line["text"]) == ("P1", "Ann", "<b>hi</b> there")
    two.send("signal", signal="thanks")
    assert one.hear("talk", having="Thank")["lines"][0]["text"] == "Thank you!"
    late = wires(bob, play)
    assert [line["number"] for line in late.hear("talk")["lines"]] == [0, 1]
    assert third.refusal("say", text="hello") == "not-yours"
    assert third.refusal("signal", signal="hello") == "not-yours"
    for text in ("", " \n", "x" * 201):
        assert one.refusal("say", text=text) == "refused"
    assert one.refusal("signal", signal="rude") == "refused"


def test_nobody_talks_all_the_time(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(**vars(time))
    monkeypatch.setattr(limits, "time", clock)
    play = table_of_two(ann, bob)
    now = time.monotonic()
    clock.monotonic = lambda: now  # however slow this machine is, it is all said at once
    one, two = wires(ann, play), wires(ann, play)
    for n in range(12):
        (one, two)[n % 2].send("say", text=str(n))
    assert "Not so fast" in one.hear("refused")["message"]
    assert "Not so fast" in two.hear("refused")["message"]


# -- afterwards -----------------------------------------------------------------------------------


def test_after_the_end_a_play_can_be_seen_through_anybodys_eyes(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    more = {"option__persona-choice": "random", "option__stones-to-leave": "3"}
    play = table_of_two(ann, bob, "labyrintheus", **more)
    hand = set(ann.get(f"/api/plays/{play}").json()["view"]["heroes"][0]["known"])
    for eyes in ("P1", "all", "spectator"):
        assert bob.get(f"/play/{play}/moments?eyes={eyes}").status_code == 422
    for _ in range(800):
        if ann.get(f"/api/plays/{play}").json()["outcome"]:
            break
        answer(play, ann, bob)
    first = {}
    for eyes in ("P1", "P2", "spectator", "all"):
        reply = bob.get(f"/play/{play}/moments?eyes={eyes}")
        assert reply.status_code == 200
        first[eyes] = reply.text
        assert reply.json()["moments"]
    assert all(f'glide=\\"{card}\\"' in first["P1"] for card in hand)
    assert len(set(first.values())) == 4
    assert 'value="P2">Bob (you)' in bob.get(f"/play/{play}/replay").text
    assert bob.get(f"/play/{play}/moments?eyes=P9").status_code == 422


def test_who_plays_again_calls_the_others_and_nobody_else(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = table_of_two(ann, bob, "tomb")
    while ann.get(f"/api/plays/{play}").json()["outcome"] is None:
        answer(play, ann, bob)
    watching = ann.post(f"/play/{play}/watch").json()["path"]
    one, two, third = wires(ann, play), wires(bob, play), wires(another(ann), watching)
    laid = bob.post(f"/play/{play}/again", follow_redirects=False)
    path = laid.headers["location"].split("?")[0]
    call = one.hear("again")
    assert (call["path"], call["name"]) == (path, "Bob")
    assert ann.get(path).status_code == 200
    one.send("say", text="coming")
    for wire in (one, two, third):
        wire.hear("talk", having="coming")
    assert ["again" in {it["kind"] for it in wire.frames} for wire in (one, two, third)] == [
        *(True, False, False)
    ]
    assert sum(it["kind"] == "again" for it in one.frames) == 1


def test_whoever_played_fate_is_called_too_and_deals_again(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    play = lay(ann, "tomb", fate="somebody")
    assert join(bob, links(ann, play)[0]).status_code == 303
    wire = wires(bob, play)
    assert ann.post(f"/play/{play}/give-up", follow_redirects=False).status_code == 303
    laid = ann.post(f"/play/{play}/again", follow_redirects=False)
    path = laid.headers["location"].split("?")[0]
    assert wire.hear("again")["path"] == path
    shown = bob.get(f"/api/plays/{path.removeprefix('/play/')}").json()
    assert shown["roles"] == ["fate"]
    assert (shown["question"]["fate"], shown["question"]["yours"]) == (True, True)


# -- for programs ---------------------------------------------------------------------------------


def test_a_program_takes_a_seat_by_its_key_and_plays(ann: TestClient, bob: TestClient) -> None:
    asked = {"game": "tin", "seats": ["@link", "random"], "names": ["Ann"], "patience": 600}
    table = ann.post("/api/plays", json=asked).json()
    assert table["waits"]
    assert table["question"] is None
    key = next(seat["link"] for seat in table["seats"] if seat["link"]).removeprefix("/join/")
    joined = bob.post(f"/api/seats/{key}", json={"name": "Bob"})
    assert joined.status_code == 200
    seen = joined.json()
    assert (seen["seat"], seen["roles"], seen["waits"]) == ("P2", ["P2"], False)
    assert [seat["name"] for seat in seen["seats"]][:2] == ["Ann", "Bob"]
    assert bob.post(f"/api/seats/{key}", json={}).status_code == 200  # again: it is one's own
    assert another(ann).post(f"/api/seats/{key}", json={}).status_code == 404
    assert ann.post("/api/seats/none", json={}).status_code == 404
    assert seen["table"]
    assert seen["log"]
    assert 590 <= seen["due"] <= 600
    more = bob.get(f"/api/plays/{seen['id']}?told={len(seen['log'])}").json()
    assert more["log"] == []
    assert bob.get(f"/api/plays/{seen['id']}?seat=P1").status_code == 403
    assert bob.get(f"/api/plays/{seen['id']}?told=x").status_code == 400
    answer(seen["id"], ann, bob)


def test_a_program_waits_for_news(ann: TestClient, bob: TestClient) -> None:
    play = table_of_two(ann, bob)
    at = ann.get(f"/api/plays/{play}").json()["at"]  # and is seen: no news later
    old = bob.get(f"/api/plays/{play}?after={at - 1}").json()
    assert old["at"] == at
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bob.get, f"/api/plays/{play}?after={at}")
        with pytest.raises(TimeoutError):
            waiting.result(0.4)
        answer(play, ann, bob)
        assert waiting.result(60).json()["at"] > at


def test_bots_and_seats_are_not_both_given(ann: TestClient) -> None:
    asked = {"game": "tin", "bots": ["random"], "seats": ["@here"]}
    assert ann.post("/api/plays", json=asked).status_code == 422
    for seats in (["@moon"], ["nobody-knows"], ["@here"] * 9):
        reply = ann.post("/api/plays", json={"game": "tin", "seats": seats})
        assert reply.status_code == 422
    reply = ann.post("/api/plays", json={"game": "tin", "patience": 1})
    assert reply.status_code == 400


def test_one_guest_with_two_seats_looks_through_either(ann: TestClient) -> None:
    asked = {"game": "labyrintheus", "seats": ["@here"], "options": {"persona-choice": "random"}}
    table = ann.post("/api/plays", json=asked).json()
    for role in ("P1", "P2"):
        seen = ann.get(f"/api/plays/{table['id']}?seat={role}").json()
        assert (seen["seat"], seen["view"]["seat"]) == (role, int(role[1]) - 1)
        yours = seen["question"] is not None and seen["question"]["yours"]
        assert yours == (table["question"]["label"].startswith(role))
