"""Looking at hidden tiles, and laying them out (P-look, P-survey)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import AROUND, LETTERS, NAMES, NEXT, NOWHERE
from undercroft.games.talisman.movement.arriving import draw_piece
from undercroft.games.talisman.pieces import Placed
from undercroft.games.talisman.state import Hero, Maze

LAY: Final = ("lay", "leave")


def look_at(maze: Maze, hero: Hero, squares: Sequence[int]) -> None:
    """P-look. Hidden tiles there become known to his seat alone."""
    for square in squares:
        placed = maze.board[square] if square != NOWHERE else None
        if placed is not None and placed.hidden and not placed.destroyed:
            maze.board[square] = placed.changed(known=placed.known | {hero.seat})
            maze.tell_of(hero, told.TileLookedAt, NAMES[square])
            maze.tell_of(hero, told.TileSeen, placed.tile.id, NAMES[square], to=(hero.seat,))


def look_adjacent(maze: Maze, hero: Hero) -> None:
    """`look adjacent`."""
    look_at(maze, hero, NEXT[hero.square])


def look_around(maze: Maze, hero: Hero) -> None:
    """`look around`."""
    look_at(maze, hero, AROUND[hero.square])


def survey(maze: Maze, hero: Hero) -> Rules[None]:
    """P-survey. For N, E, S, W: look at a hidden tile, or lay one out on an empty square."""
    for direction, square in enumerate(NEXT[hero.square]):
        if square == NOWHERE:
            continue
        if maze.board[square] is not None:
            look_at(maze, hero, [square])
            continue
        if not any(piece.is_tile for piece in maze.pool.fog):
            continue
        name, side = NAMES[square], LETTERS[direction]
        if (yield from choose(hero.seat, "lay", LAY, square=name, side=side)) == "lay":
            yield from lay_hidden(maze, hero, square)


def lay_hidden(maze: Maze, hero: Hero, square: int) -> Rules[None]:
    """P-survey, R-31. A drawn tile is laid face down; only his seat knows it."""
    tile = yield from draw_piece(maze, hero, stairs=False)
    if tile is not maze.bare:
        maze.board[square] = Placed(tile, hidden=True, known=frozenset({hero.seat}))
        maze.tell_of(hero, told.TilePlaced, None, 0, True, NAMES[square])
        maze.tell_of(hero, told.TileSeen, tile.id, NAMES[square], to=(hero.seat,))
