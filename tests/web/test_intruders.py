"""Answers from the wrong hand, or at the wrong time, at a real server: one is taken, or none."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from benchmarks.server import SERIES, Line, first_option
from tests.web.harness import Server, running
from tests.web.lines import elsewhere, journal


async def frames_so_far(line: Line) -> list[str]:
    """Give all that came of what was sent, as kinds and reasons: replies come in order."""
    line.send('{"do":"odds"}')
    heard: list[str] = []
    async with asyncio.timeout(60):
        while (frame := json.loads(await line.receive()))["kind"] != "odds":
            heard.append(frame.get("why") or ("again" if frame.get("again") else frame["kind"]))
    return heard


def test_of_eight_tabs_that_answer_at_once_exactly_one_is_heard_each_time(server: Server) -> None:
    async def play() -> None:
        first = Line(server.port)
        await first.connect(SERIES)
        frame = await first.receive()
        tabs = [first, *(elsewhere(first, server.port) for _ in range(7))]
        for tab in tabs[1:]:
            await tab.reconnect()
            await tab.receive()
        for taken in range(1, 4):
            at, answer = first_option(frame)
            for tab in tabs:
                tab.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
            heard = await asyncio.gather(*(frames_so_far(tab) for tab in tabs))
            assert sum("stale" not in kinds for kinds in heard) == 1
            assert len(await journal(first)) == taken
            await first.close()
            await first.reconnect()
            frame = await first.receive()
        for tab in tabs:
            await tab.close()

    asyncio.run(play())


def test_an_answer_that_is_sent_again_or_too_early_counts_once(server: Server) -> None:
    async def play() -> None:
        line = Line(server.port)
        await line.connect(SERIES)
        at, answer = first_option(await line.receive())
        for number in (at + 1, at, at, at, at - 1):
            line.send(f'{{"do":"answer","at":{number},"answer":"{answer}"}}')
        heard = await frames_so_far(line)
        assert (heard.count("table"), heard.count("stale")) == (1, 4)
        assert len(await journal(line)) == 1
        await line.close()

    asyncio.run(play())


def test_a_cookie_of_another_server_is_nobodys(server: Server, tmp_path: Path) -> None:
    async def play(port: int) -> None:
        line = Line(server.port)
        await line.connect(SERIES)
        foreign = Line(port)
        foreign.play, foreign.cookie = line.play, line.cookie
        head, _ = await foreign.get(f"/play/{line.play}")
        assert head.startswith("HTTP/1.1 404")
        assert "set-cookie" in head  # a guest, but another
        with pytest.raises(ConnectionError):
            await foreign.reconnect()
        for cookie in (line.cookie[:-1], line.cookie + "x", line.cookie.replace("=", "=A", 1)):
            forged = elsewhere(line, server.port)
            forged.cookie = cookie
            head, _ = await forged.get(f"/api/plays/{line.play}")
            assert head.startswith("HTTP/1.1 404")
            with pytest.raises(ConnectionError):
                await forged.reconnect()
        await line.close()

    with running(tmp_path) as other:
        asyncio.run(play(other.port))


def test_who_has_another_seat_cannot_answer_for_it(server: Server) -> None:
    async def play() -> None:
        ann, bob = Line(server.port), Line(server.port)
        head, _ = await ann.post("/plays", game="tin", seat__P2="@link")
        found = re.search(r"location: /play/([\w-]+)", head)
        assert found
        ann.play = bob.play = found[1]
        _, room = await ann.get(f"/play/{ann.play}")
        link = re.search(r'href="(/join/[^"]+)"', room)
        assert link
        await bob.post(link[1], name="Bob")
        shown = {}
        for line in (ann, bob):
            _, text = await line.get(f"/api/plays/{ann.play}")
            shown[line] = json.loads(text)
        asked, other = (ann, bob) if shown[ann]["question"]["yours"] else (bob, ann)
        at, answer = shown[asked]["at"], shown[asked]["question"]["options"][0]["answer"]
        await other.reconnect()
        await frames_so_far(other)
        other.send(json.dumps({"do": "answer", "at": at, "answer": answer}))
        assert "not-yours" in await frames_so_far(other)
        _, text = await asked.get(f"/api/plays/{ann.play}")
        assert json.loads(text)["at"] == at
        for line in (ann, bob):
            await line.close()

    asyncio.run(play())
