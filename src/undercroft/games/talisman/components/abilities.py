"""The Special Ability deck (cards part, section 5)."""

from typing import Final

from undercroft.games.talisman.components.kinds import Ability
from undercroft.games.talisman.heroes.ailments import cure
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.state import Hero, Maze

CLEAN: Final = ("disease", "poison")


def cleans_blood(maze: Maze, hero: Hero) -> None:
    """Clean Blood cures what it keeps away."""
    for ailment in CLEAN:
        if ailment in hero.ailments:
            cure(maze, hero, ailment)


ABILITIES: Final = (
    Ability("ab-meditation", "ability", 2, meditates=True),
    Ability("ab-hero", "ability", 2, score=1),
    Ability("ab-true-seeing", "ability", 2, searches=1, retests_traps=True),
    Ability("ab-ambidextrous", "ability", 2, weapons=1),
    Ability("ab-iron-will", "ability", in_craft_tests=2),
    Ability("ab-sure-foot", "ability", in_strength_tests=2),
    Ability("ab-trap-sense", "ability", rerolls_traps=True),
    Ability("ab-beast-tongue", "ability", evades_beasts=True),
    Ability("ab-ghost-lore", "ability", against_spirits=2),
    Ability("ab-plunderer", "ability", treasure_rolls=1),
    Ability("ab-thick-hide", "ability", thick_hide=True),
    Ability("ab-deep-lore", "ability", spell_limit=1, on_gain=draw_spell),
    Ability("ab-night-eyes", "ability", light=True, never_blind=True),
    Ability("ab-clean-blood", "ability", immune=CLEAN, on_gain=cleans_blood),
    Ability("ab-pathfinder", "ability", pieces=1),
    Ability("ab-second-wind", "ability", second_wind=True),
)
