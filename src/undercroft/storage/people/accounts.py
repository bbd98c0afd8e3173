"""Accounts: a name and a password, for which plays are kept as for a guest.

An account's id stands wherever a guest's would. When a guest claims a name, or logs in, the guest's
plays and seats become the account's.
"""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, delete, exists, func, insert, or_, select, update

from undercroft.core.errors import Refused
from undercroft.storage.endings import Statement
from undercroft.storage.journals import Conflict, Journals, now
from undercroft.storage.people.friends import forgotten
from undercroft.storage.people.names import alike, folded, likeness
from undercroft.storage.tables import (
    ACCOUNTS,
    ENTRIES,
    INVITATIONS,
    PLAYS,
    PUZZLES,
    REMARKS,
    REPORTS,
    SEATS,
    SESSIONS,
    TALK,
)
from undercroft.storage.words import say

MARK: Final = " (guest)"  # after the name of an account, where somebody else sits under it
ANONYMOUS: Final = "gone-"  # before the id of a deleted player who has left seats behind


class NameTaken(Refused):
    """Somebody else goes by that name."""


class Account(NamedTuple):
    """A person with a name."""

    id: str
    name: str
    password: str  # its hash
    epoch: int
    created: int = 0
    recovery: str | None = None  # the hash of its code
    settings: str | None = None  # JSON


class Accounts:
    """All accounts, beside the plays in one database."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def called(self, name: str) -> Account | None:
        """Find an account by its name, however that is spelt."""
        known = folded(name.strip())
        if len(known) > 80 or "\0" in known:
            return None
        return self._one(_ACCOUNT.where(ACCOUNTS.c.folded == known))

    def find(self, id: str) -> Account | None:
        """Find an account by its id."""
        return self._one(_ACCOUNT.where(ACCOUNTS.c.id == id))

    def owner_of(self, name: str) -> Account | None:
        """Find the account that has a name, or one that looks like it."""
        known = folded(name.strip())
        if len(known) > 80 or "\0" in known:
            return None
        same = or_(ACCOUNTS.c.folded == known, ACCOUNTS.c.likeness.in_(alike(name)))
        return self._one(_ACCOUNT.where(same).order_by(ACCOUNTS.c.folded != known).limit(1))

    def plays_of(self, guest: str) -> list[str]:
        """List the plays in which somebody has a part."""
        owned = select(PLAYS.c.id).where(PLAYS.c.owner == guest)
        seated = select(SEATS.c.play).where(SEATS.c.guest == guest)
        with self.journals.reading() as connection:
            return list(connection.execute(owned.union(seated)).scalars())

    def marked(self, name: str) -> list[str]:
        """List the tables where play goes on and others sit under a name, marked as guests."""
        with self.journals.reading() as connection:
            return list(
                connection.execute(select(SEATS.c.play).where(*_sits_as(name + MARK))).scalars()
            )

    async def claim(self, name: str, password: str, guest: str, recovery: str) -> Account:
        """Give a guest a name, and keep all that it has for that name from now on.

        Others who use that name at an unfinished table are marked as guests there.
        """
        account = Account(secrets.token_urlsafe(12), name, password, 1, now(), recovery)
        row = {**account._asdict(), "folded": folded(name), "likeness": likeness(name)}
        others = update(SEATS).where(*_sits_as(name), SEATS.c.guest != guest)
        marked = others.values(name=SEATS.c.name + MARK)
        statements = [(insert(ACCOUNTS), row), (marked, None), *_moved(guest, account.id)]
        try:
            await self.journals.submit(statements)
        except Conflict:
            raise NameTaken(say("name.taken")) from None
        return account

    async def take_along(self, guest: str, account: str) -> None:
        """Make a guest's plays and seats an account's."""
        await self.journals.submit(_moved(guest, account))

    async def change_password(self, account: Account, password: str) -> None:
        """Have another password, and everybody who came in by the old one out."""
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(password=password)
        await self.journals.submit([(change, None), *ended_sessions(account.id)])

    async def recover(self, account: Account, password: str, recovery: str) -> bool:
        """Have another password and another code, if the old code has not been used meanwhile."""
        unused = ACCOUNTS.c.recovery == account.recovery
        mine = exists().where(ACCOUNTS.c.id == account.id, ACCOUNTS.c.recovery == recovery)
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account.id, unused)
        out = delete(SESSIONS).where(SESSIONS.c.account == account.id, mine)
        values = {"password": password, "recovery": recovery, "epoch": ACCOUNTS.c.epoch + 1}
        await self.journals.submit([(change.values(**values), None), (out, None)])
        found = self.find(account.id)
        return found is not None and found.recovery == recovery

    async def renew_recovery(self, account: Account, recovery: str) -> None:
        """Have another recovery code."""
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(recovery=recovery)
        await self.journals.submit([(change, None)])

    async def keep_settings(self, account: str, settings: Mapping[str, str]) -> None:
        """Keep how somebody likes pages and tables."""
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
        await self.journals.submit([(change.values(settings=json.dumps(settings)), None)])

    async def rehash(self, account: Account, password: str) -> None:
        """Keep the same password under another hash."""
        same = update(ACCOUNTS).where(
            ACCOUNTS.c.id == account.id, ACCOUNTS.c.password == account.password
        )
        await self.journals.submit([(same.values(password=password), None)])

    async def delete(self, guest: str) -> None:
        """Delete all that somebody has: account, and plays in which nobody else has a part.

        At tables with others an unknown guest has been in their place.
        """
        await self.journals.submit(self.deletion(guest))

    def deletion(self, guest: str) -> list[Statement]:
        """Give the statements that delete all that somebody has."""
        nobody = ANONYMOUS + secrets.token_urlsafe(12)
        return [
            *deleted_plays(_alone(guest)),
            *_silenced(guest),
            (delete(PUZZLES).where(PUZZLES.c.guest == guest), None),
            (delete(REMARKS).where(REMARKS.c.guest == guest), None),
            *_moved(guest, nobody),
            (delete(SESSIONS).where(SESSIONS.c.account == guest), None),
            *forgotten(guest),
            (delete(ACCOUNTS).where(ACCOUNTS.c.id == guest), None),
        ]

    def _one(self, query: Select[Any]) -> Account | None:
        with self.journals.reading() as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else Account(*row)


_ACCOUNT: Final = select(*[ACCOUNTS.c[field] for field in Account._fields])


def _sits_as(name: str) -> Sequence[ColumnElement[bool]]:
    """Select the seats of those who go by a name where play goes on."""
    going_on = select(PLAYS.c.id).where(PLAYS.c.outcome.is_(None))
    return func.lower(SEATS.c.name) == name.lower(), SEATS.c.play.in_(going_on)


def ended_sessions(account: str, but: str | None = None) -> Sequence[Statement]:
    """End an account's sessions, but for one, and whatever cookies there were before those."""
    others = [SESSIONS.c.account == account] + ([SESSIONS.c.id != but] if but else [])
    epoch = update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(epoch=ACCOUNTS.c.epoch + 1)
    return [(delete(SESSIONS).where(*others), None), (epoch, None)]


