"""What is done with a journal: `undercroft replay` and `undercroft verify`."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from undercroft.cli.app import command
from undercroft.cli.arguments import (
    AsJson,
    JournalFile,
    Variant,
)
from undercroft.cli.complaint import complain
from undercroft.cli.words import say
from undercroft.core.errors import BadJournal, NotOver, Refused
from undercroft.core.play import verify as verify_journal
from undercroft.core.records.journal import FIRST_LINE, read_journal
from undercroft.terminal.files import read_text
from undercroft.terminal.local.journals import Loaded, load
from undercroft.terminal.plain.replay import replay as replay_file
from undercroft.terminal.plain.replay import resumed
from undercroft.terminal.telling import chronicle_of, outcome_of

DOES_NOT_VERIFY: Final = 1
NOT_OVER: Final = 3


@command(
    "replay",
    "undercroft replay play.journal",
    "undercroft replay play.journal --step",
    "undercroft replay play.journal --at 33",
    "undercroft replay play.journal --json",
)
def replay(
    file: JournalFile,
    step: Annotated[bool, typer.Option("--step", help=say("replay.step"))] = False,
    at: Annotated[int | None, typer.Option(metavar="NUMBER", help=say("replay.at"))] = None,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Tell the story of a game from its journal."""
    if as_json:
        print(json.dumps(replayed(load(file, read_text(file), variant), file), indent=2))
    else:
        replay_file(file, variant, step=step, at=at)


@command("verify", "undercroft verify play.journal", "undercroft verify play.journal --json")
def verify(file: JournalFile, variant: Variant = None, as_json: AsJson = False) -> None:
    """Check the journal of a finished game."""
    text = read_text(file)

    def fail(why: str, code: int) -> typer.Exit:
        if as_json:
            print(json.dumps({"verified": False, "over": code != NOT_OVER, "why": why}, indent=2))
            return typer.Exit(code)
        return typer.Exit(complain(why, code))

    try:
        if text.startswith(FIRST_LINE):
            read_journal(text)  # one that was torn or altered is still a journal
        game, journal, _ = load(file, text, variant)
        if journal.sealed is None:
            raise Refused(say("refused.no-seed", file=file))
        checked = verify_journal(game, journal)
    except NotOver as error:
        raise fail(f"{file}: {error}", NOT_OVER) from None
    except BadJournal as error:
        raise fail(f"{file}: {error}", DOES_NOT_VERIFY) from None
    fates = sum(entry.seat is None for entry in journal.entries)
    decisions = len(journal.entries) - fates
    right = say("verify.right", decisions=decisions, seed=journal.seed, fates=fates)
    if checked.outcome is None or checked.number > len(journal.entries):
        raise fail(say("verify.not-over", file=file, right=right), NOT_OVER)
    if as_json:
        found: dict[str, Any] = {
            "verified": True,
            "over": True,
            "decisions": decisions,
            "fates": fates,
        }
        found |= {"seed": journal.seed, "outcome": msgspec.to_builtins(checked.outcome)}
        print(json.dumps(found, indent=2))
        return
    print(say("verify.verified", file=file, right=right, outcome=outcome_of(checked)))


def replayed(loaded: Loaded, file: Path) -> dict[str, Any]:
    """Give a game as JSON would have it: what was answered, what was told, and how it ended."""
    play, journal = resumed(loaded, file), loaded.journal
    words = loaded.game.words
    return {
        "game": journal.game,
        "options": journal.options,
        "seats": journal.seats,
        "seed": journal.seed,
        "answers": [
            {"question": entry.question, "answer": entry.answer} for entry in journal.entries
        ],
        "log": [
            {"text": words.event(event), "clause": words.clause(event)} for event in play.events
        ],
        "story": chronicle_of(play, journal.sealed),
        "outcome": msgspec.to_builtins(play.outcome),
    }
