"""What a play's file says beside the journal, so that the file alone is enough to go on.

Notes are comments to a strict reader of the journal, but for the lesson's, which says how to fold:

    #: seat 2 is played by cautious
    #: a lesson
    #: variant | [rows.ks]
    #: variant | worth = 15
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from undercroft.core.play import Play
from undercroft.core.records.journal import LESSON, lines_of

_BOT: Final = re.compile(r"#: seat ([1-9]) is played by (\S+)")
_VARIANT: Final = "#: variant | "


@dataclass(frozen=True)
class Notes:
    """Who plays which seat, the text of the variant, and whether fate follows a lesson's script."""

    bots: Mapping[int, str] = field(default_factory=dict)  # by seat; the others are people
    variant: str | None = None
    lesson: bool = False

    def lines(self) -> list[str]:
        """Write them."""
        seats = [f"#: seat {seat + 1} is played by {bot}" for seat, bot in self.bots.items()]
        variant = [f"{_VARIANT}{line}" for line in (self.variant or "").splitlines()]
        return [*seats, *variant, *([LESSON] if self.lesson else [])]


def read_notes(text: str) -> Notes:
    """Find the notes in a journal's text."""
    lines = lines_of(text)
    bots = {int(found[1]) - 1: found[2] for found in map(_BOT.fullmatch, lines) if found}
    variant = [line.removeprefix(_VARIANT) for line in lines if line.startswith(_VARIANT)]
    return Notes(bots, "\n".join(variant) if variant else None, LESSON in lines)


def whole_file(play: Play, seed: str | None, notes: Notes) -> str:
    """Write a play's file. It keeps the seed from the start: without it nobody could go on."""
    journal: Any = msgspec.structs.replace(play.journal, seed=seed)
    return "\n".join([*journal.header(), *notes.lines(), *play.lines]) + "\n"
