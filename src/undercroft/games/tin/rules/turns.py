"""The rules of Dungeon in a Tin: setup and the turn. Read them beside `docs/rules/tin.md`.

Each step of the turn that has rules of its own has a module of its own: `treasure` (I, B), `moving`
(M, K, G), `placing` (P), `entering` (E), `combat` (X, V, Y), `ending` (Z).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from undercroft.core.game import Row
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules, choose
from undercroft.core.table import D6
from undercroft.games.tin.cards import draw_card, tell_hand
from undercroft.games.tin.components import (
    ATTACKS,
    BOMB,
    MAIDEN,
    POTION,
    AttackDie,
    Card,
    Monster,
    MonsterDie,
    Token,
)
from undercroft.games.tin.events import (
    GameBegan,
    HandDealt,
    HandRefreshed,
    OrderRolled,
    PotionDrunk,
    TurnBegan,
    TurnEnded,
)
from undercroft.games.tin.options import TinOptions
from undercroft.games.tin.rules.combat import fight_monsters, maybe_level_up
from undercroft.games.tin.rules.ending import end_if_nobody_is_left, run_out_of_time
from undercroft.games.tin.rules.moving import move
from undercroft.games.tin.rules.treasure import take_treasure
from undercroft.games.tin.state import MOST_HEARTS, START, Dungeon, Kit, Knight, Room, Stack
from undercroft.games.tin.tiles import CELL, STAIRS, Tile

FIRST_HAND: Final = 2
STARTING_ITEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "easy": (POTION, BOMB, "coin-10"),
    "normal": (POTION,),
    "hard": (),
}
POTION_WAYS: Final = ("drink", "skip")


# -- setup ----------------------------------------------------------------------------------------


def lay(options: TinOptions, rows: Mapping[str, Row], seats: int) -> Dungeon:
    """SU-2. As many sets of everything as there are knights, but one stairs, cell and maiden."""
    components = [*rows.values()]
    tokens = [row for row in components if isinstance(row, Token)]
    dice = [row for row in components if isinstance(row, MonsterDie)]
    dungeon = Dungeon(
        options=options,
        kit=new_kit(rows, tokens, dice, seats),
        knights=[Knight(seat) for seat in range(seats)],  # SU-5
        rooms={},
        stack=new_stack(
            [row for row in components if isinstance(row, Tile)], options.tile_sets or seats
        ),
        fight_cards=Pile(
            "fight-cards",
            [row for row in components if isinstance(row, Card) for _ in range(row.count * seats)],
        ),
        treasure=Pile(  # SU-7
            "treasure",
            [row for row in tokens if row.id != MAIDEN for _ in range(row.count * seats)],
        ),
        supply={die.colour: die.count * seats for die in dice},
    )
    stairs = rows[STAIRS]
    assert isinstance(stairs, Tile)  # noqa: S101 (it is its id)
    dungeon.rooms[START] = Room(  # SU-3
        tile=stairs,
        cell=START,
        rotation=0,
        number=0,
        heading=None,
        last_turn=None,
        exits=stairs.exits,
        locks=list(stairs.locks),
        entered=True,
    )
    if seats == 1:
        take_starting_items(dungeon, dungeon.knights[0])
    return dungeon


def new_kit(
    rows: Mapping[str, Row], tokens: list[Token], dice: list[MonsterDie], seats: int
) -> Kit:
    """Gather what the rules look up."""
    attack_die, maiden = rows["die-attack"], rows[MAIDEN]
    assert isinstance(attack_die, AttackDie)  # noqa: S101 (it is its id)
    assert isinstance(maiden, Token)  # noqa: S101
    return Kit(
        seats,
        {die.colour: faces_of(die, rows) for die in dice},
        [attack for attack in ATTACKS for _ in range(getattr(attack_die, attack))],
        [token for token in tokens if token.price],
        maiden,
    )


def faces_of(die: MonsterDie, rows: Mapping[str, Row]) -> list[Monster]:
    """List a monster die's sides."""
    sides = {
        "plain": die.plain,
        "horns": die.horns,
        "chest": die.chest,
        "horns-chest": die.horns_chest,
    }
    monsters = [rows[f"{die.colour}:{face}"] for face, n in sides.items() for _ in range(n)]
    return [monster for monster in monsters if isinstance(monster, Monster)]


def new_stack(tiles: list[Tile], sets: int) -> Stack:
    """SU-4. A tiles above B tiles above the last; no order until they are drawn (P-5)."""
    return Stack(
        [],
        Pile("tiles", [tile for tile in tiles if tile.part == "A"] * sets),
        Pile("tiles", [tile for tile in tiles if tile.part == "B"] * sets),
        [tile for tile in tiles if tile.id == CELL],
    )


