"""`undercroft serve`, and moving a server's games: `export` and `import`."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.browser import open_page
from undercroft.cli.databases import Database, DataFolder, needs_web, opened
from undercroft.cli.words import say
from undercroft.core.folders import data_folder
from undercroft.games import catalogue

PlaysFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("export.file"))]


@command(
    "serve",
    "undercroft serve",
    "undercroft serve --port 8080 --no-browser",
    "undercroft serve --host 0.0.0.0 --allow-host games.example.org --secure-cookies",
    "undercroft serve --bot tomb=my_bots:Careful",
    "undercroft serve --database postgresql://undercroft@localhost/undercroft --workers 4",
)
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=say("serve.host"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="PORT", help=say("serve.port"))
    ] = 8000,
    data: DataFolder = None,
    database: Database = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, metavar="NUMBER", help=say("serve.workers")),
    ] = 1,
    bot_budget: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help=say("serve.bot-budget"))
    ] = 5,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=say("serve.allow-host")),
    ] = None,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help=say("serve.secure-cookies"))
    ] = False,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="UNDERCROFT_METRICS_TOKEN",  # where other users of the machine do not see it
            help=say("serve.metrics-token"),
        ),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="GAME=MODULE:CLASS", help=say("serve.bot"))
    ] = None,
    browser: Annotated[bool, typer.Option(help=say("serve.browser"))] = True,
) -> None:
    """Serve the games from this machine, to play in the browser."""
    try:
        from undercroft.web.gateway.settings import Settings
        from undercroft.web.server.run import serve as serve_web
    except ModuleNotFoundError as error:
        raise needs_web(error) from None
    if bot:  # those who think are processes of their own, and find games by the same name
        os.environ["UNDERCROFT_BOTS"] = " ".join([os.environ.get("UNDERCROFT_BOTS", ""), *bot])
        catalogue.cache_clear()
        catalogue()  # refuses a bot that is not there
    settings = Settings(
        data=data or data_folder("UNDERCROFT_DATA"),
        host=host,
        port=port,
        database=database,
        workers=workers,
        budget=bot_budget,
        hosts=tuple(allow_host or ()),
        secure=secure_cookies,
        metrics_token=metrics_token,
        log_json=not sys.stderr.isatty(),
    )

    def announce(address: str) -> None:
        print(say("serve.address", address=address), flush=True)
        if browser:
            Thread(target=open_page, args=(address,), daemon=True).start()

    with suppress(KeyboardInterrupt):  # that is how it is stopped
        serve_web(settings, announce=announce)


@command(
    "export",
    "undercroft export plays.jsonl",
    "undercroft export plays.jsonl --database postgresql://undercroft@localhost/undercroft",
)
def export_(
    context: typer.Context, file: PlaysFile, data: DataFolder = None, database: Database = None
) -> None:
    """Export all games of a server to a new file. The server may keep running."""
    with opened(context, data, database) as engine:
        from undercroft.storage.export import export_plays

        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # seeds and keys
        with os.fdopen(handle, "w", encoding="utf-8") as written_to:
            written_to.writelines(export_plays(engine))


@command(
    "import",
    "undercroft import plays.jsonl --database postgresql://undercroft@localhost/undercroft",
)
def import_(
    context: typer.Context, file: PlaysFile, data: DataFolder = None, database: Database = None
) -> None:
    """Import games from a file that `export` wrote. The database must be empty."""
    with file.open(encoding="utf-8") as lines, opened(context, data, database) as engine:
        from undercroft.storage.export import import_plays

        count = import_plays(engine, lines)
    print(say("export.imported", count=count))
