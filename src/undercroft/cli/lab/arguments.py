"""Arguments that the lab's commands share, and the study that they describe."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from undercroft.cli.arguments import bots_named
from undercroft.cli.words import say
from undercroft.lab import chunks
from undercroft.lab.cluster import Cluster
from undercroft.lab.study import Study
from undercroft.terminal.local.journals import game_of
from undercroft.terminal.local.open_game import checked_seed

Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME", help=say("study.bot"), autocompletion=bots_named),
]
Seed = Annotated[str | None, typer.Option(metavar="SEED", help=say("study.seed"))]
Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, metavar="NUMBER", help=say("study.workers"))
]
Measure = Annotated[bool, typer.Option(help=say("study.measure"))]
Ticks = Annotated[bool, typer.Option("--ticks", help=say("study.ticks"))]
ClusterAt = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("study.cluster"))
]
Where = Annotated[str | None, typer.Option(metavar="CONDITION", help=say("study.where"))]
Over = Annotated[list[str], typer.Option(metavar="NAME=VALUES", help=say("sweep.over"))]


def study_asked(
    game: str,
    variant: Path | None,
    bots: list[str] | None,
    plays: int,
    seed: str | None,
    *,
    seats: int | None,
    options: Mapping[str, str],
    preset: str | None,
    measured: bool = False,
) -> Study:
    """Give the study that a command describes; the game's rule of thumb plays unless named."""
    played, text = game_of(game, variant)
    return Study(
        game=game,
        bots=tuple(bots or [played.rule_of_thumb]),
        plays=plays,
        seed=checked_seed(seed),
        seats=seats,
        options=tuple(options.items()),
        preset=preset,
        variant=(str(variant), text) if text is not None else None,
        measured=measured,
    )


def variant_of(game: str, file: Path | None) -> tuple[str, str] | None:
    """Give a variant's file and its text, if it is one of the game."""
    _, text = game_of(game, file)
    return (str(file), text) if text is not None else None


@contextmanager
def at_work(workers: int | None, cluster: str | None) -> Iterator[chunks.Workers]:
    """Give who does the work: a cluster, or so many processes here, one for each core."""
    if cluster is None:
        yield workers or cores()
        return
    with Cluster(cluster) as crew:
        yield crew


def cores() -> int:
    """Count the cores."""
    return os.cpu_count() or 1
