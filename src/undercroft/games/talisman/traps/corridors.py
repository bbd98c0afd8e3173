"""Corridor traps (rooms part, 3.6)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Option, Rules
from undercroft.games.talisman.board import EAST, NEXT, NORTH, SOUTH, WEST, direction_to, opposite
from undercroft.games.talisman.choices import Exit
from undercroft.games.talisman.combat.fights import psychic
from undercroft.games.talisman.components.effects import loses_life, strength, unless_passes
from undercroft.games.talisman.heroes.ailments import catch, catches
from undercroft.games.talisman.heroes.binding import binds
from undercroft.games.talisman.heroes.possessions import discard_follower
from undercroft.games.talisman.heroes.spells import discard_spell
from undercroft.games.talisman.heroes.vitals import change_craft
from undercroft.games.talisman.movement.arriving import arrive
from undercroft.games.talisman.movement.barriers import PORTCULLIS, is_barred
from undercroft.games.talisman.movement.relocating import (
    can_go_back,
    destroy,
    escape_from,
    go_back,
    teleport_towards,
)
from undercroft.games.talisman.movement.walking import exits
from undercroft.games.talisman.rules.asking import choose_move, nothing
from undercroft.games.talisman.rules.dice import passes, roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, springs

CURTAIN: Final = ("pass-through", "turn-back")
WHITE: Final = (NORTH, EAST, EAST, SOUTH, SOUTH, WEST)  # the white curtain's directions


# -- the tile is destroyed: 1 and 4 ---------------------------------------------------------------


def rolling_boulder(maze: Maze, hero: Hero) -> Rules[None]:
    """He gets clear: back, or by another exit, which uses up the corridor's second move."""
    yield from get_clear(maze, hero, "rolling-boulder")


def large_gorge(maze: Maze, hero: Hero) -> Rules[None]:
    """R-36. As the Rolling Boulder."""
    yield from get_clear(maze, hero, "large-gorge")


def get_clear(maze: Maze, hero: Hero, cause: str) -> Rules[None]:
    """Choose where to, then the tile is destroyed, then go."""
    ways: list[str | Option] = []
    came_by = -1
    if can_go_back(maze, hero):
        ways.append("back")
        came_by = direction_to(hero.square, hero.way_back)
    ways += [Exit(side) for side in exits(maze, hero.square) if side != came_by]
    way = (yield from choose_move(maze, hero, "boulder", ways, trap=cause)) if ways else None
    maze.now.over = True
    yield from destroy(maze, hero, cause)
    if isinstance(way, Exit):
        there, side = NEXT[hero.square][way.direction], opposite(way.direction)
        yield from arrive(maze, hero, there, "passage", facing=side, own=False)
    elif way is not None and can_go_back(maze, hero):
        yield from go_back(maze, hero)
    else:
        yield from escape_from(maze, hero, cause)


# -- the Prismatic Curtain ------------------------------------------------------------------------


def prismatic_curtain(maze: Maze, hero: Hero) -> Rules[None]:
    """Turn back, or pass through whatever colour it is."""
    ways = CURTAIN if can_go_back(maze, hero) else CURTAIN[:1]
    if (yield from choose_move(maze, hero, "curtain", ways)) == "turn-back":
        yield from go_back(maze, hero)
    else:
        yield from roll_on(maze, hero, "curtain", COLOURS)


def white_curtain(maze: Maze, hero: Hero) -> Rules[None]:
    """Teleported two to five tiles."""
    distance = 1 + (yield from maze.roll("curtain-distance", (1, 2, 3, 4)))
    direction = WHITE[(yield from maze.d6("direction")) - 1]
    yield from teleport_towards(maze, hero, direction, distance)


def green_curtain(maze: Maze, hero: Hero) -> Rules[None]:
    """A Spell, or a point of Craft."""
    if not (yield from discard_spell(maze, hero)):
        yield from change_craft(maze, hero, -1)


COLOURS: Final = (
    binds("frozen"),
    loses_life(1, "prismatic-curtain"),
    white_curtain,
    green_curtain,
    unless_passes("craft", 1, catches("confusion"), trap=True),
    nothing,
)


# -- walls, portcullises, ceilings ----------------------------------------------------------------


def living_wall(maze: Maze, hero: Hero) -> Rules[None]:
    """R-62. A psychic combat, and then a test, whatever came of it."""
    row = yield from roll_table(maze, hero, "living-wall")
    value, ailment = ((5, "disease"), (7, "weakness"), (9, "curse"))[(row - 1) // 2]
    yield from psychic(maze, hero, "living-wall", value, "spirit")
    if not (yield from passes(maze, hero, "craft", trap=True)):
        catch(maze, hero, ailment)


def portcullis(maze: Maze, hero: Hero) -> Rules[None]:
    """One ahead, or one behind him as well."""
    row = yield from roll_table(maze, hero, "portcullis")
    yield from is_barred(maze, hero, 5, PORTCULLIS, back=row <= 4)


def collapsing_ceiling(maze: Maze, hero: Hero) -> Rules[None]:
    """Stones fall; the corridor stays open."""
    yield from roll_on(maze, hero, "ceiling", STONES)


STONES: Final = (
    loses_life(1, "collapsing-ceiling"),
    loses_life(1, "collapsing-ceiling"),
    discard_follower,
    strength(-1),
    nothing,
    nothing,
)

CORRIDORS: Final[Sequence[Trap]] = (
    Trap("rolling-boulder", rolling_boulder),
    Trap("prismatic-curtain", prismatic_curtain),
    Trap("living-wall", living_wall),
    Trap("large-gorge", large_gorge),
    Trap(PORTCULLIS, portcullis),
    Trap("collapsing-ceiling", collapsing_ceiling),
)

spring_corridor: Final = springs("trap-corridor", CORRIDORS)
