"""Opening a database and bringing its tables up to date. All that is one database's own is here."""

from importlib import resources
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from undercroft.core.errors import Refused
from undercroft.storage.words import say

MIGRATING: Final = 0x756E646572  # the lock that servers take so that only one of them migrates


def open_database(url: str) -> Engine:
    """Connect to a database and run the migrations that it lacks."""
    engine = _make_engine(_read(url))
    try:
        _migrate(engine)
    except DBAPIError as error:
        engine.dispose()
        reason = " ".join(str(error.orig).split())
        advice = "" if isinstance(error, OperationalError) else say("database.damaged")
        raise Refused(say("database.closed", reason=reason, advice=advice)) from error
    except CommandError as error:
        engine.dispose()
        raise Refused(say("database.newer")) from error
    return engine


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
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
