"""`undercroft tune`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, GameName, OptionPairs, Preset, Seats, Variant, pairs
from undercroft.cli.lab.arguments import (
    Bots,
    ClusterAt,
    Over,
    Seed,
    Ticks,
    Workers,
    at_work,
    study_asked,
)
from undercroft.cli.lab.keeping import Html, as_typed, note_interruption, writable
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.lab.compare.sweep import read_axis
from undercroft.lab.compare.tune import read_tuning, run_tuning
from undercroft.lab.compare.tuned import found_variant, tuned_as_data, tuned_as_page, tuned_as_text


@command(
    "tune",
    "undercroft tune tomb --over start-hp=6..10 --target outcome.dead=20%±2",
    "undercroft tune tomb --over 9s.number=7..12 --over start-torches=0..2 --target turns=8..9",
    "undercroft tune tin --over turn-cap=20..80 --target win=12%±1 --out found.toml",
)
def tune(
    game: GameName,
    over: Over,
    target: Annotated[list[str], typer.Option(metavar="NAME=RANGE", help=say("tune.target"))],
    tries: Annotated[
        int, typer.Option(min=1, max=10_000, metavar="NUMBER", help=say("tune.tries"))
    ] = 40,
    bot: Bots = None,
    plays: Annotated[int, typer.Option(min=2, metavar="NUMBER", help=say("tune.plays"))] = 1_000,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=say("tune.out"))] = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Find numbers that bring measures to their targets."""
    study = study_asked(
        game, variant, bot, plays, seed, seats=seats, options=pairs(option), preset=preset
    )
    tuning = read_tuning(study, [read_axis(text) for text in over], target, tries)
    writable(out, html)
    total = plays * (tuning.most + 1)
    with at_work(workers, cluster) as crew, Bar(total, quiet=as_json, ticks=ticks) as bar:
        tuned = run_tuning(tuning, crew, bar.advance)
    if out is not None and tuned.tries:
        out.write_text(found_variant(tuned), "utf-8")
    if html is not None:
        html.write_text(tuned_as_page(tuned, as_typed(study.seed)), "utf-8")
    print(json.dumps(tuned_as_data(tuned), indent=2) if as_json else tuned_as_text(tuned))
    if not tuned.is_whole:
        note_interruption(len(tuned.tries) * plays, total, crew)
