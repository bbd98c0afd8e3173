"""The Purchase deck, the Talismans and the special Followers (cards part, sections 1, 6, 7)."""

from typing import Final

from undercroft.games.talisman.components.kinds import Thing

PURCHASES: Final = (
    Thing("p-dagger", "purchase", price=1, slot="weapon", weapon=1, metal=True, fragile=True),
    Thing("p-sword", "purchase", 2, price=2, slot="weapon", weapon=1, metal=True),
    Thing("p-axe", "purchase", price=2, slot="weapon", weapon=1, against_barriers=2, metal=True),
    Thing("p-mace", "purchase", price=2, slot="weapon", weapon=1, against_undead=2, metal=True),
    Thing("p-broadsword", "purchase", price=3, slot="weapon", weapon=2, metal=True, fragile=True),
    Thing("p-helmet", "purchase", price=2, slot="helmet", save=6, metal=True, fragile=True),
    Thing("p-shield", "purchase", 2, price=2, slot="shield", save=5, metal=True, fragile=True),
    Thing("p-armour", "purchase", price=4, slot="armour", save=4, metal=True, fragile=True),
    Thing("p-lantern", "purchase", price=2, light=True),
    Thing("p-torch", "purchase", 2, price=1, light=True, burns=True),
    Thing("p-rope", "purchase", 2, price=1, rope=True),
    Thing("p-mule", "purchase", price=2, carries=True),
)

TALISMAN: Final = Thing("talisman-card", "talisman", 6, magic=True)

SPECIAL_FOLLOWERS: Final = (
    Thing("x-faerie-dragon", "special", kind="follower", craft=1, flight=True),
    Thing("x-magic-spirit", "special", kind="follower", psychic=2, fickle=True),
)
