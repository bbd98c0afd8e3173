"""Encounters of the key that may spring a trap: search, cache, strongroom (tiles part, 6)."""

from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.combat.encounters import take_token
from undercroft.games.talisman.components.effects import accepts, gold
from undercroft.games.talisman.heroes.characteristics import gift
from undercroft.games.talisman.heroes.possessions import draw_treasure
from undercroft.games.talisman.rules.asking import apply, nothing
from undercroft.games.talisman.rules.dice import roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.doors import spring_door
from undercroft.games.talisman.traps.nonmagic import spring_nonmagic

CACHE: Final = (spring_nonmagic, spring_nonmagic, nothing, gold(1), gold(1), draw_treasure)


def search(maze: Maze, hero: Hero) -> Rules[None]:
    """`search*`: for a Secret Door, or a trap."""
    if not (yield from accepts(maze, hero, "search")):
        return
    roll = yield from roll_table(maze, hero, "search", bonus=gift(hero, "searches"))
    if roll == 1:
        yield from apply(spring_nonmagic, maze, hero)
    elif roll >= 5:
        take_token(maze, hero)


def cache(maze: Maze, hero: Hero) -> Rules[None]:
    """`cache*`."""
    yield from roll_on(maze, hero, "cache", CACHE)


def strongroom(maze: Maze, hero: Hero) -> Rules[None]:
    """`strongroom*`: a door trap, then a Treasure, behind a barrier once it is beaten."""
    visit = hero.visit
    yield from spring_door(maze, hero)
    if hero.visit != visit:
        return
    barrier = hero.hold("barrier")
    if barrier is not None:
        barrier.prize = True
    else:
        yield from draw_treasure(maze, hero)
