"""Taking, dropping and buying (5.4, 5.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from undercroft.core.game import ids
from undercroft.core.questions import Option, Rules, choose
from undercroft.games.tin.components import ITEMS, MAIDEN, ROPE, Token
from undercroft.games.tin.events import (
    CoinsTaken,
    ItemBought,
    ItemDropped,
    ItemTaken,
    MaidenTaken,
)
from undercroft.games.tin.state import SLOTS, START, Dungeon, Knight, Room


class Take(Option, frozen=True, tag="take"):
    """Pick a token up."""

    token: Token


class Drop(Option, frozen=True, tag="drop"):
    """Put an item down."""

    token: Token


class Buy(Option, frozen=True, tag="buy"):
    """Buy an item at the stairs."""

    token: Token


Way: TypeAlias = Literal["take-coins", "done"] | Take | Drop | Buy


@dataclass
class Dealings:
    """What a knight has done in this treasure step (I-4, B-5)."""

    got: list[Token] = field(default_factory=list)  # items taken or bought
    bought: list[Token] = field(default_factory=list)
    paid: list[Token] = field(default_factory=list)  # coins, which lie in the pool
    done: bool = False

    @property
    def due(self) -> int:
        """The prices of all that was bought."""
        return sum([token.price for token in self.bought])

    @property
    def gold_paid(self) -> int:
        """What the coins paid are worth."""
        return sum([coin.value for coin in self.paid])


Dropped: TypeAlias = list[tuple[Token, int]]
"""Items dropped in this step that still lie there, the earliest first, and by which seat."""


def take_treasure(dungeon: Dungeon) -> Rules[None]:
    """I-1. Each quiet room with knights, by the earliest of them in play order."""
    for room in dungeon.rooms_in_order():
        if room.is_quiet:
            knights = dungeon.knights_in(room.cell)
            if len(knights) > 1 or knights[0].items or room.floor or room.cell == START:
                yield from share(dungeon, room, knights)


def share(dungeon: Dungeon, room: Room, knights: Sequence[Knight]) -> Rules[None]:
    """I-2, I-3. Round and round, one thing each, until everybody is done."""
    dealings = [Dealings() for _ in knights]
    dropped: Dropped = []
    while not all(dealing.done for dealing in dealings):
        for knight, dealing in zip(knights, dealings, strict=True):
            if not dealing.done:
                ways = ways_to_deal(dungeon, room, knight, dealing, dropped, len(knights) == 1)
                way = yield from choose(knight.seat, "treasure", ways, room=room.tile)
                deal(dungeon, room, knight, dealing, dropped, way)


def ways_to_deal(
    dungeon: Dungeon,
    room: Room,
    knight: Knight,
    dealing: Dealings,
    dropped: Dropped,
    alone: bool,
) -> list[Way]:
    """I-2. What a knight may do next. I-3: among others it takes coins one at a time."""
    ways: list[Way] = []
    floor = kinds(room.floor)
    if floor:
        coins = [token for token in floor.values() if token.is_coin]
        if coins and alone:
            ways.append("take-coins")
        elif coins:
            ways += [Take(coin) for coin in sorted(coins, key=lambda coin: coin.value)]
        if len(knight.items) < SLOTS:
            ways += [
                Take(floor[id])
                for id in ITEMS
                if id in floor and may_take(room, knight, floor[id], dropped)
            ]
    if knight.items:
        held = kinds(knight.items)
        ways += [
            Drop(held[id])
            for id in ITEMS
            if id in held
            and knight.items.count(held[id]) > dealing.got.count(held[id])  # I-4
            and not (id == ROPE and room.tile.chasm)  # G-4
        ]
    if room.cell == START and len(knight.items) < SLOTS:
        ways += ways_to_buy(dungeon, knight, dealing)
    ways.append("done")
    return ways


def kinds(tokens: Sequence[Token]) -> dict[str, Token]:
    """Give one token of each kind."""
    return {token.id: token for token in tokens}


def may_take(room: Room, knight: Knight, token: Token, dropped: Dropped) -> bool:
    """I-4. One of the kind lies there that the knight did not drop itself in this step."""
    own = dropped.count((token, knight.seat)) if dropped else 0
    return room.floor.count(token) > own


def ways_to_buy(dungeon: Dungeon, knight: Knight, dealing: Dealings) -> list[Way]:
    """B-1. What is for sale and can be paid, all purchases of the step together (B-5)."""
    purse = knight.gold + dealing.gold_paid - dealing.due
    return [
        Buy(token)
        for token in dungeon.kit.goods
        if token.price <= purse
        and (token in dungeon.treasure_discard or token in dungeon.treasure.fog)
    ]


def deal(
    dungeon: Dungeon,
    room: Room,
    knight: Knight,
    dealing: Dealings,
    dropped: Dropped,
    way: Way,
) -> None:
    """Do what the knight chose."""
    match way:
        case "done":
            dealing.done = True
        case "take-coins":
            take_coins(dungeon, room, knight, [token for token in room.floor if token.is_coin])
        case Take(token) if token.is_coin:
            take_coins(dungeon, room, knight, [token])
        case Take(token):
            take_item(dungeon, room, knight, token, dropped)
            dealing.got.append(token)
        case Drop(token):
            knight.items.remove(token)
            room.floor.append(token)  # I-6
            dropped.append((token, knight.seat))
            dungeon.tell(ItemDropped, knight.seat, room.place, token.id)
        case Buy(token):
            buy(dungeon, knight, dealing, token)


def take_coins(dungeon: Dungeon, room: Room, knight: Knight, coins: Sequence[Token]) -> None:
    """I-5. Coins are carried without limit."""
    for coin in coins:
        room.floor.remove(coin)
    knight.coins += coins
    dungeon.tell(CoinsTaken, knight.seat, room.place, ids(coins), knight.gold)


def take_item(dungeon: Dungeon, room: Room, knight: Knight, token: Token, dropped: Dropped) -> None:
    """I-4. Of several of a kind, the one lying longest that the knight did not drop itself."""
    room.floor.remove(token)
    own = [(lies, by) for lies, by in dropped if lies is token]
    if len(own) > room.floor.count(token):  # it was not one that lay there before the step
        dropped.remove(next(drop for drop in own if drop[1] != knight.seat))
    knight.items.append(token)
    if token.id == MAIDEN:
        dungeon.tell(MaidenTaken, knight.seat, room.place)
    else:
        dungeon.tell(ItemTaken, knight.seat, room.place, token.id)


# -- buying ---------------------------------------------------------------------------------------


def buy(dungeon: Dungeon, knight: Knight, dealing: Dealings, token: Token) -> None:
    """B-2. From the discard if one is there, else from the pool."""
    pool = dungeon.treasure.fog
    from_discard = token in dungeon.treasure_discard
    (dungeon.treasure_discard if from_discard else pool).remove(token)
    knight.items.append(token)
    dealing.got.append(token)
    dealing.bought.append(token)
    for coin in dealing.paid:  # B-5: paid anew, with all that was bought in this step
        pool.remove(coin)
    knight.coins += dealing.paid
    dealing.paid = payment(knight.coins, dealing.due)
    for coin in dealing.paid:
        knight.coins.remove(coin)
    pool += dealing.paid
    dungeon.tell(
        ItemBought,
        knight.seat,
        token.id,
        token.price,
        dealing.due,
        ids(dealing.paid),
        dealing.gold_paid - dealing.due,
        "discard" if from_discard else "pool",
    )


def payment(coins: Sequence[Token], price: int) -> list[Token]:
    """B-3. Of all coins that are enough: least worth, then fewest, then most of the highest."""
    values = sorted(set(coins), key=lambda coin: -coin.value)
    enough = price + max([coin.value for coin in values])
    # For each sum that can be paid: how many coins, then how many of each value, fewer than none.
    ways: dict[int, tuple[int, ...]] = {0: (0,)}
    for coin in values:
        longer: dict[int, tuple[int, ...]] = {}
        for worth, (number, *counts) in ways.items():
            for n in range(coins.count(coin) + 1):
                total, way = worth + n * coin.value, (number + n, *counts, -n)
                if total < enough and (total not in longer or way < longer[total]):
                    longer[total] = way
        ways = longer
    best = ways[min([worth for worth in ways if worth >= price])]
    return [coin for coin, n in zip(values, best[1:], strict=True) for _ in range(-n)]
