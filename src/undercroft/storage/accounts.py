"""Accounts: a name and a password, for which plays are kept as for a guest.

An account's id stands wherever a guest's would. Whoever claims a name, or logs in, takes along what
they had as a guest: its plays and seats become the account's.
"""

import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, delete, exists, insert, select, update

from undercroft.core.errors import Refused
from undercroft.storage.endings import Statement
from undercroft.storage.journals import Conflict, Journals, now
from undercroft.storage.tables import ACCOUNTS, ENTRIES, PLAYS, SEATS, TALK

SHORTEST, LONGEST = 3, 20  # characters of a name
ANONYMOUS: Final = "gone-"  # before the id of somebody who has left seats behind


class BadName(Refused):
    """No name that an account can have."""


class NameTaken(Refused):
    """Somebody else goes by that name."""


class Account(NamedTuple):
    """Somebody who has a name."""

    id: str
    name: str
    password: str  # its hash
    epoch: int


def read_name(text: str) -> str:
    """Read a name, or say what is wrong with it."""
    name = unicodedata.normalize("NFC", text.strip())
    plain = unicodedata.normalize("NFKC", name) == name  # no letters that only look different
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not plain or not all(sign.isalnum() or sign in "-_" for sign in name):
        raise BadName("A name is made of letters, digits, - and _ alone.")
    return name


def folded(name: str) -> str:
    """Give a name as it is compared: Ann and ANN are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


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

    def plays_of(self, guest: str) -> list[str]:
        """List the plays in which somebody has a part."""
        owned = select(PLAYS.c.id).where(PLAYS.c.owner == guest)
        seated = select(SEATS.c.play).where(SEATS.c.guest == guest)
        with self.journals.reading() as connection:
            return list(connection.execute(owned.union(seated)).scalars())

    async def claim(self, name: str, password: str, guest: str) -> Account:
        """Give a guest a name, and keep all that it has for that name from now on."""
        account = Account(secrets.token_urlsafe(12), name, password, 1)
        row = {**account._asdict(), "folded": folded(name), "created": now()}
        try:
            await self.journals.submit([(insert(ACCOUNTS), row), *_moved(guest, account.id)])
        except Conflict:
            raise NameTaken("Somebody else goes by that name already.") from None
        return account

    async def take_along(self, guest: str, account: str) -> None:
        """Make a guest's plays and seats an account's."""
        await self.journals.submit(_moved(guest, account))

    async def change_password(self, account: Account, password: str) -> Account:
        """Have another password, and everybody who came in by the old one out."""
        epoch = account.epoch + 1
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
        await self.journals.submit([(change.values(password=password, epoch=epoch), None)])
        return account._replace(password=password, epoch=epoch)

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
        nobody = ANONYMOUS + secrets.token_urlsafe(12)
        await self.journals.submit(
            [
                *_deleted(_alone(guest)),
                *_silenced(guest),
                *_moved(guest, nobody),
                (delete(ACCOUNTS).where(ACCOUNTS.c.id == guest), None),
            ]
        )

    def _one(self, query: Select[Any]) -> Account | None:
        with self.journals.reading() as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else Account(*row)


_ACCOUNT: Final = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.password, ACCOUNTS.c.epoch)


def _alone(guest: str) -> Select[tuple[str]]:
    """Select the plays of somebody's own in which no other person has a part."""
    other = exists().where(
        SEATS.c.play == PLAYS.c.id,
        SEATS.c.guest.is_not(None),
        SEATS.c.guest != guest,
    )
    return select(PLAYS.c.id).where(PLAYS.c.owner == guest, ~other)


def _deleted(plays: Select[tuple[str]]) -> Sequence[Statement]:
    """Delete plays. What branched off from them at others' hands stays, without a parent."""
    rows = [delete(table).where(table.c.play.in_(plays)) for table in (ENTRIES, TALK, SEATS)]
    orphans = update(PLAYS).where(PLAYS.c.parent.in_(plays)).values(parent=None, parent_at=None)
    whole = delete(PLAYS).where(PLAYS.c.id.in_(plays))
    return [(statement, None) for statement in (orphans, *rows, whole)]


def _silenced(guest: str) -> Sequence[Statement]:
    """Forget what somebody went by at others' tables, and what they said there."""
    mine = exists().where(
        SEATS.c.play == TALK.c.play, SEATS.c.role == TALK.c.role, SEATS.c.guest == guest
    )
    names = update(SEATS).where(SEATS.c.guest == guest).values(name=None)
    return [(delete(TALK).where(mine), None), (names, None)]


def _moved(guest: str, to: str) -> Sequence[Statement]:
    """Give somebody's plays and seats to another."""
    plays = update(PLAYS).where(PLAYS.c.owner == guest).values(owner=to)
    seats = update(SEATS).where(SEATS.c.guest == guest).values(guest=to)
    return [(plays, None), (seats, None)]
