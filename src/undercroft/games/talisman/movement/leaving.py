"""Leaving the Labyrinth: exits, boats, sewers, `land X` (L-8, G-16, G-19, C-9, C-10)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.choices import Toward
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.events.base import How
from undercroft.games.talisman.land.city import (
    anarchists_guild,
    city_wharf,
    enchantress,
    high_temple,
    throw_into_donjon,
    town_square,
    village_wharf,
)
from undercroft.games.talisman.land.landing import land_on, put_on, tell_tasks
from undercroft.games.talisman.movement.relocating import move_to_numbered
from undercroft.games.talisman.rules.dice import roll_table
from undercroft.games.talisman.rules.tasks import DELVED, finish_task
from undercroft.games.talisman.rules.tower import enter_tower
from undercroft.games.talisman.state import Hero, Maze

QUIET: Final = ("causeway", "toll-bridge-outer", "toll-bridge-inner")  # G-19
OWN_CHOICE: Final = 6

# Where the boat of the Lake Cavern comes out, and the Sewers.
RIVER: Final = (
    ("graveyard", None),
    ("toll-bridge-outer", None),
    ("wilderness", None),
    ("village", village_wharf),
    ("city", city_wharf),
)
SEWERS: Final = (
    ("donjon", throw_into_donjon),
    ("high-temple", high_temple),
    ("anarchists-guild", anarchists_guild),
    ("town-square", town_square),
    ("city-wharf", city_wharf),
)


def surface(
    maze: Maze, hero: Hero, space: str, how: How, place: Effect | None = None
) -> Rules[None]:
    """G-19. He comes out on the Land, and lands there; his turn is over."""
    maze.now.over = True
    if not maze.has_land or space in QUIET:
        put_on(maze, hero, maze.space(space if maze.has_land else "causeway"), how)
    else:
        yield from land_on(maze, hero, maze.space(space), how, place)
    if not maze.is_catacombs:
        yield from finish_task(maze, hero, "q-depths")
        if DELVED in hero.done:
            yield from finish_task(maze, hero, "q-delve")


def leave_for(maze: Maze, hero: Hero, space: str) -> Rules[None]:
    """`land X` against his will: L-25 makes a second relocation in a turn quiet."""
    if maze.now.relocated and maze.has_land:
        maze.now.over = True
        put_on(maze, hero, maze.space(space), "teleport")
        return
    maze.now.relocated = True
    yield from surface(maze, hero, space, "teleport")


def leaves_for(space: str) -> Effect:
    """Make an effect of it."""
    return lambda maze, hero: leave_for(maze, hero, space)


# -- ways of his own choice -----------------------------------------------------------------------


def take_boat(maze: Maze, hero: Hero) -> Rules[None]:
    """G-c. The river comes out somewhere; in the stand-alone Catacombs at a numbered square."""
    if not maze.has_land:
        yield from move_to_numbered(maze, hero)
        return
    row = yield from roll_table(maze, hero, "boat", kind="room")
    spaces = [space for space, _ in RIVER] if row == OWN_CHOICE else [RIVER[row - 1][0]]
    if "toll-bridge-outer" in spaces:
        spaces.insert(spaces.index("toll-bridge-outer") + 1, "toll-bridge-inner")
    if hero.outcast:  # G-16
        spaces = ["village" if space == "city" else space for space in spaces]
    offers = [Toward(maze.space(space)) for space in dict.fromkeys(spaces)]
    chosen = yield from choose(hero.seat, "sail", offers)
    place = dict(RIVER).get(chosen.space.id)
    yield from surface(maze, hero, chosen.space.id, "swept", place)


def step_through_mirror(maze: Maze, hero: Hero) -> Rules[None]:
    """Q, row 4: to the Enchantress."""
    if maze.has_land:
        yield from surface(maze, hero, "city", "teleport", enchantress)
    else:
        yield from move_to_numbered(maze, hero)


def enter_sewers(maze: Maze, hero: Hero) -> Rules[None]:
    """Y. Up again somewhere in the City; in the stand-alone Catacombs at a numbered square."""
    if not maze.has_land:
        yield from move_to_numbered(maze, hero)
        return
    row = yield from roll_table(maze, hero, "sewers", kind="room")
    places = dict(SEWERS)
    names = [*places] if row == OWN_CHOICE else [SEWERS[row - 1][0]]
    city = maze.space("city")
    chosen = yield from choose(hero.seat, "visit", names, space=city)
    if chosen == "donjon":
        put_on(maze, hero, city, "swept")
        throw_into_donjon(maze, hero)
        yield from tell_tasks(maze, hero, city)
    else:
        yield from surface(maze, hero, "city", "swept", places[chosen])


def take_exit(maze: Maze, hero: Hero) -> Rules[None]:
    """L-8, C-9. Up or down the stair of the Entrance Tile he stands on."""
    tile = maze.tile_under(hero).tile
    if not maze.is_catacombs:
        yield from surface(maze, hero, tile.space, "exit")
    elif tile.stair == "tower":
        maze.now.over = True
        yield from enter_tower(maze, hero)
    else:
        maze.now.over = True
        put_on(maze, hero, maze.space("causeway"), "exit")
