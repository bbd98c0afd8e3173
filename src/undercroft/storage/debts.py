"""The debt book: what two persons owe each other, added up over all their duels."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import and_, func, select

from undercroft.storage.histories import COUNTED
from undercroft.storage.journals import Journals
from undercroft.storage.tables import ACCOUNTS, PLAYS, SEATS

MOST: Final = 2_000  # duels, the latest
MINE, THEIRS = SEATS.alias("mine"), SEATS.alias("theirs")


class Duel(NamedTuple):
    """A play for stakes against another person."""

    play: str
    ended: int  # milliseconds since 1970
    other: str
    name: str | None  # of the other's account, or what they went by
    won: bool
    lost: bool
    chips: int  # won; owed if less than nothing


class Page(NamedTuple):
    """A page of the book: all duels with one other person."""

    name: str | None
    duels: int
    won: int
    lost: int
    chips: int


def duels(journals: Journals, guest: str) -> list[Duel]:
    """List somebody's duels with other persons, the latest first. Practice is for no stakes."""
    query = (
        select(
            PLAYS.c.id,
            PLAYS.c.changed,
            THEIRS.c.guest,
            func.coalesce(ACCOUNTS.c.name, THEIRS.c.name),
            MINE.c.won,
            THEIRS.c.won,
            MINE.c.chips,
        )
        .join(MINE, MINE.c.play == PLAYS.c.id)
        .join(THEIRS, and_(THEIRS.c.play == PLAYS.c.id, THEIRS.c.role != MINE.c.role))
        .outerjoin(ACCOUNTS, ACCOUNTS.c.id == THEIRS.c.guest)
        .where(
            MINE.c.guest == guest,
            MINE.c.chips.is_not(None),
            THEIRS.c.chips.is_not(None),
            THEIRS.c.guest != guest,
            PLAYS.c.kind.in_(COUNTED),
            PLAYS.c.practice.is_(False),
        )
        .order_by(PLAYS.c.changed.desc(), PLAYS.c.id)
        .limit(MOST)
    )
    with journals.reading() as connection:
        return [Duel(*row) for row in connection.execute(query)]


def book(found: Sequence[Duel]) -> list[Page]:
    """Add duels up, a page for each other person; whom one met last comes first."""
    others = dict.fromkeys(duel.other for duel in found)
    return [_page([duel for duel in found if duel.other == other]) for other in others]


def _page(found: Sequence[Duel]) -> Page:
    won, lost = sum(duel.won for duel in found), sum(duel.lost for duel in found)
    return Page(found[0].name, len(found), won, lost, sum(duel.chips for duel in found))
