"""Crypt traps (rooms part, 3.2)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.combat.fights import psychic
from undercroft.games.talisman.components.effects import craft, unless_passes
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.binding import bind
from undercroft.games.talisman.heroes.possessions import discard_follower
from undercroft.games.talisman.movement.relocating import teleport_adjacent
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, springs


def guardian_spirit(maze: Maze, hero: Hero) -> Rules[None]:
    """A loss costs no Life, but throws him out."""
    ending = yield from psychic(maze, hero, "guardian-spirit", 6, "spirit no-life")
    if ending == "loss":
        yield from teleport_adjacent(maze, hero)


def frighten(maze: Maze, hero: Hero) -> None:
    """`hold fear`: being afraid twice is being afraid."""
    if hero.hold("fear") is None:
        bind(maze, hero, Hold("fear"))


CRYPT: Final[Sequence[Trap]] = (
    Trap("psychic-blast", discard_follower),
    Trap("guardian-spirit", guardian_spirit),
    Trap("mind-blast", craft(-1)),
    Trap("symbol-of-fear", unless_passes("craft", 1, frighten, trap=True)),
    Trap("weakness-trap", catches("weakness")),
    Trap("curse-trap", catches("curse")),
)

spring_crypt: Final = springs("trap-crypt", CRYPT)
