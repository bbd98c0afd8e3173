"""The options by which commands find a server's database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.core.extras import to_install
from undercroft.core.folders import data_folder

if TYPE_CHECKING:
    from sqlalchemy import Engine

DataFolder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help=say("arguments.data")),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="UNDERCROFT_DATABASE",  # where other users of the machine see no password
        help=say("arguments.database"),
    ),
]


@contextmanager
def opened(context: typer.Context, data: Path | None, database: str | None) -> "Iterator[Engine]":
    """Open a server's database for a while.

    A folder that is typed overrides a database that is only in the environment.
    """
    try:
        from undercroft.storage.database import open_database
        from undercroft.web.gateway.settings import Settings
    except ModuleNotFoundError as error:
        raise needs_web(error) from None
    source = context.get_parameter_source("database")
    if data is not None and source is not None and source.name == "ENVIRONMENT":
        database = None
    settings = Settings(data=data or data_folder("UNDERCROFT_DATA"), database=database)
    settings.secret()  # makes the data folder
    engine = open_database(settings.url)
    try:
        yield engine
    finally:
        engine.dispose()


def needs_web(error: ModuleNotFoundError) -> Refused:
    """Say what to install."""
    return Refused(say("refused.web", name=error.name, command=to_install("web")))
