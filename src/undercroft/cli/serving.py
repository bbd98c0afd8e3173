"""`undercroft serve`, and moving a server's games: `export` and `import`."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from undercroft.cli.app import app, example
from undercroft.cli.databases import Database, DataFolder, needs_web, opened

PlaysFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file with the exported games.")
]


@app.command(
    epilog=example(
        "undercroft serve",
        "undercroft serve --port 8080 --no-browser",
        "undercroft serve --host 0.0.0.0 --allow-host games.example.org --secure-cookies",
        "undercroft serve --database postgresql://undercroft@localhost/undercroft --workers 4",
    )
)
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    data: DataFolder = None,
    database: Database = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=64, help="How many processes serve; 2 or more need PostgreSQL."),
    ] = 1,
    bot_budget: Annotated[
        float, typer.Option(min=0.01, help="How many seconds a bot may think about one decision.")
    ] = 5,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name of this server; repeatable."),
    ] = None,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Send cookies over HTTPS only.")
    ] = False,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="UNDERCROFT_METRICS_TOKEN",  # where other users of the machine do not see it
            help="The token that opens /metrics to other machines.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Serve the games from this machine, to play in the browser."""
    try:
        from undercroft.web.gateway.settings import Settings, data_folder
        from undercroft.web.server.run import serve as serve_web
    except ModuleNotFoundError as error:
        raise needs_web(error) from None
    settings = Settings(
        data=data or data_folder(),
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
        print(f"Undercroft is at {address} (press Ctrl-C to stop)", flush=True)

    with suppress(KeyboardInterrupt):  # that is how it is stopped
        serve_web(settings, announce=announce, open_browser=browser)


@app.command(
    "export",
    epilog=example(
        "undercroft export plays.jsonl",
        "undercroft export plays.jsonl --database postgresql://undercroft@localhost/undercroft",
    ),
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


@app.command(
    "import",
    epilog=example(
        "undercroft import plays.jsonl --database postgresql://undercroft@localhost/undercroft",
    ),
)
def import_(
    context: typer.Context, file: PlaysFile, data: DataFolder = None, database: Database = None
) -> None:
    """Import games from a file that `export` wrote. The database must be empty."""
    with file.open(encoding="utf-8") as lines, opened(context, data, database) as engine:
        from undercroft.storage.export import import_plays

        count = import_plays(engine, lines)
    print("1 game imported" if count == 1 else f"{count} games imported")
