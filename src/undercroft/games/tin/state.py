"""What lies on the table (3.1), and what an exit leads to (3.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from undercroft.core.copying import copied
from undercroft.core.piles import Pile
from undercroft.core.table import Table
from undercroft.games.tin.components import Attack, Card, Colour, Monster, Token
from undercroft.games.tin.events import Place
from undercroft.games.tin.options import TinOptions
from undercroft.games.tin.tiles import OPPOSITE, Cell, Side, Tile, Turning, beyond

Status: TypeAlias = Literal["active", "dead", "lost", "left-before", "left-after"]

START: Final[Cell] = (0, 0)  # where the stairs lie
MOST_HEARTS: Final = 5
MOST_LEVEL: Final = 4
MOST_EXPERIENCE: Final = 10
SLOTS: Final = 3


@dataclass(eq=False)
class Room:
    """A placed tile."""

    tile: Tile
    cell: Cell
    rotation: int
    number: int  # of its placing; the stairs have 0
    heading: Side | None  # 3.4
    last_turn: Turning | None
    exits: tuple[Side, ...]
    locks: list[Side]  # markers left
    blocked: list[Side] = field(default_factory=list)  # P-8
    entered: bool = False
    bridged: bool = False
    monsters: list[Monster] = field(default_factory=list)
    floor: list[Token] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """The room as events name it."""
        return Place(self.tile.id, *self.cell)

    @property
    def is_quiet(self) -> bool:
        """No monster die lies in it."""
        return not self.monsters

    @property
    def is_gap(self) -> bool:
        """A Chasm that is not bridged."""
        return self.tile.chasm and not self.bridged

    def copy(self) -> "Room":
        """Copy the room; its tile never changes."""
        return copied(self)


@dataclass
class Knight:
    """One seat's knight."""

    seat: int
    cell: Cell = START
    entry: Side | None = None
    hearts: int = MOST_HEARTS
    level: int = 1
    experience: int = 0
    hand: list[Card] = field(default_factory=list)
    drawn_in: list[int] = field(default_factory=list)  # for each card, from the how-manieth deck
    items: list[Token] = field(default_factory=list)
    coins: list[Token] = field(default_factory=list)
    status: Status = "active"
    declared: str | None = None  # M-4, while moves are being declared and made

    @property
    def is_active(self) -> bool:
        """Neither dead nor gone."""
        return self.status == "active"

    @property
    def gold(self) -> int:
        """What its coins are worth."""
        return sum([coin.value for coin in self.coins])

    def carried(self, id: str) -> Token | None:
        """Give an item of that kind, the one held longest, if it carries one."""
        for item in self.items:
            if item.id == id:
                return item
        return None

    def copy(self) -> "Knight":
        """Copy the knight."""
        return copied(self)


@dataclass
class Stack:
    """The tile stack, from the top: known tiles, A tiles, B tiles, the last tile (SU-4)."""

    skipped: list[Tile]  # the first one lies uppermost
    a: Pile[Tile]
    b: Pile[Tile]
    last: list[Tile]

    def __len__(self) -> int:
        return len(self.skipped) + len(self.a) + len(self.b) + len(self.last)

    def copy(self) -> "Stack":
        """Copy the stack."""
        return copied(self)


@dataclass
class Fight:
    """One knight against one monster (X-4)."""

    seat: int
    number: int  # the monster's, in this combat
    monster: Monster
    attack: Attack | None = None
    card: Card | None = None  # played and not yet resolved
    bomb: Token | None = None

    def copy(self) -> "Fight":
        """Copy the fight."""
        return copied(self)


@dataclass
class Combat:
    """The combat of one room, in one turn."""

    cell: Cell
    foes: list[Monster | None]  # by number, from 1; None when slain
    fought: dict[int, list[int]]  # by seat, the numbers it has fought
    alone: bool  # one knight when it began
    fight: Fight | None = None

    def copy(self) -> "Combat":
        """Copy the combat."""
        return copied(self)


@dataclass
class Kit:
    """What the components say and the rules look up; the same all through a play."""

    sets: int
    faces: dict[Colour, list[Monster]]  # of a die of each colour
    attacks: list[Attack]  # the attack die's
    goods: list[Token]  # what is sold at the stairs
    maiden: Token


@dataclass
class Dungeon(Table):
    """The whole table."""

    options: TinOptions
    kit: Kit
    knights: list[Knight]
    rooms: dict[Cell, Room]
    stack: Stack
    fight_cards: Pile[Card]
    treasure: Pile[Token]  # the pool
    supply: dict[Colour, int]  # monster dice
    fight_discard: list[Card] = field(default_factory=list)
    treasure_discard: list[Token] = field(default_factory=list)
    decks: int = 1  # H-2: fight decks so far
    turn: int = 1
    step: int = 0  # T-2: steps of the turn that are done
    order: list[int] = field(default_factory=list)  # T-1: this turn's play order, by seat
    laying: Tile | None = None  # P-7: while its seat is asked how
    battles: list[Cell] = field(default_factory=list)  # where it is still to be fought
    combat: Combat | None = None
    rescued: bool = False

    # -- what is where ----------------------------------------------------------------------------

    @property
    def is_solo(self) -> bool:
        """One knight, from the start."""
        return len(self.knights) == 1

    def room_of(self, knight: Knight) -> Room:
        """Give the room a knight stands in."""
        return self.rooms[knight.cell]

    def in_order(self) -> list[Knight]:
        """Give the active knights in play order."""
        knights = self.knights
        return [knights[seat] for seat in self.order if knights[seat].status == "active"]

    def knights_in(self, cell: Cell) -> list[Knight]:
        """Give the active knights in a room, in play order."""
        return [knight for knight in self.in_order() if knight.cell == cell]

    def rooms_in_order(self) -> list[Room]:
        """Give the rooms with active knights, by the earliest of them in play order."""
        return [self.rooms[cell] for cell in {knight.cell: 0 for knight in self.in_order()}]

    # -- exits (3.3) ------------------------------------------------------------------------------

    def facing(self, room: Room, side: Side) -> Room | None:
        """Give the room in the facing cell, joined or not."""
        return self.rooms.get(beyond(room.cell, side))

    def is_unexplored(self, room: Room, side: Side) -> bool:
        """An exit to an empty cell, not blocked."""
        return side not in room.blocked and beyond(room.cell, side) not in self.rooms

    def is_locked(self, room: Room, side: Side) -> bool:
        """A lock marker lies on either end of it."""
        if side in room.locks:
            return True
        facing = self.facing(room, side)
        return facing is not None and OPPOSITE[side] in facing.locks

    def passages(self, room: Room) -> Iterator[tuple[Side, Room]]:
        """Give the rooms that are joined to a room, locked or not."""
        for side in room.exits:
            facing = self.facing(room, side)
            if facing is not None and OPPOSITE[side] in facing.exits:
                yield side, facing

    def copy(self) -> "Dungeon":
        """Copy the table; nobody listens to the copy."""
        return copied(self)
