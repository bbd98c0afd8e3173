"""How a contestant stands between two turns, in numbers, and its chance as a network sees it.

The numbers are what a player would count, who saw all hands: a judge is only ever shown what
search imagines.
"""

from typing import Final

from undercroft.bots.learned.judge import verdict
from undercroft.games.labyrintheus.bots.contender import worth
from undercroft.games.labyrintheus.components.personas import Trait
from undercroft.games.labyrintheus.components.treasures import Effect, Treasure
from undercroft.games.labyrintheus.state import Hero, Maze

TRAITS: Final[tuple[Trait, ...]] = (
    *("broad-back", "second-steeping", "quick-wrist", "kept-flame", "light-step", "patient-eye"),
)
HELD: Final[tuple[Effect, ...]] = (
    *("heal", "might", "stoneskin", "ambush", "pilfer", "mend", "banish", "usurp", "boost"),
    *("hex", "reroll", "ward", "redirect"),
)
HERO: Final = 17  # numbers for each of a rival


def judge(maze: Maze) -> tuple[float, ...]:
    """Give each contestant's chance to win."""
    return verdict("undercroft.games.labyrintheus", "judge.weights", standing(maze))


def standing(maze: Maze) -> list[list[float]]:
    """Say how each contestant stands."""
    told = [hero_stands(maze, hero) for hero in maze.heroes]
    return [stands(maze, hero, told) for hero in maze.heroes]


def stands(maze: Maze, me: Hero, told: list[list[float]]) -> list[float]:
    """Say how a contestant stands: small numbers, most of them between 0 and 2."""
    rivals = [hero for hero in maze.heroes if hero is not me and not hero.undead]
    rivals.sort(key=lambda hero: (-hero.stones, -hero.health))
    undead = [hero for hero in maze.heroes if hero is not me and hero.undead]
    held = [card.effect for card in me.backpack]
    held += [card.effect for card in me.equipped if card.kind == "potion"]
    portal = maze.portal
    numbers = told[me.seat][:]
    numbers += [held.count(effect) / 2 for effect in HELD]
    numbers += [float(me.persona.trait == trait) for trait in TRAITS]
    for place in range(2):
        numbers += told[rivals[place].seat] if place < len(rivals) else [0.0] * HERO
    others = rivals[2:]
    numbers += [
        len(rivals) / 3,
        len(undead) / 3,
        sum([hero.stones for hero in others]) / 8,
        sum([hero.health for hero in others]) / 20,
        sum([hero.damage for hero in undead]) / 4,
        sum([len(hero.backpack) for hero in undead]) / 8,
        float(len(rivals) == 1 and not me.undead),
        float(portal is not None and portal.owner == me.seat),
        float(portal is not None and portal.owner != me.seat),
        len(portal.still_to_move) / 4 if portal is not None else 0.0,
        maze.wrath / 3,
        maze.guile / 3,
        len(maze.encounters) / 30,
        maze.turns / maze.seats / 25,
        max(0.0, 1 - (maze.options.round_cap - maze.turns / maze.seats) / 10),
        float(maze.seats == 2),
        maze.seats / 4,
        (me.health - max([hero.health for hero in rivals], default=0)) / 8,
        (me.stones - max([hero.stones for hero in rivals], default=0)) / 4,
    ]
    return numbers


def hero_stands(maze: Maze, hero: Hero) -> list[float]:
    """Say what there is to a contestant: what it has, and when it moves."""
    if hero.undead:
        return [
            *[0.0] * (HERO - 4),
            hero.health / 5,
            len(hero.backpack) / 5,
            float(hero.crumbled),
            turns_until(maze, hero) / maze.seats,
        ]
    worn = hero.equipped
    return [
        1.0,
        hero.health / 10,
        float(hero.health <= 2),
        float(hero.health <= 4),
        hero.stones / 4,
        float(hero.stones >= maze.options.stones_to_leave - 1),
        float(hero.stones >= maze.options.stones_to_leave),
        hero.defence / 5,
        hero.damage / 2,
        sum([card.attack * (left or 1) for card, left in uses(hero)]) / 6,
        max([card.attack for card in worn], default=0) / 3,
        sum([card.guard * (left or 1) for card, left in uses(hero)]) / 6,
        sum([card.evade for card in worn]) / 3,
        sum([worth(card) for card in hero.backpack]) / 10,
        len(hero.backpack) / 5,
        float(maze.portal is not None and maze.portal.owner == hero.seat),
        turns_until(maze, hero) / maze.seats,
    ]


def uses(hero: Hero) -> list[tuple[Treasure, int]]:
    """Pair what a contestant wears with how often it can still be used; 0: once."""
    return [
        (card, left)
        for card, left in zip(hero.slots, hero.counters, strict=True)
        if card is not None
    ]


def turns_until(maze: Maze, hero: Hero) -> int:
    """Count the turns until a contestant's own."""
    return ((hero.seat - maze.acting) * maze.direction) % maze.seats
