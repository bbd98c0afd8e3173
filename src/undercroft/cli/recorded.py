"""What is done with a journal: `undercroft replay` and `undercroft verify`."""

from typing import Annotated, Final

import typer

from undercroft.cli.app import app, example
from undercroft.cli.arguments import (
    JournalFile,
    Variant,
)
from undercroft.cli.complaint import complain
from undercroft.core.errors import BadJournal, NotOver, Refused
from undercroft.core.play import verify as verify_journal
from undercroft.core.records.journal import FIRST_LINE, read_journal
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import load
from undercroft.terminal.plain.replay import replay as replay_file
from undercroft.terminal.telling import outcome_of

DOES_NOT_VERIFY: Final = 1
NOT_OVER: Final = 3


@app.command(
    epilog=example("undercroft replay play.journal", "undercroft replay play.journal --step")
)
def replay(
    file: JournalFile,
    step: Annotated[bool, typer.Option("--step", help="Show the table after each answer.")] = False,
    variant: Variant = None,
) -> None:
    """Tell the story of a game from its journal."""
    replay_file(file, variant, step=step)


@app.command(epilog=example("undercroft verify play.journal"))
def verify(file: JournalFile, variant: Variant = None) -> None:
    """Check the journal of a finished game.

    Every answer must be legal, and every card and roll must be what the sealed seed deals.

    \b
    Exit codes:
      0  verified, to the end of the game
      1  does not verify: an answer, a card or roll, the seed or a line is wrong
      2  cannot be checked: not a file, not a journal, another game, other rules
      3  not over: correct as far as it goes
    """
    text = read_text(file)
    try:
        if text.startswith(FIRST_LINE):
            read_journal(text)  # one that was torn or altered is still a journal
        game, journal, _ = load(file, text, variant)
        if journal.sealed is None:
            raise Refused(f"{file}: played with real cards; there is no seed to check them against")
        checked = verify_journal(game, journal)
    except NotOver as error:
        raise typer.Exit(complain(f"{file}: {error}", NOT_OVER)) from None
    except BadJournal as error:
        raise typer.Exit(complain(f"{file}: {error}", DOES_NOT_VERIFY)) from None
    fates = sum(entry.seat is None for entry in journal.entries)
    right = (
        f"legal decisions: {len(journal.entries) - fates}; cards and rolls of the sealed seed"
        f" {journal.seed}: {fates}"
    )
    if checked.outcome is None or checked.number > len(journal.entries):
        raise typer.Exit(complain(f"{file}: the game is not over; {right}", NOT_OVER))
    print(f"{file}: verified; {right}; outcome: {outcome_of(checked)}.")
