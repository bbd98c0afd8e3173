"""Events of the game itself, movement and dice (section 16)."""

from undercroft.games.talisman.events.base import How, Reason, TalismanEvent
from undercroft.games.talisman.options import TalismanOptions

# -- game -----------------------------------------------------------------------------------------


class GameStarted(TalismanEvent, frozen=True, gc=False):
    """Setup is done."""

    scenario: str
    seats: int
    options: TalismanOptions


class CharacterDealt(TalismanEvent, frozen=True, gc=False):
    """A seat has its character."""

    character: str


class CharacterOffered(TalismanEvent, frozen=True, gc=False):
    """A seat was dealt a character to choose from, which only it may see."""

    character: str


class Prepared(TalismanEvent, frozen=True, gc=False):
    """A character was made ready for the Catacombs."""

    card: str | None
    treasure: str | None


class RoundStarted(TalismanEvent, frozen=True, gc=False):
    """A round began."""


class TurnStarted(TalismanEvent, frozen=True, gc=False):
    """A turn began."""


class TurnMissed(TalismanEvent, frozen=True, gc=False):
    """A turn was missed."""

    left: int


class TurnEnded(TalismanEvent, frozen=True, gc=False):
    """A turn ended."""


class GameEnded(TalismanEvent, frozen=True, gc=False):
    """The play is over."""

    reason: Reason
    winners: tuple[int, ...]
    ranking: tuple[int, ...]
    scores: tuple[int, ...]


# -- movement -------------------------------------------------------------------------------------


class Moved(TalismanEvent, frozen=True, gc=False):
    """A character moved."""

    origin: str
    goal: str
    how: How


class TileDrawn(TalismanEvent, frozen=True, gc=False):
    """A piece was drawn from the pool."""

    tile: str


class TilePlaced(TalismanEvent, frozen=True, gc=False):
    """A tile was placed; hidden: only who laid it knows which."""

    tile: str | None
    rotation: int
    hidden: bool
    square: str


class TileRevealed(TalismanEvent, frozen=True, gc=False):
    """A hidden tile was turned up."""

    tile: str
    square: str


class TileTurned(TalismanEvent, frozen=True, gc=False):
    """A tile on the board was turned."""

    tile: str
    rotation: int
    square: str


class TileRefused(TalismanEvent, frozen=True, gc=False):
    """A tile was not entered."""

    tile: str
    square: str


class TileLookedAt(TalismanEvent, frozen=True, gc=False):
    """A hidden tile was looked at, or laid."""

    square: str


class TileSeen(TalismanEvent, frozen=True, gc=False):
    """Which hidden tile it is: told to the looker alone."""

    tile: str
    square: str


class TileDestroyed(TalismanEvent, frozen=True, gc=False):
    """A tile was destroyed."""

    tile: str
    cause: str
    square: str


class TilesShifted(TalismanEvent, frozen=True, gc=False):
    """Walls shifted."""

    squares: tuple[str, ...]


class WalledIn(TalismanEvent, frozen=True, gc=False):
    """There is no way on."""


class PortalTried(TalismanEvent, frozen=True, gc=False):
    """A portal was tried."""

    roll: int
    opened: bool


class LabyrinthEntered(TalismanEvent, frozen=True, gc=False):
    """A character entered the Labyrinth."""

    stair: str


class LabyrinthLeft(TalismanEvent, frozen=True, gc=False):
    """A character left the Labyrinth."""

    space: str


class SecretDoorFound(TalismanEvent, frozen=True, gc=False):
    """A Secret Door token was found."""


class SecretDoorUsed(TalismanEvent, frozen=True, gc=False):
    """A Secret Door was used."""

    direction: str


class StairsDrawn(TalismanEvent, frozen=True, gc=False):
    """A Stairs marker was drawn."""

    roll: int
    total: int
    found: bool


class StairsKept(TalismanEvent, frozen=True, gc=False):
    """A Stairs marker was kept."""


class StairsSought(TalismanEvent, frozen=True, gc=False):
    """Stairs were sought."""

    roll: int
    total: int
    found: bool


class TowerStairPlaced(TalismanEvent, frozen=True, gc=False):
    """A stair to the Tower was found."""

    stair: str


class EntrancePlaced(TalismanEvent, frozen=True, gc=False):
    """An Entrance Tile was placed."""

    stair: str
    rotation: int
    square: str


class Landed(TalismanEvent, frozen=True, gc=False):
    """A character moved on the Land."""

    roll: int
    direction: str


class BridgeCrossed(TalismanEvent, frozen=True, gc=False):
    """The Toll Bridge was crossed."""

    paid: bool


class GateForced(TalismanEvent, frozen=True, gc=False):
    """The Iron Gate was tried."""

    test: str
    passed: bool


# -- dice -----------------------------------------------------------------------------------------


class TestTaken(TalismanEvent, frozen=True, gc=False):
    """A test was taken."""

    characteristic: str
    dice: int
    total: int
    needed: int
    passed: bool
    rolled: tuple[int, ...]
    penalties: tuple[tuple[str, int], ...]


class TableRolled(TalismanEvent, frozen=True, gc=False):
    """A table was rolled on."""

    table: str
    roll: int
    modified: int
    row: int


class Rerolled(TalismanEvent, frozen=True, gc=False):
    """A roll was made again."""

    by: str
