"""The boards of a day's deals: who has finished them, and how well."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, func, select

from undercroft.storage.journals import Journals, Record
from undercroft.storage.tables import ACCOUNTS, PLAYS, SEATS

ABANDONED: Final = "abandoned"  # the outcome of a play that was given up
MOST_OF_DEAL: Final = 1_000  # games of one deal that are counted
FIRST: Final = "P1"  # the seat of the player of a day's deal


class Standing(NamedTuple):
    """One row of a board."""

    rank: int  # those who are equal share one
    play: str
    owner: str
    name: str | None  # of an account; a guest has none
    outcome: str
    won: bool
    score: float


class Begun(NamedTuple):
    """Somebody's own play of a day's deal."""

    play: str
    outcome: str | None  # none while it goes on
    practice: bool


def play_of_day(journals: Journals, guest: str, game: str, day: str) -> Begun | None:
    """Find a guest's play of a day's deal, the first if there are several."""
    query = select(PLAYS.c.id, PLAYS.c.outcome, PLAYS.c.practice).where(
        PLAYS.c.day == day, PLAYS.c.game == game, PLAYS.c.owner == guest, PLAYS.c.kind == "today"
    )
    with journals.reading() as connection:
        row = connection.execute(query.order_by(PLAYS.c.created)).first()
        return Begun(*row) if row else None


def seed_of_day(journals: Journals, game: str, day: str) -> str | None:
    """Give the seed that a day's deal is played with, once somebody has begun it."""
    query = select(PLAYS.c.seed).where(
        PLAYS.c.day == day, PLAYS.c.game == game, PLAYS.c.kind == "today"
    )
    with journals.reading() as connection:
        row = connection.execute(query.order_by(PLAYS.c.created, PLAYS.c.id)).first()
        return row[0] if row else None


def has_met(journals: Journals, guest: str, game: str, day: str) -> bool:
    """Whether a guest has finished a day's deal, in any way."""
    query = select(PLAYS.c.id).where(
        PLAYS.c.day == day,
        PLAYS.c.game == game,
        PLAYS.c.owner == guest,
        PLAYS.c.kind == "today",
        PLAYS.c.outcome.is_not(None),
    )
    with journals.reading() as connection:
        return connection.execute(query.limit(1)).first() is not None


def board(journals: Journals, game: str, day: str) -> list[Standing]:
    """Rank all who have finished a day's deal: winners first, then by score.

    The first play counts that somebody finished without giving it up, and without knowing
    beforehand what would come: on the day itself, since after it the seed is told.
    """
    query = (
        select(
            PLAYS.c.id, PLAYS.c.owner, ACCOUNTS.c.name, PLAYS.c.outcome, SEATS.c.won, SEATS.c.score
        )
        .join(SEATS, and_(SEATS.c.play == PLAYS.c.id, SEATS.c.role == FIRST))
        .outerjoin(ACCOUNTS, ACCOUNTS.c.id == PLAYS.c.owner)
        .where(PLAYS.c.game == game, *_counts(day))
        .order_by(PLAYS.c.changed, PLAYS.c.id)
    )
    with journals.reading() as connection:
        rows = [Standing(0, *row) for row in connection.execute(query)]
    first = {row.owner: row for row in reversed(rows)}
    return _ranked(first.values())


class Best(NamedTuple):
    """The best that anybody has made of a deal, and how many have played it to the end."""

    owner: str
    outcome: str
    won: bool
    score: float
    games: int


def best_of_deal(journals: Journals, record: Record, role: str) -> Best | None:
    """Find the best game of a deal in a seat; one that branched off knew what would come."""
    query = (
        select(PLAYS.c.owner, PLAYS.c.outcome, SEATS.c.won, SEATS.c.score)
        .join(SEATS, and_(SEATS.c.play == PLAYS.c.id, SEATS.c.role == role))
        .where(
            PLAYS.c.seed == record.seed,
            PLAYS.c.game == record.game,
            PLAYS.c.seats == record.seats,
            PLAYS.c.options == json.dumps(record.options),
            PLAYS.c.variant.is_(None),
            PLAYS.c.fate == "sealed",
            PLAYS.c.kind.not_in(("branch", "lesson")),
            PLAYS.c.outcome.is_not(None),
            PLAYS.c.outcome != ABANDONED,
            SEATS.c.won.is_not(None),
        )
        .order_by(SEATS.c.won.desc(), SEATS.c.score.desc(), PLAYS.c.changed)
        .limit(MOST_OF_DEAL)
    )
    with journals.reading() as connection:
        rows = connection.execute(query).all()
    return Best(*rows[0], len(rows)) if rows else None


class Week(NamedTuple):
    """One row of a week's board: what somebody's days come to."""

    rank: int  # those who are equal share one
    owner: str
    name: str | None
    days: int  # finished
    won: int
    score: float  # added up


def week(journals: Journals, game: str, days: Iterable[str]) -> list[Week]:
    """Rank all who have finished deals of some days: wins first, then the scores added up."""
    rows: dict[str, Week] = {}
    for day in days:
        for row in board(journals, game, day):
            sum_ = rows.get(row.owner, Week(0, row.owner, row.name, 0, 0, 0.0))
            rows[row.owner] = sum_._replace(
                days=sum_.days + 1, won=sum_.won + row.won, score=sum_.score + row.score
            )
    best_first = sorted(rows.values(), key=lambda row: (row.won, row.score), reverse=True)
    ranks: dict[tuple[int, float], int] = {}
    return [
        row._replace(rank=ranks.setdefault((row.won, row.score), at))
        for at, row in enumerate(best_first, 1)
    ]


def players(journals: Journals, day: str) -> dict[str, int]:
    """Count, for each game, those who stand on the board of a day."""
    query = (
        select(PLAYS.c.game, func.count(PLAYS.c.owner.distinct()))
        .where(*_counts(day))
        .group_by(PLAYS.c.game)
    )
    with journals.reading() as connection:
        return {game: count for game, count in connection.execute(query)}  # noqa: C416 (rows)


def worse(standings: list[Standing], own: Standing) -> float:
    """Give the share of all others that one is better than."""
    others = len(standings) - 1
    return sum(row.rank > own.rank for row in standings) / others if others else 0.0


def _counts(day: str) -> tuple[ColumnElement[bool], ...]:
    midnight = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(days=1)
    return (
        PLAYS.c.day == day,
        PLAYS.c.kind == "today",
        PLAYS.c.outcome.is_not(None),
        PLAYS.c.outcome != ABANDONED,
        PLAYS.c.practice.is_(False),
        PLAYS.c.changed < int(midnight.timestamp() * 1000),
    )


def _ranked(rows: Iterable[Standing]) -> list[Standing]:
    best_first = sorted(rows, key=_worth, reverse=True)
    ranks: dict[tuple[bool, float], int] = {}
    return [
        row._replace(rank=ranks.setdefault(_worth(row), at)) for at, row in enumerate(best_first, 1)
    ]


def _worth(row: Standing) -> tuple[bool, float]:
    return row.won, row.score
