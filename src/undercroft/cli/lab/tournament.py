"""`undercroft tournament`."""

import json
from typing import Annotated

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, GameName, OptionPairs, Preset, Seats, Variant, pairs
from undercroft.cli.lab.arguments import Bots, Seed, Ticks, Workers, cores, variant_of
from undercroft.cli.lab.keeping import Html, writable
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.lab.tournament import Tournament, as_data, as_html, as_text, run, set_up
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import checked_seed


@command(
    "tournament",
    "undercroft tournament tomb --deals 200 --seed 7",
    "undercroft tournament tomb --bot bold --bot examples.my_bot:HomeByFour --html table.html",
)
def tournament(
    game: GameName,
    bot: Bots = None,
    deals: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help=say("tournament.deals"))
    ] = 100,
    seed: Seed = None,
    workers: Workers = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    variant: Variant = None,
    html: Html = None,
    ticks: Ticks = False,
    as_json: AsJson = False,
) -> None:
    """Let every bot play every other on equal luck, and rate them."""
    played, _ = game_of(game, variant)
    task = Tournament(
        game=game,
        bots=tuple(bot or played.quick_bots),
        deals=deals,
        seed=checked_seed(seed),
        seats=seats,
        options=tuple(pairs(option).items()),
        preset=preset,
        variant=variant_of(game, variant),
    )
    set_up(task)
    writable(html)
    with Bar(deals, quiet=as_json, ticks=ticks) as bar:
        result = run(task, workers or cores(), bar.advance)
    if html is not None:
        html.write_text(as_html(result), "utf-8")
    print(json.dumps(as_data(result), indent=2) if as_json else as_text(result))
