"""`undercroft percentiles`."""

from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import GameName, OptionPairs, Preset, Seats, pairs
from undercroft.cli.lab.arguments import Ticks, Workers
from undercroft.cli.lab.keeping import writable
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.games import find_game
from undercroft.lab.chunks import each_chunk
from undercroft.review.budget import Budget
from undercroft.review.percentiles import Field, as_table, simulated
from undercroft.review.reviewing import review


@command(
    "percentiles",
    "undercroft percentiles tomb --games 200 --out skills.json",
)
def percentiles(
    game: GameName,
    games: Annotated[
        int, typer.Option(min=10, max=100_000, metavar="NUMBER", help=say("percentiles.games"))
    ] = 200,
    playouts: Annotated[
        int, typer.Option(min=100, metavar="NUMBER", help=say("percentiles.playouts"))
    ] = 600,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=say("percentiles.out"))] = None,
    seed: Annotated[str, typer.Option(metavar="SEED", help=say("mine.seed"))] = "percentiles",
    workers: Workers = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    ticks: Ticks = False,
) -> None:
    """Make the table with which the play of a reviewed game is compared."""
    played = find_game(game)
    settled, seats = played.read_options(pairs(option), seats, preset)
    field = Field(played.id, settled.given(played.defaults), seats, seed, playouts)
    writable(out)
    skills: list[float] = []
    with Bar(games, ticks=ticks, title=say("percentiles.bar")) as bar:
        for skill in each_chunk(partial(skill_of, field), range(games), workers or 1):
            skills.append(skill)
            bar.advance(1)
    text = msgspec.json.encode([as_table(played, field, skills)]).decode()
    if out is None:
        print(text)
    else:
        out.write_text(f"{text}\n", "utf-8")


def skill_of(field: Field, number: int) -> float:
    """Simulate a game, and review it: what was its play worth?"""
    game = find_game(field.id)
    journal = simulated(game, field, number)
    budget = Budget(playouts=field.playouts)
    return review(game, journal, 0, budget=budget, aim="win", seed=field.seed).skill.value
