"""Who and what there is on a server, for its operator."""

from functools import cached_property
from typing import NamedTuple

from sqlalchemy import func, select

from undercroft.core.errors import Refused
from undercroft.storage.journals import Journals
from undercroft.storage.operators.moderation import Orders, Standing, standing
from undercroft.storage.operators.reports import Report, Reports
from undercroft.storage.people.accounts import ANONYMOUS, Accounts
from undercroft.storage.tables import ACCOUNTS, PLAYS, PUZZLES, SEATS, SESSIONS
from undercroft.storage.words import say


class GuestRow(NamedTuple):
    """A guest who has a game or a seat."""

    id: str
    names: tuple[str, ...]  # what they go by at tables
    games: int
    seen_at: int | None
    muted: bool
    banned: bool


class AccountRow(NamedTuple):
    """An account."""

    name: str
    id: str
    made_at: int
    seen_at: int | None
    sessions: int
    games: int
    muted: bool
    banned: bool


class TableRow(NamedTuple):
    """A play, and who sits at it."""

    id: str
    game: str
    kind: str
    made_at: int
    changed_at: int
    outcome: str | None
    owner: str
    seats: tuple[str, ...]


class Census:
    """Counts what is in a database, and finds whom an operator means."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals
        self.orders = Orders(journals)

    @cached_property
    def standing(self) -> Standing:
        """Who is muted and who is banned."""
        return standing(self.orders.since(0))

    def guests(self, limit: int) -> list[GuestRow]:
        """List those without an account who have a seat, the latest first."""
        seen = func.max(func.coalesce(SEATS.c.seen, PLAYS.c.changed))
        query = (
            select(SEATS.c.guest, seen, func.count(SEATS.c.play.distinct()))
            .join(PLAYS, PLAYS.c.id == SEATS.c.play)
            .where(
                SEATS.c.guest.is_not(None),
                SEATS.c.guest.not_like(f"{ANONYMOUS}%"),
                SEATS.c.guest.not_in(select(ACCOUNTS.c.id)),
            )
            .group_by(SEATS.c.guest)
            .order_by(seen.desc())
            .limit(limit)
        )
        muted, banned = self.standing
        with self.journals.reading() as connection:
            found = connection.execute(query).all()
            names = (
                select(SEATS.c.guest, SEATS.c.name)
                .distinct()
                .where(SEATS.c.guest.in_([row[0] for row in found]), SEATS.c.name.is_not(None))
            )
            called = connection.execute(names.order_by(SEATS.c.name)).all()
        return [
            GuestRow(
                id,
                tuple(name for guest, name in called if guest == id),
                games,
                at,
                id in muted,
                id in banned,
            )
            for id, at, games in found
        ]

    def accounts(self, limit: int) -> list[AccountRow]:
        """List accounts, the latest first."""
        at = SESSIONS.c.account == ACCOUNTS.c.id
        last = select(func.max(SESSIONS.c.seen)).where(at).scalar_subquery()
        sessions = select(func.count()).select_from(SESSIONS).where(at).scalar_subquery()
        seats = SEATS.c.guest == ACCOUNTS.c.id
        games = select(func.count(SEATS.c.play.distinct())).where(seats).scalar_subquery()
        columns = ACCOUNTS.c.name, ACCOUNTS.c.id, ACCOUNTS.c.created, last, sessions, games
        query = select(*columns).order_by(ACCOUNTS.c.created.desc()).limit(limit)
        muted, banned = self.standing
        with self.journals.reading() as connection:
            rows = connection.execute(query).all()
        return [AccountRow(*row, row[1] in muted, row[1] in banned) for row in rows]

    def tables(self, limit: int) -> list[TableRow]:
        """List plays, those that changed last first."""
        names = ("id", "game", "kind", "created", "changed", "outcome", "owner")
        query = select(*[PLAYS.c[name] for name in names]).order_by(PLAYS.c.changed.desc())
        with self.journals.reading() as connection:
            found = connection.execute(query.limit(limit)).all()
            ids = [row.id for row in found]
            seats = connection.execute(
                select(SEATS.c.play, SEATS.c.role, SEATS.c.guest, SEATS.c.name, SEATS.c.bot)
                .where(SEATS.c.play.in_(ids))
                .order_by(SEATS.c.play, SEATS.c.role)
            ).all()
        return [
            TableRow(*[*row, tuple(_seat(*seat[1:]) for seat in seats if seat.play == row.id)])
            for row in found
        ]

    def reports(self, *, settled: bool) -> list[Report]:
        """List what players have reported, the oldest first."""
        return Reports(self.journals).all(settled=settled)

    # -- whom an operator means -------------------------------------------------------------------

    def someone(self, who: str, kind: str = "guest or account") -> str:
        """Find an account by its name or id, or a guest by its id; whose `kind` it is to be."""
        accounts = Accounts(self.journals)
        account = accounts.find(who) or accounts.called(who)
        if account is not None and kind != "guest":
            return account.id
        if kind != "account" and account is None and self._is_guest(who):
            return who
        raise Refused(say("admin.nobody", kind=kind, who=who, list=_list_of(kind)))

    def table(self, play: str) -> str:
        """See that a table is there."""
        with self.journals.reading() as connection:
            if connection.execute(select(PLAYS.c.id).where(PLAYS.c.id == play)).first() is None:
                raise Refused(say("admin.no-table", table=play))
        return play

    async def delete(self, someone: str) -> None:
        """Delete a guest or an account, and tell servers."""
        await self.orders.give("delete", someone, also=Accounts(self.journals).deletion(someone))

    async def delete_table(self, play: str) -> None:
        """Delete a table, and tell servers."""
        await self.orders.delete_table(play)

    def _is_guest(self, id: str) -> bool:
        """Whether somebody has ever had a part in anything, or was ordered about."""
        if id in self.standing.banned or id in self.standing.muted:
            return True
        seated = select(SEATS.c.guest).where(SEATS.c.guest == id).limit(1)
        owns = select(PLAYS.c.owner).where(PLAYS.c.owner == id).limit(1)
        tried = select(PUZZLES.c.guest).where(PUZZLES.c.guest == id).limit(1)
        with self.journals.reading() as connection:
            return any(connection.execute(query).first() for query in (seated, owns, tried))


def _seat(role: str, guest: str | None, name: str | None, bot: str | None) -> str:
    """Say in a few words who has a seat."""
    if guest is None:
        return f"{role} bot {bot}" if bot else f"{role} free"
    return f"{role} {name or '(no name)'} [{guest}]" + (f", bot {bot} plays" if bot else "")


def _list_of(kind: str) -> str:
    return "accounts" if kind == "account" else "guests"
