"""The options that carry something, as section 3 of the rules of record writes them."""

from typing import Literal, TypeAlias

from undercroft.core.questions import Option
from undercroft.games.labyrintheus.components.personas import SlotKind, Special, Trait
from undercroft.games.labyrintheus.components.treasures import Treasure


def p(seat: int) -> str:
    """Write a seat as people read it."""
    return f"P{seat + 1}"


class Play(Option, frozen=True, tag="play"):
    """Play an ability card: `play:tangle`, `play:called-out>P2`, `play:dead-weight>P2>hand-bow`."""

    card: Treasure
    target: int | None = None
    aim: Treasure | None = None

    def __str__(self) -> str:
        at = "" if self.target is None else f">{p(self.target)}"
        return f"play:{self.card}{at}" + (f">{self.aim}" if self.aim else "")


class Use(Option, frozen=True, tag="use"):
    """Use an equipped item."""

    card: Treasure


class Drink(Option, frozen=True, tag="drink"):
    """Drink a potion; the amount is what it does for this drinker."""

    card: Treasure
    amount: int

    def __str__(self) -> str:
        return f"drink:{self.card}"


class UseTrait(Option, frozen=True, tag="trait"):
    """Use a trait."""

    trait: Trait


class Equip(Option, frozen=True, tag="equip"):
    """Put a card into a slot, on top of nothing or in place of what lies there."""

    card: Treasure
    slot: SlotKind
    k: int
    replaced: Treasure | None = None

    def __str__(self) -> str:
        return f"equip:{self.card}@{self.slot}-{self.k}"


class Shed(Option, frozen=True, tag="shed"):
    """Discard an equipped orb."""

    card: Treasure


class Discard(Option, frozen=True, tag="discard"):
    """Discard a card, because one has to go."""

    card: Treasure


class Give(Option, frozen=True, tag="give"):
    """Hand a card on."""

    card: Treasure


class Attack(Option, frozen=True, tag="attack"):
    """Attack a player: `attack:P2`."""

    target: int

    def __str__(self) -> str:
        return f"attack:{p(self.target)}"


class TakeFrom(Option, frozen=True, tag="from"):
    """Take a card from a player: `from:P2`."""

    target: int

    def __str__(self) -> str:
        return f"from:{p(self.target)}"


class UseSpecial(Option, frozen=True, tag="special"):
    """Attack with a special in force."""

    special: Special


Way: TypeAlias = Play | Use | Drink | UseTrait | Literal["pass"]
