"""The Adventure deck: its Followers and Objects, and all the rest together (cards part, 8)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.components.effects import gold, heals
from undercroft.games.talisman.components.kinds import Ability, Thing
from undercroft.games.talisman.components.omens import EVENTS
from undercroft.games.talisman.components.places import PLACES
from undercroft.games.talisman.components.raiders import MONSTERS, SPIRITS
from undercroft.games.talisman.components.strangers import STRANGERS
from undercroft.games.talisman.components.treasures import is_wounded
from undercroft.games.talisman.heroes.possessions import lose_follower
from undercroft.games.talisman.heroes.vitals import change_gold, heal
from undercroft.games.talisman.state import Hero, Maze

WAGES: Final = ("pay", "dismiss")


def sellsword_asks(maze: Maze, hero: Hero) -> Rules[None]:
    """1 Gold at the start of each turn, or he leaves."""
    way = "dismiss"
    if hero.gold:
        way = yield from choose(hero.seat, "wages", WAGES, gold=hero.gold)
    if way == "pay":
        change_gold(maze, hero, -1)
    else:
        sellsword = next(card for card in hero.followers if card.at_dawn is sellsword_asks)
        yield from lose_follower(maze, hero, sellsword)


def surgeon_works(maze: Maze, hero: Hero) -> Rules[None]:
    """On a 5 or 6, unmodified (R-68), a Life comes back."""
    if is_wounded(maze, hero) and (yield from maze.d6("surgeon")) >= 5:
        heal(maze, hero, 1)


FOLLOWERS: Final = (
    Thing(
        "a-squire",
        "adventure",
        kind="follower",
        battle=1,
        gift=Ability("a-squire", "ability", unbreakable=True),
    ),
    Thing(
        "a-maiden",
        "adventure",
        kind="follower",
        craft=1,
        gift=Ability("a-maiden", "ability", immune=("curse",)),
    ),
    Thing("a-porter", "adventure", kind="follower", carries=True),
    Thing("a-guide", "adventure", kind="follower", guide=True),
    Thing(
        "a-hound",
        "adventure",
        kind="follower",
        battle=1,
        gift=Ability("a-hound", "ability", retests_traps=True),
    ),
    Thing("a-acolyte", "adventure", kind="follower", psychic=1),
    Thing(
        "a-torch-lad",
        "adventure",
        kind="follower",
        light=True,
        gift=Ability("a-torch-lad", "ability", searches=1),
    ),
    Thing("a-sellsword", "adventure", kind="follower", battle=2, at_dawn=sellsword_asks),
    Thing(
        "a-ballad-singer",
        "adventure",
        kind="follower",
        gift=Ability("a-ballad-singer", "ability", trophies=1),
        worth=0.8,
    ),
    Thing("a-hill-pony", "adventure", kind="follower", steed=True, worth=0.3),
    Thing("a-field-surgeon", "adventure", kind="follower", at_dawn=surgeon_works, worth=1.0),
    Thing(
        "a-shieldbearer",
        "adventure",
        kind="follower",
        gift=Ability("a-shieldbearer", "ability", armour_rolls=1),
        worth=0.4,
    ),
    Thing(
        "a-nimble-boy",
        "adventure",
        kind="follower",
        gift=Ability("a-nimble-boy", "ability", steals=True, treasure_rolls=1),
        worth=0.4,
    ),
    Thing("a-ferryman", "adventure", kind="follower", ferries=True, worth=0.3),
)

OBJECTS: Final = (
    Thing("a-purse", "adventure", found=gold(2)),
    Thing("a-old-sword", "adventure", slot="weapon", weapon=1, against_characters=2, metal=True),
    Thing(
        "a-coil-of-rope",
        "adventure",
        rope=True,
        gift=Ability("a-coil-of-rope", "ability", in_strength_tests=1),
        worth=0.2,
    ),
    Thing(
        "a-iron-cap",
        "adventure",
        slot="helmet",
        save=6,
        metal=True,
        fragile=True,
        gift=Ability("a-iron-cap", "ability", never_blind=True),
    ),
    Thing(
        "a-crowbar",
        "adventure",
        metal=True,
        gift=Ability("a-crowbar", "ability", against_barriers=3),
        worth=0.25,
    ),
    Thing("a-torn-banner", "adventure", battle=1),
    Thing("a-bitter-herbs", "adventure", use=heals(2), is_useful=is_wounded),
    Thing("a-hunters-net", "adventure", decoy="monster", worth=0.4),
    Thing("a-grave-salt", "adventure", decoy="spirit", worth=0.35),
    Thing(
        "a-magic-ring",
        "adventure",
        strength=1,
        magic=True,
        gift=Ability("a-magic-ring", "ability", immune=("weakness",)),
    ),
    Thing(
        "a-saints-lance",
        "adventure",
        slot="weapon",
        weapon=1,
        against_undead=3,
        against_dragons=3,
        metal=True,
        magic=True,
        offensive=True,
    ),
    Thing("a-ash-wand", "adventure", psychic=1, magic=True, offensive=True),
    Thing(
        "a-feather-cloak",
        "adventure",
        flight=True,
        magic=True,
        gift=Ability("a-feather-cloak", "ability", evades_beasts=True),
        worth=0.2,
    ),
    Thing(
        "a-clouded-orb",
        "adventure",
        craft=1,
        magic=True,
        gift=Ability("a-clouded-orb", "ability", spell_limit=1),
        worth=0.2,
    ),
    Thing("a-ward-amulet", "adventure", ward=3, magic=True),
    Thing("a-mile-boots", "adventure", guide=True, magic=True, worth=0.25),
    Thing("a-gate-key", "adventure", opens_gates=True, magic=True, metal=True, worth=0.6),
)

ADVENTURES: Final = (
    *MONSTERS,
    *SPIRITS,
    *EVENTS,
    *STRANGERS,
    *FOLLOWERS,
    *OBJECTS,
    *PLACES,
)
