"""How a trap is sprung (TR-1 to TR-5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import passes, roll_table
from undercroft.games.talisman.state import Hero, Maze


@dataclass(frozen=True, eq=False, slots=True)
class Trap:
    """A row of a trap table; `evadable` is the rulebook's "#" (R-12)."""

    id: str
    effect: Effect
    evadable: bool = False


def roll_trap(maze: Maze, hero: Hero, table: str, rows: Sequence[Trap]) -> Rules[Trap]:
    """TR-1. Roll the table's die."""
    faces = tuple(range(1, len(rows) + 1))
    row = yield from roll_table(maze, hero, table, faces, kind="trap")
    trap = rows[row - 1]
    maze.tell_of(hero, told.TrapSprung, table, row, trap.id)
    return trap


def suffer(maze: Maze, hero: Hero, trap: Trap) -> Rules[None]:
    """TR-2. Evade it, if it can be evaded; else it strikes."""
    if trap.evadable and (yield from passes(maze, hero, "craft", trap=True)):
        maze.tell_of(hero, told.TrapEvaded)
    else:
        yield from apply(trap.effect, maze, hero)


def springs(table: str, rows: Sequence[Trap]) -> Effect:
    """`trap X`."""

    def spring(maze: Maze, hero: Hero) -> Rules[None]:
        trap = yield from roll_trap(maze, hero, table, rows)
        yield from suffer(maze, hero, trap)

    return spring
