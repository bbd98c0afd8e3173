"""A whole database as one text file, and back: from SQLite to PostgreSQL or the other way.

One JSON value a line: what the file is, each play with its seats, entries and talk, each account
with its sessions, friends and invitations, operators' orders, reports, puzzles, remarks, and how
many plays and accounts there were, so that a file that was cut off is noticed.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, insert, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from undercroft.core.errors import Refused
from undercroft.storage.people.names import likeness
from undercroft.storage.tables import (
    ACCOUNTS,
    ENTRIES,
    FRIENDS,
    INVITATIONS,
    ORDERS,
    PLAYS,
    PUZZLES,
    REMARKS,
    REPORTS,
    SEATS,
    SESSIONS,
    TALK,
)
from undercroft.storage.words import say

UNFIT: Final = (  # what a file causes that is none of ours
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    SQLAlchemyError,
)
FORMAT: Final = {"undercroft": "plays", "format": 1}
BESIDE: Final = {
    "friend": FRIENDS,
    "invitation": INVITATIONS,
    "order": ORDERS,
    "report": REPORTS,
    "puzzle": PUZZLES,
    "remark": REMARKS,
}


def export_plays(engine: Engine) -> Iterator[str]:
    """Give the lines of a file with all plays, as they were at one moment."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # else each query would have a moment of its own
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield _line(FORMAT)
        count = 0
        ids = connection.execute(select(PLAYS.c.id).order_by(PLAYS.c.created, PLAYS.c.id))
        for id in ids.scalars().all():
            (play,) = _rows(connection, PLAYS, "id", id)
            seats = _rows(connection, SEATS, "play", id)
            entries = _rows(connection, ENTRIES, "play", id)
            talk = _rows(connection, TALK, "play", id)
            yield _line({"play": play, "seats": seats, "entries": entries, "talk": talk})
            count += 1
        accounts = connection.execute(select(ACCOUNTS).order_by(ACCOUNTS.c.id)).all()
        for row in accounts:
            sessions = _rows(connection, SESSIONS, "account", row.id)
            yield _line({"account": dict(row._mapping), "sessions": sessions})
        for name, table in BESIDE.items():
            for row in connection.execute(select(table).order_by(*table.primary_key.columns)):
                yield _line({name: dict(row._mapping)})
        yield _line({"plays": count, "accounts": len(accounts)})


def import_plays(engine: Engine, lines: Iterable[str]) -> int:
    """Fill an empty database from a file's lines: all of it, or nothing. Say how many plays."""
    try:
        with engine.begin() as connection:
            if any(connection.execute(select(table)).first() for table in (PLAYS, ACCOUNTS)):
                raise Refused(say("import.not-empty"))
            return _fill(connection, lines)
    except DBAPIError as error:
        reason = str(error.orig).split("\n")[0]
        raise Refused(say("import.failed", reason=reason)) from error
    except UNFIT as error:
        raise Refused(say("import.not-export", reason=_first_line(error))) from error


def _fill(connection: Connection, lines: Iterable[str]) -> int:
    lines = iter(lines)
    values = (json.loads(line) for line in lines)
    if next(values, None) != FORMAT:
        raise Refused(say("import.version"))
    parents: dict[str, str] = {}
    likenesses: set[str] = set()
    count = accounts = 0
    for value in values:
        if "plays" in value:
            if value["plays"] != count:
                raise Refused(say("import.games", told=value["plays"], count=count))
            if value["accounts"] != accounts:
                told = value["accounts"]
                raise Refused(say("import.accounts", told=told, count=accounts))
            if next(lines, None) is not None:
                raise Refused(say("import.rest"))
            break
        if "account" in value:
            account = value["account"]
            if "likeness" not in account:  # an older file, in which two may look alike
                alike = likeness(account["name"])
                account["likeness"] = None if alike in likenesses else alike
                likenesses.add(alike)
            connection.execute(insert(ACCOUNTS), account)
            if value.get("sessions"):
                connection.execute(insert(SESSIONS), value["sessions"])
            accounts += 1
            continue
        if beside := BESIDE.keys() & value.keys():
            (name,) = beside
            connection.execute(insert(BESIDE[name]), value[name])
            continue
        play = value["play"]
        if play["parent"]:  # it may come later
            parents[play["id"]] = play["parent"]
        connection.execute(insert(PLAYS), play | {"parent": None})
        for table, name in ((SEATS, "seats"), (ENTRIES, "entries"), (TALK, "talk")):
            if value[name]:
                connection.execute(insert(table), value[name])
        count += 1
    else:
        raise Refused(say("import.short", count=count))
    for id, parent in parents.items():
        connection.execute(update(PLAYS).where(PLAYS.c.id == id).values(parent=parent))
    return count


def _rows(connection: Connection, table: Table, column: str, id: str) -> list[dict[str, Any]]:
    query = select(table).where(table.c[column] == id).order_by(*table.primary_key.columns)
    return [dict(row._mapping) for row in connection.execute(query)]


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"
