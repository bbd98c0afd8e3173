"""Arguments that several commands share: a game, its options, its variant."""

from pathlib import Path
from typing import Annotated

import typer

from undercroft.core.errors import BadOption

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as tomb.")]
JournalFile = Annotated[Path, typer.Argument(metavar="FILE", help="A journal file.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Preset = Annotated[str | None, typer.Option(help="A named set of options.")]
Seats = Annotated[
    int | None, typer.Option(help="How many seats; the default is the fewest the game allows.")
]
Variant = Annotated[
    Path | None,
    typer.Option("--variant", metavar="FILE", help="A variant of the game: a TOML file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def pairs(given: list[str] | None) -> dict[str, str]:
    """Read `name=value` texts."""
    options = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                f"option {text!r} has no value: write NAME=VALUE, such as {text[:40]}=on"
            )
        options[name] = value
    return options
