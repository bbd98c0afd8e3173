"""The clock for whatever has a time limit: nobody can set it, forward or back.

Stored times are of the system's clock, which can be set. They are put on this one when they are
read: as long ago as it seems then, and never in the future.
"""

import time

from undercroft.storage.journals import Seat, now


def steady() -> int:
    """Give the time, in milliseconds since some moment."""
    return time.monotonic_ns() // 1_000_000


def since(stored: int) -> int:
    """Put a stored time on this clock."""
    return steady() - max(0, now() - stored)


def steadied(seats: dict[str, Seat]) -> dict[str, Seat]:
    """Put the times on this clock at which those at a table were last seen."""
    return {
        role: seat if seat.seen is None else seat._replace(seen=since(seat.seen))
        for role, seat in seats.items()
    }
