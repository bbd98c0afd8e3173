"""`undercroft study`."""

import json
import os
import sys
from typing import Annotated

import typer

from undercroft.cli.app import command
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
from undercroft.cli.words import say
from undercroft.lab.report import as_data, as_text
from undercroft.lab.study import Study, run
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import checked_seed


@command(
    "study",
    "undercroft study tomb --plays 20000 --seed 7",
    "undercroft study tomb --bot random --workers 4 --option start-hp=8 --json",
    "undercroft study tomb --seats 2 --bot random --bot random",
)
def study(
    game: GameName,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=say("study.bot")),
    ] = None,
    plays: Annotated[int, typer.Option(min=1, metavar="NUMBER", help=say("study.plays"))] = 10_000,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help=say("study.seed"))] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, metavar="NUMBER", help=say("study.workers")),
    ] = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    measure: Annotated[bool, typer.Option(help=say("study.measure"))] = True,
    ticks: Annotated[bool, typer.Option("--ticks", help=say("study.ticks"))] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play a game many times, and count how it ends."""
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
