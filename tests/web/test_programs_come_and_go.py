"""Programs come, go and look on as pages do: bots stand in, time is up, there is another play."""

import re
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import another, answer, until_asked_in_secret
from undercroft.web.api import long_poll as ears
from undercroft.web.api.long_poll import LONG
from undercroft.web.live.clock import steady
from undercroft.web.live.people import presence as company


@pytest.fixture
def people(ann: TestClient) -> list[TestClient]:
    """Ann, Bob and Cat, at one server."""
    return [ann, another(ann), another(ann)]


def lay(people: list[TestClient], game: str = "tin", **more: Any) -> str:
    """Lay a table for all of them; give its id."""
    first, *others = people
    wishes = {"game": game, "seats": ["@link"] * len(others), "names": ["Ann"], **more}
    table = first.post("/api/plays", json=wishes).json()
    for seat, person in zip(table["seats"][1:], others, strict=True):
        key = seat["link"].removeprefix("/join/")
        assert person.post(f"/api/seats/{key}", json={"name": "Bob"}).status_code == 200
    return str(table["id"])


def do(person: TestClient, play: str, what: str, **body: Any) -> tuple[int, Any]:
    """Do something; give the status, and what came of it or why not."""
    reply = person.post(f"/api/plays/{play}/{what}", json=body)
    return reply.status_code, reply.json() if reply.is_success else reply.json()["error"]


def seen(person: TestClient, play: str) -> Any:
    return person.get(f"/api/plays/{play}").json()


def seat_of(shown: Any, role: str) -> Any:
    return next(seat for seat in shown["seats"] if seat["role"] == role)


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    then = steady() + seconds * 1000
    monkeypatch.setattr(company, "steady", lambda: then)


# -- a bot stands in ------------------------------------------------------------------------------


def test_a_bot_stands_in_and_gives_the_seat_back(people: list[TestClient]) -> None:
    ann, bob, _ = people
    play = lay([ann, bob])
    assert do(ann, play, "relieve", role="P2")[0] == 403
    assert do(ann, play, "return", role="P2") == (403, "That seat belongs to another player.")
    assert do(ann, play, "relieve", role="P7")[0] == 422
    status, shown = do(bob, play, "relieve", role="P2")
    assert status == 200
    assert seat_of(shown, "P2")["stands_in"]
    assert seat_of(seen(ann, play), "P2")["bot"]
    assert "You're the last person here." in do(ann, play, "relieve", role="P1")[1]
    for _ in range(3):
        assert answer(play, ann, bob)[0] == 0  # with nobody else to ask, it is always Ann's turn
    status, shown = do(bob, play, "return", role="P2")
    assert (status, seat_of(shown, "P2")["stands_in"]) == (200, False)


