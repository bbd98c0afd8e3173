"""What one visitor costs is that visitor's affair: others are served as if it were not there."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from benchmarks.server import Line, closed
from tests.web.harness import running
from tests.web.sitting import FREE, HOME, another
from undercroft.web.gateway.gateway import FULL
from undercroft.web.gateway.limits import (
    PAYER,
    Buckets,
    Limits,
    Metered,
    Threads,
    Turns,
    address_of,
)
from undercroft.web.gateway.settings import Settings
from undercroft.web.server.app import make_app


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Work:
    """Work of several visitors on one loop, and whose steps were done in which order."""

    def __init__(self, folder: Path, **settings: float) -> None:
        self.limits = Limits(Settings(data=folder, **settings))  # type: ignore[arg-type]
        self.done: list[str] = []

    async def of(self, visitor: str, steps: int, cost: float, address: str = "a") -> None:
        PAYER.set(self.limits.payer(visitor, address))

        async def work() -> None:
            for _ in range(steps):
                burn(cost)
                self.done.append(visitor)
                await asyncio.sleep(0)

        await Metered(work())


# -- cost -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["a", "b"])
def test_whoever_costs_much_waits_and_others_do_not(tmp_path: Path, address: str) -> None:
    async def all_at_once() -> None:
        dear = [asyncio.create_task(work.of("ann", 2, 0.02)) for _ in range(30)]
        await asyncio.gather(*(work.of("bob", 10, 0.0001, address) for _ in range(4)))
        for task in dear:
            task.cancel()
        await asyncio.gather(*dear, return_exceptions=True)

    work = Work(tmp_path, share=0.05, share_burst=0.1)
    asyncio.run(all_at_once())
    assert work.done.count("bob") == 40
    assert work.done.count("ann") < 20  # of 60: what she had at once, and what time has given


def test_whoever_is_alone_does_not_wait(tmp_path: Path) -> None:
    work = Work(tmp_path, share=0.0001, share_burst=0.01)
    asyncio.run(asyncio.wait_for(work.of("ann", 10, 0.02), 60))  # at her share: half an hour
    assert work.done == ["ann"] * 10


def test_guests_without_number_have_no_more_than_their_address(tmp_path: Path) -> None:
    async def all_at_once() -> None:
        many = [asyncio.create_task(work.of(f"guest {n}", 1, 0.02, "a")) for n in range(60)]
        await asyncio.gather(*(work.of("bob", 10, 0.0001, "b") for _ in range(4)))
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)

    work = Work(tmp_path, share=0.05, share_burst=0.1)
    asyncio.run(all_at_once())
    assert work.done.count("bob") == 40
    assert len(work.done) < 40 + 30


def test_work_that_is_broken_off_while_it_waits_hears_of_it(tmp_path: Path) -> None:
    heard: list[str] = []

    async def dear() -> None:
        PAYER.set(limits.payer("ann", "a"))

        async def work() -> None:
            try:
                burn(0.02)
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                heard.append("cancelled")
                raise

        await Metered(work())

    async def break_off() -> None:
        await Work.of(other, "bob", 1, 0.001, "b")  # so that somebody else is there
        task = asyncio.create_task(dear())
        await asyncio.sleep(0.05)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    other = Work(tmp_path, share=0.0001, share_burst=0.01)
    limits = other.limits
    asyncio.run(break_off())
    assert heard == ["cancelled"]


def test_a_visitor_has_few_threads_and_pays_for_them(tmp_path: Path) -> None:
    limits = Limits(Settings(data=tmp_path))
    go, busy, most = threading.Event(), [0], [0]

    def work() -> None:
        busy[0] += 1
        most[0] = max(most[0], busy[0])
        go.wait(60)
        burn(0.01)
        busy[0] -= 1

    async def all_at_once() -> None:
        asyncio.get_running_loop().set_default_executor(Threads())
        ann = limits.payer("ann", "a")
        PAYER.set(ann)
        hers = [asyncio.create_task(asyncio.to_thread(work)) for _ in range(20)]
        await asyncio.sleep(0)
        PAYER.set(limits.payer("bob", "b"))
        assert await asyncio.to_thread(lambda: "served") == "served"
        go.set()
        await asyncio.gather(*hers)
        ann.pay(0)
        assert ann.visitor.full_again > 0

    asyncio.run(all_at_once())
    assert most[0] == 2


def test_the_client_not_seen_for_longest_is_forgotten() -> None:
    buckets = Buckets(rate=1e-9, burst=1, most=2)
    assert buckets.take("ann")
    assert buckets.take("bob")
    assert not buckets.take("ann")
    assert buckets.take("cat")  # bob is forgotten
    assert not buckets.take("ann")
    assert buckets.take("bob")


def test_visitors_take_turns() -> None:
    served: list[str] = []

    async def want(visitor: str) -> None:
        async with turns.turn(visitor):
            await asyncio.sleep(0)
            served.append(visitor)

    async def all_want() -> None:
        tasks = [asyncio.create_task(want(visitor)) for visitor in ["ann"] * 6 + ["bob"] * 2]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    turns = Turns()
    asyncio.run(all_want())
    assert (
        served == ["ann", "ann", "bob", "ann", "bob", "ann", "ann"] or served[:5].count("bob") == 2
    )
    assert len(served) == 7


def test_an_address_of_ipv6_is_a_households_network() -> None:
    one, two = ("2001:db8:1:2::1", 1), ("2001:db8:1:2:ffff::9", 2)
    assert address_of(one) == address_of(two) == "2001:db8:1:2::/64"
    assert address_of(("2001:db8:1:3::1", 1)) != address_of(one)
    assert address_of(("::ffff:203.0.113.7", 1)) == address_of(("203.0.113.7", 2)) == "203.0.113.7"
    assert address_of(None) == "nobody"


# -- how many at once -----------------------------------------------------------------------------


def test_too_many_requests_under_way_are_refused_with_when_to_come_again(tmp_path: Path) -> None:
    async def ask(port: int) -> None:
        ann, bob = Line(port), Line(port)
        await ann.connect("{}")
        await bob.connect("{}")
        at = (await ann.get(f"/api/plays/{ann.play}"))[1].split('"at":')[1].split(",")[0]
        waiting = []
        for _ in range(2):  # for news of the table
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            wanted = f"GET /api/plays/{ann.play}?after={at} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            writer.write(f"{wanted}Cookie: {ann.cookie}\r\n\r\n".encode())
            waiting.append(writer)
        head, text = "", ""
        async with asyncio.timeout(60):
            while " 429 " not in head:
                head, text = await ann.get("/api/games")
        assert "retry-after: " in head
        assert text == "You have 2 requests waiting. Wait a moment, then try again.\n"
        assert (await bob.get("/api/games"))[0].startswith("HTTP/1.1 200")
        for writer in waiting:
            await closed(writer)
        await ann.close()
        await bob.close()

    with running(tmp_path, at_once=2) as server:
        asyncio.run(ask(server.port))


@pytest.fixture
def client(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    app = make_app(Settings(data=tmp_path / "data", **{**FREE, **request.param}))
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as client:
        yield client


def begin(client: TestClient) -> str:
    play: str = client.post("/api/plays", json={"game": "tomb"}).json()["id"]
    return play


def open_socket(client: TestClient, play: str) -> Any:
    return client.websocket_connect(f"ws://127.0.0.1/play/{play}/socket", headers={"origin": HOME})


def refused(client: TestClient, play: str) -> str:
    """Open a socket that is closed at once; give the reason."""
    with pytest.raises(WebSocketDisconnect) as closed, open_socket(client, play) as socket:
        socket.receive_json()
    assert closed.value.code == FULL
    return closed.value.reason


@pytest.mark.parametrize("client", [{"sockets": 2, "sockets_address": 3}], indirect=True)
def test_open_tables_are_limited_for_a_visitor_and_an_address(client: TestClient) -> None:
    play, bob = begin(client), another(client)
    others = begin(bob)
    with open_socket(client, play), open_socket(client, play):
        assert refused(client, play) == "You have 2 tables open. Close one to open this one."
        with open_socket(bob, others) as socket:
            assert socket.receive_json()["kind"] == "table"
            assert refused(bob, others) == (
                "Your network has 3 tables open, the most it can. Close one to open this one."
            )
    with open_socket(client, play) as socket:
        assert socket.receive_json()["kind"] == "table"


@pytest.mark.parametrize("client", [{"sockets_total": 1}], indirect=True)
def test_open_tables_are_limited_for_all(client: TestClient) -> None:
    bob = another(client)
    with open_socket(client, begin(client)):
        assert refused(bob, begin(bob)).startswith("This server is full.")


@pytest.mark.parametrize("client", [{"answers": 0.001, "answers_burst": 7}], indirect=True)
def test_frames_are_counted_over_all_sockets_of_a_visitor(client: TestClient) -> None:
    play, app = begin(client), client.app
    guest = client.cookies["undercroft-guest"].split(".")[0]
    with open_socket(client, play) as one, open_socket(client, play) as two:
        for socket in (one, two):
            socket.receive_json()
            for _ in range(3):
                socket.send_json({"do": "odds"})
                assert socket.receive_json()["kind"] == "odds"
        left = app.app.state.frames[guest].left  # type: ignore[attr-defined]
        assert 1 <= left < 1.5
