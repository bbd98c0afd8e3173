"""Whether games can be saved: known from what was written last, or tried."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from undercroft.storage.journals import Journals, StorageLost

FRESH: Final = 10.0  # seconds for which a write tells how it would go now


class Health:
    """Tries to write, at most once in ten seconds, however many ask."""

    def __init__(self, journals: Journals) -> None:
        self._journals = journals
        self._trying = asyncio.Lock()

    async def can_save(self) -> bool:
        """Whether the last write went well; one that was long ago is tried again."""
        async with self._trying:
            if time.monotonic() - self._journals.last_write[0] > FRESH:
                with suppress(StorageLost):
                    await self._journals.try_to_write()
        return self._journals.last_write[1]
