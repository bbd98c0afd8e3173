"""Magical traps (rooms part, 3.3)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.combat.fights import ARMOUR_ORDER, psychic
from undercroft.games.talisman.components.effects import unless_passes
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.possessions import discard_object
from undercroft.games.talisman.heroes.spells import discard_spell
from undercroft.games.talisman.heroes.vitals import lose_life
from undercroft.games.talisman.heroes.wild_magic import is_struck_by_spell
from undercroft.games.talisman.movement.barriers import bars
from undercroft.games.talisman.movement.leaving import leaves_for
from undercroft.games.talisman.movement.relocating import teleport_adjacent
from undercroft.games.talisman.rules.asking import nothing
from undercroft.games.talisman.rules.dice import own_roll
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, springs


def lightning_bolt(maze: Maze, hero: Hero) -> Rules[None]:
    """A die, and one for each metal piece worn and metal weapon carried: each 1 costs a Life."""
    metal = [item.card.slot for item in hero.objects if item.card.metal]
    dice = 1 + len({slot for slot in metal if slot in ARMOUR_ORDER}) + metal.count("weapon")
    ones = 0
    for _ in range(dice):
        ones += (yield from own_roll(maze, hero, "lightning")) <= 1
    if ones:
        lose_life(maze, hero, ones, "lightning-bolt")


def tentacles(maze: Maze, hero: Hero) -> Rules[None]:
    """So many of them fight as one Spirit."""
    count = (yield from maze.d6("tentacles")) + 1
    yield from psychic(maze, hero, "tentacles", count, "spirit")


MAGIC: Final[Sequence[Trap]] = (
    Trap("teleportal-trap", teleport_adjacent),
    Trap("poltergeist", discard_object),
    Trap("anti-magic-field", discard_spell),
    Trap("curse-trap", unless_passes("craft", 2, catches("curse"), trap=True), evadable=True),
    Trap("wall-of-force", bars(5, "wall-of-force")),
    Trap("time-gate", leaves_for("chasm")),
    Trap("broken-trap", nothing),
    Trap("lightning-bolt", lightning_bolt),
    Trap("random-spell", is_struck_by_spell),
    Trap("tentacles", tentacles),
)

spring_magic: Final = springs("trap-magic", MAGIC)
