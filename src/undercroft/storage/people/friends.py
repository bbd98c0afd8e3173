"""People who know each other: friends, invitations to a table by name, and games to be rated."""

from typing import Any, Final, NamedTuple

from sqlalchemy import Select, and_, delete, func, insert, select, tuple_

from undercroft.storage.endings import Statement
from undercroft.storage.histories import COUNTED
from undercroft.storage.journals import Conflict, Journals, now
from undercroft.storage.tables import ACCOUNTS, FRIENDS, INVITATIONS, PLAYS, SEATS

MOST_FRIENDS: Final = 200  # that one account may add
MOST_INVITED: Final = 20  # invitations that are shown, the latest


class Friend(NamedTuple):
    """Somebody who was added, or who has added one."""

    id: str
    name: str
    mutual: bool


class Invitation(NamedTuple):
    """A table at which a seat is kept for somebody."""

    play: str
    game: str
    host: str  # the account's name, or what the host goes by
    key: str  # of a free seat
    made_at: int  # milliseconds since 1970


class Rated(NamedTuple):
    """A finished game between accounts: who held which rank."""

    play: str
    game: str
    ended: int
    seats: tuple[tuple[str, bool, float], ...]  # account, won, score


class People:
    """Friends and invitations, over the same database and writer as the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    # -- friends ----------------------------------------------------------------------------------

    def friends(self, account: str) -> list[Friend]:
        """List those whom an account has added, by name."""
        back = FRIENDS.alias("back")
        both = and_(back.c.account == FRIENDS.c.friend, back.c.friend == FRIENDS.c.account)
        query = (
            select(ACCOUNTS.c.id, ACCOUNTS.c.name, back.c.account.is_not(None))
            .select_from(FRIENDS)
            .join(ACCOUNTS, ACCOUNTS.c.id == FRIENDS.c.friend)
            .outerjoin(back, both)
            .where(FRIENDS.c.account == account)
            .order_by(func.lower(ACCOUNTS.c.name))
        )
        with self.journals.reading() as connection:
            return [
                Friend(id, name, bool(mutual)) for id, name, mutual in connection.execute(query)
            ]

    def admirers(self, account: str) -> list[Friend]:
        """List those who have added an account that has not added them, the latest first."""
        mine = select(FRIENDS.c.friend).where(FRIENDS.c.account == account)
        query = (
            select(ACCOUNTS.c.id, ACCOUNTS.c.name)
            .join(FRIENDS, FRIENDS.c.account == ACCOUNTS.c.id)
            .where(FRIENDS.c.friend == account, ACCOUNTS.c.id.not_in(mine))
            .order_by(FRIENDS.c.added_at.desc())
            .limit(MOST_INVITED)
        )
        with self.journals.reading() as connection:
            return [Friend(id, name, mutual=False) for id, name in connection.execute(query)]

    async def add(self, account: str, friend: str) -> None:
        """Add a friend; one who was added already stays so."""
        row = {"account": account, "friend": friend, "added_at": now()}
        try:
            await self.journals.submit([(insert(FRIENDS), row)])
        except Conflict:
            return

    async def remove(self, account: str, friend: str) -> None:
        """Be friends no more."""
        gone = delete(FRIENDS).where(FRIENDS.c.account == account, FRIENDS.c.friend == friend)
        await self.journals.submit([(gone, None)])

    # -- invitations ------------------------------------------------------------------------------

    async def invite(self, play: str, account: str) -> None:
        """Keep a seat of a table for somebody."""
        row = {"play": play, "account": account, "made_at": now()}
        await self.journals.submit([(insert(INVITATIONS), row)])

    async def decline(self, play: str, account: str) -> None:
        """Say no to an invitation; the seat is still free."""
        mine = INVITATIONS.c.play == play, INVITATIONS.c.account == account
        await self.journals.submit([(delete(INVITATIONS).where(*mine), None)])

    def invitations(self, account: str) -> list[Invitation]:
        """List the tables that wait for somebody, the latest first."""
        host, free = SEATS.alias("host"), SEATS.alias("free")
        query = (
            select(
                PLAYS.c.id,
                PLAYS.c.game,
                func.coalesce(ACCOUNTS.c.name, host.c.name, ""),
                func.min(free.c.key),
                INVITATIONS.c.made_at,
            )
            .select_from(INVITATIONS)
            .join(PLAYS, PLAYS.c.id == INVITATIONS.c.play)
            .join(host, and_(host.c.play == PLAYS.c.id, host.c.role == "P1"))
            .join(free, and_(free.c.play == PLAYS.c.id, free.c.guest.is_(None)))
            .outerjoin(ACCOUNTS, ACCOUNTS.c.id == host.c.guest)
            .where(
                INVITATIONS.c.account == account,
                PLAYS.c.outcome.is_(None),
                free.c.bot.is_(None),
                free.c.key.is_not(None),
            )
            .group_by(PLAYS.c.id, PLAYS.c.game, ACCOUNTS.c.name, host.c.name, INVITATIONS.c.made_at)
            .order_by(INVITATIONS.c.made_at.desc())
            .limit(MOST_INVITED)
        )
        with self.journals.reading() as connection:
            return [Invitation(*row) for row in connection.execute(query)]

    # -- games to be rated ------------------------------------------------------------------------

    def rated_since(self, last: tuple[int, str], limit: int) -> list[Rated]:
        """List finished games between several accounts after one, the earliest first.

        By the printed rules, with a secret deal; somebody with two seats was not one person.
        """
        with self.journals.reading() as connection:
            found = connection.execute(_between_accounts(last).limit(limit)).all()
            ids = [row.id for row in found]
            query = (
                select(SEATS.c.play, SEATS.c.guest, SEATS.c.won, SEATS.c.score)
                .join(ACCOUNTS, ACCOUNTS.c.id == SEATS.c.guest)
                .where(SEATS.c.play.in_(ids), SEATS.c.won.is_not(None))
            )
            held: dict[str, list[tuple[str, bool, float]]] = {id: [] for id in ids}
            for play, guest, won, score in connection.execute(query):
                held[play].append((guest, won, score))
        return [Rated(row.id, row.game, row.changed, tuple(held[row.id])) for row in found]


def _between_accounts(last: tuple[int, str]) -> Select[Any]:
    several = (
        select(SEATS.c.play)
        .join(ACCOUNTS, ACCOUNTS.c.id == SEATS.c.guest)
        .where(SEATS.c.won.is_not(None))
        .group_by(SEATS.c.play)
        .having(
            func.count(SEATS.c.guest.distinct()) > 1,
            func.count() == func.count(SEATS.c.guest.distinct()),
        )
    )
    return (
        select(PLAYS.c.id, PLAYS.c.game, PLAYS.c.changed)
        .where(
            PLAYS.c.outcome.is_not(None),
            PLAYS.c.kind.in_(COUNTED),
            PLAYS.c.practice.is_(False),
            PLAYS.c.variant.is_(None),
            tuple_(PLAYS.c.changed, PLAYS.c.id) > tuple_(*last),
            PLAYS.c.id.in_(several),
        )
        .order_by(PLAYS.c.changed, PLAYS.c.id)
    )


def forgotten(account: str) -> list[Statement]:
    """Forget whom an account knew, before it is deleted."""
    friends = delete(FRIENDS).where((FRIENDS.c.account == account) | (FRIENDS.c.friend == account))
    invited = delete(INVITATIONS).where(INVITATIONS.c.account == account)
    return [(friends, None), (invited, None)]
