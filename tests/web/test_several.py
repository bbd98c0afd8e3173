"""Several at one table: seats, links, the lobby, what each of them is told. Without a network."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from undercroft.storage.journals import now
from undercroft.web import company, live, tables
from undercroft.web.app import make_app
from undercroft.web.settings import Settings

HOME = "http://127.0.0.1"
FREE: dict[str, Any] = dict.fromkeys(
    ("requests", "requests_burst", "creations", "creations_burst", "answers", "answers_burst"), 1e9
)


@pytest.fixture
def ann(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(tables, "new_seed", lambda: "several")  # each run meets the same deals
    app = make_app(Settings(data=tmp_path / "data", **FREE))
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as client:
        yield client


def another(client: TestClient) -> TestClient:
    """Somebody else, at the same server."""
    guest = TestClient(client.app, base_url=HOME, raise_server_exceptions=False)
    guest.portal = client.portal  # one event loop for all, as in a server
    guest.get("/")
    return guest


@pytest.fixture
def bob(ann: TestClient) -> TestClient:
    return another(ann)


def lay(client: TestClient, game: str, *seats: str, **more: str) -> str:
    """Lay a table by the form; give the play's id."""
    form = {"game": game, "name.P1": "Ann"}
    form |= {f"seat.P{number}": seat for number, seat in enumerate(seats, 2)}
    form |= {name.replace("__", "."): value for name, value in more.items()}
    reply = client.post("/plays", data=form, follow_redirects=False)
    assert reply.status_code == 303, reply.text
    return reply.headers["location"].split("/play/")[1].split("?")[0]


def links(client: TestClient, play: str) -> list[str]:
    """The links to the free seats, as the waiting room shows them."""
    found = re.findall(r'href="(/join/[^"]+)"', client.get(f"/play/{play}").text)
    return list(dict.fromkeys(found))


def join(client: TestClient, link: str, name: str = "Bob") -> Any:
    return client.post(link, data={"name": name}, follow_redirects=False)


class Wire:
    """A page's socket, and what it has been told."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.frames: list[Any] = []

    def hear(self, kind: str = "table", having: str = "") -> Any:
        """Read until a frame of a kind comes, with a certain text in it.

        A table without steps only tells that somebody has come, or gone.
        """
        while True:
            frame = json.loads(self.session.portal.call(self._next)["text"])
            self.frames.append(frame)
            if kind == "table" and not having and not frame.get("steps"):
                continue
            if frame["kind"] == kind and having in str(frame):
                return frame

    async def _next(self) -> Any:
        with anyio.fail_after(60):
            return await self.session._send_rx.receive()

    def send(self, do: str, **more: Any) -> None:
        self.session.send_json({"do": do, **more})

    def refusal(self, do: str, **more: Any) -> str:
        """Send something, and give why it was refused."""
        self.send(do, **more)
        why: str = self.hear("refused")["why"]
        return why

    @property
    def text(self) -> str:
        return str(self.frames)


@pytest.fixture
def wires() -> Iterator[Any]:
    with ExitStack() as stack:

        def open_wire(client: TestClient, path: str) -> Wire:
            path = path if path.startswith("/") else f"/play/{path}"
            session = client.websocket_connect(
                f"ws://127.0.0.1{path}/socket?pace=instant", headers={"origin": HOME}
            )
            return Wire(stack.enter_context(session))

        yield open_wire


def options(frame: Any) -> list[str]:
    """What may be answered, as a frame's prompt offers it."""
    prompt = frame["steps"][-1]["parts"].get("prompt", "")
    return re.findall(r'data-answer="([^"]+)"', prompt)


def table_of_two(ann: TestClient, bob: TestClient, game: str = "tin", **more: str) -> str:
    play = lay(ann, game, "@link", **more)
    assert join(bob, links(ann, play)[0]).status_code == 303
    return play


# -- coming together ------------------------------------------------------------------------------


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
    assert "whoever names the seed may know every card" in page.text
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
    assert "To your table" in ann.get("/lobby").text
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
    assert ann.post(f"/play/{play}/fill").status_code == 200
    assert ann.get(f"/api/plays/{play}").json()["question"]
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
    assert "You look on" in spectator.get(watching).text
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


# -- one screen for several -----------------------------------------------------------------------


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
            assert "seen by you alone" not in str(frame)
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
            assert "seen by you alone" not in str(frame)
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


