"""Entering a room (5.11)."""

from collections.abc import Sequence
from typing import Literal

from undercroft.core.game import ids
from undercroft.core.questions import Rules
from undercroft.games.tin.components import Colour, Monster
from undercroft.games.tin.events import (
    ChestEmpty,
    DieRecalled,
    MaidenFound,
    MonstersAppeared,
    TreasureFound,
)
from undercroft.games.tin.state import Dungeon, Room
from undercroft.games.tin.tiles import CELL, Cell


def enter_rooms(dungeon: Dungeon, entered: Sequence[Room]) -> Rules[None]:
    """E-1. Each room once, however many knights came in (R-19)."""
    for room in entered:
        if room.entered:
            red, yellow = room.tile.respawn  # E-3
            yield from place_monsters(dungeon, room, red, yellow)
        else:
            yield from enter_first(dungeon, room)


def enter_first(dungeon: Dungeon, room: Room) -> Rules[None]:
    """E-2. A monster for each skull, a token for each chest, and the maiden in her cell."""
    tile = room.tile
    yield from place_monsters(dungeon, room, tile.red, tile.white)
    room.entered = True
    for _ in range(tile.chests):
        yield from find_treasure(dungeon, room, "chest")
    if tile.id == CELL:
        room.floor.append(dungeon.kit.maiden)
        dungeon.tell(MaidenFound, room.place)


def place_monsters(dungeon: Dungeon, room: Room, red: int, yellow: int) -> Rules[None]:
    """Place dice at the end of the room's list: they join those already there (R-18)."""
    if not red + yellow:
        return
    before = len(room.monsters)
    for _ in range(red):
        yield from place_die(dungeon, room, "red")
    for _ in range(yellow):
        yield from place_die(dungeon, room, "yellow")
    appeared = room.monsters[before:]
    dungeon.tell(
        MonstersAppeared, room.place, ids(appeared), not room.entered, red + yellow - len(appeared)
    )


def place_die(dungeon: Dungeon, room: Room, colour: Colour) -> Rules[None]:
    """E-4. From the supply, else recalled; without either there is one monster fewer (R-23)."""
    if dungeon.supply[colour]:
        dungeon.supply[colour] -= 1
    elif not recall(dungeon, room, colour):
        return
    face: Monster = yield from dungeon.roll(colour, dungeon.kit.faces[colour])
    room.monsters.append(face)


def recall(dungeon: Dungeon, room: Room, colour: Colour) -> bool:
    """E-5. Take a die from the furthest room, one without knights if there is one (R-22)."""
    held = {knight.cell for knight in dungeon.in_order()}
    steps = distances(dungeon, room)
    rooms = [
        other
        for other in dungeon.rooms.values()
        if other is not room and any(monster.colour == colour for monster in other.monsters)
    ]
    if not rooms:
        return False
    giver = min(rooms, key=lambda r: (r.cell in held, -steps[r.cell], r.number))
    at = [monster.colour for monster in giver.monsters].index(colour)
    del giver.monsters[at]
    dungeon.tell(DieRecalled, giver.place, room.place, colour)
    return True


def distances(dungeon: Dungeon, room: Room) -> dict[Cell, int]:
    """3.5. The least number of passages to every room, whatever lies in between."""
    steps = {room.cell: 0}
    queue = [room]
    for at in queue:
        for _, joined in dungeon.passages(at):
            if joined.cell not in steps:
                steps[joined.cell] = steps[at.cell] + 1
                queue.append(joined)
    return steps


def find_treasure(dungeon: Dungeon, room: Room, source: Literal["chest", "monster"]) -> Rules[None]:
    """Draw a token onto the floor. E-6: from an empty pool nothing is found (R-33)."""
    if not dungeon.treasure:
        dungeon.tell(ChestEmpty, room.place, source)
        return
    token = yield from dungeon.draw(dungeon.treasure)
    room.floor.append(token)
    dungeon.tell(TreasureFound, room.place, token.id, source)
