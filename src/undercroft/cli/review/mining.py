"""`undercroft mine`."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import GameName, OptionPairs, Preset, Seats, pairs
from undercroft.cli.lab.arguments import Ticks, Workers
from undercroft.cli.lab.keeping import writable
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.core.errors import Refused
from undercroft.games import find_game
from undercroft.lab.chunks import each_chunk
from undercroft.puzzles.mining import Mine, again, at_the_latest, mine_game, mine_journal
from undercroft.puzzles.puzzle import Puzzle, read_puzzles, write_puzzles
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import load

MOST_SECONDS: Final = 86_400.0
MOST_PUZZLES: Final = 100_000


@command(
    "mine",
    "undercroft mine tomb --puzzles 20 --out puzzles.jsonl",
    "undercroft mine labyrintheus --seats 4 --workers 8 --seconds 600 --out puzzles.jsonl",
    "undercroft mine tomb first.journal second.journal",
    "undercroft mine tomb --again puzzles.jsonl --out puzzles.jsonl",
)
def mine(
    game: GameName,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help=say("mine.files"))
    ] = None,
    puzzles: Annotated[
        int,
        typer.Option(min=1, max=MOST_PUZZLES, metavar="NUMBER", help=say("mine.puzzles")),
    ] = 10,
    games: Annotated[int, typer.Option(min=1, metavar="NUMBER", help=say("mine.games"))] = 10_000,
    seconds: Annotated[
        float | None,
        typer.Option(min=1, max=MOST_SECONDS, metavar="NUMBER", help=say("mine.seconds")),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=say("mine.out"))] = None,
    anew: Annotated[
        Path | None, typer.Option("--again", metavar="FILE", help=say("mine.again"))
    ] = None,
    slow: Annotated[bool, typer.Option("--slow", help=say("mine.slow"))] = False,
    seed: Annotated[str, typer.Option(metavar="SEED", help=say("mine.seed"))] = "mine",
    workers: Workers = None,
    seats: Seats = None,
    option: OptionPairs = None,
    preset: Preset = None,
    ticks: Ticks = False,
) -> None:
    """Find decisions in which one option beats the rest, and the rule of thumb errs."""
    played = find_game(game)
    settled, seats = played.read_options(pairs(option), seats, preset)
    until = at_the_latest(seconds)
    place = Mine(played.id, settled.given(played.defaults), seats, seed, until, slow)
    writable(out)
    if anew is not None:
        _again(place._replace(until=None), anew, out, workers or 1, ticks=ticks)
        return
    found: list[Puzzle] = []
    with Bar(puzzles, ticks=ticks, title=say("mine.bar")) as bar:

        def keep(more: list[Puzzle]) -> bool:
            """Keep what was found; say whether there is enough."""
            more = more[: puzzles - len(found)]
            found.extend(more)
            if out is not None and more:
                with out.open("a", encoding="utf-8") as opened:
                    opened.write(write_puzzles(more))
            bar.advance(len(more))
            return len(found) >= puzzles

        if files:
            for file in files:
                if keep(_in_file(place, file)):
                    break
        else:
            for more in each_chunk(partial(mine_game, place), range(games), workers or 1):
                if keep(more):
                    break
    if out is None:
        print(write_puzzles(found), end="")
    print(say("mine.found", count=len(found), game=played.title), file=sys.stderr)


def _again(place: Mine, file: Path, out: Path | None, workers: int, *, ticks: bool) -> None:
    """Look at a file's puzzles again, all of them; only then the other file is written."""
    known, found = _read(file), list[Puzzle | None]()
    with Bar(len(known), ticks=ticks, title=say("mine.bar-again")) as bar:
        work = partial(_one_again, place, known)
        for one in each_chunk(work, range(len(known)), workers):
            found.append(one)
            bar.advance(1)
    if len(found) < len(known):
        print(say("mine.interrupted", looked_at=len(found), of=len(known)), file=sys.stderr)
        raise typer.Exit(130)
    kept = [one for one in found if one is not None]
    text = write_puzzles(kept)
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, "utf-8")
    print(say("mine.kept", count=len(kept), of=len(known)), file=sys.stderr)


def _one_again(place: Mine, known: list[Puzzle], number: int) -> Puzzle | None:
    return again(place, known[number])


def _read(file: Path) -> list[Puzzle]:
    try:
        return read_puzzles(read_text(file))
    except msgspec.MsgspecError as error:
        raise Refused(say("mine.not-puzzles", file=file, why=error)) from None


def _in_file(place: Mine, file: Path) -> list[Puzzle]:
    game, journal, _ = load(file, read_text(file), None)
    if game.id != place.id or game.variant is not None:
        raise Refused(say("mine.other-game", file=file, game=place.id))
    return mine_journal(place, journal)
