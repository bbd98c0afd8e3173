"""Programs have at a table what the browser has: taking back, odds, hints, the story, talk."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep
from typing import Any, NamedTuple

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.harness import Server, running
from tests.web.people import COOKIE, begin, somebody
from undercroft.core.variants import with_variant
from undercroft.games import find_game

RICH = 'game = "tomb"\n[rows.ks]\nworth = 15\n'


class Person(NamedTuple):
    """Somebody at a table, by the API."""

    line: httpx2.Client
    play: str

    @property
    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.line.get(f"/api/plays/{self.play}").json()
        return shown

    def get(self, what: str, **query: Any) -> Any:
        reply = self.line.get(f"/api/plays/{self.play}/{what}", params=query)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def post(self, what: str, **body: Any) -> tuple[int, Any]:
        """Do something; give the status, and what came of it or why not."""
        reply = self.line.post(f"/api/plays/{self.play}/{what}", json=body)
        return reply.status_code, reply.json() if reply.is_success else reply.json()["error"]

    def answer(self, wanted: str = "") -> dict[str, Any]:
        """Answer with a certain option, or the first."""
        shown = self.shown
        options = [option["answer"] for option in shown["question"]["options"]]
        given = wanted if wanted in options else options[0]
        status, after = self.post("answers", at=shown["at"], answer=given)
        assert status == 200, after
        assert isinstance(after, dict)
        return after


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), deal="rose") as started:
        yield started


def table_of_two(server: Server, game: str) -> list[Person]:
    ann, bob = somebody(server), somebody(server)
    play = begin(ann, game, seats=["@link"], names=["Ann"])
    (link,) = [seat["link"] for seat in ann.get(f"/api/plays/{play}").json()["seats"][1:]]
    bob.post(f"/api/seats/{link.removeprefix('/join/')}", json={"name": "Bob"}).raise_for_status()
    return [Person(ann, play), Person(bob, play)]


def until_only_asked(pair: list[Person]) -> tuple[Person, Person]:
    """Answer until nothing followed an answer; give who gave it, and the other."""
    for _ in range(60):
        mine, theirs = sorted(pair, key=lambda person: not person.shown["question"]["yours"])
        before = mine.shown["at"]
        if mine.answer()["at"] == before + 1:
            return mine, theirs
    raise AssertionError("it never came to that")


# -- taking back ----------------------------------------------------------------------------------


def test_who_plays_alone_takes_back_and_gives_back(server: Server) -> None:
    line = somebody(server)
    alone = Person(line, begin(line))
    first = alone.shown
    assert (first["undo"], first["redo"]) == (False, False)
    assert alone.post("undo", at=first["at"]) == (409, "There is nothing to undo.")
    after = alone.answer()
    assert (after["undo"], after["redo"], after["plea"]) == (True, False, None)
    status, back = alone.post("undo", at=after["at"])
    assert (status, back["question"], back["redo"]) == (200, first["question"], True)
    status, again = alone.post("redo", at=back["at"])
    assert status == 200
    assert again["view"] == after["view"]
    status, why = alone.post("redo", at=after["at"])
    assert status == 409
    assert f"the game is at entry {again['at']}" in why


def test_among_several_the_others_are_asked(server: Server) -> None:
    mine, theirs = until_only_asked(table_of_two(server, "tin"))
    at = mine.shown["at"]
    assert (mine.shown["undo"], theirs.shown["undo"]) == (True, False)
    assert theirs.post("undo", at=at)[0] == theirs.post("consent", at=at, agrees=True)[0] == 403
    assert mine.post("redo", at=at) == (403, "You can undo only when you play alone.")
    status, asked = mine.post("undo", at=at)
    name = next(seat["name"] for seat in asked["seats"] if seat["yours"])
    assert (status, asked["plea"]) == (200, {"name": name, "asked": False})
    assert theirs.shown["plea"] == {"name": name, "asked": True}
    assert theirs.post("consent", at=at + 1, agrees=False)[1]["plea"] is None
    mine.post("undo", at=at + 2)
    status, agreed = theirs.post("consent", at=at + 3, agrees=True)
    assert (status, agreed["plea"]) == (200, None)
    assert mine.shown["question"]["yours"]
    assert not mine.shown["redo"]


# -- advice ---------------------------------------------------------------------------------------


def test_odds_hints_and_the_story_are_for_whoever_is_asked(server: Server) -> None:
    pair = table_of_two(server, "tomb")
    mine, theirs = sorted(pair, key=lambda person: not person.shown["question"]["yours"])
    options = [option["answer"] for option in mine.shown["question"]["options"]]
    found = mine.get("odds")
    assert found["at"] == mine.shown["at"]
    assert {option["answer"] for option in found["options"]} <= {*options}
    assert all(case["count"] > 0 for option in found["options"] for case in option["cases"])
    assert found["options"]
    hint = mine.get("hint")
    assert hint["answer"] in options
    assert hint["bot"] == "cautious"
    assert hint["why"].endswith(".")
    for level, bot in find_game("tomb").levels.items():
        hint = mine.get("hint", level=level)
        assert hint["bot"] == bot
        assert hint["answer"] in options
        assert hint["why"].endswith(".")
        assert ("Chances to win: " in hint["why"]) >= (level in {"strong", "expert"})
    refused = mine.line.get(f"/api/plays/{mine.play}/hint?level=best")
    assert refused.status_code == 400
    assert "easy, fair, strong, expert" in refused.text
    won = mine.get("odds", part=0)
    assert {*won["wins"]} == {*options}
    assert all(0 <= wins <= won["worlds"] for wins in won["wins"].values())
    assert won["worlds"] > 0
    assert theirs.get("odds", part=0)["wins"] == {}
    assert theirs.get("odds")["options"] == []
    assert theirs.get("hint")["answer"] is None
    mine.answer()
    assert mine.get("chronicle")["paragraphs"]
    assert theirs.line.get(f"/api/plays/{theirs.play}/chronicle?seat=P1").status_code == 403


def test_the_odds_are_those_that_the_rules_count(server: Server) -> None:
    line = somebody(server)
    alone = Person(line, begin(line))
    (deeper,) = alone.get("odds")["options"]
    assert deeper["answer"] == "deeper"
    assert {case["name"]: case["count"] for case in deeper["cases"]}["a monster"] == 8
    assert sum(case["count"] for case in deeper["cases"]) == alone.shown["view"]["tombs"][0]["left"]


def test_no_stranger_has_any_of_it(server: Server) -> None:
    play = begin(somebody(server))
    stranger = somebody(server)
    for what in ("odds", "hint", "chronicle", "talk", "variant"):
        assert stranger.get(f"/api/plays/{play}/{what}").status_code == 404
    for what, body in (
        ("undo", {"at": 0}),
        ("redo", {"at": 0}),
        ("consent", {"at": 0, "agrees": True}),
        ("talk", {"text": "hello"}),
    ):
        assert stranger.post(f"/api/plays/{play}/{what}", json=body).status_code == 404


# -- talk -----------------------------------------------------------------------------------------


def test_what_is_said_comes_to_whoever_waits_for_it(server: Server) -> None:
    ann, bob = table_of_two(server, "tin")
    assert ann.shown["talks"]
    empty = bob.get("talk")
    assert empty["lines"] == []
    assert empty["signals"]["thanks"] == "Thank you!"
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bob.get, "talk", **{"from": 0})
        status, all_of_it = ann.post("talk", text="  well\n met ")
        (line,) = waiting.result(60)["lines"]
    assert status == 200
    assert (line["number"], line["role"], line["name"], line["text"]) == (
        0,
        "P1",
        "Ann",
        "well met",
    )
    assert all_of_it["lines"] == [line]
    bob.post("talk", signal="thanks")
    assert [line["text"] for line in ann.get("talk", **{"from": 1})["lines"]] == ["Thank you!"]


def test_talk_that_does_not_fit_is_refused(server: Server) -> None:
    ann, bob = table_of_two(server, "tin")
    assert ann.post("talk", text="x" * 201)[0] == 422
    assert "Use hello" in ann.post("talk", signal="rude")[1]
    for body in ({}, {"text": "a", "signal": "hello"}):
        assert ann.post("talk", **body) == (400, "expected a text or a signal")
    with ThreadPoolExecutor(10) as pool:  # at once, however slow the machine
        replies = [*pool.map(lambda _: bob.post("talk", text="again"), range(20))]
    assert (422, "Not so fast: wait a moment before you say more.") in replies


# -- looking --------------------------------------------------------------------------------------


def test_whoever_waits_is_told_only_what_looks_otherwise(server: Server) -> None:
    """What others answer in secret wakes nobody; nor does it that somebody looks twice."""
    ann, bob = table_of_two(server, "tin")
    with ThreadPoolExecutor(1) as pool, at_the_table(server, ann):
        known = bob.shown
        waiting = pool.submit(bob.line.get, f"/api/plays/{bob.play}?after={known['at']}")
        sleep(0.3)
        with at_the_table(server, ann):
            sleep(0.3)
        assert not waiting.done()
        mine = ann if ann.shown["question"]["yours"] else bob
        mine.answer()
        news = waiting.result(60).json()
    assert news["at"] > known["at"]
    assert news["log"] != known["log"] or news["question"] != known["question"]


def test_what_is_shown_at_an_entry_stays_as_it_was_shown(server: Server) -> None:
    """An answer is seen when it is durable, with its number, and not a moment before."""
    ann, bob = table_of_two(server, "tin")
    over, seen = Event(), dict[int, set[str]]()

    def look_on() -> None:
        while not over.is_set():
            shown = bob.shown
            told = f"{shown['question']} {len(shown['log'])}"
            seen.setdefault(shown["at"], set()).add(told)

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look_on)
        for _ in range(40):
            (ann if ann.shown["question"]["yours"] else bob).answer()
        over.set()
        looking.result(60)
    assert len(seen) > 5
    assert all(len(told) == 1 for told in seen.values()), seen


def at_the_table(server: Server, person: Person) -> ClientConnection:
    """Somebody's page, open at a table."""
    return connect(
        f"{server.url.replace('http', 'ws')}/play/{person.play}/socket",
        origin=Origin(server.url),
        additional_headers={"Cookie": f"{COOKIE}={person.line.cookies[COOKIE]}"},
    )


def test_a_play_says_which_variant_and_options_it_has(server: Server) -> None:
    line = somebody(server)
    usual = Person(line, begin(line))
    assert usual.shown["variant"] is None
    assert line.get(f"/api/plays/{usual.play}/variant").status_code == 404
    rich = Person(line, begin(line, variant=RICH, options={"start-hp": 8}))
    assert rich.shown["variant"] == with_variant(RICH, "rich", find_game).variant
    assert rich.shown["options"]["start-hp"] == "8"
    assert line.get(f"/api/plays/{rich.play}/variant").text == RICH
