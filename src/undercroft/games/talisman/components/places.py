"""The places of the Adventure deck, which stay where they are drawn (cards part, section 8)."""

from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.combat.fights import battle, psychic
from undercroft.games.talisman.components.effects import accepts, gold, heals
from undercroft.games.talisman.components.kinds import Happening
from undercroft.games.talisman.components.strangers import to_entrance
from undercroft.games.talisman.heroes.ailments import ailments_of, cure_one
from undercroft.games.talisman.heroes.characteristics import all_spells
from undercroft.games.talisman.heroes.possessions import draw_treasure
from undercroft.games.talisman.heroes.spells import discard_spell, draw_spell
from undercroft.games.talisman.heroes.vitals import (
    change_craft,
    change_gold,
    change_strength,
    heal,
    miss_turns,
)
from undercroft.games.talisman.land.trading import buy_one, sell_any
from undercroft.games.talisman.rules.asking import nothing
from undercroft.games.talisman.rules.dice import passes, roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze


def close_place(maze: Maze, hero: Hero, id: str) -> None:
    """What it had to give is gone: the card is discarded."""
    assert hero.space is not None  # noqa: S101 (he has landed on it)
    cards = maze.lying[hero.space.id]
    place = next(lying for lying in cards if lying.card.id == id)
    cards.remove(place)
    maze.put_back(place.card)


def clear_spring(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may drink."""
    if hero.lives < hero.quota and (yield from accepts(maze, hero, "drink")):
        heal(maze, hero, 1)


def green_barrow(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may dig, until its treasure is found."""
    if not (yield from accepts(maze, hero, "dig")):
        return
    row = yield from roll_table(maze, hero, "green-barrow")
    if row <= 2:
        yield from psychic(maze, hero, "barrow-dweller", 4, "spirit undead")
    elif row == 5:
        change_gold(maze, hero, 1)
    elif row == 6:
        close_place(maze, hero, "a-barrow")
        yield from draw_treasure(maze, hero)


WELL: Final = (nothing, nothing, heals(1), gold(2), draw_spell, draw_treasure)


def wishing_well(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may toss a coin."""
    if hero.gold and (yield from accepts(maze, hero, "toss")):
        change_gold(maze, hero, -1)
        yield from roll_on(maze, hero, "wishing-well", WELL)


def fallen_arch(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may walk under it, to an Entrance space."""
    if (yield from accepts(maze, hero, "pass-under")):
        yield from to_entrance(maze, hero)


def chapel(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may stay a turn and be cured of one Ailment."""
    if ailments_of(hero) and (yield from accepts(maze, hero, "kneel")):
        miss_turns(maze, hero, 1)
        yield from cure_one(maze, hero)


def drill_yard(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may train, until he has learnt what there is to learn."""
    if "drill-yard" in hero.done or not (yield from accepts(maze, hero, "train")):
        return
    if (yield from passes(maze, hero, "strength", 2)):
        hero.done.add("drill-yard")
        change_strength(maze, hero, 1)


def crooked_hut(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may give a Spell for a point of Craft, once in his life."""
    can = "crooked-hut" not in hero.done and all_spells(hero)
    if can and (yield from accepts(maze, hero, "brew")):
        hero.done.add("crooked-hut")
        yield from discard_spell(maze, hero)
        yield from change_craft(maze, hero, 1)


def road_market(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may sell, and buy one Purchase card."""
    yield from sell_any(maze, hero)
    yield from buy_one(maze, hero)


def dragon_bones(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may fight what sleeps there; a win brings the hoard, and the place is gone."""
    if (yield from accepts(maze, hero, "delve")) and (
        yield from battle(maze, hero, "bone-drake", 7, "dragon undead")
    ) == "win":
        close_place(maze, hero, "a-dragon-bones")
        yield from draw_treasure(maze, hero)
        yield from draw_treasure(maze, hero)


PLACES: Final = (
    Happening("a-spring", "adventure", kind="place", happens=clear_spring),
    Happening("a-barrow", "adventure", kind="place", happens=green_barrow),
    Happening("a-wishing-well", "adventure", kind="place", happens=wishing_well),
    Happening("a-fallen-arch", "adventure", kind="place", happens=fallen_arch),
    Happening("a-chapel", "adventure", kind="place", happens=chapel),
    Happening("a-drill-yard", "adventure", kind="place", happens=drill_yard),
    Happening("a-crooked-hut", "adventure", kind="place", happens=crooked_hut),
    Happening("a-road-market", "adventure", kind="place", happens=road_market),
    Happening("a-dragon-bones", "adventure", kind="place", happens=dragon_bones),
)
