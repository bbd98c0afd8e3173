"""Ailments: how they come and go (rooms part, section 5)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Cure
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.characteristics import is_immune
from undercroft.games.talisman.heroes.vitals import die
from undercroft.games.talisman.state import Hero, Maze

AILMENTS: Final = ("confusion", "weakness", "disease", "curse", "poison", "lycanthropy")


def catch(maze: Maze, hero: Hero, ailment: str) -> None:
    """`ailment`: one he already has does nothing, but Weakness adds up and can kill (R-39)."""
    if is_immune(hero, ailment):
        return
    if ailment == "weakness":
        hero.weakness += 1
    elif ailment in hero.ailments:
        return
    else:
        hero.ailments.add(ailment)
    maze.tell_of(hero, told.AilmentCaught, ailment)
    if hero.strength - hero.weakness <= 0:
        die(maze, hero, ailment)


def catches(ailment: str) -> Effect:
    """Make an effect of it."""
    return lambda maze, hero: catch(maze, hero, ailment)


def ailments_of(hero: Hero) -> list[str]:
    """List what he suffers from."""
    return [a for a in AILMENTS if a in hero.ailments or (a == "weakness" and hero.weakness)]


def cure(maze: Maze, hero: Hero, ailment: str) -> None:
    """Take an Ailment off him; of Weakness, one counter."""
    if ailment == "weakness":
        hero.weakness -= 1
    else:
        hero.ailments.remove(ailment)
    maze.tell_of(hero, told.AilmentCured, ailment)


def cure_all(maze: Maze, hero: Hero) -> None:
    """`cure all`: every counter."""
    for ailment in ailments_of(hero):
        if ailment == "weakness":
            hero.weakness = 1
        cure(maze, hero, ailment)


def cure_one(maze: Maze, hero: Hero) -> Rules[None]:
    """`cure one`, of his choice."""
    suffered = ailments_of(hero)
    if suffered:
        offers = [Cure(ailment) for ailment in suffered]
        chosen = yield from choose(hero.seat, "choose-card", offers, why="cure")
        cure(maze, hero, chosen.ailment)
