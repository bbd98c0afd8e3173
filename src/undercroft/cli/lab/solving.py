"""`undercroft solve`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from undercroft.accel.tomb.solving import as_data, solve_journal, told
from undercroft.accel.tomb.solving import solve as solve_deal
from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, OptionPairs, pairs
from undercroft.cli.words import say
from undercroft.core.errors import BadOption
from undercroft.games import find_game
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import load
from undercroft.terminal.local.open_game import checked_seed


@command(
    "solve",
    "undercroft solve play.journal",
    "undercroft solve --seed 122 --out best.journal",
)
def solve(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=say("solve.file"))] = None,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help=say("solve.seed"))] = None,
    option: OptionPairs = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=say("solve.out"))] = None,
    as_json: AsJson = False,
) -> None:
    """Say what the best possible play of a deal of Tomb would have had."""
    if (file is None) == (seed is None):
        raise BadOption(say("solve.one-of"))
    if file is not None:
        game, journal, _ = load(file, read_text(file), None)
        found = solve_journal(game, journal)
    else:
        found = solve_deal(find_game("tomb"), pairs(option), checked_seed(seed))
    if out is not None:
        out.write_text(str((found.kings or found.treasure).journal), "utf-8")
    print(json.dumps(as_data(found), indent=2) if as_json else told(found))
