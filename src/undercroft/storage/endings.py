"""How a play came out, as it is noted with it: for lists, boards and statistics."""

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Executable, update

from undercroft.storage.tables import PLAYS, SEATS

Statement: TypeAlias = tuple[Executable, Any]  # and its parameters


class Ended(NamedTuple):
    """The end of a play: its name, each seat's score, the seats that won."""

    outcome: str
    scores: Sequence[float]
    winners: Sequence[int]
    practice: bool = False
    chips: Sequence[int] = ()  # what each seat has won from the others, if there were stakes


def noted(ended: Ended | None) -> dict[str, Any]:
    """Give what stands in a play's row once it is over, or while it is not."""
    if ended is None:
        return {"outcome": None, "score": None, "practice": False}
    score = ceil(ended.scores[0])
    return {"outcome": ended.outcome, "score": score, "practice": ended.practice}


def notes_on(play: str, ended: Ended | None, now: int) -> list[Statement]:
    """Note with a play and its seats how it came out, or that it goes on again."""
    seats = update(SEATS).where(SEATS.c.play == play)
    results = [seats.values(score=None, won=None, chips=None)]
    if ended is not None:
        chips: Sequence[int | None] = ended.chips or [None] * len(ended.scores)
        results = [
            seats.where(SEATS.c.role == f"P{seat + 1}").values(
                score=score, won=seat in ended.winners, chips=chips[seat]
            )
            for seat, score in enumerate(ended.scores)
        ]
    note = update(PLAYS).where(PLAYS.c.id == play).values(changed=now, **noted(ended))
    return [(statement, None) for statement in (note, *results)]
