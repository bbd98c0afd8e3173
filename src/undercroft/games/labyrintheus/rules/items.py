"""Equipped cards and potions: using (C-9), discarding, drinking; the Chaos Orb (P-8)."""

from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import (
    DirectionReversed,
    Healed,
    ItemDiscarded,
    ItemUsed,
    Loss,
    PotionDrunk,
    Purpose,
)
from undercroft.games.labyrintheus.rules.decks import unpack
from undercroft.games.labyrintheus.state import Hero, Maze


def use_item(maze: Maze, hero: Hero, card: Treasure, purpose: Purpose, bonus: int) -> None:
    """C-9. An item without hardness is discarded; another gets a counter, and goes at its last."""
    at = hero.slots.index(card)
    hero.counters[at] += 1
    counters = hero.counters[at] if card.hardness else 0
    maze.tell(ItemUsed, hero.seat, card.id, purpose, bonus, counters, card.hardness)
    if hero.counters[at] >= card.hardness:
        discard_equipped(maze, hero, card, "worn" if card.hardness else "single-use")


def discard_equipped(maze: Maze, hero: Hero, card: Treasure, cause: Loss) -> None:
    """Discard a card from its slot, with its counters."""
    at = hero.slots.index(card)
    hero.slots[at] = None
    hero.counters[at] = 0
    maze.treasure_discard.append(card)
    maze.tell(ItemDiscarded, hero.seat, card.id, cause)
    if card.kind == "orb":
        reverse_play(maze, hero, card)


def reverse_play(maze: Maze, hero: Hero, orb: Treasure) -> None:
    """P-8. An orb that is equipped, or leaves its slot in whatever way, turns the direction."""
    maze.direction = -maze.direction
    maze.tell(DirectionReversed, hero.seat, orb.id, "left" if maze.direction == 1 else "right")


def strength(hero: Hero, potion: Treasure) -> int:
    """What a potion does for this drinker, with Second Steeping."""
    return potion.amount + hero.has_trait("second-steeping")


def drink(maze: Maze, hero: Hero, potion: Treasure) -> None:
    """P-5, W-3. The potion is discarded and works immediately."""
    amount = strength(hero, potion)
    if potion in hero.backpack:
        unpack(maze, hero, potion)
    else:
        hero.slots[hero.slots.index(potion)] = None
    maze.treasure_discard.append(potion)
    maze.tell(PotionDrunk, hero.seat, potion.id, potion.effect, amount)
    match potion.effect:
        case "heal":
            heal(maze, hero, amount, potion.id)
        case "might":
            hero.might += amount
        case "stoneskin":
            hero.stoneskin += amount


def heal(maze: Maze, hero: Hero, amount: int, cause: str) -> None:
    """Restore health, never above the maximum."""
    amount = min(amount, hero.most_health - hero.health)
    if amount > 0:
        hero.health += amount
        maze.tell(Healed, hero.seat, amount, hero.health, cause)
