"""`undercroft serve --workers`: processes behind one port, each of which may die."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from benchmarks.server import SERIES, Line
from tests.storage.stores import PostgresqlServer
from tests.web.lines import answer, elsewhere, heard, journal
from tests.web.test_serving import command


@contextmanager
def serving(url: str, data: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Two workers, as they are asked for on the command line, and their port."""
    arguments = ["--port", "0", "--data", str(data), "--database", url, "--workers", "2"]
    with command(*arguments) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline().split(":")[2].split("/")[0])
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


def children(pid: int) -> set[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")  # any thread may have started some
    return {int(child) for task in tasks for child in task.read_text().split()}


def worker_of(line: Line, process: "subprocess.Popen[str]") -> int:
    """Find, among the processes that the server has started, the other end of a connection.

    A port number alone says little: other programs' connections have the same ones.
    """
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = (in_hex(line.writer, "peername"), in_hex(line.writer, "sockname"))  # as a worker sees it
    inodes = {row[9] for row in rows if (row[1], row[2]) == ends}
    (pid,) = (pid for pid in children(process.pid) if inodes & sockets(pid))
    return pid


def in_hex(writer: asyncio.StreamWriter, end: str) -> str:
    """Write an end of a connection as /proc/net/tcp does."""
    host, port = writer.get_extra_info(end)
    return f"{socket.inet_aton(host)[::-1].hex().upper()}:{port:04X}"


def sockets(pid: int) -> set[str]:
    """List the inodes of a process's sockets."""
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            found.update(re.findall(r"socket:\[(\d+)\]", str(file.readlink())))
    return found


@contextmanager
def a_neighbour(port: int) -> Iterator[None]:
    """Another program's connection from a port of the same number, at another address."""
    with socket.create_server(("127.0.0.2", 0)) as listener, socket.socket() as other:
        other.bind(("127.0.0.2", port))
        other.connect(listener.getsockname())
        accepted, _ = listener.accept()
        with accepted:
            yield


def wait_until_gone(pids: set[int]) -> None:
    for _ in range(600):
        if not any(Path(f"/proc/{pid}/cmdline").is_file() and alive(pid) for pid in pids):
            return
        time.sleep(0.1)
    raise AssertionError(f"still there: {pids}")


def wait_for_two(process: "subprocess.Popen[str]") -> set[int]:
    for _ in range(600):
        if len(found := {child for child in children(process.pid) if alive(child)}) == 2:
            return found
        time.sleep(0.1)
    raise AssertionError("whoever died was not started again")


def alive(pid: int) -> bool:
    try:
        return " Z " not in re.sub(r"\(.*\)", "", Path(f"/proc/{pid}/stat").read_text())
    except OSError:
        return False


async def who_counts(line: Line) -> set[str]:
    """Ask for the counters until both have answered; each of them names itself in every line."""
    found = set[str]()
    for _ in range(60):
        _, text = await line.get("/metrics")
        lines = [row for row in text.splitlines() if not row.startswith("#")]
        (name,) = {re.findall(r'process="([^"]+)"', row)[0] for row in lines}
        found.add(name)
        if len(found) == 2:
            break
    return found


def test_two_tabs_on_two_workers_and_one_is_killed_in_mid_game(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    async def play(process: "subprocess.Popen[str]", port: int) -> int:
        here = Line(port)
        await here.connect(SERIES)
        frame = await here.receive()
        there = elsewhere(here, port)
        await there.reconnect()
        while worker_of(there, process) == worker_of(here, process):
            await there.close()
            await there.reconnect()
        await heard(there)
        with a_neighbour(here.writer.get_extra_info("sockname")[1]):
            workers = {worker_of(here, process), worker_of(there, process)}
        assert workers == children(process.pid)
        assert await who_counts(here) == {"worker-1", "worker-2"}
        given = [(await answer(here, frame))[0]]
        shown = await heard(there)

        killed = worker_of(here, process)
        os.kill(killed, signal.SIGKILL)
        frame = json.dumps(shown, separators=(",", ":"))
        first, reply = await answer(there, frame, given[0])
        assert reply["kind"] == "table"
        given.append(first)
        with pytest.raises((OSError, EOFError)):
            await here.receive()
        await here.close()

        for _ in range(8):  # some of them by the worker that was started again
            await here.reconnect()
            assert (await heard(here))["at"] == reply["at"]
            assert [row.split(": ")[1] for row in await journal(here)] == given
            await here.close()
        await there.close()
        return killed

    with serving(postgresql.make(), tmp_path) as (process, port):
        killed = asyncio.run(play(process, port))
        workers = wait_for_two(process)
        assert killed not in workers
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        wait_until_gone(workers)


def test_workers_do_not_outlive_the_one_who_watches_over_them(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    with serving(postgresql.make(), tmp_path) as (process, port):

        async def connect() -> None:
            line = Line(port)
            await line.connect(SERIES)
            await line.close()

        asyncio.run(connect())
        workers = children(process.pid)
        process.kill()
        process.wait(60)
        wait_until_gone(workers)


def test_sqlite_has_one_worker(tmp_path: Path) -> None:
    with command("--port", "0", "--data", str(tmp_path), "--workers", "2") as process:
        out, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert error == (
        "undercroft: several workers need a database that can wake them: postgresql://...\n"
    )
