"""What operators have ordered, followed by a server: who may not talk, who may not come."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from undercroft.storage.journals import Journals, StorageLost
from undercroft.storage.operators.moderation import Order, Orders, Standing, standing
from undercroft.web.words import say

PAUSE: Final = 2.0  # seconds, after which new orders are looked for
OPEN: Final = (  # to those who are banned: what is theirs, they may take and delete
    ("GET", "/account"),
    ("GET", "/account/journals.zip"),
    ("POST", "/account/forget"),
    ("POST", "/logout"),
)
log = structlog.get_logger("undercroft.web")


class Moderation:
    """Knows the orders as of a few seconds ago, and has those followed that change tables."""

    def __init__(self, journals: Journals, change: Callable[[str, bool], Awaitable[None]]) -> None:
        self.orders = Orders(journals)
        self.change = change
        self.standing: Standing = standing(())
        self._last = 0

    async def follow(self) -> None:
        """Read new orders every few seconds, until cancelled."""
        while True:
            try:
                await self.read()
            except StorageLost:
                pass  # what was known last stands
            except Exception as error:  # the next order is to be followed all the same
                log.error("an order could not be followed", exc_info=error)
            await asyncio.sleep(PAUSE)

    async def read(self) -> None:
        """Read new orders, and have them followed."""
        new = await asyncio.to_thread(self.orders.since, self._last)
        if not new:
            return
        self._last = new[-1].number
        self.standing = standing(new, self.standing)
        for order in new:  # those from before the start find nothing in memory
            await self._follow(order)

    async def _follow(self, order: Order) -> None:
        if order.what in ("ban", "delete"):
            await self.change(order.subject, order.what == "delete")

    async def carry(self, guest: str, account: str) -> None:
        """Have an account keep the silence that was put on the guest who it was."""
        if (why := self.standing.muted.get(guest)) is not None:
            await self.orders.give("mute", account, why)
            await self.read()

    def is_muted(self, guest: str | None) -> bool:
        """Whether somebody may not talk."""
        return guest in self.standing.muted

    def is_banned(self, guest: str) -> bool:
        """Whether somebody may not come."""
        return guest in self.standing.banned

    def refusal(self, guest: str, method: str, path: str) -> str | None:
        """Say why a banned visitor is refused, except for their own data."""
        why = self.standing.banned.get(guest)
        if why is None or (method, path) in OPEN:
            return None
        return say("gateway.banned-why", why=why) if why else say("gateway.banned")
