"""`undercroft serve`, as it is typed."""

import asyncio
import http.client
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from benchmarks.server import Line
from tests.web.harness import ROOT, Server, running


def command(*arguments: str, **more: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-m", "undercroft", "serve", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        **more,
    )


def test_it_says_where_it_is_serves_and_goes_when_told(tmp_path: Path) -> None:
    with command("--port", "0", "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert address, said
        with urlopen(address[0], timeout=60) as reply:  # noqa: S310 (our own)
            assert "Tomb of Four Kings" in reply.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert (tmp_path / "undercroft.db").exists()


@pytest.mark.parametrize(
    ("desktop", "opens"), [({}, False), ({"DISPLAY": ":9"}, False), ({"BROWSER": "w3m"}, True)]
)
def test_a_browser_for_the_terminal_is_opened_only_if_it_is_named(
    tmp_path: Path, desktop: dict[str, str], opens: bool
) -> None:
    opened = tmp_path / "opened"
    for name in ("w3m", "www-browser"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$1" >{opened}.new; /bin/mv {opened}.new {opened}\n')
        program.chmod(0o755)
    bare = {"PATH": str(tmp_path), "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm"}
    process = subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-m", "undercroft", "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=bare | desktop,
    )
    with process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert address
            with urlopen(address[0], timeout=60) as reply:  # noqa: S310 (our own)
                assert reply.status == 200
            end = time.monotonic() + 30
            while opens and not opened.exists() and time.monotonic() < end:
                time.sleep(0.1)
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert opened.exists() == opens
    assert not opens or opened.read_text() == f"{address[0]}\n"


def test_it_goes_when_told_though_guests_wait_for_news(tmp_path: Path) -> None:
    async def wait_there(port: int, process: "subprocess.Popen[str]") -> tuple[str, str]:
        line = Line(port)
        await line.connect("{}")
        shown = (await line.get(f"/api/plays/{line.play}"))[1]
        at = shown.split('"at":')[1].split(",")[0]
        news = asyncio.create_task(line.get(f"/api/plays/{line.play}?after={at}"))
        talk = asyncio.create_task(line.get(f"/api/plays/{line.play}/talk?from=0"))
        await asyncio.sleep(0.5)
        await line.get("/healthz")  # so both wait now, and a page has its socket open
        process.send_signal(signal.SIGINT)
        heads = (await news)[0], (await talk)[0]
        await line.close()
        return heads

    with command("--port", "0", "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found
        heads = asyncio.run(wait_there(int(found[1]), process))
        began = time.monotonic()
        _, error = process.communicate(timeout=60)
        assert process.returncode == 0
        assert time.monotonic() - began < 20  # LONG is 25
    assert all(head.startswith("HTTP/1.1 503") and "retry-after: 2" in head for head in heads)
    assert "Traceback" not in error
    assert "Exception" not in error


def test_a_port_that_is_taken_is_told_in_one_line(server: Server, tmp_path: Path) -> None:
    with command("--port", str(server.port), "--data", str(tmp_path)) as process:
        out, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert error.count("\n") == 1
    assert "try another port" in error


def test_a_database_that_cannot_be_had_is_told_in_one_line(tmp_path: Path) -> None:
    url = "postgresql://ann:secret@127.0.0.1:1/plays"
    with command("--port", "0", "--data", str(tmp_path), "--database", url) as process:
        out, error = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert error.count("\n") == 1
    assert "the database cannot be opened" in error
    assert "secret" not in error


def test_clients_behind_a_proxy_on_this_machine_are_told_apart(tmp_path: Path) -> None:
    def status(address: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/", headers={"X-Forwarded-For": address})
        found = connection.getresponse().status
        connection.close()
        return found

    with running(tmp_path, requests=0.001, requests_burst=2) as server:
        assert [status("203.0.113.1") for _ in range(3)] == [200, 200, 429]
        assert status("203.0.113.2") == 200
