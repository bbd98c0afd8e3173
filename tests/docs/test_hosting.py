"""The commands on the page about hosting are run as they stand there."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from benchmarks.server import Line, first_option
from tests.storage.stores import PostgresqlServer
from tests.web.harness import Server, running
from undercroft.storage.database import open_database
from undercroft.storage.export import export_plays

PAGE = (Path(__file__).parents[2] / "docs/guide/hosting.md").read_text()
SERIES = '{"mode":"series","games":10}'


def commands(name: str) -> str:
    (found,) = re.findall(rf"<!-- run: {name} -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


class Shell:
    """Runs commands of the page, in folders of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.data, self.backups = folder / "lib", folder / "backups"
        self.backups.mkdir()
        (folder / "bin").mkdir()
        program = folder / "bin" / "undercroft"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m undercroft "$@"\n')
        program.chmod(0o755)
        as_somebody = folder / "bin" / "runuser"  # here one user does it all
        as_somebody.write_text(
            '#!/bin/sh\ntest "$1 $2 $3" = "-u postgres --" || exit 1\nshift 3\nexec "$@"\n'
        )
        as_somebody.chmod(0o755)
        self.path = f"{program.parent}:{os.environ['PATH']}"

    def run(self, name: str, typed: str = "", **environment: str) -> None:
        text = commands(name)
        text = text.replace("/var/lib/undercroft", str(self.data))
        text = text.replace("/var/backups", str(self.backups))
        path = {"PATH": f"{environment.pop('bin', '')}:{self.path}", "PYTHONPATH": "src"}
        done = subprocess.run(  # noqa: S603 (our own page)
            ["/bin/sh", "-e", "-c", text],
            env={**os.environ, **path, **environment},
            input=typed,
            start_new_session=True,  # no terminal: what is asked for is typed here
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert (
            not done.stderr.replace("Enter password for new role: ", "")
            .replace("Enter it again: ", "")
            .strip()
        )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


async def some_answers(
    line: Line, frame: str, count: int, answer: str | None = None
) -> tuple[str, str | None]:
    """Answer so often; give the last frame, and the answer before it."""
    for _ in range(count):
        at, answer = first_option(frame, answer)
        assert answer is not None
        line.send(f'{{"do":"answer","at":{at},"answer":"{answer}"}}')
        frame = await line.receive()
    return frame, answer


async def journal(line: Line) -> list[str]:
    head, text = await line.get(f"/api/plays/{line.play}/journal")
    assert head.startswith("HTTP/1.1 200"), head
    return text.splitlines()


async def a_play(server: Server) -> Line:
    line = Line(server.port)
    await line.connect(SERIES)
    await line.close()
    return line


def backed_up_while_playing(server: Server, shell: Shell, name: str, **env: str) -> Line:
    """Play, back up in the middle of it, play on; then see what is there."""

    async def play() -> Line:
        line = Line(server.port)
        await line.connect(SERIES)
        frame, answer = await some_answers(line, await line.receive(), 5)
        copying = asyncio.to_thread(shell.run, name, **env)
        playing = some_answers(line, frame, 10, answer)
        await asyncio.gather(copying, playing)
        await line.close()
        return line

    return asyncio.run(play())


def goes_on(server: Server, line: Line, before: list[str]) -> None:
    """See that a restored play is a beginning of the one that was, and can be gone on with."""

    async def play() -> None:
        restored = Line(server.port)
        restored.play, restored.cookie = line.play, line.cookie  # the secret is the same
        lines = await journal(restored)
        assert len(lines) > 10
        assert lines == before[: len(lines)]
        await restored.reconnect()
        await some_answers(restored, await restored.receive(), 3)
        await restored.close()
        assert len(await journal(restored)) > len(lines)

    asyncio.run(play())


@pytest.mark.needs("sqlite3")
def test_sqlite_is_backed_up_while_it_is_played_and_restored(shell: Shell) -> None:
    with running(shell.data) as server:
        line = backed_up_while_playing(server, shell, "back up sqlite")
        before = asyncio.run(journal(line))
        server.kill()
        shutil.rmtree(shell.data)
        shell.data.mkdir()
        if not os.getuid():
            os.chown(shell.data, 65534, 65534)  # the service's user restores nothing: root does
        shell.run("restore sqlite")
        owner = shell.data.stat().st_uid
        assert {file.stat().st_uid for file in shell.data.iterdir()} == {owner}
        server.start()
        goes_on(server, line, before)


def test_postgresql_is_set_up_backed_up_while_it_is_played_and_restored(
    postgresql: PostgresqlServer, shell: Shell
) -> None:
    with psycopg.connect(postgresql.make("setup"), autocommit=True) as connection:
        host, owner = connection.info.host, connection.info.user
    env = {"PGHOST": host, "PGUSER": owner, "bin": str(postgresql.programs)}
    shell.run("set up postgresql", "hunter2\nhunter2\n", **env)
    postgresql.ask_for_password("undercroft")
    url = f"postgresql://undercroft:hunter2@/undercroft?host={host}"
    with running(shell.data, url) as server:
        line = backed_up_while_playing(server, shell, "back up postgresql", **env)
        before = asyncio.run(journal(line))
        shell.run("fill postgresql", **env)
    shutil.rmtree(shell.data)
    shell.data.mkdir()
    shell.run("restore postgresql", **env)
    with running(shell.data, url) as server:
        goes_on(server, line, before)


def test_all_plays_move_from_sqlite_to_postgresql(
    postgresql: PostgresqlServer, shell: Shell
) -> None:
    url = postgresql.make("moved")
    with running(shell.data) as server:
        line = asyncio.run(a_play(server))
    shell.run("move", UNDERCROFT_DATABASE=url)
    engine = open_database(url)
    assert str(line.play) in "".join(export_plays(engine))
    engine.dispose()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    (unit,) = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "undercroft.service"
    file.write_text(unit.replace("/opt/undercroft/bin/undercroft", sys.executable))
    done = subprocess.run(  # noqa: S603
        ["systemd-analyze", "verify", "--man=no", str(file)],  # noqa: S607
        capture_output=True,
        text=True,
    )
    said = [row for row in done.stderr.splitlines() if "undercroft.service" in row]
    assert said == []
    assert done.returncode == 0, done.stderr
