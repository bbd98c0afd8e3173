"""Secret Door tokens (L-4)."""

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import DIRECTIONS, LETTERS, NEXT, NOWHERE
from undercroft.games.talisman.choices import SecretDoor
from undercroft.games.talisman.movement.arriving import arrive
from undercroft.games.talisman.movement.walking import is_open
from undercroft.games.talisman.state import Hero, Maze


def secret_ways(maze: Maze, hero: Hero) -> list[SecretDoor]:
    """L-4. Any neighbouring square that is open, passages ignored, if he has a token."""
    if not hero.tokens:
        return []
    beside = NEXT[hero.square]
    return [SecretDoor(d) for d in DIRECTIONS if beside[d] != NOWHERE and is_open(maze, beside[d])]


def use_secret_door(maze: Maze, hero: Hero, direction: int) -> Rules[None]:
    """L-4. The token goes back to the pool before anything is drawn."""
    maze.pool.fog.append(hero.tokens.pop())
    maze.tell_of(hero, told.SecretDoorUsed, LETTERS[direction])
    origin = hero.square
    yield from arrive(maze, hero, NEXT[origin][direction], "secret-door", back=origin)
