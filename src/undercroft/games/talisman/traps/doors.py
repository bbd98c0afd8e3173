"""Door traps (rooms part, 3.4)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.components.effects import battles, misses, strength, unless_passes
from undercroft.games.talisman.heroes.characteristics import usable
from undercroft.games.talisman.heroes.possessions import spend
from undercroft.games.talisman.movement.barriers import WIZARD_LOCKED, bars
from undercroft.games.talisman.movement.leaving import leaves_for
from undercroft.games.talisman.movement.relocating import step_through_teleporter
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, roll_trap, suffer

KEY: Final = ("use-key", "keep")

DOORS: Final[Sequence[Trap]] = (
    Trap(WIZARD_LOCKED, bars(4, WIZARD_LOCKED)),
    Trap("teleporter", step_through_teleporter),
    Trap("explosive-runes", misses(2)),
    Trap("mimic", battles("mimic", 7)),
    Trap("black-gate", leaves_for("graveyard")),
    Trap("swinging-axe", unless_passes("craft", 2, strength(-1), trap=True)),
)


def spring_door(maze: Maze, hero: Hero) -> Rules[None]:
    """`trap door`: a Skeleton Key makes it harmless, once it is known."""
    trap = yield from roll_trap(maze, hero, "trap-door", DOORS)
    key = usable(maze, hero, "key")
    if key and (yield from choose(hero.seat, "key", KEY, trap=trap.id)) == "use-key":
        yield from spend(maze, hero, key)
    else:
        yield from suffer(maze, hero, trap)
