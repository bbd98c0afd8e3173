"""Moving (5.7), locks (5.9) and the Chasm (5.10)."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.tin.components import KEY, ROPE
from undercroft.games.tin.events import (
    ExitBlocked,
    KnightMoved,
    LockOpened,
    MoveDeclared,
    MoveFailed,
    RopeLaid,
)
from undercroft.games.tin.rules.ending import end_if_nobody_is_left, leave, maybe_rescue
from undercroft.games.tin.rules.entering import enter_rooms
from undercroft.games.tin.rules.placing import place_tile
from undercroft.games.tin.state import START, Dungeon, Knight, Room
from undercroft.games.tin.tiles import OPPOSITE, Side

UNEXPLORED: Final = "unexplored"


class Go(Option, frozen=True, tag="go"):
    """Go through an exit; written `go:N`. Where it leads, and how, is for the eye."""

    side: Side
    to: str  # the tile beyond, or unexplored
    way: Literal["open", "flee", "rope"]
    back: int  # how many monsters come back there (E-3)

    def __str__(self) -> str:
        return f"go:{self.side}"


class Unlock(Option, frozen=True, tag="unlock"):
    """Open the lock on an exit, or on the exit facing it."""

    side: Side


Declaration: TypeAlias = Literal["stay", "leave"] | Go
WayToMove: TypeAlias = Declaration | Unlock


def move(dungeon: Dungeon) -> Rules[None]:
    """M-1. Everybody declares; the moves are made in play order; then come the arrivals."""
    knights = dungeon.in_order()
    moves: dict[int, Declaration] = {}
    for knight in knights:
        moves[knight.seat] = yield from declare(dungeon, knight)
    entered: list[Room] = []
    for knight in knights:
        way = moves[knight.seat]
        if way == "leave":
            leave(dungeon, knight)  # M-6
        elif isinstance(way, Go):
            room = yield from go(dungeon, knight, way.side)
            if room is not None and room not in entered:
                entered.append(room)
        knight.declared = None
    maybe_rescue(dungeon)  # M-7
    end_if_nobody_is_left(dungeon)
    yield from enter_rooms(dungeon, entered)


def declare(dungeon: Dungeon, knight: Knight) -> Rules[Declaration]:
    """M-2. Ask until the answer is no unlocking. M-4: it binds, and all may hear it."""
    room = dungeon.room_of(knight)
    while True:
        ways = ways_to_move(dungeon, knight, room)
        way = yield from choose(
            knight.seat,
            "move",
            ways,
            room=room.tile,
            monsters=len(room.monsters),
            rescued=dungeon.rescued,
            gold=knight.gold,
        )
        if not isinstance(way, Unlock):
            break
        unlock(dungeon, knight, room, way.side)
    if isinstance(way, Go) and way.way == "rope":
        lay_rope(dungeon, knight, room)
    if not dungeon.is_solo:
        knight.declared = str(way)
        dungeon.tell(MoveDeclared, knight.seat, knight.declared, not room.is_quiet)
    return way


def ways_to_move(dungeon: Dungeon, knight: Knight, room: Room) -> list[WayToMove]:
    """M-2. Staying is always open (R-48)."""
    ways: list[WayToMove] = ["stay"]
    if room.cell == START:
        ways.append("leave")
    for side in sides_within_reach(knight, room):
        way = way_through(dungeon, knight, room, side)
        if way is not None:
            ways.append(way)
    if knight.carried(KEY):
        ways += [Unlock(side) for side in locks_in_reach(dungeon, knight, room)]
    return ways


def sides_within_reach(knight: Knight, room: Room) -> Sequence[Side]:
    """M-3, G-1. With monsters about only the entry side; over a chasm only with a rope."""
    if room.monsters or (room.is_gap and not knight.carried(ROPE)):
        return [side for side in room.exits if side == knight.entry]
    return room.exits


def way_through(dungeon: Dungeon, knight: Knight, room: Room, side: Side) -> Go | None:
    """M-3. An exit is usable if it is not locked, and leads to a room or into the unknown."""
    facing = dungeon.facing(room, side)
    if side in room.locks:
        return None
    if facing is None:
        if side in room.blocked or not dungeon.stack:
            return None
        to, back = UNEXPLORED, 0
    elif OPPOSITE[side] in facing.exits and OPPOSITE[side] not in facing.locks:
        to, back = facing.tile.id, sum(facing.tile.respawn) if facing.entered else 0
    else:
        return None
    if room.monsters:
        return Go(side, to, "flee", back)
    return Go(side, to, "rope" if room.is_gap and side != knight.entry else "open", back)


def locks_in_reach(dungeon: Dungeon, knight: Knight, room: Room) -> Sequence[Side]:
    """K-3. From either side of a door, monsters or not (R-12); not beyond a chasm (R-49)."""
    return [
        side
        for side in room.exits
        if dungeon.is_locked(room, side) and (side == knight.entry or not room.is_gap)
    ]


def unlock(dungeon: Dungeon, knight: Knight, room: Room, side: Side) -> None:
    """K-4. A key is spent; the knight's own room's marker goes first, then the facing one."""
    key = knight.carried(KEY)
    assert key is not None  # noqa: S101 (or it would not have been offered)
    knight.items.remove(key)
    dungeon.treasure_discard.append(key)
    facing = dungeon.facing(room, side)
    if side in room.locks:
        room.locks.remove(side)
    elif facing is not None:
        facing.locks.remove(OPPOSITE[side])
    dungeon.tell(LockOpened, knight.seat, room.place, side)


def lay_rope(dungeon: Dungeon, knight: Knight, room: Room) -> None:
    """G-2. The rope stays where it is laid, even if the move then fails."""
    rope = knight.carried(ROPE)
    assert rope is not None  # noqa: S101 (or it would not have been offered)
    knight.items.remove(rope)
    room.bridged = True
    dungeon.tell(RopeLaid, knight.seat, room.place)


def go(dungeon: Dungeon, knight: Knight, side: Side) -> Rules[Room | None]:
    """M-5. Go through an exit, if it can be done by now. None: the knight stays where it is."""
    room = dungeon.room_of(knight)
    beyond = dungeon.facing(room, side)
    if beyond is None and side not in room.blocked:
        beyond = yield from place_tile(dungeon, knight, room, side)
        if beyond is None:  # P-8
            room.blocked.append(side)
            dungeon.tell(ExitBlocked, room.place, side)
    back = OPPOSITE[side]
    if beyond is None:
        dungeon.tell(MoveFailed, knight.seat, room.place, side, "blocked")
    elif back not in beyond.exits:
        dungeon.tell(MoveFailed, knight.seat, room.place, side, "wall")
    elif side in room.locks or back in beyond.locks:  # K-1, K-2
        dungeon.tell(MoveFailed, knight.seat, room.place, side, "lock")
    else:
        fleeing = not room.is_quiet
        knight.cell, knight.entry = beyond.cell, back
        dungeon.tell(moved, knight, room, beyond, side, fleeing)
        return beyond
    return None


def moved(knight: Knight, room: Room, beyond: Room, side: Side, fleeing: bool) -> KnightMoved:
    """Say where a knight went, and whether that room is new."""
    first = not beyond.entered
    return KnightMoved(knight.seat, room.place, beyond.place, side, fleeing, first)
