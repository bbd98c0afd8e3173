"""The events of the Adventure deck: most of them move the whole table (cards part, section 8)."""

from collections.abc import Callable
from functools import partial
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.components.effects import gold, heals
from undercroft.games.talisman.components.kinds import Effect, Happening
from undercroft.games.talisman.heroes.possessions import discard_object, followers_roll
from undercroft.games.talisman.heroes.spells import discard_spell, draw_spell, suppress
from undercroft.games.talisman.heroes.vitals import (
    HeroDied,
    gain_xp,
    lose_life,
    miss_turns,
    outliving,
    set_status,
)
from undercroft.games.talisman.land.landing import land_on, put_on
from undercroft.games.talisman.land.trading import buy_one
from undercroft.games.talisman.movement.relocating import teleport_adjacent
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import own_roll, pick
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze

# -- whom an event strikes ------------------------------------------------------------------------

Among = Callable[[Hero, Hero], bool]
"""Whether an event that one character draws strikes another."""


def anybody(drawer: Hero, hero: Hero) -> bool:
    """Every character."""
    return True


def on_land(drawer: Hero, hero: Hero) -> bool:
    """Every character on the Land."""
    return not hero.in_labyrinth


def below(drawer: Hero, hero: Hero) -> bool:
    """Every character in the Labyrinth."""
    return hero.in_labyrinth


def in_region(drawer: Hero, hero: Hero) -> bool:
    """Every character in the drawer's region."""
    if drawer.space is None or hero.space is None:
        return False
    return hero.space.region == drawer.space.region


def in_order(maze: Maze, hero: Hero) -> list[Hero]:
    """All characters, in seat order from one on."""
    count = len(maze.seats)
    seats = [maze.seats[(hero.seat + step) % count] for step in range(count)]
    return [seat.hero for seat in seats if seat.hero is not None]


def befalls(among: Among, effect: Effect) -> Effect:
    """Make an effect strike several characters, in seat order from the drawer on."""

    def befall(maze: Maze, hero: Hero) -> Rules[None]:
        for other in [other for other in in_order(maze, hero) if among(hero, other)]:
            yield from outliving(maze, partial(apply, effect, maze, other))
        check_standing(maze)

    return befall


# -- what happens ---------------------------------------------------------------------------------


def misses_turn(maze: Maze, hero: Hero) -> None:
    """He misses a turn."""
    miss_turns(maze, hero, 1)


def pestilence(maze: Maze, hero: Hero) -> Rules[None]:
    """Every character on the Land, in seat order from the drawer, may fall ill."""
    for other in in_order(maze, hero):
        if other.in_labyrinth:
            continue
        if (yield from own_roll(maze, other, "pestilence")) > 2:
            continue
        try:
            lose_life(maze, other, 1, "a-pestilence")
        except HeroDied:  # the pestilence takes its course all the same
            continue
    if maze.seats[hero.seat].hero is not hero:
        raise HeroDied(hero)
    check_standing(maze)


def market_day(maze: Maze, hero: Hero) -> Rules[None]:
    """A Purchase card for 1 Gold less."""
    yield from buy_one(maze, hero, rebate=1)


def other_spaces(maze: Maze, hero: Hero) -> list[str]:
    """The other spaces of his region, but for the Tower."""
    if hero.space is None:
        return []
    return [
        space.id
        for space in (*maze.outer, *maze.middle, *maze.inner)
        if space.region == hero.space.region
        and space is not hero.space
        and space.id != "wizards-tower"
    ]


def lost_road(maze: Maze, hero: Hero) -> Rules[None]:
    """To another space of his region, at random; once in a turn."""
    if maze.now.lost_road or hero.space is None:
        return
    maze.now.lost_road = True
    chosen = yield from pick(maze, "lost-road", other_spaces(maze, hero))
    yield from land_on(maze, hero, maze.space(chosen))


def goes_astray(maze: Maze, hero: Hero) -> Rules[None]:
    """The Will-o'-Wisp: to another space of his region, at random, with no encounter there."""
    if hero.space is not None:
        chosen = yield from pick(maze, "lost-road", other_spaces(maze, hero))
        put_on(maze, hero, maze.space(chosen), "swept")


def is_blown_on(maze: Maze, hero: Hero) -> None:
    """One space clockwise; not out of the Donjon, nor in the Inner Region."""
    if hero.space is None or hero.prisoner or hero.space.region == "inner":
        return
    ring = maze.outer if hero.space.region == "outer" else maze.middle
    put_on(maze, hero, ring[(ring.index(hero.space) + 1) % len(ring)], "swept")


def is_shaken(maze: Maze, hero: Hero) -> Rules[None]:
    """To a neighbouring tile, at random, quietly."""
    yield from teleport_adjacent(maze, hero, quiet=True)


def pays_tax(maze: Maze, hero: Hero) -> Rules[None]:
    """1 Gold, or, of who has none, a turn."""
    yield from apply(gold(-1) if hero.gold else misses_turn, maze, hero)


def feasts(maze: Maze, hero: Hero) -> None:
    """+2 in the next battle."""
    set_status(maze, hero, "feast")


def is_misted(maze: Maze, hero: Hero) -> None:
    """Blind for 2 turns."""
    set_status(maze, hero, "blind", 2)


def learns(n: int) -> Effect:
    """Experience."""
    return lambda maze, hero: gain_xp(maze, hero, n)


def followers_desert(maze: Maze, hero: Hero) -> Rules[None]:
    """Each Follower leaves on a 1."""
    yield from followers_roll(maze, hero, 1)


EVENTS: Final = (
    Happening("a-storm", "adventure", happens=befalls(in_region, misses_turn)),
    Happening("a-pestilence", "adventure", happens=pestilence),
    Happening("a-market-day", "adventure", happens=market_day),
    Happening("a-windfall", "adventure", happens=gold(2)),
    Happening("a-cutpurses", "adventure", happens=gold(-2)),
    Happening("a-eclipse", "adventure", happens=suppress),
    Happening("a-lost-road", "adventure", happens=lost_road),
    Happening("a-omen", "adventure", happens=draw_spell),
    Happening("a-harvest", "adventure", happens=befalls(on_land, gold(1))),
    Happening("a-crown-tax", "adventure", happens=befalls(on_land, pays_tax)),
    Happening("a-spell-tide", "adventure", happens=befalls(anybody, draw_spell)),
    Happening("a-witch-hunt", "adventure", happens=befalls(anybody, discard_spell)),
    Happening("a-tremor", "adventure", happens=befalls(below, is_shaken)),
    Happening("a-great-wind", "adventure", happens=befalls(on_land, is_blown_on)),
    Happening("a-quiet-night", "adventure", happens=befalls(anybody, heals(1))),
    Happening("a-muster", "adventure", happens=befalls(anybody, feasts)),
    Happening("a-burst-seams", "adventure", happens=befalls(in_region, discard_object)),
    Happening("a-desertion", "adventure", happens=befalls(anybody, followers_desert)),
    Happening("a-comet", "adventure", happens=befalls(anybody, learns(2))),
    Happening("a-white-mist", "adventure", happens=befalls(in_region, is_misted)),
)
