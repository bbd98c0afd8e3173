"""Opening a database and bringing its tables up to date. All that is one database's own is here."""

from importlib import resources
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.ddl.sqlite import SQLiteImpl
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import URL, Column, Engine, Index, Table, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from undercroft.core.errors import Refused
from undercroft.storage.words import say

NO_RIGHT: Final = "42501"  # PostgreSQL's word for a table that belongs to somebody else
LOCKS: Final = {  # what a server says so that no other migrates meanwhile
    "postgresql": f"SELECT pg_advisory_xact_lock({0x756E646572})",
    "sqlite": "BEGIN IMMEDIATE",  # the driver by itself would begin at the first changed row
}


def open_database(url: str) -> Engine:
    """Connect to a database and run the migrations that it lacks."""
    engine = _make_engine(_read(url))
    try:
        _migrate(engine)
    except BaseException as error:
        engine.dispose()
        match error:
            case DBAPIError():
                reason = " ".join(str(error.orig).split())
                advice = _advice(error)
                raise Refused(say("database.closed", reason=reason, advice=advice)) from error
            case CommandError():
                raise Refused(say("database.newer")) from error
        raise
    return engine


def _advice(error: DBAPIError) -> str:
    if getattr(error.orig, "sqlstate", None) == NO_RIGHT:
        return say("database.rights")
    return "" if isinstance(error, OperationalError) else say("database.damaged")


def _read(text: str) -> URL:
    """Read a database's URL. It may hold a password, so that it is never said again."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise Refused(say("database.url")) from None
    kind = url.drivername.split("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        return url
    raise Refused(say("database.unknown", kind=kind))


def _make_engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    engine = create_engine(
        url,
        paramstyle="format",  # rows are handed over as tuples, as SQLite takes them, too
        pool_pre_ping=True,  # a server that was started again is not noticed by who reads
        connect_args={"connect_timeout": url.query.get("connect_timeout", "5")},  # seconds
    )
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
    cursor.execute("PRAGMA synchronous = FULL")  # a commit outlives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 5000")
    cursor.close()


def _prepare_postgresql(connection: Any, record: object) -> None:
    """Have a commit outlive a power cut, however the server was set up."""
    if connection.execute("SHOW synchronous_commit").fetchone()[0] == "off":
        connection.execute("SET synchronous_commit = on")
    connection.commit()


def _migrate(engine: Engine) -> None:
    """Run the migrations that a database lacks, all in one transaction."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    with engine.connect() as connection:
        version = MigrationContext.configure(connection).get_current_revision()
    if version == ScriptDirectory.from_config(config).get_current_head():
        return
    with engine.begin() as connection:
        connection.exec_driver_sql(LOCKS[engine.dialect.name])
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class ResumingSQLite(SQLiteImpl):
    """Alembic's SQLite, which skips what a migration that was cut off has left.

    SQLite was not always migrated in one transaction. What was left is empty: with the first row
    that a migration changed, a transaction began.
    """

    __dialect__ = "sqlite"  # in the place of Alembic's own

    def create_table(self, table: Table, **options: Any) -> None:
        """Create a table, unless it is there."""
        if not self._inspector().has_table(table.name):
            super().create_table(table, **options)

    def add_column(self, table_name: str, column: Column[Any], **options: Any) -> None:
        """Add a column, unless it is there."""
        there = {known["name"] for known in self._inspector().get_columns(table_name)}
        if column.name not in there:
            super().add_column(table_name, column, **options)

    def create_index(self, index: Index, **options: Any) -> None:
        """Create an index, unless it is there."""
        super().create_index(index, **options | {"if_not_exists": True})

    def _inspector(self) -> Any:
        return inspect(self.connection)
