"""Who visits: a guest, or somebody with an account whose cookie is still good."""

import asyncio
import time
from collections import OrderedDict
from typing import Final

from undercroft.storage.accounts import Account, Accounts
from undercroft.storage.journals import StorageLost

FRESH: Final = 2.0  # seconds, for which what was read last is good enough
MOST: Final = 10_000  # accounts remembered


class Visit:
    """One request's visitor. A page may make somebody else of it: the cookie follows."""

    __slots__ = ("account", "became", "guest", "is_new")

    def __init__(self, guest: str, account: Account | None = None, *, is_new: bool = False) -> None:
        self.guest = guest
        self.account = account
        self.is_new = is_new  # it has no cookie yet
        self.became: tuple[str, int | None] | None = (guest, None) if is_new else None

    def become(self, guest: str, epoch: int | None = None) -> None:
        """Be somebody else from the next request on."""
        self.became = (guest, epoch)


class Sessions:
    """Tells which cookies are good: those of an account's present epoch."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self._read: OrderedDict[str, tuple[float, Account | None]] = OrderedDict()

    async def find(self, id: str, epoch: int) -> Account | None:
        """Give the account that a cookie is for, if it is still good.

        When the database is out of reach, what was known last stands.
        """
        account = await self._find(id)
        return account if account is not None and account.epoch == epoch else None

    async def _find(self, id: str) -> Account | None:
        known = self._read.get(id)
        if known is not None and time.monotonic() - known[0] < FRESH:
            return known[1]
        try:
            account = await asyncio.to_thread(self.accounts.find, id)
        except StorageLost:
            if known is None:
                raise
            return known[1]
        self._read[id] = (time.monotonic(), account)
        self._read.move_to_end(id)
        if len(self._read) > MOST:
            self._read.popitem(last=False)
        return account

    def forget(self, id: str) -> None:
        """Read an account anew: it has changed."""
        self._read.pop(id, None)
