"""What the lab leaves on the disk: journals of games, and reports."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.lab.chunks import Workers, is_lost
from undercroft.lab.show.files import Table, arrows, write_csv, write_parquet
from undercroft.lab.study import Study
from undercroft.terminal.files import reason
from undercroft.terminal.local.journal_notes import Notes, whole_file

MOST: Final = 10_000

Keep = Annotated[int, typer.Option(min=0, max=MOST, metavar="NUMBER", help=say("keep.keep"))]
Into = Annotated[Path, typer.Option(metavar="FOLDER", help=say("keep.into"))]


def empty_folder(folder: Path) -> Path:
    """See before anything is played that journals can lie here, and that none is overwritten."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(say("refused.folder", path=folder, why=reason(error))) from None
    if any(folder.glob("*.journal")):
        raise Refused(say("refused.kept", folder=folder))
    return folder


def write_journal(folder: Path, name: str, play: Play, study: Study, bots: tuple[str, ...]) -> Path:
    """Write a game's journal, with its variant and its bots."""
    seed = play.fates.seed if isinstance(play.fates, Seeded) else None
    notes = Notes(dict(enumerate(bots)), study.variant[1] if study.variant else None)
    path = folder / f"{name}.journal"
    path.write_text(whole_file(play, seed, notes), "utf-8")
    return path


# -- reports --------------------------------------------------------------------------------------

Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help=say("keep.html"))]


Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=say("keep.csv"))]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help=say("keep.parquet"))
]


def writable(*files: Path | None, parquet: Path | None = None) -> None:
    """See before anything is played that reports can be written."""
    if parquet is not None:
        arrows()
    for file in filter(None, (*files, parquet)):
        try:
            file.open("a").close()
        except OSError as error:
            raise Refused(say("refused.folder", path=file, why=reason(error))) from None


def write_table(table: Callable[[], Table], csv: Path | None, parquet: Path | None) -> None:
    """Write what was found to the files that are asked for."""
    if csv is not None:
        write_csv(table(), csv)
    if parquet is not None:
        write_parquet(table(), parquet)


def as_typed(seed: str) -> str:
    """Give the command as it was typed, with the seed it had."""
    words = ["undercroft", *sys.argv[1:]]
    if not any(word == "--seed" or word.startswith("--seed=") for word in words):
        words += ["--seed", seed]
    return shlex.join(words)


def note_interruption(played: int, plays: int, workers: Workers) -> None:
    """Say after a report that it is of fewer games than were asked for."""
    if played < plays:
        lost = is_lost(workers)
        why = say("keep.lost" if lost else "keep.interrupted", played=f"{played:,}")
        print(f"undercroft: {why}", file=sys.stderr)
        raise typer.Exit(1 if lost else 130)
