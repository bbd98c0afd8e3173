"""Who visits: a guest, or an account whose session has not ended."""

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from undercroft.storage.journals import Journals, StorageLost, now
from undercroft.storage.people.accounts import Account, Accounts
from undercroft.storage.people.sessions import HOUR, Session, StoredSessions
from undercroft.web.gateway.device_names import device_name
from undercroft.web.gateway.visitors import Known

FRESH: Final = 2.0  # seconds, for which what was read last is good enough
MOST: Final = 10_000  # sessions remembered


class Visit:
    """One request's visitor. A page may make somebody else of it: the cookie follows."""

    __slots__ = ("account", "became", "guest", "is_new", "session")

    def __init__(
        self,
        guest: str,
        account: Account | None = None,
        session: str | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        self.guest = guest
        self.account = account
        self.session = session
        self.is_new = is_new  # it has no cookie yet
        self.became: tuple[str, str | None] | None = (guest, None) if is_new else None

    def become(self, guest: str, session: str | None = None) -> None:
        """Be somebody else from the next request on."""
        self.became = (guest, session)


class Sessions:
    """Tells which cookies are good: those of a session that has not ended."""

    def __init__(self, journals: Journals) -> None:
        self.accounts, self.stored = Accounts(journals), StoredSessions(journals)
        self._read: OrderedDict[str, tuple[float, tuple[Session, Account] | None]] = OrderedDict()

    async def visit(self, known: Known) -> Visit | None:
        """Give the visitor that a cookie names, if it is still good.

        When the database is out of reach, what was known last stands.
        """
        if known.session is not None:
            found = await self._find(known.session)
            if found is None or found[0].account != known.guest:
                return None
            return Visit(known.guest, found[1], known.session)
        if known.epoch is None:
            return Visit(known.guest)
        account = await asyncio.to_thread(self.accounts.find, known.guest)
        if account is None or account.epoch != known.epoch:
            return None
        return Visit(known.guest, account)

    async def is_good(self, visit: Visit) -> bool:
        """Whether an account's visit may go on: its session has not ended."""
        account = visit.account
        if account is None:
            return True
        epoch = None if visit.session else account.epoch
        return await self.visit(Known(account.id, visit.session, epoch, "")) is not None

    async def begin(self, visit: Visit, account: str, user_agent: str) -> None:
        """Log in: from the next request on the visitor is an account."""
        session = await self.stored.begin(account, device_name(user_agent))
        visit.session = session.id
        visit.become(account, session.id)

    async def end(self, account: str, session: str) -> None:
        """End one session: here at once, elsewhere when it is read anew."""
        await self.stored.end(account, session)
        self.forget(account)

    async def end_others(self, account: str, session: str | None) -> None:
        """End all sessions of an account but one."""
        await self.stored.end_others(account, session)
        self.forget(account)

    async def _find(self, id: str) -> tuple[Session, Account] | None:
        known = self._read.get(id)
        if known is not None and time.monotonic() - known[0] < FRESH:
            return known[1]
        try:
            found = await asyncio.to_thread(self.stored.find, id)
        except StorageLost:
            if known is None:
                raise
            return known[1]
        if found is not None and now() - found[0].seen > 2 * HOUR:
            with suppress(StorageLost):
                found = await self.stored.note(found[0]), found[1]
        self._read[id] = (time.monotonic(), found)
        self._read.move_to_end(id)
        if len(self._read) > MOST:
            self._read.popitem(last=False)
        return found

    def forget(self, account: str) -> None:
        """Read an account's sessions anew: something has changed."""
        of_account = [
            id for id, (_, found) in self._read.items() if found and found[1].id == account
        ]
        for id in of_account:
            del self._read[id]
