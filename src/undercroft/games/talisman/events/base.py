"""What every event carries."""

from typing import Literal, TypeAlias

from undercroft.core.events import Event

How: TypeAlias = Literal[
    "passage", "secret-door", "tunnel", "teleport", "exit", "back", "swept", "road", "stairs"
]
Reason: TypeAlias = Literal["king", "tower", "standing", "cap", "all-out"]


class TalismanEvent(Event, frozen=True, gc=False):
    """Every event: in which round, of which seat (if of one), and on which square or space."""

    round: int
    seat: int | None
    at: str | None
