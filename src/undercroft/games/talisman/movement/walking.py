"""Where one can walk: legal steps, exits, reach, distances (L-3, P-exits, Z-2, H-8)."""

from collections import deque
from collections.abc import Callable, Iterator

from undercroft.games.talisman.board import BESIDE, DIRECTIONS, NEXT, opposite
from undercroft.games.talisman.state import Hero, Maze


def is_enterable(maze: Maze, square: int) -> bool:
    """Whether a square holds a tile that may be entered."""
    placed = maze.board[square]
    return placed is not None and not placed.is_closed


def is_open(maze: Maze, square: int) -> bool:
    """Whether a square is empty, or holds a tile that may be entered."""
    placed = maze.board[square]
    return placed is None or not placed.is_closed


def is_way(maze: Maze, square: int, direction: int) -> bool:
    """L-3. Whether one may step from a square in a direction."""
    here = maze.board[square]
    there = NEXT[square][direction]
    if here is None or there < 0 or not (here.hidden or here.sides >> direction & 1):
        return False
    placed = maze.board[there]
    if placed is None:
        return True
    if placed.is_closed:
        return False
    return placed.hidden or bool(placed.sides >> opposite(direction) & 1)


def exits(maze: Maze, square: int) -> list[int]:
    """P-exits. The sides by which a tile may be left."""
    return [direction for direction in DIRECTIONS if is_way(maze, square, direction)]


def reach(maze: Maze, square: int) -> Iterator[int]:
    """Z-2. All squares he can get to, a hidden tile taken as open, and not beyond empty ones."""
    seen = {square}
    queue = deque([square])
    while queue:
        here = queue.popleft()
        yield here
        if maze.board[here] is None:
            continue
        for direction, there in enumerate(NEXT[here]):
            if there not in seen and is_way(maze, here, direction):
                seen.add(there)
                queue.append(there)


def reaches_empty(maze: Maze, square: int) -> bool:
    """Whether an empty square is in reach: asked before every move, and so written out."""
    board = maze.board
    seen = {square}
    queue = deque([square])
    while queue:
        here = queue.popleft()
        placed = board[here]
        sides = 15 if placed is None or placed.hidden else placed.sides
        for direction, there in enumerate(NEXT[here]):
            if there < 0 or there in seen or not sides >> direction & 1:
                continue
            other = board[there]
            if other is None:
                return True
            if other.is_closed or not (other.hidden or other.sides >> opposite(direction) & 1):
                continue
            seen.add(there)
            queue.append(there)
    return False


def is_walled_in(maze: Maze, hero: Hero) -> bool:
    """Z-2. No empty square, no hidden tile and no way out within reach."""
    if reaches_empty(maze, hero.square):
        return False
    for square in reach(maze, hero.square):
        placed = maze.board[square]
        if placed is None or placed.hidden or is_way_out(maze, square):
            return False
    return True


def is_way_out(maze: Maze, square: int) -> bool:
    """Z-2. In the expedition an Entrance Tile, in the Catacombs a stair to the Tower."""
    placed = maze.board[square]
    if placed is None or placed.destroyed or placed.tile.kind != "entrance":
        return False
    return not maze.is_catacombs or placed.tile.stair == "tower"


def is_entrance(maze: Maze, square: int) -> bool:
    """Whether an Entrance Tile, of either kind, lies there."""
    placed = maze.board[square]
    return placed is not None and not placed.destroyed and placed.tile.kind == "entrance"


def walk_to_entrance(maze: Maze, square: int) -> int | None:
    """H-8. How many steps over face-up tiles it is to the nearest Entrance Tile."""
    seen = {square}
    queue = deque([(square, 0)])
    while queue:
        here, steps = queue.popleft()
        if is_entrance(maze, here):
            return steps
        for direction in DIRECTIONS:
            there = NEXT[here][direction]
            if there in seen or not is_way(maze, here, direction):
                continue
            placed = maze.board[there]
            if placed is not None and not placed.hidden:
                seen.add(there)
                queue.append((there, steps + 1))
    return None


def tile_distances(maze: Maze, square: int) -> dict[int, int]:
    """GT-3. Steps over squares holding tiles that may be entered, passages ignored."""
    return spread(square, lambda there: is_enterable(maze, there))


def spread(square: int, allowed: Callable[[int], bool]) -> dict[int, int]:
    """Count steps from a square over squares that are allowed."""
    steps = {square: 0}
    queue = deque([square])
    while queue:
        here = queue.popleft()
        for there in BESIDE[here]:
            if there not in steps and allowed(there):
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
