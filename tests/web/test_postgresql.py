"""Servers on a real PostgreSQL: two of them at one table, and one whose database goes away."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from benchmarks.server import SERIES, Line, first_option
from tests.storage.stores import Postgresql, PostgresqlServer
from tests.web.harness import Server, running
from tests.web.lines import answer, at_both, heard, journal, post, until
from tests.web.people import COOKIE, begin, quickly, somebody
from tests.web.test_serving import command
from undercroft.storage.database import open_database
from undercroft.storage.export import export_plays


@pytest.fixture(scope="module")
def servers(
    postgresql: PostgresqlServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    url, data = postgresql.make(), tmp_path_factory.mktemp("servers")
    with running(data, url, "rose") as one, running(data, url, "rose") as two:
        yield one, two


def test_what_is_answered_at_one_server_is_there_at_the_other(
    servers: tuple[Server, Server],
) -> None:
    async def play() -> None:
        async with at_both(servers) as (here, there, first):
            assert await journal(there) == []  # the other server has it in memory now
            given, reply = await answer(here, first)
            assert reply["kind"] == "table"
            assert [row.split(": ")[1] for row in await journal(there)] == [given]
            await there.reconnect()
            assert json.loads(await there.receive())["at"] == reply["at"]

    asyncio.run(play())


def test_who_looks_on_at_the_other_server_is_shown_every_answer_and_undo_unasked(
    servers: tuple[Server, Server],
) -> None:
    async def play() -> None:
        async with at_both(servers) as (here, there, frame):
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

    asyncio.run(play())


def test_two_people_at_two_servers_see_and_hear_each_other(
    servers: tuple[Server, Server],
) -> None:
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

    asyncio.run(play(servers[0].port, servers[1].port))


def play_out(play: str, *people: httpx2.Client) -> None:
    """Have whoever is asked turn back as soon as may be, to the end."""
    while True:
        for person in people:
            shown = person.get(f"/api/plays/{play}").json()
            if shown["outcome"] is not None:
                return
            if shown["question"]["yours"]:
                answers = [option["answer"] for option in shown["question"]["options"]]
                given = {"at": shown["at"], "answer": quickly(answers)}
                person.post(f"/api/plays/{play}/answers", json=given)


def test_who_plays_again_calls_whoever_is_at_the_other_server(
    servers: tuple[Server, Server],
) -> None:
    ann, bob = map(somebody, servers)
    play = begin(ann, seats=["@link"])
    key = ann.get(f"/api/plays/{play}").json()["seats"][1]["link"].removeprefix("/join/")
    assert bob.post(f"/api/seats/{key}", json={"name": "Bob"}).status_code == 200
    play_out(play, ann, bob)

    async def call(port: int) -> None:
        line = Line(port)
        line.play, line.cookie = play, f"{COOKIE}={bob.cookies[COOKIE]}"
        await line.reconnect()
        await until(line, "talk", "")  # all that there is to be told was told
        laid = await asyncio.to_thread(ann.post, f"/play/{play}/again")
        path = laid.headers["location"].split("?")[0]
        assert path in await until(line, "again", "")
        assert (await asyncio.to_thread(bob.get, path)).status_code == 200
        await line.close()
        await line.reconnect()  # a page that was loaded again, or whose wake-up was lost
        assert path in await until(line, "again", "")
        await line.close()

    asyncio.run(call(servers[1].port))


def test_who_plays_again_at_two_servers_at_once_sits_at_one_table(
    servers: tuple[Server, Server],
) -> None:
    ann, bob = map(somebody, servers)
    play = begin(ann, seats=["@link"])
    key = ann.get(f"/api/plays/{play}").json()["seats"][1]["link"].removeprefix("/join/")
    assert bob.post(f"/api/seats/{key}", json={"name": "Bob"}).status_code == 200
    play_out(play, ann, bob)

    async def press() -> list[httpx2.Response]:
        again = f"/play/{play}/again"
        both = [asyncio.to_thread(person.post, again) for person in (ann, bob)]
        return await asyncio.gather(*both)

    replies = asyncio.run(press())
    assert len({reply.headers["location"].split("?")[0] for reply in replies}) == 1


def test_two_servers_do_not_both_take_an_answer_to_one_question(
    servers: tuple[Server, Server],
) -> None:
    async def play() -> None:
        async with at_both(servers) as (here, there, first):
            await there.reconnect()
            assert first_option(await there.receive(), None) == first_option(first, None)
            both = await asyncio.gather(answer(here, first), answer(there, first))
            (_, at_one), (_, at_two) = both
            late = there if at_one["kind"] == "table" else here
            assert sorted([at_one["kind"], at_two["kind"]]) == ["refused", "table"]
            assert {at_one.get("why"), at_two.get("why")} == {None, "stale"}
            table = json.loads(await late.receive())  # is shown what has happened
            assert table["at"] == max(at_one["at"], at_two["at"])
            assert len(await journal(here)) == len(await journal(there)) == 1

    asyncio.run(play())


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
        assert await journal(line) == []
        _, reply = await answer(line, frame)  # of the table that was lost: is shown the one that is
        if reply["kind"] == "refused":
            frame = await line.receive()
            _, reply = await answer(line, frame)
        assert reply["kind"] == "table"
        assert len(await journal(line)) == 1
        head, _ = await line.get("/healthz")
        assert head.startswith("HTTP/1.1 200"), head
        await line.close()

    with running(tmp_path, store.url) as server:
        asyncio.run(play(server.port))


def test_the_first_answer_after_the_database_was_started_again_is_taken(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    store = Postgresql(postgresql, "restarted")

    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        frame = await line.receive()
        store.crash()
        _, reply = await answer(line, frame)
        assert reply["kind"] == "table", reply
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
        process.communicate(timeout=60)
    assert not (tmp_path / "undercroft.db").exists()
    engine = open_database(url)
    assert sum('"play":' in line for line in export_plays(engine)) == 1
    engine.dispose()
