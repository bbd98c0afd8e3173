"""Servers on one PostgreSQL wake each other: a play has changed, look again.

A wake-up names the play and says nothing of what happened: that is in the tables. So one that is
lost costs a delay, and no more; after a connection was lost, everything is looked at again.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import psycopg
import structlog
from sqlalchemy import Connection, Engine

CHANNEL: Final = "undercroft"
NOTIFY: Final = "SELECT pg_notify(%s, play) FROM unnest(%s::text[]) AS play"
PAUSE: Final = 1.0  # seconds, before a lost connection is tried again
PATIENCE: Final = 15.0  # seconds of silence, after which the connection is tried
log = structlog.get_logger("undercroft.storage")


def backend_of(connection: Connection) -> int:
    """Give the number by which PostgreSQL calls a connection of ours."""
    backend: int = connection.connection.driver_connection.info.backend_pid  # type: ignore[union-attr]
    return backend


async def hear_wakeups(
    engine: Engine, wake: Callable[[str, int], None], look_again: Callable[[], None]
) -> None:
    """Tell of every play that changes, and which connection changed it, until cancelled.

    `look_again` is called whenever wake-ups may have been missed.
    """
    _, arguments = engine.dialect.create_connect_args(engine.url)
    while True:
        try:
            await _hear(dict(arguments), wake, look_again)
        except (psycopg.Error, OSError) as error:  # a TimeoutError is one, too
            reason = " ".join(str(error).split())
            log.warning("wake-ups lost", error=type(error).__name__, reason=reason)
            await asyncio.sleep(PAUSE)


async def _hear(
    arguments: dict[str, Any], wake: Callable[[str, int], None], look_again: Callable[[], None]
) -> None:
    arguments = {"connect_timeout": 5} | arguments
    connection = await psycopg.AsyncConnection.connect(**arguments, autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        look_again()
        while True:
            async for news in connection.notifies(timeout=PATIENCE):
                wake(news.payload, news.pid)
            async with asyncio.timeout(PATIENCE):
                await connection.execute("SELECT 1")
