"""How many answers a second the web table takes, durable and drawn, and how long each waits.

    python -m benchmarks.server            1, 50 and 200 plays, as fast as they can, and at a pace
    python -m benchmarks.server --seconds 5 --plays 50
    python -m benchmarks.server --database postgresql://... --workers 2

A server process runs on one core, on loopback, with its own empty database on disk. Every answer is
a full step of the rules, committed (SQLite, WAL, synchronous=FULL) before its effect is sent, and
comes back with all steps of the drawn table that have changed. Clients answer with the first
option, in series of ten games. The client runs on another core, if there is one.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import uvloop

ANSWER = re.compile(r'data-answer=\\"([^"\\]+)\\"')
PROMPT = '"prompt":"'
CACHE = str(Path.home() / ".cache")
SERVER = """
import json
import sys
from pathlib import Path
from undercroft.web.server.run import serve
from undercroft.web.gateway.settings import Settings
free = dict.fromkeys(("requests", "requests_burst", "creations", "creations_burst", "answers",
                      "answers_burst", "share", "share_burst", "at_once", "sockets",
                      "sockets_address", "sockets_total", "games", "lobby_tables"), 1e9)
free |= json.loads(sys.argv[3])
serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), **free))
"""


class Figures(NamedTuple):
    """What one run came to."""

    name: str
    answers: int
    seconds: float
    waits: list[float]  # sorted
    newcomer: float  # from the request for a new play to its table, in the middle of the run
    bytes: int
    cpu: float  # the server's, in seconds

    def wait(self, share: float) -> float:
        """Give the wait, in milliseconds, that so large a share of answers stayed within."""
        return self.waits[min(len(self.waits) - 1, int(share * len(self.waits)))] * 1e3

    def __str__(self) -> str:
        size = self.bytes / max(1, self.answers) / 1024
        return (
            f"{self.name:34} {self.answers / self.seconds:7.0f}/s  p50 {self.wait(0.5):6.1f} ms"
            f"  p99 {self.wait(0.99):6.1f} ms  newcomer {self.newcomer * 1e3:5.0f} ms"
            f"  {size:4.1f} kB/answer  server CPU {self.cpu / self.seconds:4.0%}"
            f", {self.answers / self.cpu:5.0f} answers a CPU second"
        )


class Line:
    """A socket of our own: the less the client does, the more is measured of the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.received = 0
        self.play: str | None = None
        self.cookie = ""
        self.table = ""  # where the socket is, if not at the play itself
        self.query = ""  # what else is asked of the socket
        self.address = ""  # from where it comes, by a proxy's word; nothing: from this machine

    @property
    def _host(self) -> str:
        by_proxy = f"X-Forwarded-For: {self.address}\r\n" if self.address else ""
        return f"Host: 127.0.0.1:{self.port}\r\n{by_proxy}"

    async def connect(self, options: str, game: str = "tomb") -> None:
        """Begin a play and open its socket."""
        head, text = await self.send_json("/api/plays", f'{{"game":"{game}","options":{options}}}')
        found = re.search(r"set-cookie: ([^;]+)", head)
        if not found:
            raise ConnectionError(f"no play: {head} {text}")
        self.cookie, self.play = found[1], json.loads(text)["id"]
        await self.reconnect()

    async def send_json(self, path: str, body: str) -> tuple[str, str]:
        """Post what a program would."""
        return await self._http(
            f"POST {path} HTTP/1.1\r\n{self._host}Connection: close\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )

    async def reconnect(self) -> None:
        """Open the socket of the play that was begun."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(self.greeting().encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            await closed(self.writer)
            raise ConnectionError(head.decode())

    def greeting(self) -> str:
        """Write the request that opens the socket."""
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        table = self.table or f"/play/{self.play}"
        return (
            f"GET {table}/socket{self.query} HTTP/1.1\r\n{self._host}"
            f"Origin: http://127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n"
        )

    async def get(self, path: str) -> tuple[str, str]:
        """Get something of the guest's own."""
        return await self._http(
            f"GET {path} HTTP/1.1\r\n{self._host}Connection: close\r\nCookie: {self.cookie}\r\n\r\n"
        )

    async def post(self, path: str, **form: str) -> tuple[str, str]:
        """Post a form; a guest that is new keeps the cookie."""
        body = urlencode({name.replace("__", "."): value for name, value in form.items()})
        head, text = await self._http(
            f"POST {path} HTTP/1.1\r\n{self._host}Connection: close\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )
        if not self.cookie and (found := re.search(r"set-cookie: (undercroft-guest=[^;]+)", head)):
            self.cookie = found[1]
        return head, text

    async def _http(self, request: str) -> tuple[str, str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request.encode())
            reply = (await reader.read()).decode()
        finally:
            await closed(writer)
        head, ends, body = reply.partition("\r\n\r\n")
        size = re.search(r"content-length: (\d+)", head)
        if not ends or (size and len(body.encode()) != int(size[1])):
            raise ConnectionError("the server went in mid-reply")
        return head, body

    def send(self, text: str) -> None:
        """Send a frame, masked with zeros: it is only loopback."""
        data = text.encode()
        self.writer.write(bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data)

    async def receive(self) -> str:
        """Receive a text frame."""
        while True:
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2))
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8))
            data = await self.reader.readexactly(size)
            self.received += size
            if first == 0x81:
                return data.decode()
            if first == 0x89:  # a ping
                self.writer.write(bytes((0x8A, 0x80 | size, 0, 0, 0, 0)) + data)
            if first == 0x88:
                raise ConnectionError(data)

    async def close(self) -> None:
        """Go."""
        if hasattr(self, "writer"):
            await closed(self.writer)


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, whatever the other end did."""
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def first_option(frame: str, before: str | None = None) -> tuple[int, str | None]:
    """Find the entry that a table is at, and the first option of its question, if it is not over.

    A question that looks just like the one before is not sent again.
    """
    start = frame.index('"at":') + 5
    at = int(frame[start : frame.index(",", start)])
    if '"over":true' in frame:
        return at, None
    prompt = frame.rfind(PROMPT)
    found = ANSWER.search(frame, prompt) if prompt >= 0 else None
    return at, found[1] if found else before


SERIES = '{"mode":"series","games":10}'
EDITS = "?edits=1"  # as a page asks for it


class Run:
    """So many plays for so many seconds; with a pause, at a pace."""

    def __init__(self, port: int, plays: int, seconds: float, pause: float) -> None:
        self.port, self.plays, self.seconds, self.pause = port, plays, seconds, pause
        self.waits: list[float] = []
        self.bytes = 0
        self.waited_for = plays  # clients that have no table yet
        self.seated = asyncio.Event()
        self.started = asyncio.Event()

    async def client(self, n: int) -> None:
        """Play one play after another."""
        line = Line(self.port)
        line.query = EDITS
        await line.connect(SERIES)
        frame = await line.receive()
        self.waited_for -= 1
        if not self.waited_for:
            self.seated.set()
        await self.started.wait()
        if self.pause:
            await asyncio.sleep(self.pause * n / self.plays)
        answer: str | None = None
        while time.perf_counter() < self.end:
            at, answer = first_option(frame, answer)
            if answer is None:
                await line.close()
                self.bytes += line.received
                line = Line(self.port)
                line.query = EDITS
                await line.connect(SERIES)
                frame = await line.receive()
                continue
            began = time.perf_counter()
            line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
            frame = await line.receive()
            took = time.perf_counter() - began
            self.waits.append(took)
            if self.pause:
                await asyncio.sleep(max(0.0, self.pause - took))
        self.bytes += line.received
        await line.close()

    async def newcomer(self) -> float:
        """Come in the middle of it all."""
        await self.started.wait()
        await asyncio.sleep(self.seconds / 2)
        began = time.perf_counter()
        line = Line(self.port)
        await line.connect("{}")
        await line.receive()
        await line.close()
        return time.perf_counter() - began

    async def measure(self, name: str, pid: int) -> Figures:
        """Run it."""
        self.end = float("inf")
        tasks = [asyncio.create_task(self.client(n)) for n in range(self.plays)]
        newcomer = asyncio.create_task(self.newcomer())
        await self.seated.wait()  # all begin together
        await asyncio.sleep(0.5)
        cpu, began = cpu_of(pid), time.perf_counter()
        self.end = began + self.seconds
        self.started.set()
        await asyncio.gather(*tasks)
        seconds = time.perf_counter() - began
        used = cpu_of(pid) - cpu
        waits = sorted(self.waits)
        return Figures(name, len(waits), seconds, waits, await newcomer, self.bytes, used)


def cpu_of(pid: int) -> float:
    """Return the processor time that a process and its children have used, ended ones, too."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        tasks = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return 0.0
    children = [int(child) for task in tasks for child in task.split()]
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(cpu_of, children))


