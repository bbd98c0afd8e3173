"""The ways into the Labyrinth: Entrance Tiles are placed, and arrived on (L-10, L-11, C-2)."""

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NAMES, NOWHERE, NUMBERED, NUMBERED_SQUARES, SQUARES
from undercroft.games.talisman.choices import To
from undercroft.games.talisman.components.kinds import Tile
from undercroft.games.talisman.heroes.possessions import lose_object
from undercroft.games.talisman.heroes.vitals import take_up
from undercroft.games.talisman.movement.arriving import rotate, step_onto
from undercroft.games.talisman.pieces import Item, Placed
from undercroft.games.talisman.rules.asking import choose_move
from undercroft.games.talisman.rules.dice import pick_square, two_dice
from undercroft.games.talisman.state import Hero, Maze


def find_square(maze: Maze) -> Rules[int]:
    """L-10, L-11. Where an Entrance Tile goes; NOWHERE if there is no place at all."""
    if any(maze.board[square] is None for square in NUMBERED_SQUARES):
        while True:
            square = NUMBERED[(yield from two_dice(maze, "square"))]
            if maze.board[square] is None:
                return square
    empty = [square for square in SQUARES if maze.board[square] is None]
    for squares in (empty, NUMBERED_SQUARES, SQUARES):
        usable = [s for s in squares if maze.board[s] is None or is_replaceable(maze, s)]
        if usable:
            return (yield from pick_square(maze, "entrance-square", usable))
    return NOWHERE


def is_replaceable(maze: Maze, square: int) -> bool:
    """L-11. A tile that may give way to an Entrance Tile."""
    placed = maze.board[square]
    return (
        placed is not None
        and not placed.destroyed
        and placed.tile.kind != "entrance"
        and not maze.on_square(square)
        and not any(monster.square == square for monster in maze.monsters)
    )


def place_entrance(maze: Maze, hero: Hero, tile: Tile) -> Rules[int]:
    """L-10. An Entrance Tile comes onto the board; he chooses its rotation."""
    square = yield from find_square(maze)
    if square != NOWHERE:
        take_up(maze, square)
        maze.entrances.remove(tile)
        maze.board[square] = Placed(tile)
        rotation = yield from rotate(maze, hero, square, -1)
        maze.tell_of(hero, told.EntrancePlaced, tile.id, rotation, NAMES[square])
    return square


# -- the Catacombs --------------------------------------------------------------------------------


def may_enter_catacombs(maze: Maze, hero: Hero) -> bool:
    """C-2. With a Talisman; R-53: in the stand-alone Catacombs free after the first time."""
    return hero.has_talisman or (hero.gave_talisman and not maze.has_land)


def causeway_stairs(maze: Maze) -> list[int]:
    """The squares of the Causeway stairs on the board."""
    return [
        square
        for square, placed in enumerate(maze.board)
        if placed is not None and placed.tile.stair == "causeway" and not placed.destroyed
    ]


def enter_catacombs(maze: Maze, hero: Hero) -> Rules[None]:
    """C-2. The Talisman is given up; he arrives, quietly, on a Causeway stair of his choice."""
    maze.now.over = True
    if maze.has_land or not hero.gave_talisman:
        hero.gave_talisman = True
        talisman = next(item for item in hero.objects if item.is_talisman)
        yield from lose_object(maze, hero, Item(talisman.card))
        maze.tell_of(hero, told.TalismanGiven)
    if not causeway_stairs(maze):
        for tile in sorted([t for t in maze.entrances if t.stair == "causeway"], key=str):
            yield from place_entrance(maze, hero, tile)
    stairs = causeway_stairs(maze)
    if stairs:
        options = [To(square) for square in stairs]
        stair = (yield from choose_move(maze, hero, "stair", options)).number
        step_onto(maze, hero, stair, "stairs")
        maze.tell_of(hero, told.LabyrinthEntered, maze.tile_under(hero).tile.id)
