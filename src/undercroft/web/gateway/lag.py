"""How late the event loop is: for how long those who are served wait for others."""

import asyncio
import time
from collections import deque
from typing import Final

from undercroft.web.gateway.metrics import LAG, LATE

EVERY: Final = 0.25  # seconds between two looks
KEPT: Final = 40  # looks: ten seconds
LONG: Final = 1.0  # seconds that are too late


class Lag:
    """Looks at the clock again and again, and sees how late each look comes."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque([0.0], KEPT)
        self._due: float | None = None

    async def watch(self) -> None:
        """Go on until told to stop."""
        while True:
            self._due = time.monotonic() + EVERY
            await asyncio.sleep(EVERY)
            late = max(0.0, time.monotonic() - self._due)
            self._lately.append(late)
            LAG.observe(late)
            LATE.set(max(self._lately))

    @property
    def seconds(self) -> float:
        """The longest in the last ten seconds, the look that is due now included."""
        now = time.monotonic()
        return max(*self._lately, 0.0 if self._due is None else now - self._due)
