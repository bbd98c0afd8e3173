"""How a table stands: what its stored entries come to.

Between moves there is one standing, and a move changes it. While a move is under way, everybody
else is shown the standing from before it: nobody learns what is not stored, or that a bot is asked.
"""

from dataclasses import dataclass, field
from functools import cached_property

from undercroft.core.play import HeldPlay, Play
from undercroft.core.records.entries import UndoRequest


@dataclass
class Standing:
    """A play, and what may be done about it."""

    source: Play | HeldPlay = field(repr=False)
    before: tuple[int, int] = (0, 0)  # events and answers, as the last answer was given
    practice: bool = False
    given_up: bool = False
    can_undo: bool = False
    can_redo: bool = False
    undo_request: UndoRequest | None = None  # a seat asks to undo its last answer

    @cached_property
    def play(self) -> Play:
        """The play; one that was held is made when somebody looks."""
        return self.source if isinstance(self.source, Play) else self.source.play

    def held(self) -> "Standing":
        """Return the standing as it is now, for as long as a move changes this one."""
        return Standing(
            HeldPlay(self.play),
            self.before,
            self.practice,
            self.given_up,
            self.can_undo,
            self.can_redo,
            self.undo_request,
        )

    def let_go(self) -> None:
        """Let go of a play that was held."""
        if isinstance(self.source, HeldPlay):
            self.source.let_go()