def test_who_has_been_away_is_relieved(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    play = lay([ann, bob])
    assert not seat_of(seen(ann, play), "P2")["may_relieve"]
    later(monkeypatch, company.AWAY // 1000 + 1)
    assert seat_of(seen(ann, play), "P2")["may_relieve"]
    status, shown = do(ann, play, "relieve", role="P2")
    assert (status, seat_of(shown, "P2")["stands_in"]) == (200, True)


def test_whoever_has_not_come_yet_is_given_time_to_come(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob, _ = people
    play = lay(people[:2])  # Ann has laid the table, and not looked at it
    assert do(bob, play, "relieve", role="P1")[0] == 403
    later(monkeypatch, 6 * 60)
    assert do(bob, play, "relieve", role="P1")[0] == 200


def test_what_happens_between_two_looks_is_news_to_the_second(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes and goes changes no number that a look could name."""
    monkeypatch.setattr(ears, "LINGERS", 60)  # a crowded machine is slow
    ann, bob, _ = people
    play = lay([ann, bob])
    seen(ann, play)
    at = seen(bob, play)["at"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bob.get, f"/api/plays/{play}?after={at}")
        while seat_of(seen(ann, play), "P2")["state"] != "here":
            sleep(0.02)
        assert do(ann, play, "relieve", role="P1")[0] == 200
        assert seat_of(waiting.result(60).json(), "P1")["stands_in"]
    assert do(ann, play, "return", role="P1")[0] == 200
    began = monotonic()
    shown = bob.get(f"/api/plays/{play}?after={at}").json()
    assert not seat_of(shown, "P1")["stands_in"]
    assert monotonic() - began < LONG


def test_between_two_looks_nobody_is_away(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ears, "LINGERS", 60)  # a crowded machine is slow
    ann, bob, _ = people
    play = lay([ann, bob])
    assert seat_of(seen(ann, play), "P2")["state"] == "away"
    at = seen(bob, play)["at"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bob.get, f"/api/plays/{play}?after={at}")
        while seat_of(seen(ann, play), "P2")["state"] != "here":
            sleep(0.02)
        answer(play, ann, bob)
        assert waiting.result(60).json()["at"] > at
    assert seat_of(seen(ann, play), "P2")["state"] == "here"


def test_who_looks_by_the_api_has_been_seen(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    play = lay([ann, bob])
    later(monkeypatch, company.AWAY // 1000 + 1)
    seen(bob, play)
    assert not seat_of(seen(ann, play), "P2")["may_relieve"]
    assert do(ann, play, "relieve", role="P2")[0] == 403


# -- time is up -----------------------------------------------------------------------------------


def same_but_for_you(mine: list[str], theirs: list[str]) -> None:
    """Two logs tell the same; lines differ only where one of them calls its reader *you*."""
    for one, other in zip(mine, theirs, strict=True):
        assert one == other or re.search(r"\byou(r|rs)?\b", f"{one} {other}", re.IGNORECASE)


def test_who_has_used_the_time_up_is_hurried(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = people[:2]
    play = lay(pair, patience=60)
    mine, theirs = sorted(pair, key=lambda person: not seen(person, play)["question"]["yours"])
    at = seen(theirs, play)["at"]
    assert do(theirs, play, "hurry", at=at) == (403, "There is time left to answer.")
    later(monkeypatch, 61)
    assert seen(theirs, play)["due"] == 0
    assert do(theirs, play, "hurry", at=at - 1)[0] == 409
    status, shown = do(theirs, play, "hurry", at=at)
    assert status == 200
    assert shown["at"] > at
    same_but_for_you(seen(mine, play)["log"], shown["log"])


def test_in_secret_nobody_is_hurried_by_the_api(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known there of how long somebody has been shown nothing."""
    options = {"persona-choice": "random"}
    play = lay(people, "labyrintheus", patience=60, options=options)
    asked = until_asked_in_secret(play, *people)
    theirs = people[asked - 1]
    later(monkeypatch, 1000)
    shown = seen(theirs, play)
    assert (shown["due"], shown["question"]) == (None, None)
    before = [seen(person, play)["view"] for person in people]
    assert do(theirs, play, "hurry", at=shown["at"])[0] == 403
    assert [seen(person, play)["view"] for person in people] == before


def test_whoever_waits_is_told_when_time_is_up(
    people: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = people[:2]
    play = lay(pair, patience=60)
    at = seen(pair[0], play)["at"]
    monkeypatch.setattr(company, "steady", lambda: steady() + 54_000)
    began = monotonic()
    reply = pair[0].get(f"/api/plays/{play}?after={at}").json()
    assert (reply["at"], reply["due"]) == (at, 0)
    assert monotonic() - began < LONG - 5


# -- the end, and after it ------------------------------------------------------------------------


def test_only_who_plays_alone_gives_up(people: list[TestClient]) -> None:
    ann, bob, _ = people
    play = lay([ann, bob])
    assert not seen(ann, play)["alone"]
    assert do(ann, play, "give-up") == (
        403,
        "You can give up only when you play alone. You can leave the table instead.",
    )
    alone = ann.post("/api/plays", json={"game": "tomb"}).json()
    assert alone["alone"]
    assert bob.post(f"/api/plays/{alone['id']}/give-up").status_code == 404
    status, over = do(ann, alone["id"], "give-up")
    assert (status, over["outcome"]["name"], over["question"]) == (200, "abandoned", None)
    assert do(ann, alone["id"], "give-up")[1]["at"] == over["at"]


def test_who_plays_again_calls_the_others_and_nobody_else(people: list[TestClient]) -> None:
    ann, bob, cat = people
    play = lay([ann, bob], "tomb")
    while seen(ann, play)["outcome"] is None:
        answer(play, ann, bob)
    assert ann.get(f"/api/plays/{play}/again").json() == {"play": None}
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ann.get, f"/api/plays/{play}/again?wait=60")
        status, laid = do(bob, play, "again")
        assert waiting.result(20).json() == {"play": laid["id"]}
    assert status == 201
    assert [seat["name"] for seat in laid["seats"]] == ["Bob", "Ann"]
    assert (laid["seat"], laid["waits"]) == ("P1", False)
    assert ann.get(f"/api/plays/{play}/again").json() == {"play": laid["id"]}  # and later
    assert bob.get(f"/api/plays/{play}/again").json() == {"play": None}
    assert cat.get(f"/api/plays/{play}/again").status_code == 404
    assert do(cat, play, "again")[0] == 404
    assert seen(ann, laid["id"])["roles"] == ["P2"]


def test_the_same_deal_again_is_for_practice(people: list[TestClient]) -> None:
    ann = people[0]
    play = ann.post("/api/plays", json={"game": "tomb", "seed": "rose"}).json()["id"]
    do(ann, play, "give-up")
    status, again = do(ann, play, "again", same=True)
    assert (status, again["practice"]) == (201, True)
    assert again["sealed"] == seen(ann, play)["sealed"]


def test_no_stranger_does_any_of_it(people: list[TestClient]) -> None:
    ann, bob, cat = people
    play = lay([ann, bob])
    asked: dict[str, dict[str, Any]] = {
        "relieve": {"role": "P1"},
        "return": {"role": "P1"},
        "hurry": {"at": 0},
        "give-up": {},
        "again": {},
    }
    for what, body in asked.items():
        assert do(cat, play, what, **body)[0] == 404


# -- looking on -----------------------------------------------------------------------------------


def watching(person: TestClient, play: str) -> str:
    """Make a link to look on; give where a program finds it."""
    return f"/api{person.post(f'/play/{play}/watch').json()['path']}"


def test_whoever_looks_on_is_shown_what_everybody_may_see(people: list[TestClient]) -> None:
    ann, bob, cat = people
    play = lay([ann, bob], "labyrintheus", options={"persona-choice": "random"})
    at = watching(bob, play)
    hands = [set(seen(p, play)["view"]["heroes"][n]["known"]) for n, p in enumerate((ann, bob))]
    assert all(hands)
    looked = cat.get(at)
    shown = looked.json()
    assert (shown["seat"], shown["roles"], shown["view"]["seat"]) == ("spectator", [], None)
    assert shown["id"] == at.rsplit("/", 1)[1]
    assert play not in looked.text
    assert not any(shown[it] for it in ("undo", "redo", "alone", "seed", "plea"))
    assert not any(seat["yours"] or seat["may_relieve"] or seat["link"] for seat in shown["seats"])
    assert shown["question"] is None or not shown["question"]["options"]
    told = looked.text + cat.get(f"{at}/chronicle").text
    for card in set.union(*hands):
        assert f'"{card}"' not in told
    do(ann, play, "talk", text="well met")
    assert [line["text"] for line in cat.get(f"{at}/talk").json()["lines"]] == ["well met"]
    for _ in range(20):
        answer(play, ann, bob)
        question = cat.get(at).json()["question"] or {"yours": False, "options": []}
        assert (question["yours"], question["options"]) == (False, [])


def test_whoever_looks_on_waits_for_news_and_does_nothing(people: list[TestClient]) -> None:
    ann, bob, cat = people
    play = lay([ann, bob])
    at = watching(ann, play)
    before = cat.get(at).json()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(cat.get, f"{at}?after={before['at']}")
        answer(play, ann, bob)
        news = waiting.result(60).json()
    assert len(news["log"]) > len(before["log"])
    assert cat.get(f"{at}?seat=P1").status_code == 403
    for what in ("answers", "undo", "redo", "consent", "relieve", "return", "hurry", "give-up"):
        assert cat.post(f"{at}/{what}", json={}).status_code == 404
    assert cat.post(f"{at}/talk", json={"text": "hello"}).status_code == 405
    for what in ("odds", "hint", "journal", "again"):
        assert cat.get(f"{at}/{what}").status_code == 404
    same_but_for_you(seen(ann, play)["log"], news["log"])
    assert cat.get("/api/watch/nothing").status_code == 404
    table = ann.post("/api/plays", json={"game": "tin", "seats": ["@link"]}).json()
    early = cat.get(watching(ann, table["id"]))
    assert (early.status_code, "The game hasn't started yet." in early.text) == (422, True)


def test_the_variant_is_told_to_whoever_looks_on(people: list[TestClient]) -> None:
    ann, _, cat = people
    rich = 'game = "tomb"\n[rows.ks]\nworth = 15\n'
    at = watching(ann, ann.post("/api/plays", json={"game": "tomb", "variant": rich}).json()["id"])
    assert cat.get(f"{at}/variant").text == rich
    assert not cat.get(at).json()["undo"]
