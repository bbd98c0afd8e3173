"""How well somebody solves puzzles: worked out from the first try at each, never stored."""

from collections.abc import Iterable
from typing import Final, NamedTuple

FIRST: Final = 1300  # what somebody new is rated: the first puzzles are easier ones
FAST, SLOW = 80, 32  # how far one try moves a rating: the first few, and those after them
FEW: Final = 10


class Standing(NamedTuple):
    """Somebody's rating, and how many puzzles were solved in a row."""

    rating: int = FIRST
    tried: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0

    def after(self, puzzle: int, *, right: bool) -> "Standing":
        """Count a try at a puzzle of a rating, as Elo does."""
        expected = 1 / (1 + 10 ** ((puzzle - self.rating) / 400))
        step = FAST if self.tried < FEW else SLOW
        streak = self.streak + 1 if right else 0
        return Standing(
            rating=round(self.rating + step * (right - expected)),
            tried=self.tried + 1,
            solved=self.solved + right,
            streak=streak,
            longest=max(self.longest, streak),
        )


def standing(tries: Iterable[tuple[int, bool]]) -> Standing:
    """Count tries, the earliest first: the puzzle's rating, and whether it was solved."""
    found = Standing()
    for rating, right in tries:
        found = found.after(rating, right=right)
    return found
