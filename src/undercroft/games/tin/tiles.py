"""The dungeon tiles, one row each (2.4), and the geometry they lie in (3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from undercroft.core.game import Row

Side: TypeAlias = Literal["N", "E", "S", "W"]
Cell: TypeAlias = tuple[int, int]
Turning: TypeAlias = Literal["left", "right"]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=9)]

SIDES: Final[tuple[Side, ...]] = ("N", "E", "S", "W")
OPPOSITE: Final[Mapping[Side, Side]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
LEFT: Final[Mapping[Side, Side]] = {"N": "W", "W": "S", "S": "E", "E": "N"}
RIGHT: Final[Mapping[Side, Side]] = {"N": "E", "E": "S", "S": "W", "W": "N"}
STEP: Final[Mapping[Side, Cell]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ROTATIONS: Final = (0, 90, 180, 270)


def beyond(cell: Cell, side: Side) -> Cell:
    """Give the neighbour of a cell on one side."""
    x, y = STEP[side]
    return cell[0] + x, cell[1] + y


@cache
def rotated(sides: tuple[Side, ...], rotation: int) -> tuple[Side, ...]:
    """Turn sides clockwise; they come in the order N, E, S, W."""
    quarters = rotation // 90
    turned = {SIDES[(SIDES.index(side) + quarters) % 4] for side in sides}
    return tuple([side for side in SIDES if side in turned])


@dataclass(frozen=True, eq=False, slots=True)
class Tile(Row):
    """A dungeon tile, in its own frame."""

    id: str
    part: Literal["start", "A", "B", "end"]
    exits: tuple[Side, ...]
    locks: tuple[Side, ...] = ()
    white: Few = 0  # skulls
    red: Few = 0
    chests: Few = 0
    chasm: bool = False

    def means(self, field: str) -> bool:
        """Nobody comes to the stairs for the first time; a chasm matters on the way somewhere."""
        return {"chests": self.part != "start", "chasm": len(self.exits) > 1}.get(field, True)

    @property
    def respawn(self) -> tuple[int, int]:
        """E-3. How many red and yellow dice a later entry brings: half the skulls, red first."""
        half = (self.white + self.red) // 2
        red = min(half, self.red)
        return red, half - red


TILES: Final = (
    Tile("stairs", "start", ("N",)),
    Tile("a-crossways", "A", ("N", "E", "S", "W"), white=1),
    Tile("a-guardroom", "A", ("E", "S", "W"), white=2, chests=1),
    Tile("a-bend", "A", ("E", "S"), white=1, chests=1),
    Tile("a-gallery", "A", ("N", "S"), white=2),
    Tile("a-larder", "A", ("N", "E", "S"), ("E",), white=2, chests=1),
    Tile("b-chasm", "B", ("N", "S"), white=1, red=1, chests=1, chasm=True),
    Tile("b-vault", "B", ("S",), ("S",), red=1, chests=3),
    Tile("b-barracks", "B", ("E", "S", "W"), white=2, red=1, chests=1),
    Tile("b-shrine", "B", ("S", "W"), red=2, chests=2),
    Tile("b-portcullis", "B", ("N", "S"), ("N",), white=1, red=2, chests=1),
    Tile("maiden-cell", "end", ("S",), white=2, red=3, chests=5),
)
STAIRS: Final = "stairs"
CELL: Final = "maiden-cell"
