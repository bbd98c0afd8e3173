"""Non-magic traps (rooms part, 3.1)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.components.effects import loses_life, unless_passes
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.binding import binds
from undercroft.games.talisman.heroes.characteristics import has_gift
from undercroft.games.talisman.heroes.possessions import (
    discard_follower,
    discard_object,
    followers_roll,
)
from undercroft.games.talisman.heroes.vitals import lose_life, set_status
from undercroft.games.talisman.rules.asking import both, nothing
from undercroft.games.talisman.rules.dice import roll_table
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, springs

ALARMS: Final = 3


def falling_block(maze: Maze, hero: Hero) -> Rules[None]:
    """It falls on a Follower, or on himself."""
    if not (yield from discard_follower(maze, hero)):
        lose_life(maze, hero, 1, "falling-block")


def sound_alarm(maze: Maze, hero: Hero) -> None:
    """Three battles are the harder for it."""
    set_status(maze, hero, "alarm", ALARMS)


def firebomb(maze: Maze, hero: Hero) -> Rules[None]:
    """Himself on the table, then each Follower: lost on a 1."""
    if (yield from roll_table(maze, hero, "firebomb")) == 1:
        lose_life(maze, hero, 1, "firebomb")
    yield from followers_roll(maze, hero, 1)


def blinding_gas(maze: Maze, hero: Hero) -> Rules[None]:
    """Blind for so many of his turns; a new cloud counts if it lasts longer."""
    if not has_gift(hero, "never_blind"):
        turns = yield from maze.d6("blindness")
        set_status(maze, hero, "blind", max(turns, hero.blind))


NONMAGIC: Final[Sequence[Trap]] = (
    Trap(
        "pit",
        unless_passes("craft", 2, both(loses_life(1, "pit"), binds("pit")), trap=True),
    ),
    Trap(
        "poison-arrow",
        unless_passes("strength", 1, catches("poison"), trap=True),
        evadable=True,
    ),
    Trap("spear", loses_life(1, "spear"), evadable=True),
    Trap("falling-block", falling_block),
    Trap("alarm", sound_alarm),
    Trap("firebomb", firebomb),
    Trap("acid-trap", discard_object),
    Trap("blinding-gas", blinding_gas),
    Trap("prison", unless_passes("craft", 2, binds("prison"), trap=True), evadable=True),
    Trap("broken-trap", nothing),
)

spring_nonmagic: Final = springs("trap-nonmagic", NONMAGIC)
