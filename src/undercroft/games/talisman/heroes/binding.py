"""Holds: how they begin and end (section 9)."""

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze


def bind(maze: Maze, hero: Hero, hold: Hold) -> None:
    """`hold K`."""
    hero.holds.append(hold)
    maze.tell_of(hero, told.Held, hold.kind)


def binds(kind: str) -> Effect:
    """Make an effect of it."""
    return lambda maze, hero: bind(maze, hero, Hold(kind))


def free(maze: Maze, hero: Hero, hold: Hold) -> None:
    """A hold ends."""
    hero.holds.remove(hold)
    maze.tell_of(hero, told.Freed, hold.kind)


def struggles(maze: Maze, hero: Hero, hold: Hold, characteristic: str, dice: int) -> Rules[bool]:
    """H-3. Try to break a hold; each failure helps the next attempt. True: broken."""
    passed = yield from passes(maze, hero, characteristic, dice, bonus=hold.tries)
    maze.tell_of(hero, told.HoldTried, hold.kind, passed)
    if passed:
        free(maze, hero, hold)
    else:
        hold.tries += 1
        maze.now.over = True
    return passed
