"""`undercroft sweep`."""

import json
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
from undercroft.cli.lab.keeping import (
    Csv,
    Html,
    Parquet,
    as_typed,
    note_interruption,
    writable,
    write_table,
)
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.lab.compare.sweep import lay_grid, read_axis, run_sweep
from undercroft.lab.compare.swept import swept_as_data, swept_as_page, swept_as_text
from undercroft.lab.show.files import swept_table


@command(
    "sweep",
    "undercroft sweep tomb --over start-hp=6..10 --over start-torches=0,1,2",
    "undercroft sweep tomb --over 9s.number=7..12 --html nine.html --csv nine.csv",
    "undercroft sweep tomb --over ks.worth=0..99 --over kh.worth=0..99 --sample 50",
)
def sweep(
    game: GameName,
    over: Over,
    sample: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help=say("sweep.sample"))
    ] = None,
    bot: Bots = None,
    plays: Annotated[int, typer.Option(min=2, metavar="NUMBER", help=say("sweep.plays"))] = 1_000,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    csv: Csv = None,
    parquet: Parquet = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Play a game over a grid of options and numbers."""
    study = study_asked(
        game, variant, bot, plays, seed, seats=seats, options=pairs(option), preset=preset
    )
    laid = lay_grid(study, [read_axis(text) for text in over], sample)
    writable(csv, html, parquet=parquet)
    total = plays * len(laid.cells)
    with at_work(workers, cluster) as crew, Bar(total, quiet=as_json, ticks=ticks) as bar:
        swept = run_sweep(laid, crew, bar.advance)
    write_table(lambda: swept_table(swept), csv, parquet)
    if html is not None:
        html.write_text(swept_as_page(swept, as_typed(study.seed)), "utf-8")
    print(json.dumps(swept_as_data(swept), indent=2) if as_json else swept_as_text(swept))
    note_interruption(swept.pairs[0].games, plays, crew)
