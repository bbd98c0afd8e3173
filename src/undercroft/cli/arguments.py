"""Arguments that several commands share: a game, its options, its variant."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from undercroft.cli.words import say
from undercroft.core.errors import BadOption
from undercroft.core.game import Game
from undercroft.games import catalogue


def games_named(incomplete: str) -> list[str]:
    """List the games whose names begin so, for a shell."""
    return [id for id in catalogue() if id.startswith(incomplete)]


def of_game(context: typer.Context, what: Callable[[Game[Any, Any]], Iterable[str]]) -> list[str]:
    """List what the game that was typed has, for a shell; nothing if there is none.

    Typer stops at an option that has no value yet: the game is then among what it left.
    """
    games = catalogue()
    typed = [context.params.get("game"), *context.args]
    return next(([*what(games[name])] for name in typed if name in games), [])


def bots_named(ctx: typer.Context, incomplete: str) -> list[str]:
    """List the bots whose names begin so; a seat may stand before the name."""
    seat, equals, name = incomplete.rpartition("=")
    bots = of_game(ctx, lambda game: {**game.bots, **game.levels})
    return [f"{seat}{equals}{bot}" for bot in bots if bot.startswith(name)]


def presets_named(ctx: typer.Context, incomplete: str) -> list[str]:
    """List the presets whose names begin so."""
    presets = of_game(ctx, lambda game: game.presets)
    return [preset for preset in presets if preset.startswith(incomplete)]


def options_named(ctx: typer.Context, incomplete: str) -> list[str]:
    """List options, or the values of one, that begin so."""
    name, equals, value = incomplete.partition("=")
    if not equals:
        specs = of_game(ctx, lambda game: [f"{spec.name}=" for spec in game.option_specs])
        return [spec for spec in specs if spec.startswith(name)]
    values = of_game(
        ctx,
        lambda game: [
            choice
            for spec in game.option_specs
            if spec.name == name
            for choice in spec.choices or ()
        ],
    )
    return [f"{name}={choice}" for choice in values if choice.startswith(value)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help=say("arguments.game"), autocompletion=games_named),
]
JournalFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("arguments.journal"))]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help=say("arguments.option"),
        autocompletion=options_named,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(metavar="NAME", help=say("arguments.preset"), autocompletion=presets_named),
]
Seats = Annotated[int | None, typer.Option(metavar="NUMBER", help=say("arguments.seats"))]
Variant = Annotated[
    Path | None, typer.Option("--variant", metavar="FILE", help=say("arguments.variant"))
]
AsJson = Annotated[bool, typer.Option("--json", help=say("arguments.json"))]


def pairs(given: list[str] | None) -> dict[str, str]:
    """Read `name=value` texts."""
    options = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(say("refused.no-pair", text=text, start=text[:40]))
        options[name] = value
    return options
