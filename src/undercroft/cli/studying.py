"""`undercroft study`."""

import json
import os
import sys
from typing import Annotated

import typer

from undercroft.cli.app import app, example
from undercroft.cli.arguments import (
    AsJson,
    GameName,
    OptionPairs,
    Preset,
    Seats,
    Variant,
    pairs,
)
from undercroft.cli.progress import Bar
from undercroft.lab.report import as_data, as_text
from undercroft.lab.study import Study, run
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import checked_seed


@app.command(
    epilog=example(
        "undercroft study tomb --plays 20000 --seed 7",
        "undercroft study tomb --bot random --workers 4 --option start-hp=8 --json",
        "undercroft study tomb --seats 2 --bot random --bot random",
    )
)
def study(
    game: GameName,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="The bot that plays: once for all seats, or once for each."
        ),
    ] = None,
    plays: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    seed: Annotated[
        str | None, typer.Option(help="The seed; the same seed gives the same result.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="How many processes; the default is one for each core."),
    ] = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    measure: Annotated[
        bool, typer.Option(help="Also print the game's own tables; without them it is faster.")
    ] = True,
    ticks: Annotated[
        bool, typer.Option("--ticks", help="Count games on standard error, a line for each step.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a game many times, and count how it ends.

    The result depends on the seed alone, not on the number of workers.
    """
    played, variant_text = game_of(game, variant)
    task = Study(
        game=game,
        bots=tuple(bot or [played.rule_of_thumb]),
        plays=plays,
        seed=checked_seed(seed),
        seats=seats,
        options=tuple(pairs(option).items()),
        preset=preset,
        variant=(str(variant), variant_text) if variant_text is not None else None,
        measured=measure,
    )
    with Bar(plays, shown=not as_json and sys.stderr.isatty(), ticks=ticks) as bar:
        findings = run(task, workers or os.cpu_count() or 1, bar.advance)
    print(json.dumps(as_data(findings), indent=2) if as_json else as_text(findings))
