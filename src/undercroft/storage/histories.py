"""What somebody has played: a list by pages, and every result for statistics."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, func, or_, select

from undercroft.storage.journals import Journals, Record, record_of
from undercroft.storage.tables import PLAYS, SEATS

COUNTED: Final = ("play", "today")  # kinds of plays in which nobody knew what would come
MOST: Final = 5_000  # results that statistics are made of, the latest


class Result(NamedTuple):
    """How a play came out for somebody."""

    play: str
    game: str
    kind: str
    day: str | None
    seats: int
    options: Any  # those not at their default
    variant: str | None
    outcome: str
    practice: bool
    ended: int  # milliseconds since 1970
    score: float
    won: bool


def plays(
    journals: Journals, guest: str, game: str | None, skip: int, limit: int
) -> tuple[list[Record], int]:
    """List somebody's plays, the latest first, and say how many there are in all."""
    mine = [_has_part(guest)] + ([PLAYS.c.game == game] if game else [])
    latest = select(PLAYS).where(*mine).order_by(PLAYS.c.changed.desc(), PLAYS.c.id)
    count = select(func.count()).select_from(PLAYS).where(*mine)
    with journals.reading() as connection:
        rows = connection.execute(latest.offset(skip).limit(limit)).all()
        return [record_of(row) for row in rows], connection.execute(count).scalar_one()


def wins(journals: Journals, guest: str, among: Sequence[str]) -> dict[str, bool]:
    """Say of each of some plays that are over whether somebody won it, if they had one seat."""
    mine = select(SEATS.c.play, SEATS.c.won).where(
        SEATS.c.guest == guest, SEATS.c.play.in_(among), SEATS.c.won.is_not(None)
    )
    with journals.reading() as connection:
        rows = connection.execute(mine).all()
    held = Counter(row.play for row in rows)
    return {row.play: row.won for row in rows if held[row.play] == 1}


def results(journals: Journals, guest: str) -> list[Result]:
    """List every result of somebody's, the latest first.

    One who held several seats of a play was not one person: no result counts.
    """
    columns = [PLAYS.c[name] for name in ("id", "game", "kind", "day", "seats", "options")]
    columns += [
        PLAYS.c.variant,
        PLAYS.c.outcome,
        PLAYS.c.practice,
        PLAYS.c.changed,
        SEATS.c.score,
        SEATS.c.won,
    ]
    query = (
        select(*columns)
        .join(SEATS, SEATS.c.play == PLAYS.c.id)
        .where(SEATS.c.guest == guest, SEATS.c.won.is_not(None), PLAYS.c.outcome.is_not(None))
        .order_by(PLAYS.c.changed.desc(), PLAYS.c.id)
        .limit(MOST)
    )
    with journals.reading() as connection:
        found = [Result(*row) for row in connection.execute(query)]
    held = Counter(result.play for result in found)
    return [
        result._replace(options=_read(result.options)) for result in found if held[result.play] == 1
    ]


@lru_cache(1_000)  # most plays have the same ones
def _read(options: str) -> dict[str, str]:
    read: dict[str, str] = json.loads(options)
    return read


def _has_part(guest: str) -> ColumnElement[bool]:
    seated = select(SEATS.c.play).where(SEATS.c.guest == guest)
    return or_(PLAYS.c.owner == guest, PLAYS.c.id.in_(seated))
