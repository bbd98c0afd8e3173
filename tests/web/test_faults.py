"""What happens to a server's lines, disk and database, and what must not come of it."""

import asyncio
import contextlib
import json
import os
import re
import resource
import socket
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from benchmarks.server import SERIES, Line, first_option
from tests.storage.stores import Postgresql, PostgresqlServer
from tests.web.harness import Server, running
from undercroft.core.records.entries import Answered
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals


def metric_of(text: str, name: str) -> float:
    """Read one of a server's counters."""
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found, name
    return float(found[1])


def memory(server: Server) -> int:
    """Give the bytes that the server holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) * 1024


def deaf(line: Line) -> socket.socket:
    """Open a socket on a play of somebody's, and never read from it."""
    silent = socket.socket()
    silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    silent.connect(("127.0.0.1", line.port))
    silent.sendall(line.greeting().encode())
    return silent


async def read_on(line: Line) -> None:
    while True:
        await line.receive()


async def to_and_fro(line: Line, times: int) -> None:
    """Answer and undo: each time all who look on are sent much."""
    at, answer = first_option(await line.receive())
    for _ in range(times):
        for frame in ({"do": "answer", "answer": answer}, {"do": "undo"}):
            line.send(json.dumps(frame | {"at": at}))
            reply = json.loads(await line.receive())
            assert reply["kind"] == "table"
            at = reply["at"]


# -- clients that do not read, or are gone --------------------------------------------------------


def test_clients_that_never_read_are_dropped_and_cost_nobody_anything(tmp_path: Path) -> None:
    async def play(server: Server) -> float:
        line, idle = Line(server.port), Line(server.port)
        await line.connect(SERIES)
        await idle.connect(SERIES)  # and is never heard of again
        with contextlib.ExitStack() as silent:
            for _ in range(10):
                silent.enter_context(deaf(line))
            before = server.worked()
            await to_and_fro(line, 100)
            each = (server.worked() - before) / 200
            for _ in range(150):
                if metric_of((await line.get("/metrics"))[1], "undercroft_sockets") <= 1:
                    break
                await asyncio.sleep(0.2)
            else:
                raise AssertionError("they are still there")
        await idle.close()
        await line.close()
        return each

    with running(tmp_path, ping=3) as server:
        before = memory(server)
        assert asyncio.run(play(server)) < 0.25  # seconds of work for an answer
        assert memory(server) - before < 60_000_000


def test_a_client_that_is_too_slow_is_told_so_once_it_reads(tmp_path: Path) -> None:
    async def play(port: int) -> None:
        line = Line(port)
        await line.connect(SERIES)
        slow = Line(port)
        slow.play, slow.cookie = line.play, line.cookie
        slow.reader, slow.writer = await asyncio.open_connection(sock=deaf(line), limit=1000)
        await to_and_fro(line, 200)
        await slow.reader.readuntil(b"\r\n\r\n")
        with pytest.raises(ConnectionError, match="too slow"):
            await asyncio.wait_for(read_on(slow), 60)
        await slow.close()
        await line.close()

    with running(tmp_path) as server:
        asyncio.run(play(server.port))


def test_five_hundred_idle_sockets_cost_little_and_a_play_among_them_is_quick(
    tmp_path: Path,
) -> None:
    async def play(server: Server) -> tuple[float, float]:
        before = memory(server)
        idle = [Line(server.port) for _ in range(500)]
        for some in range(0, 500, 50):
            await asyncio.gather(*(line.connect(SERIES) for line in idle[some : some + 50]))
        each = (memory(server) - before) / len(idle)
        line = Line(server.port)
        await line.connect(SERIES)
        worked = server.worked()
        await to_and_fro(line, 50)
        work = (server.worked() - worked) / 100
        await asyncio.gather(*(line.close() for line in (line, *idle)))
        return each, work

    with running(tmp_path) as server:
        each, work = asyncio.run(play(server))
    assert each < 250_000  # bytes, with a play each
    assert work < 0.1  # seconds for an answer


# -- storage that fails for a while ---------------------------------------------------------------


class Persistent(Line):
    """Answers as fast as it can; what is refused it tries again; what is taken it remembers."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.taken: list[tuple[int, str]] = []  # entry and answer
        self.refused: Counter[str] = Counter()

    async def persist(self, stop: asyncio.Event) -> None:
        """Play until told to stop, or until the play is over."""
        frame, answer = await self.receive(), None
        while not stop.is_set():
            at, answer = first_option(frame, answer)
            if answer is None:
                return
            self.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
            reply = json.loads(text := await self.receive())
            while reply["kind"] == "table" and reply["again"]:  # a table that was to be shown again
                reply = json.loads(text := await self.receive())
            if reply["kind"] == "table":
                self.taken.append((at, answer))
                frame = text
                await asyncio.sleep(0.05)  # so that the play is not over before the fault is
                continue
            self.refused[reply["why"]] += 1
            with contextlib.suppress(TimeoutError):  # the table follows, if it can be had
                async with asyncio.timeout(0.3):
                    frame = await self.receive()

    def check(self, url: str) -> None:
        """See that each answer that was taken is there, where it was given."""
        journals = Journals(open_database(url))
        stored = journals.load(str(self.play))
        journals.close()
        assert stored is not None
        for at, answer in self.taken:
            entry = stored.entries[at]
            assert isinstance(entry, Answered)
            assert (entry.seat, entry.answer) == (0, answer)


async def outlive(
    port: int, fault: AbstractContextManager[None], seconds: float
) -> list[Persistent]:
    """Have ten clients play before, during and after a fault; each is refused, and goes on."""
    lines = [Persistent(port) for _ in range(10)]
    for line in lines:
        await line.connect(SERIES)
    stop = asyncio.Event()
    playing = [asyncio.create_task(line.persist(stop)) for line in lines]
    async with asyncio.timeout(100):
        await until(playing, lambda: all(line.taken for line in lines))
        with fault:
            await until(playing, lambda: all(line.refused["storage"] for line in lines))
            await asyncio.sleep(seconds)
        before = [len(line.taken) for line in lines]
        await until(
            playing,
            lambda: all(len(line.taken) > n for line, n in zip(lines, before, strict=True)),
        )
        stop.set()
        await asyncio.gather(*playing)
    for line in lines:
        assert set(line.refused) <= {"storage", "stale"}
        await line.close()
    return lines


async def until(playing: list[asyncio.Task[None]], condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.wait(playing, timeout=0.05)
        for task in playing:
            if task.done():
                task.result()


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of its own, if we may make one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "undercroft-test", str(folder)]
    if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("only root can make a small file system")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S603, S607


@contextlib.contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Fill a disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@contextlib.contextmanager
def limited(server: Server) -> Iterator[None]:
    """Let no file of a server's grow any more, as a quota does."""
    assert server.process is not None
    everything = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, everything)


def test_a_full_disk_refuses_answers_and_takes_them_when_there_is_room(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    with small_disk(folder), running(folder) as server:
        lines = asyncio.run(outlive(server.port, filled(folder), 0.5))
        for line in lines:
            line.check(f"sqlite:///{folder / 'undercroft.db'}")


def test_a_quota_refuses_answers_and_takes_them_when_it_is_lifted(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        for line in asyncio.run(outlive(server.port, limited(server), 0.5)):
            line.check(f"sqlite:///{tmp_path / 'undercroft.db'}")


def test_a_database_that_stops_under_load_and_starts_again(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    store = Postgresql(postgresql, "restarted")
    with running(tmp_path, store.url) as server:
        for line in asyncio.run(outlive(server.port, store.lost(), 2)):
            line.check(store.url)
