"""Placing tiles (5.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.tin.events import TilePlaced, TileRevealed, TileSkipped
from undercroft.games.tin.state import Dungeon, Knight, Room
from undercroft.games.tin.tiles import (
    LEFT,
    OPPOSITE,
    RIGHT,
    ROTATIONS,
    Cell,
    Side,
    Tile,
    Turning,
    beyond,
    rotated,
)


class Rotate(Option, frozen=True, tag="rot"):
    """Lay the tile with this rotation; written `rot:90`. What it opens is for the eye."""

    rotation: int
    exits: tuple[Side, ...]
    locks: tuple[Side, ...]

    def __str__(self) -> str:
        return f"rot:{self.rotation}"


@dataclass
class Spot:
    """Where a tile is to be laid."""

    cell: Cell
    heading: Side  # 3.4
    last_turn: Turning | None
    is_last_opening: bool  # P-6: no other unexplored exit is left


def place_tile(dungeon: Dungeon, knight: Knight, old: Room, heading: Side) -> Rules[Room | None]:
    """P-1, P-2. Lay the first tile of the stack that fits. None: nothing fits (P-8)."""
    cell = beyond(old.cell, heading)
    spot = Spot(cell, heading, turning(old, heading), not opens_elsewhere(dungeon, cell))  # P-3
    stack = dungeon.stack
    for tile in stack.skipped:  # P-5: known tiles lie on top
        ways = ways_to_lay(dungeon, tile, spot)
        if ways:
            stack.skipped.remove(tile)
            return (yield from lay_tile(dungeon, knight, tile, spot, ways))
        dungeon.tell(skipped, tile, spot)
    while len(stack) > len(stack.skipped):
        tile = yield from reveal(dungeon)
        ways = ways_to_lay(dungeon, tile, spot)
        dungeon.tell(TileRevealed, knight.seat, tile.id, bool(ways))
        if ways:
            return (yield from lay_tile(dungeon, knight, tile, spot, ways))
        stack.skipped.append(tile)
        dungeon.tell(skipped, tile, spot)
    return None


def turning(old: Room, heading: Side) -> Turning | None:
    """3.4. The most recent turn on the path from the stairs to the new tile (R-3)."""
    if old.heading is None:
        return None
    if heading == LEFT[old.heading]:
        return "left"
    if heading == RIGHT[old.heading]:
        return "right"
    return old.last_turn  # straight on


def reveal(dungeon: Dungeon) -> Rules[Tile]:
    """P-5. The next unknown tile; the last one's place is known, and no matter of fate (Q-3)."""
    stack = dungeon.stack
    if stack.a.fog:
        return (yield from dungeon.draw(stack.a))
    if stack.b.fog:
        return (yield from dungeon.draw(stack.b))
    return stack.last.pop()


def ways_to_lay(dungeon: Dungeon, tile: Tile, spot: Spot) -> Sequence[Rotate]:
    """P-4. The rotations that fit."""
    ways = ways_in(tile, spot.heading, spot.last_turn)
    if spot.is_last_opening and dungeon.stack.last:  # P-6: the dungeon is never sealed
        return [
            way
            for way in ways
            if any(beyond(spot.cell, side) not in dungeon.rooms for side in way.exits)
        ]
    return ways


@cache
def ways_in(tile: Tile, heading: Side, last_turn: Turning | None) -> Sequence[Rotate]:
    """P-4 (a) to (c). An entrance, no second turn the same way, and no lock if it can be helped.

    Neighbours do not matter (R-6). P-7: of rotations that come to the same, the smallest.
    """
    entrance = OPPOSITE[heading]
    barred = last_turn and (LEFT if last_turn == "left" else RIGHT)[heading]
    different: dict[tuple[tuple[Side, ...], tuple[Side, ...]], Rotate] = {}
    for rotation in ROTATIONS:
        exits, locks = rotated(tile.exits, rotation), rotated(tile.locks, rotation)
        if entrance in exits and barred not in exits and (exits, locks) not in different:
            different[exits, locks] = Rotate(rotation, exits, locks)
    ways = [*different.values()]
    return [way for way in ways if entrance not in way.locks] or ways


def opens_elsewhere(dungeon: Dungeon, cell: Cell) -> bool:
    """P-6. Whether an unexplored exit, locked or not, leads anywhere but into that cell."""
    for room in dungeon.rooms.values():
        for side in room.exits:
            if dungeon.is_unexplored(room, side) and beyond(room.cell, side) != cell:
                return True
    return False


def skipped(tile: Tile, spot: Spot) -> TileSkipped:
    """Say why a tile was passed over."""
    return TileSkipped(tile.id, "seal" if ways_in(tile, spot.heading, spot.last_turn) else "turn")


def lay_tile(
    dungeon: Dungeon, knight: Knight, tile: Tile, spot: Spot, ways: Sequence[Rotate]
) -> Rules[Room]:
    """P-7. The moving knight's seat chooses among the rotations that fit (R-5)."""
    dungeon.laying = tile
    way = yield from choose(
        knight.seat,
        "place",
        ways,
        tile=tile,
        cell=spot.cell,
        heading=spot.heading,
    )
    dungeon.laying = None
    room = Room(
        tile=tile,
        cell=spot.cell,
        rotation=way.rotation,
        number=len(dungeon.rooms),
        heading=spot.heading,
        last_turn=spot.last_turn,
        exits=way.exits,
        locks=list(way.locks),
    )
    dungeon.rooms[spot.cell] = room
    dungeon.tell(
        TilePlaced,
        knight.seat,
        tile.id,
        spot.cell,
        way.rotation,
        spot.heading,
        spot.last_turn,
        tuple(room.locks),
        len(dungeon.stack),
    )
    return room
