"""`undercroft admin`: what an operator can see, and do about guests, accounts and tables.

All of it is done in the database, whether servers run or not; running ones follow within seconds.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.arguments import AsJson
from undercroft.cli.databases import Database, DataFolder, needs_web, opened
from undercroft.core.errors import Refused
from undercroft.games import find_game

if TYPE_CHECKING:
    from undercroft.storage.census import Census

app = typer.Typer(
    help="Moderate a server: list, mute, ban, delete, read reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

IDS = {"ignore_unknown_options": True}  # an id may begin with a dash
Who = Annotated[
    str, typer.Argument(metavar="WHO", help="An account's name, or the id of an account or guest.")
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="The reason.")]
Most = Annotated[int, typer.Option(min=1, help="How many to list, the latest first.")]
Yes = Annotated[bool, typer.Option("--yes", help="Confirm: this cannot be undone.")]


class Kind(StrEnum):
    """What can be deleted."""

    GUEST = "guest"
    ACCOUNT = "account"
    TABLE = "table"


# -- see ------------------------------------------------------------------------------------------


@app.command()
def guests(
    context: typer.Context,
    most: Most = 50,
    as_json: AsJson = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List guests who have a game or a seat."""
    with census(context, data, database) as found:
        show(found.guests(most), as_json, "No guests yet.")


@app.command()
def accounts(
    context: typer.Context,
    most: Most = 50,
    as_json: AsJson = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List accounts."""
    with census(context, data, database) as found:
        show(found.accounts(most), as_json, "No accounts yet.")


@app.command()
def tables(
    context: typer.Context,
    most: Most = 50,
    as_json: AsJson = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List tables, and who sits at them."""
    with census(context, data, database) as found:
        show(found.tables(most), as_json, "No tables yet.")


@app.command()
def reports(
    context: typer.Context,
    settled: Annotated[bool, typer.Option("--all", help="Include settled reports.")] = False,
    as_json: AsJson = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List the open reports."""
    with census(context, data, database) as found:
        show(found.reports(settled=settled), as_json, "No open reports.")


# -- do -------------------------------------------------------------------------------------------


@app.command()
def settle(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The report's number.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="What was done about it.")] = "",
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Mark a report as settled."""
    with census(context, data, database) as found:
        from undercroft.storage.reports import Reports

        asyncio.run(Reports(found.journals).settle(number, note))
    print(f"Report {number} is settled.")


@app.command(context_settings=IDS)
def mute(
    context: typer.Context,
    who: Who,
    why: Why = "",
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Let a guest or an account play, but not talk."""
    with census(context, data, database) as found:
        someone = found.someone(who)
        asyncio.run(found.orders.give("mute", someone, why))
    print(f"{who} can no longer talk.")


@app.command(context_settings=IDS)
def unmute(
    context: typer.Context, who: Who, data: DataFolder = None, database: Database = None
) -> None:
    """Let a muted guest or account talk again."""
    with census(context, data, database) as found:
        asyncio.run(found.orders.give("unmute", found.someone(who)))
    print(f"{who} can talk again.")


@app.command(context_settings=IDS)
def ban(
    context: typer.Context,
    who: Who,
    why: Why = "",
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Ban a guest or an account. Bots play for them at tables with others."""
    with census(context, data, database) as found:
        someone = found.someone(who)
        shared = found.orders.shared_tables(someone)
        bots = {play: find_game(game).rule_of_thumb for play, game in shared.items()}
        asyncio.run(found.orders.ban(someone, why, bots))
    where = "1 table" if len(bots) == 1 else f"{len(bots)} tables"
    print(f"{who} is banned. Bots play for them at {where}.")


@app.command(context_settings=IDS)
def unban(
    context: typer.Context, who: Who, data: DataFolder = None, database: Database = None
) -> None:
    """Lift a ban. They take their seats back themselves."""
    with census(context, data, database) as found:
        asyncio.run(found.orders.give("unban", found.someone(who)))
    print(f"{who} is no longer banned.")


@app.command(context_settings=IDS)
def delete(
    context: typer.Context,
    kind: Annotated[Kind, typer.Argument(help="What to delete.")],
    which: Annotated[str, typer.Argument(metavar="WHICH", help="An account's name, or an id.")],
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Delete a table, or a guest or account with all that is theirs alone. There is no undo."""
    with census(context, data, database) as found:
        subject = found.table(which) if kind is Kind.TABLE else found.someone(which, kind)
        if not yes:
            raise Refused(f"this deletes {kind} {which} for good; add --yes to do it")
        asyncio.run(found.delete_table(subject) if kind is Kind.TABLE else found.delete(subject))
    print(f"The {kind} {which} is deleted.")


# -- what the commands share ----------------------------------------------------------------------


@contextmanager
def census(context: typer.Context, data: Path | None, database: str | None) -> "Iterator[Census]":
    """Open a server's database, to look and to give orders."""
    with opened(context, data, database) as engine:
        try:
            from undercroft.storage.census import Census
            from undercroft.storage.journals import Journals
        except ModuleNotFoundError as error:
            raise needs_web(error) from None
        journals = Journals(engine)
        try:
            yield Census(journals)
        finally:
            journals.close()


def show(found: Sequence[Any], as_json: bool, nothing: str) -> None:
    """Print rows: as JSON, or each with what it has."""
    if as_json:
        print(json.dumps([row._asdict() for row in found], indent=2, ensure_ascii=False))
        return
    if not found:
        print(nothing)
    for row in found:
        first, *rest = [(name, told(name, value)) for name, value in row._asdict().items()]
        print(first[1])
        print(*[f"  {name.replace('_', ' ')}: {value}" for name, value in rest if value], sep="\n")


def told(name: str, value: Any) -> str:
    """Write a value for people: times as such, and nothing for nothing."""
    if value is None or value == () or value is False:
        return ""
    if name.endswith("_at"):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, tuple | list):
        return "; ".join(map(str, value))
    return "yes" if value is True else "".join(c if c.isprintable() else " " for c in str(value))
