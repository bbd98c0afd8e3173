"""Programs that wait at a table until there is news."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from undercroft.storage.seats import Said
from undercroft.web.eyes import Moment, seat_of
from undercroft.web.live import Live

LONG: Final = 25  # seconds that somebody may wait for news


class Ear:
    """Somebody who waits at a table until anything happens there, or is said."""

    def __init__(self, live: Live, roles: Sequence[str]) -> None:
        self.live, self.roles, self.seat = live, roles, seat_of(roles[0])
        self.news, self.talk = asyncio.Event(), asyncio.Event()

    def show(self, moments: Sequence[Moment] | None) -> None:
        """Hear that the play has gone on."""
        self.news.set()

    def greet(self) -> None:
        """Hear that somebody has come, or gone."""
        self.news.set()

    def hear(self, said: Sequence[Said]) -> None:
        """Hear that somebody speaks."""
        self.talk.set()

    def call(self, play: str) -> None:
        """Pass over that somebody wants to play again."""


@asynccontextmanager
async def listening(live: Live, roles: Sequence[str]) -> AsyncIterator[Ear]:
    """Let somebody listen at a table for a while."""
    ear = Ear(live, roles)
    live.onlookers.add(ear)
    try:
        yield ear
    finally:
        ear.live.onlookers.discard(ear)


async def heard(event: asyncio.Event, seconds: float) -> bool:
    """Wait for something, but not for ever. True: it has come."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
