"""`undercroft review`."""

from typing import Annotated, Final

import msgspec
import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import AsJson, JournalFile, Variant
from undercroft.cli.progress import Bar
from undercroft.cli.words import say
from undercroft.core.errors import BadOption, Refused
from undercroft.review.budget import Budget
from undercroft.review.report import as_text
from undercroft.review.reviewing import review as review_game
from undercroft.review.weighing import Aim
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import load

SECONDS: Final = 50.0
MOST_SECONDS: Final = 3600.0
MOST_PLAYOUTS: Final = 10_000_000
STEPS: Final = 1000  # of the bar


@command(
    "review",
    "undercroft review play.journal",
    "undercroft review play.journal --seat 2 --all",
    "undercroft review play.journal --playouts 20000 --json",
)
def review(
    file: JournalFile,
    seat: Annotated[int, typer.Option(metavar="NUMBER", help=say("review.seat"))] = 1,
    by: Annotated[str | None, typer.Option(metavar="AIM", help=say("review.measure"))] = None,
    bot: Annotated[str | None, typer.Option(metavar="NAME", help=say("review.bot"))] = None,
    seconds: Annotated[float | None, typer.Option(help=say("review.seconds"))] = None,
    playouts: Annotated[int | None, typer.Option(help=say("review.playouts"))] = None,
    seed: Annotated[str, typer.Option(metavar="SEED", help=say("review.seed"))] = "review",
    everything: Annotated[bool, typer.Option("--all", help=say("review.all"))] = False,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Say what each decision of a finished game cost, and what luck gave."""
    aim: Aim | None = None
    if by is not None:
        if by not in ("win", "score"):
            raise BadOption(say("review.bad-aim", given=by[:40]))
        aim = "win" if by == "win" else "score"
    budget = _budget(seconds, playouts)
    game, journal, _ = load(file, read_text(file), variant)
    done = 0
    with Bar(STEPS, title=say("review.bar")) as bar:

        def progress(part: float) -> None:
            nonlocal done
            step = int(part * STEPS) - done
            if step > 0:
                bar.advance(step)
                done += step

        try:
            found = review_game(
                game,
                journal,
                seat - 1,
                budget=budget,
                aim=aim,
                bot=bot,
                seed=seed,
                progress=progress,
            )
        except Refused as error:
            raise Refused(f"{file}: {error}") from None
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print(as_text(game, found, everything=everything))


def _budget(seconds: float | None, playouts: int | None) -> Budget:
    if seconds is not None and not 1 <= seconds <= MOST_SECONDS:
        raise BadOption(say("review.bad-seconds", most=int(MOST_SECONDS), given=seconds))
    if playouts is not None and not 100 <= playouts <= MOST_PLAYOUTS:
        raise BadOption(say("review.bad-playouts", most=MOST_PLAYOUTS, given=playouts))
    if seconds is None and playouts is None:
        seconds = SECONDS
    return Budget(seconds, playouts)
