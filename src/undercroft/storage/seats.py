"""Who sits where at which table, what is free, and what is said at it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, literal, select, update

from undercroft.storage.journals import Journals, Record, Seat, now, record_of, seats_of
from undercroft.storage.tables import PLAYS, SEATS, TALK

MOST_SAID: Final = 200  # lines of talk that a table keeps


class Said(NamedTuple):
    """A line of talk."""

    number: int
    role: str
    text: str
    said_at: int


class Open(NamedTuple):
    """A table that somebody may go to: its row, and all its seats."""

    record: Record
    seats: dict[str, Seat]

    def is_for(self, guests: set[str]) -> bool:
        """Whether one of these has a seat at it, and has not laid it."""
        seated = {seat.guest for seat in self.seats.values()}
        return not seated.isdisjoint(guests - {self.record.owner})


class Seats:
    """The seats of all plays, over the same database and writer as the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    # -- reading ----------------------------------------------------------------------------------

    def of(self, play: str) -> dict[str, Seat]:
        """Read who has a play's seats."""
        with self.journals.reading() as connection:
            return seats_of(connection, play)

    def find(self, key: str) -> tuple[str, str, Seat] | None:
        """Find play, role and seat by the seat's key."""
        with self.journals.reading() as connection:
            query = select(SEATS.c.play, SEATS.c.role).where(SEATS.c.key == key)
            row = connection.execute(query).one_or_none()
            return row and (row.play, row.role, seats_of(connection, row.play)[row.role])

    def watched(self, key: str) -> str | None:
        """Find the play that a spectators' link is for."""
        with self.journals.reading() as connection:
            return connection.execute(
                select(PLAYS.c.id).where(PLAYS.c.watch == key)
            ).scalar_one_or_none()

    def lobby(self, limit: int = 50) -> list[Open]:
        """List the tables that have a seat for anybody, the latest first."""
        free = select(SEATS.c.play).where(
            SEATS.c.listed, SEATS.c.guest.is_(None), SEATS.c.bot.is_(None)
        )
        tables = select(PLAYS).where(PLAYS.c.id.in_(free), PLAYS.c.outcome.is_(None))
        with self.journals.reading() as connection:
            rows = connection.execute(tables.order_by(PLAYS.c.created.desc()).limit(limit)).all()
            return [Open(record_of(row), seats_of(connection, row.id)) for row in rows]

    def open_of(self, owner: str) -> int:
        """Count the tables of somebody that have a seat for anybody."""
        free = select(SEATS.c.play).where(
            SEATS.c.listed, SEATS.c.guest.is_(None), SEATS.c.bot.is_(None)
        )
        mine = select(func.count()).where(
            PLAYS.c.owner == owner, PLAYS.c.outcome.is_(None), PLAYS.c.id.in_(free)
        )
        with self.journals.reading() as connection:
            return connection.execute(mine).scalar_one()

    def joined(self, guest: str, limit: int = 50) -> list[Record]:
        """List the plays of others at which a guest has a seat, the latest first."""
        mine = select(SEATS.c.play).where(SEATS.c.guest == guest)
        others = select(PLAYS).where(PLAYS.c.id.in_(mine), PLAYS.c.owner != guest)
        with self.journals.reading() as connection:
            rows = connection.execute(others.order_by(PLAYS.c.changed.desc()).limit(limit))
            return [record_of(row) for row in rows]

    def shared(self, guest: str, limit: int = 20) -> list[str]:
        """Name the plays that go on between a guest and others, the latest first."""
        mine = select(SEATS.c.play).where(SEATS.c.guest == guest)
        others = select(SEATS.c.play).where(SEATS.c.play.in_(mine), SEATS.c.guest != guest)
        plays = select(PLAYS.c.id).where(PLAYS.c.id.in_(others), PLAYS.c.outcome.is_(None))
        with self.journals.reading() as connection:
            latest = plays.order_by(PLAYS.c.created.desc()).limit(limit)
            return list(connection.execute(latest).scalars())

    def again(self, play: str) -> Open | None:
        """Find the table that was laid again after a play, the latest, over or not."""
        after = select(PLAYS).where(PLAYS.c.parent == play, PLAYS.c.parent_at.is_(None))
        latest = after.order_by(PLAYS.c.created.desc(), PLAYS.c.id).limit(1)
        with self.journals.reading() as connection:
            row = connection.execute(latest).one_or_none()
            return None if row is None else Open(record_of(row), seats_of(connection, row.id))

    def talk(self, play: str) -> list[Said]:
        """Read what was said at a table."""
        query = select(TALK).where(TALK.c.play == play).order_by(TALK.c.number)
        with self.journals.reading() as connection:
            return [Said(*row[1:]) for row in connection.execute(query)]

    # -- writing ----------------------------------------------------------------------------------

    async def take(self, play: str, role: str, guest: str, name: str | None) -> None:
        """Give a seat to a guest, if it is free."""
        free = update(SEATS).where(
            SEATS.c.play == play,
            SEATS.c.role == role,
            SEATS.c.guest.is_(None),
            SEATS.c.bot.is_(None),
        )
        await self._write(play, free.values(guest=guest, name=name, seen=now()))

    async def fill(self, play: str, roles: Sequence[str], bot: str) -> None:
        """Let a bot have every one of these seats that is free."""
        free = update(SEATS).where(
            SEATS.c.play == play,
            SEATS.c.role.in_(roles),
            SEATS.c.guest.is_(None),
            SEATS.c.bot.is_(None),
        )
        await self._write(play, free.values(bot=bot))

    async def change(self, play: str, role: str, **values: Any) -> None:
        """Change what is noted of a seat."""
        seat = update(SEATS).where(SEATS.c.play == play, SEATS.c.role == role)
        await self._write(play, seat.values(**values))

    async def seen(self, play: str, guest: str) -> None:
        """Note that a guest is at a table now."""
        mine = update(SEATS).where(SEATS.c.play == play, SEATS.c.guest == guest)
        await self._write(play, mine.values(seen=now()))

    async def watch(self, play: str) -> str:
        """Return the key with which anyone may watch as a spectator."""
        return await self.journals.key(play, PLAYS.c.watch)

    async def say(self, play: str, role: str, text: str) -> None:
        """Add a line of talk; the oldest are forgotten."""
        last = func.coalesce(func.max(TALK.c.number), -1)
        line = select(literal(play), last + 1, literal(role), literal(text), literal(now()))
        of_play = TALK.c.play == play
        added = insert(TALK).from_select(TALK.c.keys(), line.where(of_play))
        newest = select(func.max(TALK.c.number)).where(of_play).scalar_subquery()
        old = delete(TALK).where(of_play, TALK.c.number <= newest - MOST_SAID)
        await self.journals.submit([(added, None), (old, None)], wake=play)

    async def _write(self, play: str, statement: Any) -> None:
        await self.journals.submit([(statement, None)], wake=play)