def take_starting_items(dungeon: Dungeon, knight: Knight) -> None:
    """SU-6. Alone, the knight starts with a potion, or with what the difficulty says."""
    pool = dungeon.treasure.fog
    for id in STARTING_ITEMS[dungeon.options.difficulty]:
        token = next((token for token in pool if token.id == id), None)
        if token is not None:
            pool.remove(token)
            (knight.coins if token.is_coin else knight.items).append(token)


def setup(dungeon: Dungeon) -> Rules[None]:
    """SU-8. Each knight in seat order draws two fight cards."""
    dungeon.tell(GameBegan, len(dungeon.knights), dungeon.options)
    for knight in dungeon.knights:
        yield from draw_up_to(dungeon, knight, FIRST_HAND)
        tell_hand(dungeon, knight, HandDealt, knight.hand)


# -- the turn -------------------------------------------------------------------------------------


def turn(dungeon: Dungeon) -> Rules[None]:
    """T-2. The steps, each done by every active knight before the next begins."""
    while dungeon.step < len(STEPS):
        yield from STEPS[dungeon.step](dungeon)
        dungeon.step += 1
        dungeon.checkpoint()
    yield from fight_monsters(dungeon)
    dungeon.step = 0
    end_turn(dungeon)


def begin_turn(dungeon: Dungeon) -> Rules[None]:
    """T-2. Order, levels, and new cards where it is quiet (T-3)."""
    dungeon.tell(TurnBegan, dungeon.turn)
    yield from roll_order(dungeon)
    knights = dungeon.in_order()
    for knight in knights:
        yield from maybe_level_up(dungeon, knight, "turn-start")
    for knight in knights:
        if dungeon.room_of(knight).is_quiet:
            yield from refresh(dungeon, knight)


def take_and_drink(dungeon: Dungeon) -> Rules[None]:
    """T-2. Treasure, then potions where it is quiet (T-3)."""
    yield from take_treasure(dungeon)
    for knight in dungeon.in_order():
        if dungeon.room_of(knight).is_quiet:
            yield from maybe_drink(dungeon, knight)


def end_turn(dungeon: Dungeon) -> None:
    """T-4. Is the game over, or is it time?"""
    dungeon.tell(TurnEnded, dungeon.turn)
    end_if_nobody_is_left(dungeon)
    if dungeon.turn == dungeon.options.turn_cap:
        run_out_of_time(dungeon)
    dungeon.turn += 1


def roll_order(dungeon: Dungeon) -> Rules[None]:
    """T-1. The highest roll is first, the others follow clockwise; a lone knight rolls nothing."""
    active = [knight.seat for knight in dungeon.knights if knight.is_active]
    if len(active) == 1:
        dungeon.order = active
        return
    highest = active
    rolls: list[tuple[int, int]] = []
    while len(highest) > 1:  # only those who tie for highest roll again
        numbers: dict[int, int] = {}
        for seat in highest:
            numbers[seat] = yield from dungeon.roll(f"order-{seat + 1}", D6)
        rolls += numbers.items()
        best = max(numbers.values())
        highest = [seat for seat in highest if numbers[seat] == best]
    first = active.index(highest[0])
    dungeon.order = active[first:] + active[:first]
    dungeon.tell(order_rolled, rolls, dungeon.order)


def order_rolled(rolls: Sequence[tuple[int, int]], order: Sequence[int]) -> OrderRolled:
    """Say who rolled what, the first rolls apart from those of ties, and who goes when."""
    return OrderRolled(tuple(rolls[: len(order)]), tuple(rolls[len(order) :]), tuple(order))


def refresh(dungeon: Dungeon, knight: Knight) -> Rules[None]:
    """H-1. Draw until the hand holds level + 1 cards."""
    held = len(knight.hand)
    if held <= knight.level:
        yield from draw_up_to(dungeon, knight, knight.level + 1)
        tell_hand(dungeon, knight, HandRefreshed, knight.hand[held:])


def draw_up_to(dungeon: Dungeon, knight: Knight, size: int) -> Rules[None]:
    """Draw fight cards until the hand has that size."""
    while len(knight.hand) < size:
        card = yield from draw_card(dungeon)
        if card is None:
            return  # H-3
        knight.hand.append(card)
        knight.drawn_in.append(dungeon.decks)


def maybe_drink(dungeon: Dungeon, knight: Knight) -> Rules[None]:
    """D-1. A wounded knight with a potion may drink it; at full health nothing is asked (R-31)."""
    potion = knight.carried(POTION)
    if potion is None or knight.hearts == MOST_HEARTS:
        return
    if (yield from choose(knight.seat, "potion", POTION_WAYS, hearts=knight.hearts)) == "drink":
        knight.items.remove(potion)
        dungeon.treasure_discard.append(potion)
        dungeon.tell(PotionDrunk, knight.seat, knight.hearts)
        knight.hearts = MOST_HEARTS


STEPS: Final[Sequence[Callable[[Dungeon], Rules[None]]]] = (begin_turn, take_and_drink, move)
