"""Shifting Walls (section 7.6)."""

from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NAMES, distance
from undercroft.games.talisman.heroes.vitals import take_up
from undercroft.games.talisman.state import Maze


def shift_walls(maze: Maze) -> None:
    """SW-1. Undestroyed tiles too far from every character go back to pool and pile."""
    if not maze.options.shifting_walls:
        return
    near = maze.options.shift_range
    below = [hero.square for hero in maze.heroes() if hero.in_labyrinth]
    gone = [
        square
        for square, placed in enumerate(maze.board)
        if placed is not None
        and not placed.destroyed  # SW-2
        and not any(distance(square, other) <= near for other in below)
        and not is_kept_by_gate(maze, square)
    ]
    for square in gone:
        take_up(maze, square)
    if gone:
        maze.tell_of(None, told.TilesShifted, tuple([NAMES[square] for square in gone]))


def is_kept_by_gate(maze: Maze, square: int) -> bool:
    """GT-5. A Gate's tile while a monster is in play, and a monster's own tile."""
    if not maze.monsters:
        return False
    placed = maze.board[square]
    has_gate = placed is not None and placed.counter is not None and placed.counter.gate
    return has_gate or any(monster.square == square for monster in maze.monsters)
