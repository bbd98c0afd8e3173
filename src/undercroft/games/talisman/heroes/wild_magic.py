"""The Spellcaster Table and the Wild Magic table (rooms part, section 4)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.effects import gold, heals, loses_life, misses
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.spells import is_cancelled, suppress
from undercroft.games.talisman.heroes.vitals import change_craft, change_strength, miss_turns
from undercroft.games.talisman.movement.relocating import teleport_adjacent
from undercroft.games.talisman.rules.asking import apply, nothing
from undercroft.games.talisman.rules.dice import roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze

SYPHON: Final = ("strength", "craft")
BOLT: Final = 3  # row 4: what it adds to the Enemy's score


def spellcast(maze: Maze, hero: Hero) -> Rules[int | None]:
    """P-spellcast. A Spell of the table strikes him. Gives what it adds to an Enemy's score."""
    row = yield from roll_table(maze, hero, "spellcaster")
    name, effect = SPELLCASTER[row - 1]
    maze.tell_of(hero, told.EnemyCast, name)
    if (yield from is_cancelled(maze, hero, name)):
        return 0
    if row == 4:
        return BOLT  # no fight, no effect
    yield from apply(effect, maze, hero)
    return 0


def is_struck_by_spell(maze: Maze, hero: Hero) -> Rules[None]:
    """P-spellcast outside a fight."""
    yield from spellcast(maze, hero)


def syphon(maze: Maze, hero: Hero) -> Rules[None]:
    """The victim chooses which characteristic is syphoned."""
    what = yield from choose(hero.seat, "choose-card", SYPHON, why="syphon")
    if what == "strength":
        change_strength(maze, hero, -1)
    else:
        yield from change_craft(maze, hero, -1)


def wild_magic(maze: Maze, hero: Hero) -> Rules[None]:
    """Roll on the Wild Magic table."""
    yield from roll_on(maze, hero, "wild-magic", WILD_MAGIC)


def go_astray(maze: Maze, hero: Hero) -> Rules[None]:
    """Wild Magic, row 2."""
    if hero.in_labyrinth:
        yield from teleport_adjacent(maze, hero, quiet=True)
    else:
        miss_turns(maze, hero, 1)


SPELLCASTER: Final[Sequence[tuple[str, Effect]]] = (
    ("finger-of-death", loses_life(1, "finger-of-death")),
    ("immobility", misses(1)),
    ("syphon", syphon),
    ("brainwave-or-bolt", nothing),
    ("destroy-magic", suppress),
    ("wild-magic", wild_magic),
)

WILD_MAGIC: Final[Sequence[Effect]] = (
    loses_life(1, "wild-magic"),
    go_astray,
    gold(-1),
    catches("confusion"),
    nothing,
    heals(1),
)
