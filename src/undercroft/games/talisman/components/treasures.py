"""The Treasure deck (cards part, section 4)."""

from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.components.effects import craft, gold, strength
from undercroft.games.talisman.components.kinds import Ability, Thing
from undercroft.games.talisman.heroes.ailments import ailments_of, cure_all, cure_one
from undercroft.games.talisman.heroes.possessions import draw_ability
from undercroft.games.talisman.heroes.spells import draw_scroll
from undercroft.games.talisman.heroes.vitals import restore
from undercroft.games.talisman.rules.asking import both
from undercroft.games.talisman.state import Hero, Maze


def is_wounded(maze: Maze, hero: Hero) -> bool:
    """Whether healing would help."""
    return hero.lives < hero.quota and "poison" not in hero.ailments


def is_ailing(maze: Maze, hero: Hero) -> bool:
    """Whether a cure would help."""
    return bool(ailments_of(hero))


def is_suffering(maze: Maze, hero: Hero) -> bool:
    """Whether healing or a cure would help."""
    return is_ailing(maze, hero) or is_wounded(maze, hero)


def always(maze: Maze, hero: Hero) -> bool:
    """It is always of use."""
    return True


def priest_prays(maze: Maze, hero: Hero) -> Rules[None]:
    """The Freed Priest: on a 6, unmodified (R-68), he cures an Ailment of his master's choice."""
    if ailments_of(hero) and (yield from maze.d6("priest")) == 6:
        yield from cure_one(maze, hero)


TREASURES: Final = (
    Thing("t-coins", "treasure", 2, "instant", found=gold(1)),
    Thing("t-gem", "treasure", 1, "instant", found=gold(2)),
    Thing("t-hoard", "treasure", 2, "instant", found=gold(3)),
    Thing("t-scroll", "treasure", 2, "instant", found=draw_scroll),
    Thing("t-lore", "treasure", 6, "instant", found=draw_ability),
    Thing("t-healing-draught", "treasure", 2, use=restore, is_useful=is_wounded),
    Thing("t-antidote", "treasure", use=cure_all, is_useful=is_ailing),
    Thing("t-map-scrap", "treasure", 2, map=True),
    Thing("t-skeleton-key", "treasure", key=True),
    Thing(
        "t-whisper-blade",
        "treasure",
        slot="weapon",
        weapon=2,
        metal=True,
        magic=True,
        offensive=True,
    ),
    Thing(
        "t-door-hammer",
        "treasure",
        slot="weapon",
        weapon=1,
        against_barriers=4,
        metal=True,
        magic=True,
        offensive=True,
    ),
    Thing("t-spirit-lance", "treasure", psychic=2, magic=True, offensive=True),
    Thing("t-mage-staff", "treasure", craft=1, magic=True),
    Thing("t-giant-belt", "treasure", strength=1, magic=True),
    Thing("t-rune-shield", "treasure", slot="shield", save=4, metal=True, magic=True),
    Thing("t-mirror-cloak", "treasure", ward=4, magic=True),
    Thing("t-winged-boots", "treasure", flight=True, magic=True),
    Thing("t-lucky-charm", "treasure", 2, charm=True, magic=True),
    Thing("t-compass", "treasure", compass=True, magic=True),
    Thing("t-lost-squire", "treasure", kind="follower", battle=1),
    Thing("t-blind-seer", "treasure", kind="follower", craft=1),
    Thing(
        "t-rat-catcher",
        "treasure",
        kind="follower",
        light=True,
        gift=Ability("t-rat-catcher", "ability", immune=("disease",)),
        worth=0.1,
    ),
    Thing("t-freed-priest", "treasure", kind="follower", at_dawn=priest_prays),
    Thing(
        "t-mastiff",
        "treasure",
        kind="follower",
        battle=1,
        gift=Ability("t-mastiff", "ability", thick_hide=True),
        worth=0.3,
    ),
    Thing("t-lamp-lad", "treasure", kind="follower", light=True),
    Thing(
        "t-wall-reader",
        "treasure",
        kind="follower",
        gift=Ability("t-wall-reader", "ability", pieces=1),
        worth=0.6,
    ),
    Thing(
        "t-raven",
        "treasure",
        kind="follower",
        gift=Ability("t-raven", "ability", redraws_spells=True),
        worth=0.4,
    ),
    Thing(
        "t-pale-child",
        "treasure",
        kind="follower",
        gift=Ability("t-pale-child", "ability", against_spirits=2),
        worth=0.6,
    ),
    Thing(
        "t-old-sister",
        "treasure",
        kind="follower",
        use=both(cure_all, restore),
        is_useful=is_suffering,
    ),
    Thing(
        "t-scroll-case",
        "treasure",
        gift=Ability("t-scroll-case", "ability", spell_limit=1),
        worth=0.4,
    ),
    Thing(
        "t-bone-dice",
        "treasure",
        gift=Ability("t-bone-dice", "ability", rerolls_rooms=True),
        worth=0.3,
    ),
    Thing(
        "t-dowsing-rod",
        "treasure",
        gift=Ability("t-dowsing-rod", "ability", searches=2),
        worth=0.15,
    ),
    Thing("t-blood-ruby", "treasure", resale=4, worth=0.6),
    Thing("t-ember-feather", "treasure", second_wind=True, magic=True, worth=1.2),
    Thing("t-giants-draught", "treasure", use=strength(1), is_useful=always, magic=True),
    Thing("t-sages-ink", "treasure", use=craft(1), is_useful=always, magic=True),
)
