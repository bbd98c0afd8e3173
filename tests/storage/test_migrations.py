"""Migrations that are cut off: nothing has changed, and the next start goes on."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect

import undercroft.storage
from tests.storage.stores import Store
from undercroft.storage.database import open_database

CONFIG = Config()
CONFIG.set_main_option(
    "script_location", str(Path(undercroft.storage.__file__).with_name("migrations"))
)
HEAD, *EARLIER = [
    *(script.revision for script in ScriptDirectory.from_config(CONFIG).walk_revisions()),
    None,
]
KILLED = """
import os
import signal
import sys
from sqlalchemy import Engine, event
from undercroft.storage.database import open_database

def cut_off(connection, cursor, statement, *rest):
    if sys.argv[2] in statement:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "before_cursor_execute", cut_off)
open_database(sys.argv[1])
"""


class CutOff(Exception):
    """A migration ends in its midst."""


@contextmanager
def cut_off_after(changes: int) -> Iterator[None]:
    """End a migration after so many of its statements have changed something."""
    left = changes

    def note(_connection: Connection, _cursor: Any, statement: str, *_rest: object) -> None:
        nonlocal left
        if statement.split()[0] in ("CREATE", "ALTER", "INSERT", "UPDATE"):
            if not left:
                raise CutOff
            left -= 1

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def migrate_piecemeal(file: Path, revision: str | None) -> None:
    """Bring a file to a revision as older versions did: most statements are committed at once."""
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            CONFIG.attributes["connection"] = connection
            if revision is not None:
                command.upgrade(CONFIG, revision)
    finally:
        engine.dispose()


def content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def layout(file: Path) -> object:
    """Return the tables with their columns, and the indexes."""
    engine = create_engine(f"sqlite:///{file}")
    look = inspect(engine)
    tables = {
        name: (
            sorted((column["name"], repr(column["type"])) for column in look.get_columns(name)),
            sorted((str(index["name"]), index["column_names"]) for index in look.get_indexes(name)),
        )
        for name in look.get_table_names()
    }
    engine.dispose()
    return tables


@pytest.mark.parametrize("revision", EARLIER)
def test_a_migration_that_is_cut_off_changes_nothing(tmp_path: Path, revision: str | None) -> None:
    file = tmp_path / "undercroft.db"
    migrate_piecemeal(file, revision)
    before = content(file)
    for changes in (1, 2, 3):
        with pytest.raises(CutOff), cut_off_after(changes):
            open_database(f"sqlite:///{file}")
        assert content(file) == before


@pytest.mark.parametrize("revision", EARLIER)
def test_a_database_that_an_older_version_left_half_migrated_is_migrated(
    tmp_path: Path, revision: str | None
) -> None:
    whole = tmp_path / "whole.db"
    open_database(f"sqlite:///{whole}").dispose()
    left: list[str] = []
    for changes in count(1):
        file = tmp_path / f"{changes}.db"
        migrate_piecemeal(file, revision)
        with pytest.raises(CutOff), cut_off_after(changes):
            migrate_piecemeal(file, HEAD)
        left, before = content(file), left
        if left == before:  # a row was changed: from here on nothing is left
            break
        open_database(f"sqlite:///{file}").dispose()
        assert layout(file) == layout(whole)


def test_a_killed_migration_goes_on_at_the_next_start(store: Store) -> None:
    def start(*statement: str) -> int:
        arguments = [sys.executable, "-c", KILLED, store.url, *statement]
        return subprocess.run(arguments, timeout=60, check=False).returncode  # noqa: S603 (our own)

    assert start("CREATE TABLE sessions") == -signal.SIGKILL
    assert start("CREATE TABLE remarks") == -signal.SIGKILL
    open_database(store.url).dispose()
