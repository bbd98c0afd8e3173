"""What one seat may see (section 8 of the rules of record), built up from nothing."""

from collections.abc import Sequence

import msgspec

from undercroft.core.game import Row
from undercroft.games.tin.components import Attack, order_of
from undercroft.games.tin.state import Combat, Dungeon, Fight, Knight, Room, Status
from undercroft.games.tin.tiles import Cell, Side, Turning


class RoomView(msgspec.Struct, frozen=True, gc=False):
    """A placed tile."""

    tile: str
    cell: Cell
    rotation: int
    number: int
    heading: Side | None
    last_turn: Turning | None
    exits: tuple[Side, ...]
    locks: tuple[Side, ...]
    blocked: tuple[Side, ...]
    entered: bool
    bridged: bool
    monsters: tuple[str, ...]
    floor: tuple[str, ...]


class KnightView(msgspec.Struct, frozen=True, gc=False):
    """A knight. A hand that the seat may not see is `None`; its size is known to all."""

    seat: int
    cell: Cell
    entry: Side | None
    hearts: int
    level: int
    experience: int
    hand: tuple[str, ...] | None
    cards: int
    items: tuple[str, ...]
    coins: tuple[str, ...]
    gold: int
    status: Status
    declared: str | None


class StackView(msgspec.Struct, frozen=True, gc=False):
    """The tile stack: what is known on top, and how much of each part is left."""

    skipped: tuple[str, ...]
    a: int
    b: int
    last: int


class FightView(msgspec.Struct, frozen=True, gc=False):
    """A fight in progress."""

    seat: int
    number: int
    monster: str
    attack: Attack | None
    card: str | None
    bomb: bool


class CombatView(msgspec.Struct, frozen=True, gc=False):
    """A combat in progress; monsters by number, from 1."""

    cell: Cell
    monsters: tuple[str | None, ...]
    fight: FightView | None


class TinView(msgspec.Struct, frozen=True, gc=False):
    """The table, to one seat or to a spectator."""

    seat: int | None
    turn: int
    turn_cap: int
    rescued: bool
    order: tuple[int, ...]
    knights: tuple[KnightView, ...]
    rooms: tuple[RoomView, ...]
    stack: StackView
    fight_cards: int
    unseen: tuple[str, ...]  # fight cards in the deck or in hands the seat may not see
    fight_discard: tuple[str, ...]
    treasure: tuple[str, ...]  # the pool, in no order
    treasure_discard: tuple[str, ...]
    yellow_dice: int  # in supply
    red_dice: int
    laying: str | None  # the tile that is being laid
    combat: CombatView | None


def view(dungeon: Dungeon, seat: int | None) -> TinView:
    """Show the table to a seat; `None` is a spectator."""
    stack = dungeon.stack
    return TinView(
        seat=seat,
        turn=dungeon.turn,
        turn_cap=dungeon.options.turn_cap or 0,
        rescued=dungeon.rescued,
        order=tuple(dungeon.order),
        knights=tuple([knight_view(dungeon, knight, seat) for knight in dungeon.knights]),
        rooms=tuple([room_view(room) for room in dungeon.rooms.values()]),
        stack=StackView(ids(stack.skipped), len(stack.a), len(stack.b), len(stack.last)),
        fight_cards=len(dungeon.fight_cards),
        unseen=tuple(sorted(unseen(dungeon, seat), key=order_of)),
        fight_discard=ids(dungeon.fight_discard),
        treasure=tuple(sorted(ids(dungeon.treasure.fog))),
        treasure_discard=ids(dungeon.treasure_discard),
        yellow_dice=dungeon.supply["yellow"],
        red_dice=dungeon.supply["red"],
        laying=dungeon.laying.id if dungeon.laying else None,
        combat=combat_view(dungeon.combat) if dungeon.combat else None,
    )


def is_open(dungeon: Dungeon, knight: Knight, seat: int | None) -> bool:
    """Whether a seat sees a knight's hand."""
    return dungeon.options.open_hands or knight.seat == seat


def unseen(dungeon: Dungeon, seat: int | None) -> list[str]:
    """Name the fight cards that are neither discarded, nor in play, nor in a hand it may see."""
    cards = [card.id for card in dungeon.fight_cards.fog]
    if not dungeon.options.open_hands:
        for knight in dungeon.knights:
            if knight.seat != seat:
                cards += ids(knight.hand)
    return cards


def knight_view(dungeon: Dungeon, knight: Knight, seat: int | None) -> KnightView:
    """Show a knight."""
    return KnightView(
        seat=knight.seat,
        cell=knight.cell,
        entry=knight.entry,
        hearts=knight.hearts,
        level=knight.level,
        experience=knight.experience,
        hand=ids(knight.hand) if is_open(dungeon, knight, seat) else None,
        cards=len(knight.hand),
        items=ids(knight.items),
        coins=ids(knight.coins),
        gold=knight.gold,
        status=knight.status,
        declared=knight.declared,
    )


def room_view(room: Room) -> RoomView:
    """Show a room."""
    return RoomView(
        tile=room.tile.id,
        cell=room.cell,
        rotation=room.rotation,
        number=room.number,
        heading=room.heading,
        last_turn=room.last_turn,
        exits=room.exits,
        locks=tuple(room.locks) if room.locks else (),  # most rooms have nothing of all this
        blocked=tuple(room.blocked) if room.blocked else (),
        entered=room.entered,
        bridged=room.bridged,
        monsters=ids(room.monsters) if room.monsters else (),
        floor=ids(room.floor) if room.floor else (),
    )


def combat_view(combat: Combat) -> CombatView:
    """Show a combat."""
    monsters = tuple([foe.id if foe else None for foe in combat.foes])
    return CombatView(combat.cell, monsters, fight_view(combat.fight) if combat.fight else None)


def fight_view(fight: Fight) -> FightView:
    """Show a fight."""
    return FightView(
        fight.seat,
        fight.number,
        fight.monster.id,
        fight.attack,
        fight.card.id if fight.card else None,
        fight.bomb is not None,
    )


def ids(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name components."""
    return tuple([row.id for row in rows]) if rows else ()


def looker(view: TinView) -> KnightView:
    """Give the knight of the seat that looks, or of the one that is first."""
    seat = view.seat if view.seat is not None else view.order[0] if view.order else 0
    return view.knights[seat]
