"""Placing tiles (5.8)."""

from collections.abc import Iterator
from typing import Literal

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


def place_tile(dungeon: Dungeon, knight: Knight, old: Room, heading: Side) -> Rules[Room | None]:
    """P-1, P-2. Lay the first tile of the stack that fits. None: nothing fits (P-8)."""
    last_turn = turning(old, heading)  # P-3
    cell = beyond(old.cell, heading)
    sealed = not opens_elsewhere(dungeon, cell)
    stack = dungeon.stack
    for tile in stack.skipped:  # P-5: known tiles lie on top
        ways = ways_to_lay(dungeon, tile, cell, heading, last_turn, sealed)
        if ways:
            stack.skipped.remove(tile)
            return (yield from lay_tile(dungeon, knight, tile, cell, heading, last_turn, ways))
        tell_skipped(dungeon, tile, heading, last_turn)
    while len(stack) > len(stack.skipped):
        tile = yield from reveal(dungeon)
        ways = ways_to_lay(dungeon, tile, cell, heading, last_turn, sealed)
        dungeon.note(TileRevealed, knight.seat, tile, bool(ways))
        if ways:
            return (yield from lay_tile(dungeon, knight, tile, cell, heading, last_turn, ways))
        stack.skipped.append(tile)
        tell_skipped(dungeon, tile, heading, last_turn)
    return None


def turning(old: Room, heading: Side) -> Turning | None:
    """3.4. The most recent turn on the path from the stairs to the new tile."""
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


def ways_to_lay(
    dungeon: Dungeon,
    tile: Tile,
    cell: Cell,
    heading: Side,
    last_turn: Turning | None,
    sealed: bool,
) -> list[Rotate]:
    """P-4. The rotations that fit; P-7: each of them once."""
    ways = list(ways_in(tile, heading, last_turn))
    if sealed and dungeon.stack.last:  # P-6: the dungeon is never sealed
        ways = [
            way
            for way in ways
            if any(beyond(cell, side) not in dungeon.rooms for side in way.exits)
        ]
    different: list[Rotate] = []
    for way in ways:
        if not any(way.exits == w.exits and way.locks == w.locks for w in different):
            different.append(way)
    return different


def ways_in(tile: Tile, heading: Side, last_turn: Turning | None) -> Iterator[Rotate]:
    """P-4 (a) to (c). An entrance, no second turn the same way, and no lock if it can be helped."""
    entrance = OPPOSITE[heading]
    barred = last_turn and (LEFT if last_turn == "left" else RIGHT)[heading]
    ways = []
    for rotation in ROTATIONS:
        exits = rotated(tile.exits, rotation)
        if entrance in exits and barred not in exits:
            ways.append(Rotate(rotation, exits, rotated(tile.locks, rotation)))
    open_ways = [way for way in ways if entrance not in way.locks]
    yield from open_ways or ways


def opens_elsewhere(dungeon: Dungeon, cell: Cell) -> bool:
    """P-6. Whether an unexplored exit, locked or not, leads anywhere but into that cell."""
    for room in dungeon.rooms.values():
        for side in room.exits:
            facing = beyond(room.cell, side)
            if facing not in dungeon.rooms and facing != cell and side not in room.blocked:
                return True
    return False


def tell_skipped(dungeon: Dungeon, tile: Tile, heading: Side, last_turn: Turning | None) -> None:
    """Say why a tile was passed over."""
    if dungeon.listener is not None:
        fits: Literal["seal", "turn"] = "turn"
        for _ in ways_in(tile, heading, last_turn):
            fits = "seal"
        dungeon.note(TileSkipped, tile, fits)


def lay_tile(
    dungeon: Dungeon,
    knight: Knight,
    tile: Tile,
    cell: Cell,
    heading: Side,
    last_turn: Turning | None,
    ways: list[Rotate],
) -> Rules[Room]:
    """P-7. The moving knight's seat chooses among the rotations that fit (R-5)."""
    way = yield from choose(
        knight.seat, "place", ways, knight=knight.seat, tile=tile, cell=cell, heading=heading
    )
    room = Room(
        tile,
        cell,
        way.rotation,
        len(dungeon.rooms),
        heading,
        last_turn,
        way.exits,
        list(way.locks),
    )
    dungeon.rooms[cell] = room
    dungeon.note(
        TilePlaced,
        knight.seat,
        tile,
        cell,
        way.rotation,
        heading,
        last_turn,
        room.locks,
        len(dungeon.stack),
    )
    return room
