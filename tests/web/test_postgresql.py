"""Servers on a real PostgreSQL: two of them at one table, and one whose database goes away."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from benchmarks.server import Line, first_option
from tests.storage.stores import Postgresql, PostgresqlServer
from tests.web.harness import running
from tests.web.test_serving import command
from undercroft.storage.database import open_database
from undercroft.storage.moving import export_plays

SERIES = '{"mode":"series","games":10}'  # one game may be over before anybody is asked


def elsewhere(line: Line, port: int) -> Line:
    """The same person at the same play, through another server."""
    other = Line(port)
    other.play, other.cookie = line.play, line.cookie
    return other


async def journal(line: Line) -> list[str]:
    head, text = await line.get(f"/api/plays/{line.play}/journal")
    assert head.startswith("HTTP/1.1 200"), head
    return [row for row in text.splitlines() if row.startswith("P1 ")]


async def answer(line: Line, frame: str, before: str | None = None) -> tuple[str, dict[str, Any]]:
    """Answer with the first option, or as before; give it, and what came back."""
    at, first = first_option(frame, before)
    assert first is not None
    line.send(f'{{"do":"answer","at":{at},"answer":"{first}"}}')
    return first, json.loads(await line.receive())


def test_what_is_answered_at_one_server_is_there_at_the_other(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make()

    async def play(one: int, two: int) -> None:
        here = Line(one)
        await here.connect(SERIES)
        first = await here.receive()
        there = elsewhere(here, two)
        assert await journal(there) == []  # the other server has it in memory now
        given, reply = await answer(here, first)
        assert reply["kind"] == "table"
        assert [row.split(": ")[1] for row in await journal(there)] == [given]
        await there.reconnect()
        assert json.loads(await there.receive())["at"] == reply["at"]
        await here.close()
        await there.close()

    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        asyncio.run(play(one.port, two.port))


async def heard(line: Line) -> dict[str, Any]:
    """What a line hears without having asked for it."""
    async with asyncio.timeout(10):
        found: dict[str, Any] = json.loads(await line.receive())
    return found


def test_who_looks_on_at_the_other_server_is_shown_every_answer_and_undo_unasked(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make()

    async def play(one: int, two: int) -> None:
        here = Line(one)
        await here.connect(SERIES)
        frame = await here.receive()
        there = elsewhere(here, two)
        await there.reconnect()
        shown = await heard(there)
        given: str | None = None
        for _ in range(3):
            given, reply = await answer(here, frame, given)
            shown = await heard(there)
            assert [step["log"] for step in shown["steps"]] == [
                step["log"] for step in reply["steps"]
            ]
            assert (shown["at"], shown["again"], shown["undo"]) == (reply["at"], False, True)
            frame = json.dumps(shown, separators=(",", ":"))
            here, there = there, here  # the next is answered at the other server
        here.send(f'{{"do":"undo","at":{shown["at"]}}}')
        undone = json.loads(await here.receive())
        shown = await heard(there)
        assert shown["again"]
        assert {**shown, "steps": []} == {**undone, "steps": []}
        await here.close()
        await there.close()

    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        asyncio.run(play(one.port, two.port))


async def post(line: Line, path: str, value: object) -> dict[str, Any]:
    """Post something; the line is somebody from then on."""
    body = json.dumps(value)
    head, text = await line._http(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{line.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )
    line.cookie = head[head.lower().index("set-cookie: ") + 12 :].split(";")[0]
    reply: dict[str, Any] = json.loads(text)
    line.play = reply["id"]
    return reply


async def until(line: Line, kind: str, having: str) -> str:
    """Hear until something comes."""
    while True:
        frame = await heard(line)
        if frame["kind"] == kind and having in json.dumps(frame):
            return json.dumps(frame)


def test_two_people_at_two_servers_see_and_hear_each_other(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make()

    async def play(one: int, two: int) -> None:
        ann, bob = Line(one), Line(two)
        laid = await post(ann, "/api/plays", {"game": "tin", "seats": ["@link"], "names": ["Ann"]})
        await ann.reconnect()
        await until(ann, "seats", "free")
        key = laid["seats"][1]["link"].removeprefix("/join/")
        await post(bob, f"/api/seats/{key}", {"name": "Bob"})
        await until(ann, "table", "prompt")  # it has begun
        await bob.reconnect()
        for line in (bob, ann):
            seats = await until(line, "seats", "Bob")
            while seats.count('class=\\"here') < 2:  # each at another server
                seats = await until(line, "seats", "Bob")
        ann.send('{"do":"say","text":"over here"}')
        await until(bob, "talk", "over here")
        await ann.close()
        await bob.close()

    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        asyncio.run(play(one.port, two.port))


def test_two_servers_do_not_both_take_an_answer_to_one_question(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make()

    async def play(one: int, two: int) -> None:
        here = Line(one)
        await here.connect(SERIES)
        first = await here.receive()
        there = elsewhere(here, two)
        await there.reconnect()
        assert first_option(await there.receive(), None) == first_option(first, None)
        (_, at_one), (_, at_two) = await asyncio.gather(answer(here, first), answer(there, first))
        late = there if at_one["kind"] == "table" else here
        assert sorted([at_one["kind"], at_two["kind"]]) == ["refused", "table"]
        assert {at_one.get("why"), at_two.get("why")} == {None, "stale"}
        table = json.loads(await late.receive())  # is shown what has happened
        assert table["at"] == max(at_one["at"], at_two["at"])
        assert len(await journal(here)) == len(await journal(there)) == 1
        await here.close()
        await there.close()

    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        asyncio.run(play(one.port, two.port))


def test_answers_are_refused_while_the_database_is_away_and_taken_when_it_is_back(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    store = Postgresql(postgresql, "away")

    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        frame = await line.receive()
        with store.lost():
            _, refused = await answer(line, frame)
            assert (refused["kind"], refused["why"]) == ("refused", "storage")
            _, refused = await answer(line, frame)
            assert refused["kind"] == "refused"
            head, _ = await line.get("/healthz")
            assert head.startswith("HTTP/1.1 503"), head
            head, _ = await line.get(f"/play/{line.play}")
            assert head.startswith("HTTP/1.1 503"), head
        head, _ = await line.get("/healthz")
        assert head.startswith("HTTP/1.1 200"), head
        assert await journal(line) == []
        _, reply = await answer(line, frame)  # of the table that was lost: is shown the one that is
        if reply["kind"] == "refused":
            frame = await line.receive()
            _, reply = await answer(line, frame)
        assert reply["kind"] == "table"
        assert len(await journal(line)) == 1
        await line.close()

    with running(tmp_path, store.url) as server:
        asyncio.run(play(server.port))


@pytest.mark.parametrize("by_environment", [False, True])
def test_serve_as_it_is_typed(
    postgresql: PostgresqlServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    by_environment: bool,
) -> None:
    url = postgresql.make()
    arguments = ["--port", "0", "--data", str(tmp_path)]
    if by_environment:
        monkeypatch.setenv("UNDERCROFT_DATABASE", url)
    else:
        arguments += ["--database", url]
    with command(*arguments) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split(":")[2].split("/")[0])

        async def play() -> None:
            line = Line(port)
            await line.connect(SERIES)
            await line.close()

        asyncio.run(play())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert not (tmp_path / "undercroft.db").exists()
    engine = open_database(url)
    assert sum('"play":' in line for line in export_plays(engine)) == 1
    engine.dispose()
