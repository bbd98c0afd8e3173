"""Monsters and spirits of the Adventure deck (cards part, section 8)."""

from typing import Final

from undercroft.games.talisman.components.effects import (
    craft,
    gold,
    heals,
    misses,
    strength,
    unless_passes,
)
from undercroft.games.talisman.components.kinds import Enemy
from undercroft.games.talisman.components.omens import goes_astray
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.possessions import (
    discard_follower,
    discard_object,
    draw_ability,
    draw_treasure,
)
from undercroft.games.talisman.heroes.spells import discard_spell, draw_spell
from undercroft.games.talisman.heroes.wild_magic import spellcast
from undercroft.games.talisman.rules.asking import both

MONSTERS: Final = (
    Enemy("a-moor-wolf", "adventure", 2, "monster", 2, beast=True),
    Enemy("a-footpad", "adventure", 1, "monster", 3, on_loss=gold(-1)),
    Enemy("a-boar", "adventure", 1, "monster", 3, beast=True),
    Enemy("a-rust-beetle", "adventure", 1, "monster", 3, beast=True, on_loss=discard_object),
    Enemy("a-bog-lurker", "adventure", 1, "monster", 4, on_loss=misses(1)),
    Enemy("a-cave-bear", "adventure", 1, "monster", 4, beast=True),
    Enemy("a-hill-raider", "adventure", 1, "monster", 4, on_win=gold(1)),
    Enemy("a-page-thief", "adventure", 1, "monster", 4, on_loss=discard_spell, on_win=draw_spell),
    Enemy(
        "a-marsh-serpent",
        "adventure",
        1,
        "monster",
        5,
        beast=True,
        on_loss=unless_passes("strength", 1, catches("poison")),
    ),
    Enemy("a-stone-ogre", "adventure", 1, "monster", 5),
    Enemy("a-thorn-cat", "adventure", 1, "monster", 5, beast=True, no_evade=True),
    Enemy("a-two-throats", "adventure", 1, "monster", 5, best_of_2=True),
    Enemy("a-bandit-queen", "adventure", 1, "monster", 5, on_loss=gold(-3), on_win=gold(3)),
    Enemy("a-bridge-troll", "adventure", 1, "monster", 6, on_loss=gold(-2)),
    Enemy("a-hill-giant", "adventure", 1, "monster", 6),
    Enemy("a-press-gang", "adventure", 1, "monster", 6, no_evade=True, on_loss=discard_follower),
    Enemy("a-wyvern", "adventure", 1, "monster", 7, dragon=True),
    Enemy("a-red-drake", "adventure", 1, "monster", 7, dragon=True, on_win=draw_treasure),
    Enemy(
        "a-elder-drake",
        "adventure",
        1,
        "monster",
        9,
        dragon=True,
        on_win=both(draw_treasure, draw_treasure),
    ),
)

SPIRITS: Final = (
    Enemy("a-will-wisp", "adventure", 1, "spirit", 2, on_loss=goes_astray),
    Enemy("a-imp", "adventure", 1, "spirit", 3, on_loss=discard_spell),
    Enemy("a-shade", "adventure", 2, "spirit", 3, undead=True),
    Enemy("a-lantern-hag", "adventure", 1, "spirit", 4, casts=spellcast),
    Enemy("a-barrow-wight", "adventure", 1, "spirit", 4, undead=True, on_loss=catches("curse")),
    Enemy("a-keening-ghost", "adventure", 1, "spirit", 4, undead=True, on_loss=catches("weakness")),
    Enemy("a-night-mare", "adventure", 1, "spirit", 5, on_loss=catches("confusion")),
    Enemy("a-wraith", "adventure", 1, "spirit", 5, undead=True, on_loss=strength(-1)),
    Enemy("a-grey-lady", "adventure", 1, "spirit", 5, undead=True, on_win=heals(1)),
    Enemy("a-lesser-fiend", "adventure", 1, "spirit", 6, on_loss=craft(-1)),
    Enemy("a-drowned-choir", "adventure", 1, "spirit", 7, undead=True, on_win=draw_ability),
)
