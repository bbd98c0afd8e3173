"""Sessions: where an account is logged in. Each can be ended by itself."""

import secrets
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update

from undercroft.storage.journals import Journals, now
from undercroft.storage.people.accounts import Account, ended_sessions
from undercroft.storage.tables import ACCOUNTS, SESSIONS

MOST: Final = 50  # sessions of an account; those not seen for longest are ended
HOUR: Final = 3_600_000  # milliseconds, to which it is noted when a session was seen
FORGOTTEN: Final = 365 * 24 * HOUR  # a session that was not seen for so long


class Session(NamedTuple):
    """One device, or one browser of it, that is logged in."""

    id: str
    account: str
    created: int
    seen: int  # milliseconds since 1970, to the hour
    device: str


class StoredSessions:
    """All sessions, over the same database and writer as the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def find(self, id: str) -> tuple[Session, Account] | None:
        """Find a session that has not ended, and its account."""
        fields = [*_SESSION, *[ACCOUNTS.c[field] for field in Account._fields]]
        query = select(*fields).join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account)
        with self.journals.reading() as connection:
            row = connection.execute(query.where(SESSIONS.c.id == id)).one_or_none()
            return row and (Session(*row[: len(_SESSION)]), Account(*row[len(_SESSION) :]))

    def of(self, account: str) -> list[Session]:
        """List an account's sessions, the one that was seen last first."""
        mine = select(*_SESSION).where(SESSIONS.c.account == account)
        with self.journals.reading() as connection:
            latest = mine.order_by(SESSIONS.c.seen.desc(), SESSIONS.c.created.desc())
            return [Session(*row) for row in connection.execute(latest)]

    async def begin(self, account: str, device: str) -> Session:
        """Log in. Sessions that nobody has used for a year, or too many, are ended."""
        at = now()
        session = Session(secrets.token_urlsafe(12), account, at, at - at % HOUR, device[:60])
        mine = SESSIONS.c.account == account
        latest = (
            select(SESSIONS.c.id)
            .where(mine)
            .order_by(SESSIONS.c.seen.desc(), SESSIONS.c.created.desc())
        )
        kept = latest.limit(MOST).subquery()
        old = delete(SESSIONS).where(mine, SESSIONS.c.seen < at - FORGOTTEN)
        spare = delete(SESSIONS).where(mine, SESSIONS.c.id.not_in(select(kept.c.id)))
        statements = [(insert(SESSIONS), session._asdict()), (old, None), (spare, None)]
        await self.journals.submit(statements)
        return session

    async def note(self, session: Session) -> Session:
        """Note that a session was seen within this hour."""
        seen = now() - now() % HOUR
        mine = update(SESSIONS).where(SESSIONS.c.id == session.id)
        await self.journals.submit([(mine.values(seen=seen), None)])
        return session._replace(seen=seen)

    async def end(self, account: str, session: str) -> None:
        """End one session of an account."""
        mine = SESSIONS.c.account == account, SESSIONS.c.id == session
        await self.journals.submit([(delete(SESSIONS).where(*mine), None)])

    async def end_others(self, account: str, session: str | None) -> None:
        """End all sessions of an account but one, and cookies from before there were sessions."""
        await self.journals.submit(ended_sessions(account, session))


_SESSION: Final = [SESSIONS.c[field] for field in Session._fields]
