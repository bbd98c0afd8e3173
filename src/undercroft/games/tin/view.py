"""What one seat may see (section 8 of the rules of record), built up from nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from undercroft.core.game import Row
from undercroft.games.tin.components import MAIDEN, Attack, Card, Token, in_order
from undercroft.games.tin.state import Combat, Dungeon, Fight, Knight, Room, Stack, Status
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
    return TinView(seat, *[show(dungeon, seat) for show in PARTS.values()])


class TinGlance:
    """A view whose parts are made when they are asked for: a bot asks for few of them.

    It shows the table as it is then, so nobody keeps it. Written as bytes, it is the whole view.
    """

    def __init__(self, dungeon: Dungeon, seat: int | None) -> None:
        self._dungeon = dungeon
        self._made: dict[str, Any] = {}
        self.seat = seat
        self._knights: dict[int, KnightView] = {}

    def __getattr__(self, name: str) -> Any:
        made = self._made
        if name not in made:
            if name not in PARTS:
                raise AttributeError(name)
            made[name] = PARTS[name](self._dungeon, self.seat)
        return made[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return replace, (view(self._dungeon, self.seat),)  # a copy of the whole

    def knight(self, seat: int) -> KnightView:
        """Show one knight."""
        shown = self._knights
        if seat not in shown:
            shown[seat] = knight_view(self._dungeon, self._dungeon.knights[seat], self.seat)
        return shown[seat]

    def draws(self) -> list[Card]:
        """Give the cards that a blind draw may turn up: an empty deck is renewed (H-2)."""
        dungeon = self._dungeon
        return unseen(dungeon, self.seat) if dungeon.fight_cards else dungeon.fight_discard

    # What is public as it lies, for a bot that has no time for views; it changes nothing of it.

    @property
    def own(self) -> Knight:
        """The knight of the seat that looks."""
        assert self.seat is not None  # noqa: S101 (a bot has a seat)
        return self._dungeon.knights[self.seat]

    @property
    def ground(self) -> dict[Cell, Room]:
        """The rooms."""
        return self._dungeon.rooms

    @property
    def is_cell_hidden(self) -> bool:
        """Whether the last tile is still in the stack."""
        return bool(self._dungeon.stack.last)

    @property
    def is_rescued(self) -> bool:
        """Whether the maiden is out."""
        return self._dungeon.rescued

    @property
    def is_maiden_carried(self) -> bool:
        """Whether a knight carries the maiden."""
        return any(knight.carried(MAIDEN) is not None for knight in self._dungeon.knights)


def knight_of(view: Any, seat: int) -> KnightView:
    """Give one knight of a view, or of a glance, which shows no other."""
    found: KnightView = view.knight(seat) if isinstance(view, TinGlance) else view.knights[seat]
    return found


def is_open(dungeon: Dungeon, knight: Knight, seat: int | None) -> bool:
    """Whether a seat sees a knight's hand."""
    return dungeon.options.open_hands or knight.seat == seat


def unseen(dungeon: Dungeon, seat: int | None) -> list[Card]:
    """Give the fight cards that are neither discarded, nor in play, nor in a hand it may see."""
    cards = [*dungeon.fight_cards.fog]
    if not dungeon.options.open_hands:
        for knight in dungeon.knights:
            if knight.seat != seat:
                cards += knight.hand
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


def stack_view(stack: Stack) -> StackView:
    """Show the stack."""
    return StackView(ids(stack.skipped), len(stack.a), len(stack.b), len(stack.last))


def combat_view(combat: Combat) -> CombatView:
    """Show a combat."""
    monsters = tuple([foe.id if foe else None for foe in combat.foes])
    return CombatView(combat.cell, monsters, fight_view(combat.fight) if combat.fight else None)


def fight_view(fight: Fight) -> FightView:
    """Show a fight."""
    return FightView(
        seat=fight.seat,
        number=fight.number,
        monster=fight.monster.id,
        attack=fight.attack,
        card=fight.card.id if fight.card else None,
        bomb=fight.bomb is not None,
    )


# A hundred tokens are named at each look, and few are taken in between: the last are remembered.


@lru_cache(16)
def tokens_in_order(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Name tokens in no telling order."""
    return tuple(sorted(ids(tokens)))


@lru_cache(16)
def cards_in_order(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Name fight cards as they stand in a hand."""
    return tuple(in_order(ids(cards)))


PARTS: Final[Mapping[str, Callable[[Dungeon, int | None], Any]]] = {
    "turn": lambda dungeon, seat: dungeon.turn,
    "turn_cap": lambda dungeon, seat: dungeon.options.turn_cap or 0,
    "rescued": lambda dungeon, seat: dungeon.rescued,
    "order": lambda dungeon, seat: tuple(dungeon.order),
    "knights": lambda dungeon, seat: tuple(
        [knight_view(dungeon, knight, seat) for knight in dungeon.knights]
    ),
    "rooms": lambda dungeon, seat: tuple([room_view(room) for room in dungeon.rooms.values()]),
    "stack": lambda dungeon, seat: stack_view(dungeon.stack),
    "fight_cards": lambda dungeon, seat: len(dungeon.fight_cards),
    "unseen": lambda dungeon, seat: cards_in_order(tuple(unseen(dungeon, seat))),
    "fight_discard": lambda dungeon, seat: ids(dungeon.fight_discard),
    "treasure": lambda dungeon, seat: tokens_in_order(tuple(dungeon.treasure.fog)),
    "treasure_discard": lambda dungeon, seat: ids(dungeon.treasure_discard),
    "yellow_dice": lambda dungeon, seat: dungeon.supply["yellow"],
    "red_dice": lambda dungeon, seat: dungeon.supply["red"],
    "laying": lambda dungeon, seat: dungeon.laying.id if dungeon.laying else None,
    "combat": lambda dungeon, seat: combat_view(dungeon.combat) if dungeon.combat else None,
}
"""How each part of a view is made, in the order of its fields."""


def ids(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name components."""
    return tuple([row.id for row in rows]) if rows else ()


def looker(view: TinView) -> KnightView:
    """Give the knight of the seat that looks, or of the one that is first."""
    seat = view.seat if view.seat is not None else view.order[0] if view.order else 0
    return view.knights[seat]
