"""Databases that cannot be served from: one line that says what to do, and nothing changed."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from tests.storage.stores import PostgresqlServer
from tests.storage.test_moving import filled
from undercroft.core.errors import Refused
from undercroft.storage.database import open_database


def not_one(file: Path) -> None:
    file.write_bytes(b"This is no database. " * 1_000)


def cut_short(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def damaged(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:100] + bytes(4_000) + content[4_100:])


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


SPOILS: dict[Callable[[Path], None], str] = {
    not_one: "the database cannot be opened: file is not a database; put it back from a backup",
    cut_short: "the database cannot be opened: database disk image is malformed; put it back",
    damaged: "the database cannot be opened: database disk image is malformed; put it back",
    newer: "the database is of a newer version of Undercroft than this one: install that version",
}


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
@pytest.mark.parametrize("command", ["serve --no-browser --port 0", "export plays.jsonl"])
def test_a_spoilt_database_is_one_line_at_the_start(
    tmp_path: Path, spoil: Callable[[Path], None], command: str
) -> None:
    file = tmp_path / "undercroft.db"
    filled(f"sqlite:///{file}").dispose()
    spoil(file)
    content = file.read_bytes()
    done = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-m", "undercroft", *command.split(), "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert SPOILS[spoil] in done.stderr
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == content


def test_a_newer_database_is_refused_in_postgresql_too(postgresql: PostgresqlServer) -> None:
    url = postgresql.make("newer")
    engine = filled(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(Refused, match="newer version of Undercroft"):
        open_database(url)


def test_tables_of_another_user_are_one_line_for_the_host(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql.make("anothers")
    filled(url).dispose()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE ROLE stranger LOGIN")
        name, host = owner.info.dbname, owner.info.host
        anothers = f"postgresql://stranger@/{name}?host={host}"
        with pytest.raises(Refused, match="; the tables must belong to the user"):
            open_database(anothers)
        owner.execute("GRANT SELECT ON alembic_version TO stranger")
        done = subprocess.run(  # noqa: S603 (our own program)
            [
                *(sys.executable, "-m", "undercroft", "admin", "tables"),
                *("--database", anothers, "--data", str(tmp_path)),
            ],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "the database cannot be used: permission denied for table plays" in done.stderr
    assert done.stderr.count("\n") == 1
