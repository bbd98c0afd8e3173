"""While a move is under way, everybody is told what was stored, at once, and nothing else."""

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.web.harness import Server, running
from tests.web.people import begin, somebody
from tests.web.slow_bot import THINKS
from tests.web.test_programs import Person, at_the_table

BOT = "tests.web.slow_bot:Slow"


@pytest.fixture
def thinks(tmp_path: Path) -> Path:
    """A file that is there while the bot thinks."""
    return tmp_path / "thinks"


@pytest.fixture
def server(tmp_path: Path, thinks: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("UNDERCROFT_BOTS", f"labyrintheus={BOT}")
    monkeypatch.setenv(THINKS, str(thinks))
    with running(tmp_path / "data", deal="rose", budget=120) as started:
        yield started


def table_of_three(server: Server) -> list[Person]:
    """Two people, and a bot between them."""
    ann, bob = somebody(server), somebody(server)
    play = begin(ann, "labyrintheus", seats=[BOT, "@link"], names=["Ann"])
    link = ann.get(f"/api/plays/{play}").json()["seats"][2]["link"]
    bob.post(f"/api/seats/{link.removeprefix('/join/')}", json={"name": "Bob"}).raise_for_status()
    return [Person(ann, play), Person(bob, play)]


def everything(server: Server, person: Person, page: ClientConnection) -> dict[str, Any]:
    """All that somebody who is not asked can learn, and how each deed is refused."""
    at = person.shown["at"]
    with at_the_table(server, person) as arriving:
        greeting = arriving.recv(timeout=30)
    page.send('{"do":"look"}')
    page.send(json.dumps({"do": "answer", "at": at, "answer": "nonsense"}))
    page.send(json.dumps({"do": "undo", "at": at}))
    page.send('{"do":"hint"}')
    frames: list[dict[str, Any]] = []
    while not frames or frames[-1]["kind"] != "hint":
        frames.append(json.loads(page.recv(timeout=30)))
    return {
        "greeting": json.loads(greeting),
        "look": person.shown,
        "page": person.line.get(f"/play/{person.play}").text.partition("<main")[2],
        "odds": person.get("odds"),
        "hint": person.get("hint"),
        "story": person.get("chronicle"),
        "answer": person.post("answers", at=at, answer="nonsense"),
        "undo": person.post("undo", at=at),
        "redo": person.post("redo", at=at),
        "consent": person.post("consent", at=at, agrees=True),
        "hurry": person.post("hurry"),
        "give up": person.post("give-up"),
        "frames": [frame for frame in frames if frame["kind"] in ("table", "seats", "refused")],
    }


def wait_until(thinks: Path, answering: Future[Any]) -> None:
    """Wait until the bot is asked in secret, or the answer is stored."""
    end = monotonic() + 60
    while not (thinks.exists() or answering.done()):
        assert monotonic() < end
        sleep(0.005)


def look_in_mid_move(server: Server, thinks: Path, most: int) -> int:
    """Play a game, and look at it while the bot is asked in secret; count how often it was."""
    pair, secrets = table_of_three(server), 0
    with ThreadPoolExecutor(1) as pool, ExitStack() as stack:
        pages = [stack.enter_context(at_the_table(server, person)) for person in pair]
        while secrets < most and pair[0].shown["outcome"] is None:
            mine, theirs = sorted(pair, key=lambda p: not (p.shown["question"] or {}).get("yours"))
            page = pages[pair.index(theirs)]
            everything(server, theirs, page)  # what came before has been read
            before, own = everything(server, theirs, page), (mine.shown, mine.get("odds"))
            answering: Future[Any] = pool.submit(mine.answer)
            wait_until(thinks, answering)
            if thinks.exists():
                secrets += 1
                assert everything(server, theirs, page) == before
                assert (mine.shown, mine.get("odds")) == own
                role = before["look"]["seat"]
                assert [theirs.post(what, role=role)[0] for what in ("relieve", "return")] == [
                    200,
                    200,
                ]
                assert thinks.exists()  # all that came before the bot had answered
            while not answering.done():
                thinks.unlink(missing_ok=True)
                sleep(0.005)
            answering.result()
    return secrets


def test_what_others_are_told_while_a_bot_is_asked_in_secret_is_what_they_knew(
    server: Server, thinks: Path
) -> None:
    secrets = 0
    while secrets < 4:
        secrets += look_in_mid_move(server, thinks, 4 - secrets)