def _alone(guest: str) -> Select[tuple[str]]:
    """Select the plays of somebody's own in which no other person has a part."""
    other = exists().where(
        SEATS.c.play == PLAYS.c.id,
        SEATS.c.guest.is_not(None),
        SEATS.c.guest != guest,
    )
    return select(PLAYS.c.id).where(PLAYS.c.owner == guest, ~other)


def deleted_plays(plays: Select[tuple[str]]) -> Sequence[Statement]:
    """Delete plays. Others' that branched off from them, or race them, stay without them."""
    rows = [
        delete(table).where(table.c.play.in_(plays))
        for table in (INVITATIONS, ENTRIES, TALK, REMARKS, SEATS)
    ]
    orphans = update(PLAYS).where(PLAYS.c.parent.in_(plays)).values(parent=None, parent_at=None)
    alone = update(PLAYS).where(PLAYS.c.rival.in_(plays)).values(rival=None)
    whole = delete(PLAYS).where(PLAYS.c.id.in_(plays))
    return [(statement, None) for statement in (orphans, alone, *rows, whole)]


def _silenced(guest: str) -> Sequence[Statement]:
    """Forget what somebody went by at others' tables, and what they said there or was reported."""
    mine = exists().where(
        SEATS.c.play == TALK.c.play, SEATS.c.role == TALK.c.role, SEATS.c.guest == guest
    )
    names = update(SEATS).where(SEATS.c.guest == guest).values(name=None)
    reported = update(REPORTS).where(REPORTS.c.subject == guest).values(name=None, line=None)
    return [(delete(TALK).where(mine), None), (names, None), (reported, None)]


def _moved(guest: str, to: str) -> Sequence[Statement]:
    """Give somebody's plays, seats and puzzles to another, and whatever was reported."""
    plays = update(PLAYS).where(PLAYS.c.owner == guest).values(owner=to)
    seats = update(SEATS).where(SEATS.c.guest == guest).values(guest=to)
    by = update(REPORTS).where(REPORTS.c.reporter == guest).values(reporter=to)
    about = update(REPORTS).where(REPORTS.c.subject == guest).values(subject=to)
    known = PUZZLES.alias("known")
    twice = exists().where(
        known.c.guest == to, known.c.game == PUZZLES.c.game, known.c.puzzle == PUZZLES.c.puzzle
    )
    tried = delete(PUZZLES).where(PUZZLES.c.guest == guest, twice)
    puzzles = update(PUZZLES).where(PUZZLES.c.guest == guest).values(guest=to)
    remarks = update(REMARKS).where(REMARKS.c.guest == guest).values(guest=to)
    moved = (plays, seats, by, about, tried, puzzles, remarks)
    return [(statement, None) for statement in moved]
