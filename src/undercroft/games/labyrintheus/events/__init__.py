"""What the rules of Labyrintheus tell (section 10 of the rules of record)."""

from typing import Final

from undercroft.core.events import Event

# The three modules hold nothing but events: all of them are handed on.
from undercroft.games.labyrintheus.events.base import Closing as Closing
from undercroft.games.labyrintheus.events.base import Ending as Ending
from undercroft.games.labyrintheus.events.base import Gain as Gain
from undercroft.games.labyrintheus.events.base import Loss as Loss
from undercroft.games.labyrintheus.events.base import Mode as Mode
from undercroft.games.labyrintheus.events.base import Purpose as Purpose
from undercroft.games.labyrintheus.events.base import Side as Side
from undercroft.games.labyrintheus.events.base import Source as Source
from undercroft.games.labyrintheus.events.base import Told as Told
from undercroft.games.labyrintheus.events.course import *  # noqa: F403
from undercroft.games.labyrintheus.events.holdings import *  # noqa: F403
from undercroft.games.labyrintheus.events.struggle import *  # noqa: F403

EVENTS: Final[tuple[type[Event], ...]] = tuple(Told.__subclasses__())