# -- somebody leaves ------------------------------------------------------------------------------


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
    assert 'data-seat="return"' in two.hear("seats", having="stands in")["html"]
    assert 'data-seat="return"' not in one.hear("seats", having="stands in")["html"]
    assert one.refusal("relieve", role="P1") == "refused"  # somebody has to stay
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
    later = now() + 61_000
    monkeypatch.setattr(company, "now", lambda: later)
    theirs.send("hurry", at=at)
    assert theirs.hear()["at"] > at
    assert mine.hear()["at"] > at


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
    assert "Somebody else answers this" in str(told)
    soon, later = now() + 61_000, now() + 121_000
    monkeypatch.setattr(company, "now", lambda: soon)
    assert theirs.refusal("hurry", at=told["at"]) == "not-yours"
    monkeypatch.setattr(company, "now", lambda: later)
    theirs.send("look")
    assert theirs.refusal("relieve", role=f"P{asked + 1}") == "not-yours"
    theirs.send("hurry", at=told["at"])
    assert "Somebody else answers this" not in str(theirs.hear())
    assert "data-seat" not in theirs.text.replace("data-seats", "")
    assert not is_asked_in_secret(play, *people)


def is_asked_in_secret(play: str, *people: TestClient) -> bool:
    """Whether only whoever is asked may know of it."""
    shown = [person.get(f"/api/plays/{play}").json() for person in people]
    return sum(it["question"] is None for it in shown) == len(people) - 1


def until_asked_in_secret(play: str, *people: TestClient) -> int:
    """Answer until somebody is asked in secret, who will be once more at once; give who it is."""
    for _ in range(7):  # in this deal
        answer(play, *people, pick=-1)
    assert is_asked_in_secret(play, *people)
    shown = [person.get(f"/api/plays/{play}").json() for person in people]
    return next(n for n, it in enumerate(shown) if it["question"])


def test_who_has_been_away_can_be_relieved(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = table_of_two(ann, bob)
    one = wires(ann, play)
    one.hear()
    assert one.refusal("relieve", role="P2") == "not-yours"
    later = now() + company.AWAY + 1000
    monkeypatch.setattr(company, "now", lambda: later)
    one.send("look")
    assert 'data-seat="relieve"' in one.hear("seats", having="Let a bot play for Bob")["html"]
    one.send("relieve", role="P2")
    one.hear("seats", having="stands in")


# -- taking back ----------------------------------------------------------------------------------


def answer(play: str, *clients: TestClient, pick: int = 0) -> tuple[int, int]:
    """Whoever is asked takes the first option; give who it was, and how many entries came of it."""
    shown = [client.get(f"/api/plays/{play}").json() for client in clients]
    asked = next(n for n, it in enumerate(shown) if (it["question"] or {}).get("yours"))
    at, first = shown[asked]["at"], shown[asked]["question"]["options"][pick]["answer"]
    given = {"at": at, "answer": first}
    reply = clients[asked].post(f"/api/plays/{play}/answers", json=given)
    assert reply.status_code == 200
    return asked, reply.json()["at"] - at


def answer_until(entries: bool, play: str, *clients: TestClient) -> int:
    """Answer until fate has (or has not) followed an answer; give whose it was."""
    for _ in range(60):
        asked, came = answer(play, *clients)
        if (came > 1) == entries:
            return asked
    raise AssertionError("it never came to that")


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
    plea = theirs.hear(having="'plea': {'name")
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
    later = now() + 40_000
    for module in (company, live):
        monkeypatch.setattr(module, "now", lambda: later)
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
    assert "shown" in wire.frames[-1]["message"]


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
    assert one.hear("talk", having="Thank")["lines"][0]["text"] == "Thank you."
    late = wires(bob, play)
    assert [line["number"] for line in late.hear("talk")["lines"]] == [0, 1]
    assert third.refusal("say", text="hello") == "not-yours"
    assert third.refusal("signal", signal="hello") == "not-yours"
    for text in ("", " \n", "x" * 201):
        assert one.refusal("say", text=text) == "refused"
    assert one.refusal("signal", signal="rude") == "refused"


def test_nobody_talks_all_the_time(ann: TestClient, bob: TestClient, wires: Any) -> None:
    play = table_of_two(ann, bob)
    one, two = wires(ann, play), wires(ann, play)
    for n in range(12):
        (one, two)[n % 2].send("say", text=str(n))
    assert "not so fast" in one.hear("refused")["message"]
    assert "not so fast" in two.hear("refused")["message"]


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
    assert one.hear("again")["path"] == path
    assert ann.get(path).status_code == 200
    one.send("say", text="coming")
    for wire in (one, two, third):
        wire.hear("talk", having="coming")
    assert ["again" in {it["kind"] for it in wire.frames} for wire in (one, two, third)] == [
        *(True, False, False)
    ]
    assert sum(it["kind"] == "again" for it in one.frames) == 1


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
