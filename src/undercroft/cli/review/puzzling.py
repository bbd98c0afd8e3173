"""`undercroft puzzle`."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import games_named
from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.games import catalogue, find_game
from undercroft.puzzles.bank import find, of_day, shipped
from undercroft.terminal.files import home
from undercroft.terminal.plain.puzzles import solve


@command(
    "puzzle",
    "undercroft puzzle",
    "undercroft puzzle tomb",
)
def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=say("puzzle.game"), autocompletion=games_named),
    ] = None,
    id: Annotated[str | None, typer.Option(metavar="ID", help=say("puzzle.id"))] = None,
) -> None:
    """Solve the puzzle of the day, and more."""
    if game is None:
        played = next((it for it in catalogue().values() if shipped(it)), None)
        if played is None:
            raise Refused(say("puzzle.none"))
    else:
        played = find_game(game)
    first = find(played, id) if id is not None else of_day(played, f"{datetime.now(UTC):%Y-%m-%d}")
    solve(played, first, home())
