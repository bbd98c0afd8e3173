"""What is done with a journal: `undercroft replay` and `undercroft verify`."""

from typing import Annotated, Final

import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import (
    JournalFile,
    Variant,
)
from undercroft.cli.complaint import complain
from undercroft.cli.words import say
from undercroft.core.errors import BadJournal, NotOver, Refused
from undercroft.core.play import verify as verify_journal
from undercroft.core.records.journal import FIRST_LINE, read_journal
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import load
from undercroft.terminal.plain.replay import replay as replay_file
from undercroft.terminal.telling import outcome_of

DOES_NOT_VERIFY: Final = 1
NOT_OVER: Final = 3


@command("replay", "undercroft replay play.journal", "undercroft replay play.journal --step")
def replay(
    file: JournalFile,
    step: Annotated[bool, typer.Option("--step", help=say("replay.step"))] = False,
    variant: Variant = None,
) -> None:
    """Tell the story of a game from its journal."""
    replay_file(file, variant, step=step)


@command("verify", "undercroft verify play.journal")
def verify(file: JournalFile, variant: Variant = None) -> None:
    """Check the journal of a finished game."""
    text = read_text(file)
    try:
        if text.startswith(FIRST_LINE):
            read_journal(text)  # one that was torn or altered is still a journal
        game, journal, _ = load(file, text, variant)
        if journal.sealed is None:
            raise Refused(say("refused.no-seed", file=file))
        checked = verify_journal(game, journal)
    except NotOver as error:
        raise typer.Exit(complain(f"{file}: {error}", NOT_OVER)) from None
    except BadJournal as error:
        raise typer.Exit(complain(f"{file}: {error}", DOES_NOT_VERIFY)) from None
    fates = sum(entry.seat is None for entry in journal.entries)
    decisions = len(journal.entries) - fates
    right = say("verify.right", decisions=decisions, seed=journal.seed, fates=fates)
    if checked.outcome is None or checked.number > len(journal.entries):
        raise typer.Exit(complain(say("verify.not-over", file=file, right=right), NOT_OVER))
    print(say("verify.verified", file=file, right=right, outcome=outcome_of(checked)))
