"""`undercroft admin`: what an operator can see, and do about guests, accounts and tables.

All of it is done in the database, whether servers run or not; running ones follow within seconds.
"""

import json
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from undercroft.cli.app import app as root
from undercroft.cli.app import command as root_command
from undercroft.cli.app import new_app
from undercroft.cli.arguments import AsJson
from undercroft.cli.databases import Database, DataFolder, needs_web, opened
from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.games import find_game

if TYPE_CHECKING:
    from undercroft.storage.operators.census import Census

app = new_app(say("help.admin"))
root.add_typer(app, name="admin", short_help=say("help.admin"))
command = partial(root_command, to=app, table="admin-commands")

IDS = {"ignore_unknown_options": True}  # an id may begin with a dash
Who = Annotated[str, typer.Argument(metavar="WHO", help=say("admin.who"))]
Why = Annotated[str, typer.Option(metavar="TEXT", help=say("admin.why"))]
Most = Annotated[int, typer.Option(min=1, metavar="NUMBER", help=say("admin.most"))]
Yes = Annotated[bool, typer.Option("--yes", help=say("admin.yes"))]


class Kind(StrEnum):
    """What can be deleted."""

    GUEST = "guest"
    ACCOUNT = "account"
    TABLE = "table"


@app.callback(invoke_without_command=True)
def admin(context: typer.Context) -> None:
    """Say what there is, if no command was named."""
    if context.invoked_subcommand is None:
        print(context.get_help())


# -- see ------------------------------------------------------------------------------------------


def listing(what: Literal["guests", "accounts", "tables"]) -> None:
    """Add the command that lists what there is of a kind, the latest first."""

    @command(what)
    def lists(
        context: typer.Context,
        most: Most = 50,
        as_json: AsJson = False,
        data: DataFolder = None,
        database: Database = None,
    ) -> None:
        with census(context, data, database) as found:
            show(getattr(found, what)(most), as_json, say(f"admin.no-{what}"))


listing("guests")
listing("accounts")
listing("tables")


@command("reports")
def reports(
    context: typer.Context,
    settled: Annotated[bool, typer.Option("--all", help=say("admin.all"))] = False,
    as_json: AsJson = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """List the open reports."""
    with census(context, data, database) as found:
        show(found.reports(settled=settled), as_json, say("admin.no-reports"))


# -- do -------------------------------------------------------------------------------------------


@command("settle")
def settle(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help=say("admin.number"))],
    note: Annotated[str, typer.Option(metavar="TEXT", help=say("admin.note"))] = "",
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Mark a report as settled."""
    with census(context, data, database) as found:
        from undercroft.storage.operators.reports import Reports

        done(Reports(found.journals).settle(number, note))
    print(say("admin.settled", number=number))


@command("mute", context_settings=IDS)
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
        done(found.orders.give("mute", someone, why))
    print(say("admin.muted", who=who))


@command("ban", context_settings=IDS)
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
        done(found.orders.ban(someone, why, bots))
    print(say("admin.banned", who=who, tables=len(bots)))


def lifting(order: Literal["unmute", "unban"], said: str) -> None:
    """Add a command that lifts a mute or a ban; who was banned takes the seats back themselves."""

    @command(order, context_settings=IDS)
    def lifts(
        context: typer.Context, who: Who, data: DataFolder = None, database: Database = None
    ) -> None:
        with census(context, data, database) as found:
            done(found.orders.give(order, found.someone(who)))
        print(say(said, who=who))


lifting("unmute", "admin.unmuted")
lifting("unban", "admin.unbanned")


@command("delete", context_settings=IDS)
def delete(
    context: typer.Context,
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help=say("admin.what"))],
    which: Annotated[str, typer.Argument(metavar="WHICH", help=say("admin.which"))],
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = None,
) -> None:
    """Delete a table, or a guest or account with all that is theirs alone. There is no undo."""
    with census(context, data, database) as found:
        subject = found.table(which) if kind is Kind.TABLE else found.someone(which, kind)
        if not yes:
            raise Refused(say("admin.confirm", kind=say(f"admin.kinds.{kind}"), which=which))
        done(found.delete_table(subject) if kind is Kind.TABLE else found.delete(subject))
    print(say("admin.deleted", kind=say(f"admin.kinds.{kind}"), which=which))


# -- what the commands share ----------------------------------------------------------------------


@contextmanager
def census(context: typer.Context, data: Path | None, database: str | None) -> "Iterator[Census]":
    """Open a server's database, to look and to give orders."""
    with opened(context, data, database) as engine:
        try:
            from undercroft.storage.journals import Journals, StorageLost
            from undercroft.storage.operators.census import Census
        except ModuleNotFoundError as error:
            raise needs_web(error) from None
        journals = Journals(engine)
        try:
            yield Census(journals)
        except StorageLost as error:
            raise Refused(say("refused.database", reason=error.reason)) from error
        finally:
            journals.close()


def done(order: Coroutine[Any, Any, None]) -> None:
    """See an order through. Help does without asyncio, which is slow to import."""
    import asyncio

    asyncio.run(order)


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
        print(
            *[f"  {say(f'admin.fields.{name}')}: {value}" for name, value in rest if value],
            sep="\n",
        )


def told(name: str, value: Any) -> str:
    """Write a value for people: times as such, and nothing for nothing."""
    if value is None or value == () or value is False:
        return ""
    if name.endswith("_at"):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, tuple | list):
        return "; ".join(map(str, value))
    return (
        say("admin.true")
        if value is True
        else "".join(c if c.isprintable() else " " for c in str(value))
    )
