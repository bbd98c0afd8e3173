"""What lies on the table: lamps, hands and rows; what can be chosen, and what is told."""

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from undercroft.core.copying import copied
from undercroft.core.events import Event
from undercroft.core.game import Row
from undercroft.core.options import Options
from undercroft.core.piles import Pile
from undercroft.core.questions import Option
from undercroft.core.table import Table

# -- components: a row each, known by its id ------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Lamp(Row):
    """A lamp, and how bright it burns."""

    id: str
    light: Annotated[int, msgspec.Meta(ge=0, le=99)]


ROWS: Final = {f"lamp-{n}": Lamp(f"lamp-{n}", n) for n in range(1, 19)}


class LampsOptions(Options, frozen=True, kw_only=True):
    """How to play: `--option rounds=2`. An option has bounds and a default."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=5)] = 4


# -- what may be chosen, and what is told ---------------------------------------------------------


class Light(Option, frozen=True, tag="light"):
    """Light a lamp; in a journal `light:lamp-3`."""

    lamp: Lamp


class LampTaken(Event, frozen=True):
    """A secret is told twice: bare to everyone ..."""

    seat: int


class LampSeen(Event, frozen=True):
    """... and whole to the seat that may know."""

    seat: int
    lamp: str


class LampLit(Event, frozen=True):
    """A lamp burns in a seat's row."""

    seat: int
    lamp: str


class LampPutOut(Event, frozen=True):
    """A brighter lamp has put this one out."""

    seat: int
    lamp: str


EVENTS: Final = (LampTaken, LampSeen, LampLit, LampPutOut)


# -- the state: what outlives a turn is here ------------------------------------------------------


@dataclass
class Cellar(Table):
    """The table in mid-game."""

    rounds: int
    deck: Pile[Lamp]
    hands: list[list[Lamp]]
    rows: list[list[Lamp]]  # lit, the latest last
    out: list[Lamp]
    turns: int = 0

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return self.turns % 2

    def copy(self) -> "Cellar":
        """Copy all that may change."""
        return copied(self)
