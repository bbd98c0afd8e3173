"""A journal's play as a row of pictures, one after each answer."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.terminal.local.journals import Loaded


class Frame(NamedTuple):
    """The table after so many answers."""

    answer: str  # the answer that led here; at the start there is none
    asked: int | None  # the seat that is asked now
    events: int  # so many have happened
    state: Any

    @property
    def is_decision(self) -> bool:
        """Whether somebody decided here."""
        return self.answer.startswith("P")


def frames(loaded: Loaded, play: Play) -> Iterator[Frame]:
    """Give the start, then each answer; the play is taken along."""
    answer = ""
    for entry in [*loaded.journal.entries, None]:
        asked = play.question.seat if isinstance(play.question, Decision) else None
        yield Frame(answer, asked, len(play.events), loaded.game.copy(play.state))
        if entry is not None:
            play.answer(entry.answer)
            answer = f"{entry.question}: {entry.answer}"
