import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from tests.storage.stores import Postgresql, PostgresqlServer, Sqlite
from undercroft.core.errors import Refused
from undercroft.storage.database import open_database
from undercroft.storage.endings import Ended
from undercroft.storage.export import export_plays, import_plays
from undercroft.storage.journals import Journals, Record, Seat
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.people.sessions import StoredSessions
from undercroft.storage.puzzles import Tries
from undercroft.storage.remarks import Remarks
from undercroft.storage.seats import Seats
from undercroft.storage.tables import METADATA, PLAYS


def filled(url: str) -> Engine:
    """A database with plays, a branch that is older than its parent, seats, and odd characters."""
    engine = open_database(url)
    journals = Journals(engine)
    base = Record("p1", "tomb", 1, 1, {"start-hp": "8"}, None, "sealed", "7", "play", "ann")

    async def write() -> None:
        fate = Seat("bob", "Böb", key="key", listed=True, seen=7)
        seats = {"P1": Seat("ann"), "P2": Seat(bot="bold"), "fate": fate}
        await journals.create(base, ["draw deck: 5d", "P1 next: deeper"], seats)
        await Seats(journals).say("p1", "P1", "\u2028 <b>")
        await Seats(journals).watch("p1")
        branch = base._replace(id="p0", name='"König"\n\u2028', parent="p1", parent_at=1)
        await journals.create(branch, [])
        await journals.append("p1", 2, ["undo"], ended=Ended("escaped", (-12,), ()))
        await journals.share("p1")
        account = await Accounts(journals).claim("König", "$argon2id$hash", "ann", "code")
        await StoredSessions(journals).begin(account.id, "Firefox on Linux")
        await Tries(journals).note("ann", "tomb", "abc", "deeper", 1400, solved=True)
        await Remarks(journals).add("p1", 1, "ann", "Ann", "Why not deeper?")
        await Tries(journals).keep_own("ann", "tomb", {"p1-P1-3": "{}"})

    asyncio.run(write())
    journals.close()
    with engine.begin() as connection:
        connection.execute(update(PLAYS).where(PLAYS.c.id == "p0").values(created=1))
    return engine


def contents(engine: Engine) -> list[object]:
    with engine.connect() as connection:
        return [
            connection.execute(select(table).order_by(*table.primary_key.columns)).all()
            for table in METADATA.sorted_tables
        ]


@pytest.mark.parametrize("to_postgresql", [True, False])
def test_a_database_moves_whole_to_the_other_kind(
    to_postgresql: bool, postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    urls = [Sqlite(tmp_path / "plays.db").url, Postgresql(postgresql, "moving").url]
    source = filled(urls[not to_postgresql])
    target = open_database(urls[to_postgresql])
    lines = list(export_plays(source))
    assert import_plays(target, lines) == 2
    assert contents(target) == contents(source)
    assert list(export_plays(target)) == lines
    source.dispose()
    target.dispose()


def test_only_a_whole_file_is_taken_in_and_only_by_an_empty_database(tmp_path: Path) -> None:
    source = filled(Sqlite(tmp_path / "source.db").url)
    target = open_database(Sqlite(tmp_path / "target.db").url)
    lines = list(export_plays(source))
    bad = {
        "ends too early": lines[:-1],
        "should have 2 games, but has 1": [lines[0], *lines[2:]],
        "should have 1 accounts, but has 0": [*lines[:3], lines[-1]],
        "not a file that export wrote": ["Undercroft journal 1\n"],
        "that this version": lines[1:],
        "not a file that export wrote: ": [lines[0], '{"play": 7}\n', lines[-1]],
        "text after the line that ends the file": [*lines, lines[1]],
        "text after the line that ends": [*lines, "\n"],
        "not a file that export wrote: Extra data": [*lines[:-1], lines[-1].strip() + " {}\n"],
        "not a file that export wrote: (maximum recursion|Stack overflow)": [
            lines[0],
            "[" * 100_000 + "\n",
            lines[-1],
        ],
        "not a file that export wrote: Python int too large": [
            *(lines[0], lines[1].replace('"seats":1', '"seats":' + "9" * 30)),
            *lines[2:],
        ],
        "not a file that export wrote: Exceeds the limit": [
            lines[0],
            "9" * 5_000 + "\n",
            lines[-1],
        ],
        "could not be imported": [lines[0], lines[1], lines[1], lines[-1]],
    }
    for reason, given in bad.items():
        with pytest.raises(Refused, match=reason):
            import_plays(target, given)
        assert not any(contents(target))
    with pytest.raises(Refused, match="needs an empty database"):
        import_plays(source, lines)
    source.dispose()
    target.dispose()


def undercroft(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-m", "undercroft", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": "src"},
        timeout=60,
    )


def test_export_and_import_as_they_are_typed(postgresql: PostgresqlServer, tmp_path: Path) -> None:
    url, file = postgresql.make("typed"), str(tmp_path / "plays.jsonl")
    (tmp_path / "data").mkdir()
    source = filled(Sqlite(tmp_path / "data" / "undercroft.db").url)
    done = undercroft("export", file, "--data", str(tmp_path / "data"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "plays.jsonl").stat().st_mode & 0o777 == 0o600
    again = undercroft("export", file, "--data", str(tmp_path / "data"))
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)  # nothing is written over
    for expected in ((0, "2 games imported\n"), (2, "")):
        done = undercroft("import", file, "--data", str(tmp_path / "other"), "--database", url)
        assert (done.returncode, done.stdout) == expected
    target = open_database(url)
    assert contents(target) == contents(source)
    source.dispose()
    target.dispose()


def test_the_environment_names_the_database_unless_something_else_is_typed(
    postgresql: PostgresqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(Sqlite(tmp_path / "undercroft.db").url).dispose()
    monkeypatch.setenv("UNDERCROFT_DATABASE", postgresql.make("named"))
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path))
    counts = []
    for number, typed in enumerate(([], ["--data", str(tmp_path)])):
        file = tmp_path / f"{number}.jsonl"
        assert undercroft("export", str(file), *typed).returncode == 0
        counts.append(json.loads(file.read_text().splitlines()[-1])["plays"])
    assert counts == [0, 2]
