"""Going back, being teleported, being driven off a tile (L-26 to L-30)."""

from functools import partial
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import (
    BESIDE,
    EAST,
    NAMES,
    NEXT,
    NORTH,
    NOWHERE,
    NUMBERED,
    NUMBERED_SQUARES,
    SOUTH,
    WEST,
    opposite,
)
from undercroft.games.talisman.choices import Exit
from undercroft.games.talisman.heroes.vitals import die, outliving
from undercroft.games.talisman.movement.arriving import arrive, relocate
from undercroft.games.talisman.movement.walking import exits, is_enterable, is_open
from undercroft.games.talisman.rules.asking import choose_move
from undercroft.games.talisman.rules.dice import pick_square, two_dice
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze

NO_WAY_BACK: Final = ("maze", "doors", "mirror")
TELEPORTER: Final = (NORTH, NORTH, EAST, SOUTH, WEST, WEST)  # by the die, as a Tilting Room


# -- going back -----------------------------------------------------------------------------------


def can_go_back(maze: Maze, hero: Hero) -> bool:
    """L-26. He came by a move from a neighbouring square, which still holds an open tile."""
    return (
        hero.way_back != NOWHERE
        and is_enterable(maze, hero.way_back)
        and not any(hold.kind in NO_WAY_BACK for hold in hero.holds)
    )


def go_back(maze: Maze, hero: Hero) -> Rules[None]:
    """`go-back`: a quiet return, and the turn is over."""
    maze.now.over = True
    yield from arrive(maze, hero, hero.way_back, "back", quiet=True)


def move_through(maze: Maze, hero: Hero, direction: int) -> Rules[None]:
    """`move` out of a room by one of its passages; a go-back may follow (L-26)."""
    origin = hero.square
    there, side = NEXT[origin][direction], opposite(direction)
    yield from arrive(maze, hero, there, "passage", facing=side, back=origin)


# -- teleports ------------------------------------------------------------------------------------


def teleport_adjacent(maze: Maze, hero: Hero, *, quiet: bool = False) -> Rules[None]:
    """`teleport adjacent`, L-27: a random neighbouring tile, else an empty square, else nothing."""
    beside = [square for square in BESIDE[hero.square] if is_enterable(maze, square)]
    beside = beside or [square for square in BESIDE[hero.square] if maze.board[square] is None]
    if beside:
        square = yield from pick_square(maze, "adjacent", in_order(hero.square, beside))
        yield from relocate(maze, hero, square, quiet=quiet)


def in_order(square: int, beside: list[int]) -> list[int]:
    """List neighbours in the order N, E, S, W."""
    return [there for there in NEXT[square] if there in beside]


def teleport_towards(maze: Maze, hero: Hero, direction: int, n: int) -> Rules[None]:
    """L-28. A directed teleport stops at the edge, and steps back from what is closed."""
    line = [hero.square]
    while len(line) <= n and NEXT[line[-1]][direction] != NOWHERE:
        line.append(NEXT[line[-1]][direction])
    while len(line) > 1 and not is_open(maze, line[-1]):
        line.pop()
    if len(line) == 1:
        maze.now.over = True
    else:
        yield from relocate(maze, hero, line[-1])


def step_through_teleporter(maze: Maze, hero: Hero) -> Rules[None]:
    """P-teleporter. Direction and distance by a die each."""
    direction = TELEPORTER[(yield from maze.d6("direction")) - 1]
    distance = yield from maze.d6("distance")
    yield from teleport_towards(maze, hero, direction, distance)


def numbered_square(maze: Maze) -> Rules[int]:
    """L-29. Two dice name a square; again while it is destroyed or sealed."""
    if not any(is_open(maze, square) for square in NUMBERED_SQUARES):
        return NOWHERE
    while True:
        square = NUMBERED[(yield from two_dice(maze, "square"))]
        if is_open(maze, square):
            return square


def move_to_numbered(maze: Maze, hero: Hero) -> Rules[None]:
    """L-29, by his own choice: a boat, a sewer, a mirror, a tunnel out."""
    maze.now.over = True
    square = yield from numbered_square(maze)
    if square not in (NOWHERE, hero.square):
        yield from arrive(maze, hero, square, "teleport")


# -- a tile is destroyed --------------------------------------------------------------------------


def destroy(maze: Maze, hero: Hero, cause: str) -> Rules[None]:
    """`destroy`, L-30: his tile is gone for good, and all others on it leave first."""
    square = hero.square
    placed = maze.tile_under(hero)
    maze.board[square] = placed.changed(destroyed=True)
    maze.tell_of(hero, told.TileDestroyed, placed.tile.id, cause, NAMES[square])
    for other in maze.on_square(square, but=hero):
        yield from outliving(maze, partial(escape_from, maze, other, cause))
    check_standing(maze)


def escape_from(maze: Maze, hero: Hero, cause: str) -> Rules[None]:
    """L-30. Off a destroyed tile: by a passage of his choice, else wherever he can, quietly."""
    square = hero.square
    ways = exits(maze, square)
    if ways:
        chosen = yield from choose_move(maze, hero, "eject", [Exit(way) for way in ways])
        there, side = NEXT[square][chosen.direction], opposite(chosen.direction)
        yield from arrive(maze, hero, there, "swept", facing=side, quiet=True)
        return
    yield from teleport_adjacent(maze, hero, quiet=True)
    if hero.square == square:
        there = yield from numbered_square(maze)
        if there == NOWHERE:
            die(maze, hero, cause)
        yield from relocate(maze, hero, there, "swept", quiet=True)
