"""The Enemy deck (cards part, section 3)."""

from typing import Final

from undercroft.games.talisman.components.effects import craft, gold, misses, unless_passes
from undercroft.games.talisman.components.kinds import Enemy
from undercroft.games.talisman.heroes.ailments import catches
from undercroft.games.talisman.heroes.possessions import discard_object
from undercroft.games.talisman.heroes.wild_magic import spellcast

NOTHING: Final = 7  # it carries nothing

ENEMIES: Final = (
    Enemy("e-tunnel-rats", "enemy", 2, "monster", 2, 6, beast=True),
    Enemy("e-goblin", "enemy", 2, "monster", 2, 5),
    Enemy(
        "e-cave-spider",
        "enemy",
        2,
        "monster",
        3,
        6,
        beast=True,
        on_loss=unless_passes("strength", 1, catches("poison")),
    ),
    Enemy("e-bone-sentry", "enemy", 2, "monster", 3, 5, undead=True),
    Enemy("e-tunnel-reaver", "enemy", 2, "monster", 4),
    Enemy("e-grey-ooze", "enemy", 1, "monster", 4, NOTHING, on_loss=discard_object),
    Enemy("e-crypt-eater", "enemy", 1, "monster", 4, 5, undead=True, on_loss=catches("disease")),
    Enemy("e-blind-stalker", "enemy", 2, "monster", 5, beast=True),
    Enemy("e-scaled-warrior", "enemy", 2, "monster", 5),
    Enemy("e-masked-blade", "enemy", 1, "monster", 5, no_evade=True, on_loss=gold(-1)),
    Enemy("e-ogre", "enemy", 2, "monster", 6),
    Enemy("e-deep-troll", "enemy", 1, "monster", 6),
    Enemy("e-stone-eye", "enemy", 1, "monster", 6, 3, beast=True, on_loss=misses(1)),
    Enemy("e-hollow-knight", "enemy", 1, "monster", 6, 3, undead=True),
    Enemy("e-horned-guardian", "enemy", 1, "monster", 7, 3),
    Enemy("e-clay-sentinel", "enemy", 1, "monster", 7, 5),
    Enemy("e-cellar-drake", "enemy", 1, "monster", 7, 2, dragon=True),
    Enemy("e-many-heads", "enemy", 1, "monster", 8, 2, beast=True, best_of_2=True),
    Enemy("e-corpse-light", "enemy", 2, "spirit", 2, 6),
    Enemy("e-shade", "enemy", 2, "spirit", 3, 5, undead=True),
    Enemy("e-wight", "enemy", 2, "spirit", 4, undead=True),
    Enemy("e-hooded-adept", "enemy", 1, "spirit", 4, casts=spellcast),
    Enemy("e-weeping-woman", "enemy", 1, "spirit", 5, 5, undead=True, on_loss=catches("curse")),
    Enemy("e-cave-witch", "enemy", 1, "spirit", 5, casts=spellcast),
    Enemy("e-faceless", "enemy", 1, "spirit", 5),
    Enemy("e-mind-leech", "enemy", 1, "spirit", 6, 5, on_loss=craft(-1)),
    Enemy("e-bone-lord", "enemy", 1, "spirit", 6, 3, undead=True, casts=spellcast),
    Enemy("e-chained-fiend", "enemy", 1, "spirit", 7, 3),
    Enemy("e-buried-king", "enemy", 1, "spirit", 8, 2, undead=True, casts=spellcast),
)
