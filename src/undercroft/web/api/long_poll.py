"""Programs that wait at a table until there is news."""

import asyncio
from collections.abc import Sequence
from typing import Final

from undercroft.core.seats import seat_of
from undercroft.protocol import PlayShown
from undercroft.storage.seats import Said
from undercroft.web.live.table import Live
from undercroft.web.live.viewing.moments import Moment

LONG: Final = 25  # seconds that somebody may wait for news
LINGERS: Final = 3  # seconds for which a program that has just looked is still there


class Ear:
    """A program that waits at a table until something happens there, or is said."""

    def __init__(self, live: Live, roles: Sequence[str], look: object = None) -> None:
        self.live, self.roles = live, roles
        self.look = look  # whose, and how: the same program looks so again
        self.shown: PlayShown | None = None  # when it was last answered
        self.seat = seat_of(roles[0] if roles else None)
        self.news, self.talk, self.called = asyncio.Event(), asyncio.Event(), asyncio.Event()
        live.connections.add(self)

    @staticmethod
    def of_last(live: Live, look: object) -> "Ear | None":
        """Give the ear of a program's last look, if it has only just been answered.

        What came since then is news to it, even if that has no number: who comes and goes.
        """
        ears = (one for one in live.connections if isinstance(one, Ear) and one.shown is not None)
        return next((ear for ear in ears if ear.look == look), None)

    def close(self) -> None:
        """Go away, but not at once: a program that looks again and again is there all the time."""
        asyncio.get_running_loop().call_later(LINGERS, self._go)

    def _go(self) -> None:
        self.live.connections.discard(self)

    @staticmethod
    async def wait(event: asyncio.Event, seconds: float) -> bool:
        """Wait for something, but not for ever. True: it has come."""
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def show(self, moments: Sequence[Moment] | None) -> None:
        """Hear that the play has gone on."""
        self.news.set()

    def greet(self) -> None:
        """Hear that somebody has come, or gone."""
        self.news.set()

    def hear(self, said: Sequence[Said]) -> None:
        """Hear that somebody speaks."""
        self.talk.set()

    def call(self, play: str, name: str) -> None:
        """Hear that another player wants a rematch."""
        self.called.set()

    def dismiss(self, *, for_good: bool) -> None:
        """Hear that the table has to be found anew."""
        self.news.set()
