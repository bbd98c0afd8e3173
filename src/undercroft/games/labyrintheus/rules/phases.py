"""Prep and Cleanup of a living player (5.3 of the rules of record)."""

from typing import Literal, TypeAlias

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.events import ItemEquipped, PhaseStarted, TraitUsed
from undercroft.games.labyrintheus.rules.decks import unpack
from undercroft.games.labyrintheus.rules.items import (
    discard_equipped,
    drink,
    heal,
    reverse_play,
    strength,
)
from undercroft.games.labyrintheus.rules.ways import Drink, Equip, Shed
from undercroft.games.labyrintheus.state import Hero, Maze

Tending: TypeAlias = Equip | Drink | Shed | Literal["done"]


def prep(maze: Maze, hero: Hero) -> Rules[bool]:
    """T-6. The Prep phase. False when an orb cut the turn short (P-8, R-20)."""
    maze.phase = "prep"
    maze.tell(PhaseStarted, hero.seat, "prep")
    while (way := (yield from ask(maze, hero, "prep"))) != "done":
        if tend(maze, hero, way) and maze.options.orb_skip:
            return False
    return True


def cleanup(maze: Maze, hero: Hero) -> Rules[None]:
    """T-8. The Cleanup phase. P-6: Kept Flame comes first."""
    maze.phase = "cleanup"
    maze.tell(PhaseStarted, hero.seat, "cleanup")
    if hero.has_trait("kept-flame") and 2 * hero.health < hero.most_health:
        maze.tell(TraitUsed, hero.seat, "kept-flame")
        heal(maze, hero, 1, "kept-flame")
    while (way := (yield from ask(maze, hero, "cleanup"))) != "done":
        tend(maze, hero, way)


def ask(maze: Maze, hero: Hero, phase: str) -> Rules[Tending]:
    """P-1. Ask again and again, until there is nothing more to do.

    The question is a secret if only backpack cards give rise to it (section 8).
    """
    ways = ways_to_tend(maze, hero)
    last = ways[-2:][0]  # what lies in slots comes last
    return choose(
        hero.seat,
        phase,
        ways,
        secret=not isinstance(last, (Drink, Shed)) or last.card not in hero.slots,
        health=hero.health,
        most=hero.most_health,
    )


def ways_to_tend(maze: Maze, hero: Hero) -> list[Tending]:
    """P-1. All equips, drinks and sheds, and `done`."""
    ways: list[Tending] = []
    for card in hero.backpack:
        if card.slot is not None:
            ways += ways_to_equip(hero, card)
    for card in (*hero.backpack, *hero.equipped):
        if card.kind == "potion" and can_drink(maze, hero, card):
            ways.append(Drink(card, strength(hero, card)))
    ways += [Shed(card) for card in hero.equipped if card.kind == "orb"]
    ways.append("done")
    return ways


def ways_to_equip(hero: Hero, card: Treasure) -> list[Equip]:
    """P-2. The lowest free slot of its kind; if there is none, any of them."""
    places = [at for at, kind in enumerate(hero.kinds) if kind == card.slot]
    free = [at for at in places if hero.slots[at] is None]
    assert card.slot is not None  # noqa: S101 (it can be equipped)
    return [Equip(card, card.slot, at - places[0] + 1, hero.slots[at]) for at in free[:1] or places]


def can_drink(maze: Maze, hero: Hero, potion: Treasure) -> bool:
    """P-5. Healing only below full health; what lasts for a turn only in Prep."""
    return hero.health < hero.most_health if potion.effect == "heal" else maze.phase == "prep"


def tend(maze: Maze, hero: Hero, way: Tending) -> bool:
    """Carry out one of them. True if play was reversed by it."""
    match way:
        case Equip(card):
            return equip(maze, hero, way)
        case Drink(card):
            drink(maze, hero, card)
        case Shed(card):
            discard_equipped(maze, hero, card, "shed")
            return True
    return False


def equip(maze: Maze, hero: Hero, way: Equip) -> bool:
    """P-3. What lies in the slot is discarded first. True if an orb came or went (R-21)."""
    card, old = way.card, way.replaced
    at = hero.kinds.index(way.slot) + way.k - 1
    unpack(maze, hero, card)
    if old is not None:
        discard_equipped(maze, hero, old, "replaced")
    hero.slots[at] = card  # with no counters: they went with the last card
    maze.tell(ItemEquipped, hero.seat, card.id, f"{way.slot}-{way.k}", old.id if old else None)
    if card.kind == "orb":
        reverse_play(maze, hero, card)
    return card.kind == "orb" or (old is not None and old.kind == "orb")