@contextlib.contextmanager
def server(port: int, script: str = SERVER, **settings: str | float) -> Iterator[int]:
    """Run a server on one core, if it is one process, while this process uses the others."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as data:
        process = subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, "-c", script, data, str(port), json.dumps(settings)],
            stderr=subprocess.DEVNULL,
            env={"XDG_CACHE_HOME": CACHE, **os.environ},  # native code is compiled once for all
        )
        if len(cores) > 1 and settings.get("workers", 1) == 1:
            os.sched_setaffinity(process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:])
        try:
            wait_for(port)
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(10)


def wait_for(port: int) -> None:
    """Wait until a server listens."""
    import socket

    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--plays", type=int, nargs="*", default=[1, 50, 200])
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    seconds = min(20.0, given.seconds)
    uvloop.install()
    print(f"{os.cpu_count()} cores; {given.workers} of the server's; {seconds:g} s a run\n")
    settings = {"database": given.database, "workers": given.workers} if given.database else {}
    with server(given.port, **settings) as pid:
        for plays in given.plays:
            run = Run(given.port, plays, seconds, 0)
            print(asyncio.run(run.measure(f"{plays} plays, as fast as they can", pid)), flush=True)
        plays = max(given.plays)
        paced = Run(given.port, plays, seconds, 1)
        print(asyncio.run(paced.measure(f"{plays} plays, an answer a second each", pid)))


if __name__ == "__main__":
    main()
