"""What there is to say when a table is left, or a play is over."""

from typing import NamedTuple

from undercroft.core.fates import seal
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.telling import chronicle_of, outcome_of


class Parting(NamedTuple):
    """The story, in paragraphs, and facts, a line each."""

    story: list[str]
    facts: list[str]


def saved(sitting: Sitting) -> Parting:
    """The play is not over: say where it is kept."""
    return Parting([], [f"Saved: {sitting.save.path}", "To go on: undercroft play --resume"])


def finished(sitting: Sitting) -> Parting:
    """Put the journal of a play that is over away; tell its story, its outcome and its seed."""
    play, seed = sitting.play, sitting.seed
    trouble = sitting.finish()
    tells = play.options.given().get("chronicle") != "off"
    story = chronicle_of(play, play.journal.sealed) if tells else []
    path = sitting.save.path
    facts = [trouble] if trouble else []
    facts.append(f"Outcome: {outcome_of(play)}.")
    if seed is not None:
        facts.append(f"Seed: {seed}, sealed as {seal(seed)}.")
    facts.append(f"Journal: {path}")
    if seed is not None:
        facts.append(f"To check every card: undercroft verify {path}")
    return Parting(story, facts)
