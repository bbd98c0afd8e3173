"""What is brought to a fight: both sides, their scores, and what those are made of (F-6, F-7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from undercroft.games.talisman.components.kinds import (
    NO_FLAGS,
    Casting,
    Effect,
    Gifted,
    Spell,
    Thing,
)
from undercroft.games.talisman.heroes.characteristics import (
    WEREWOLF,
    craft_of,
    gift,
    gifts,
    strength_of,
    usable_items,
)
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.rules.dice import cold, combat_modifier
from undercroft.games.talisman.state import Hero, Maze


@dataclass(slots=True)
class Foe:
    """What is fought: a card, a creature of a room, a barrier, a character."""

    id: str
    value: int
    psychic: bool = False
    flags: frozenset[str] = NO_FLAGS
    bonus: int = 0  # by nature
    magic: int = 0  # of what it has cast
    casts: Casting | None = None
    on_loss: Effect | None = None
    on_win: Effect | None = None
    is_card: bool = False  # of the Enemy or the Adventure deck

    @property
    def score(self) -> int:
        """F-7. Its score but for the die."""
        return self.value + self.bonus + self.magic


@dataclass(slots=True)
class Side:
    """One character's side of a fight."""

    hero: Hero
    bonus: int = 0  # of Spells, and of perseverance (H-3)
    offensive: bool = False
    die: int = 0
    dice: str = "own-die"
    cast: list[Spell] = field(default_factory=list)


def score(maze: Maze, side: Side, foe: Foe) -> int:
    """F-7. His score but for the die."""
    hero = side.hero
    total = craft_of(maze, hero) if foe.psychic else strength_of(maze, hero)
    total += side.bonus + combat_modifier(maze, hero) + gift(hero, "score")
    if foe.psychic:
        total += sum([item.card.psychic for item in usable_items(maze, hero)])
        total += sum([follower.psychic for follower in hero.followers])
    else:
        total += sum([weapon_bonus(item, foe) for item in weapons_used(maze, hero, foe)])
        total += sum([item.card.battle for item in usable_items(maze, hero)])
        total += sum([follower.battle for follower in hero.followers])
        total += 2 * hero.feast - (hero.alarm > 0) + led(hero)
    return total - ("disease" in hero.ailments) + natural_bonus(hero, foe)


def led(hero: Hero) -> int:
    """F-7. What the Captain's Followers add in battle."""
    return min(hero.character.leads, len(hero.followers))


def natural_bonus(hero: Hero, foe: Foe) -> int:
    """F-7. What his nature and abilities add against this kind of foe."""
    if not foe.flags:
        return 0
    return sum([nature(giver, foe) for giver in gifts(hero)])


def nature(giver: Gifted, foe: Foe) -> int:
    """What his nature, or one of his abilities, adds against this kind of foe."""
    flags, total = foe.flags, 0
    if "spirit" in flags and foe.psychic:
        total += giver.against_spirits
    if "undead" in flags:
        total += giver.against_undead
    if "barrier" in flags:
        total += giver.against_barriers
    if "character" in flags and not foe.psychic:
        total += giver.against_characters
    return total


def weapon_bonus(item: Item, foe: Foe) -> int:
    """What a weapon adds in this fight."""
    card = item.card
    bonus = card.weapon
    for flag, instead in (
        ("barrier", card.against_barriers),
        ("undead", card.against_undead),
        ("dragon", card.against_dragons),
        ("character", card.against_characters),
    ):
        if instead and flag in foe.flags:
            bonus = max(bonus, instead)
    return bonus + item.enchanted


def weapons_used(maze: Maze, hero: Hero, foe: Foe) -> list[Item]:
    """F-6. The best weapon, or the best two; ties: enchanted first, then the longest held."""
    if foe.psychic:
        return []
    weapons = [item for item in usable_items(maze, hero) if item.card.slot == "weapon"]
    if len(weapons) > 1:
        weapons.sort(key=lambda item: (-weapon_bonus(item, foe), not item.enchanted))
    return weapons[: 1 + gift(hero, "weapons")]


# -- the same, term by term -----------------------------------------------------------------------

Terms: TypeAlias = tuple[tuple[str, int], ...]


def own_terms(maze: Maze, side: Side, foe: Foe) -> Terms:
    """F-7. What his score is made of but for the die, the characteristic first."""
    hero, psychic = side.hero, foe.psychic
    items = usable_items(maze, hero)
    name = "craft" if psychic else "strength"
    terms = [(name, base(hero, name))]
    if not psychic and not hero.werewolf:
        terms.append(("weakness", -hero.weakness))
    terms += [(card.id, getattr(card, name)) for card in (*cards(items), *hero.followers)]
    if psychic:
        terms += [(card.id, card.psychic) for card in (*cards(items), *hero.followers)]
    else:
        arms = weapons_used(maze, hero, foe)
        terms += [(item.card.id, weapon_bonus(item, foe)) for item in arms]
        terms += [(card.id, card.battle) for card in (*cards(items), *hero.followers)]
        terms += [("feast", 2 * hero.feast), ("alarm", -(hero.alarm > 0))]
    spells = [(s.id, s.in_psychic if psychic else s.in_battle) for s in side.cast]
    terms += [*spells, ("perseverance", side.bonus - sum(n for _, n in spells))]
    terms += [(giver.id, giver.score + nature(giver, foe)) for giver in gifts(hero)]
    if not psychic:
        terms.append((hero.character.id, led(hero)))
    terms += [("blind", -(hero.blind > 0)), ("s-ice-cavern", -cold(maze, hero))]
    terms.append(("disease", -("disease" in hero.ailments)))
    return (terms[0], *[(id, number) for id, number in terms[1:] if number])


def base(hero: Hero, name: str) -> int:
    """K-1. What his characteristic is without anything he has."""
    if hero.werewolf:
        return WEREWOLF[name]
    return hero.craft if name == "craft" else hero.strength


def cards(items: Sequence[Item]) -> list[Thing]:
    """The cards of Objects."""
    return [item.card for item in items]


def foe_terms(foe: Foe) -> Terms:
    """F-7. What the score of what is fought is made of, but for the die."""
    terms = ((foe.id, foe.value), ("nature", foe.bonus), ("its-magic", foe.magic))
    return (terms[0], *[(id, number) for id, number in terms[1:] if number])
