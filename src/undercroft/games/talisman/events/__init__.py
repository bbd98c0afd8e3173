"""What the rules of Talisman: Labyrinth tell (section 16 of the rules of record)."""

from typing import Final

from undercroft.core.events import Event

# The three modules hold nothing but events: all of them are handed on.
from undercroft.games.talisman.events.base import TalismanEvent as TalismanEvent  # handed on, too
from undercroft.games.talisman.events.finds import *  # noqa: F403
from undercroft.games.talisman.events.journey import *  # noqa: F403
from undercroft.games.talisman.events.struggle import *  # noqa: F403

EVENTS: Final[tuple[type[Event], ...]] = tuple(TalismanEvent.__subclasses__())
