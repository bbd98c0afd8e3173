"""`undercroft profile`."""

import json
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, GameName, OptionPairs, Preset, Seats, Variant, pairs
from undercroft.cli.lab.arguments import (
    Bots,
    ClusterAt,
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
from undercroft.lab.profile import Profile, run_profile
from undercroft.lab.show.files import profile_table
from undercroft.lab.show.profiled import profile_as_data, profile_as_page, profile_as_text
from undercroft.lab.study import set_up


@command(
    "profile",
    "undercroft profile tomb --plays 500 --seed 7 --html tomb.html",
    "undercroft profile talisman --plays 20 --no-cards",
)
def profile(
    game: GameName,
    bot: Bots = None,
    plays: Annotated[int, typer.Option(min=2, metavar="NUMBER", help=say("profile.plays"))] = 200,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    cards: Annotated[bool, typer.Option(help=say("profile.cards"))] = True,
    all_: Annotated[bool, typer.Option("--all", help=say("profile.all"))] = False,
    csv: Csv = None,
    parquet: Parquet = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Say what each card does, what skill is worth, and how much a choice decides."""
    study = study_asked(
        game, variant, bot, plays, seed, seats=seats, options=pairs(option), preset=preset
    )
    set_up(study)
    writable(csv, html, parquet=parquet)
    with at_work(workers, cluster) as crew, Bar(plays, quiet=as_json, ticks=ticks) as bar:
        portrait = run_profile(Profile(study, cards), crew, bar.advance)
    write_table(lambda: profile_table(portrait), csv, parquet)
    if html is not None:
        html.write_text(profile_as_page(portrait, as_typed(study.seed)), "utf-8")
    if as_json:
        print(json.dumps(profile_as_data(portrait), indent=2))
    else:
        print(profile_as_text(portrait, everything=all_))
    note_interruption(portrait.profiled.games, plays, crew)
