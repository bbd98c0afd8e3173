"""Fight cards, treasure tokens and dice, one row each (2.1 to 2.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from undercroft.core.game import Row
from undercroft.games.tin.tiles import TILES, Few

Attack: TypeAlias = Literal["thrust", "swipe", "overhead"]
Colour: TypeAlias = Literal["red", "yellow"]
Amount: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
Gold: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Price: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Sides: TypeAlias = Annotated[int, Meta(ge=1, le=9)]

ATTACKS: Final[tuple[Attack, ...]] = ("thrust", "swipe", "overhead")


@dataclass(frozen=True, eq=False, slots=True)
class Card(Row):
    """A fight card: what it adds to the roll against each attack."""

    id: str
    thrust: Amount
    swipe: Amount
    overhead: Amount
    count: Count = 1

    def against(self, attack: Attack) -> int:
        """Give the amount against an attack; 0 if it is not mentioned."""
        if attack == "thrust":
            return self.thrust
        return self.swipe if attack == "swipe" else self.overhead


FIGHT_CARDS: Final = (
    Card("parry-1", +2, -1, 0),
    Card("parry-2", +2, 0, -1),
    Card("parry-3", +1, +1, -1),
    Card("parry-4", +3, -1, -1),
    Card("duck-1", 0, +2, -1),
    Card("duck-2", -1, +2, 0),
    Card("duck-3", -1, +1, +1),
    Card("duck-4", -1, +3, -1),
    Card("sidestep-1", -1, 0, +2),
    Card("sidestep-2", 0, -1, +2),
    Card("sidestep-3", +1, -1, +1),
    Card("sidestep-4", -1, -1, +3),
)
IN_ORDER: Final[Mapping[str, int]] = {card.id: place for place, card in enumerate(FIGHT_CARDS)}


def order_of(id: str) -> tuple[int, str]:
    """Say where a fight card stands in a hand; those that a variant adds come last."""
    return IN_ORDER.get(id, len(IN_ORDER)), id


def in_order(ids: Sequence[str]) -> list[str]:
    """Sort fight cards as they stand in a hand."""
    try:
        return sorted(ids, key=IN_ORDER.__getitem__)
    except KeyError:  # a variant's own
        return sorted(ids, key=order_of)


def is_fight_card(row: Row) -> bool:
    """Whether a component is a fight card: the rules know it by its numbers alone."""
    return isinstance(row, Card)


@dataclass(frozen=True, eq=False, slots=True)
class Token(Row):
    """A treasure token: a coin with its value, or a special item with its price, if it has one."""

    id: str
    count: Count
    value: Gold = 0
    price: Price = 0  # 0: it is not sold
    bonus: Amount = 0  # to a fight's roll: a bomb when it is used, the maiden while she is carried

    @property
    def is_coin(self) -> bool:
        """Coins take no slot (I-5)."""
        return self.id.startswith("coin-")

    def means(self, field: str) -> bool:
        """There is one maiden; coins have a value, goods a price, bombs and the maiden a bonus."""
        return {
            "count": self.id != MAIDEN,
            "value": self.is_coin,
            "price": self.price > 0,
            "bonus": self.id in (BOMB, MAIDEN),
        }[field]


MAIDEN: Final = "maiden"
BOMB: Final = "bomb"
POTION: Final = "potion"
KEY: Final = "key"
ROPE: Final = "rope"

TOKENS: Final = (
    Token("coin-2", 6, value=2),
    Token("coin-3", 6, value=3),
    Token("coin-5", 5, value=5),
    Token("coin-10", 3, value=10),
    Token(POTION, 4, price=10),
    Token(BOMB, 3, price=5, bonus=3),
    Token(KEY, 3, price=10),
    Token(ROPE, 1, price=10),
    Token(MAIDEN, 1, bonus=-1),
)
"""Q-5. In the order of options: coins by rising value, then items."""

ITEMS: Final = (POTION, BOMB, KEY, ROPE, MAIDEN)


@dataclass(frozen=True, eq=False, slots=True)
class Monster(Row):
    """A face of a monster die, which is a monster: `red:horns-chest`."""

    id: str
    colour: Colour
    horns: Few = 0  # what they take off a knight's roll
    chests: Few = 0  # tokens that it drops


MONSTERS: Final[tuple[Monster, ...]] = tuple(
    monster
    for colour in ("yellow", "red")
    for monster in (
        Monster(f"{colour}:plain", colour),
        Monster(f"{colour}:horns", colour, horns=1),
        Monster(f"{colour}:chest", colour, chests=1),
        Monster(f"{colour}:horns-chest", colour, horns=1, chests=1),
    )
)


@dataclass(frozen=True, eq=False, slots=True)
class MonsterDie(Row):
    """A monster die: how many there are, and how many of its sides show each face."""

    id: str
    colour: Colour
    count: Count
    plain: Sides  # at least one: a die has a face
    horns: Few
    chest: Few
    horns_chest: Few


@dataclass(frozen=True, eq=False, slots=True)
class AttackDie(Row):
    """The attack die: how many of its sides show each attack."""

    id: str
    thrust: Sides
    swipe: Sides
    overhead: Sides


DICE: Final = (
    MonsterDie("die-yellow", "yellow", 2, plain=5, horns=0, chest=0, horns_chest=1),
    MonsterDie("die-red", "red", 3, plain=3, horns=1, chest=1, horns_chest=1),
    AttackDie("die-attack", thrust=2, swipe=2, overhead=2),
)

ROWS: Final[Mapping[str, Row]] = {
    row.id: row for row in (*FIGHT_CARDS, *TOKENS, *MONSTERS, *DICE, *TILES)
}
