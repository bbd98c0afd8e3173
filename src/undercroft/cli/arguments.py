"""Arguments that several commands share: a game, its options, its variant."""

from pathlib import Path
from typing import Annotated

import typer

from undercroft.cli.words import say
from undercroft.core.errors import BadOption

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("arguments.game"))]
JournalFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("arguments.journal"))]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help=say("arguments.option")),
]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help=say("arguments.preset"))]
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
