"""The spaces of the Land, one row each, and their tables (land part, sections 1 and 6)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.combat.fights import battle, psychic
from undercroft.games.talisman.components.effects import (
    accepts,
    battles,
    contends,
    craft,
    gold,
    heals,
    loses_life,
    misses,
    once_only,
    strength,
)
from undercroft.games.talisman.components.kinds import Space, Thing
from undercroft.games.talisman.heroes.ailments import ailments_of, cure_one
from undercroft.games.talisman.heroes.possessions import followers_roll, purchase
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.heroes.vitals import heal, lose_life, set_status
from undercroft.games.talisman.land.city import CASTLE, VILLAGE, leaning, visit_city, visits
from undercroft.games.talisman.land.hermit import hermits_cell
from undercroft.games.talisman.land.landing import draw_and_meet
from undercroft.games.talisman.rules.asking import nothing
from undercroft.games.talisman.rules.dice import passes, roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze

# -- the Outer Region -----------------------------------------------------------------------------

GRAVEYARD: Final = (
    contends("graveyard-ghost", 4, "spirit undead"),
    loses_life(1, "graveyard"),
    nothing,
    nothing,
    draw_spell,
    once_only("graveyard", craft(1)),
)


def graveyard(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-1. Better for the evil."""
    bonus = leaning(hero, "evil") - leaning(hero, "good")
    yield from roll_on(maze, hero, "graveyard", GRAVEYARD, bonus=bonus)


def hears_of_shortcut(maze: Maze, hero: Hero) -> None:
    """LT-2, row 5: a free move on his next turn."""
    set_status(maze, hero, "free-move")


def is_gear(card: Thing) -> bool:
    """LT-2, row 6: a Torch, a Lantern or a Rope."""
    return card.light or card.rope


INN: Final = (
    battles("brawler", 3, "no-xp"),
    gold(-1),
    misses(1),
    gold(1),
    hears_of_shortcut,
    purchase(is_gear),
)


def wayside_inn(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-2."""
    yield from roll_on(maze, hero, "wayside-inn", INN)


def is_relieved(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-3, row 5: a cure, or healing for who needs none."""
    if ailments_of(hero):
        yield from cure_one(maze, hero)
    else:
        heal(maze, hero, 1)


SHRINE: Final = (
    loses_life(1, "wayfarers-shrine"),
    nothing,
    nothing,
    heals(1),
    is_relieved,
    draw_spell,
)


def wayfarers_shrine(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-3. May pray; better for the good."""
    if (yield from accepts(maze, hero, "pray")):
        bonus = leaning(hero, "good") - leaning(hero, "evil")
        yield from roll_on(maze, hero, "wayfarers-shrine", SHRINE, bonus=bonus)


THICKET: Final = (
    battles("brigand", 4),
    misses(1),
    misses(1),
    nothing,
    nothing,
    once_only("thicket", craft(1)),
)


def thicket(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-4."""
    yield from roll_on(maze, hero, "thicket", THICKET)


HILLS: Final = (
    battles("cliff-ogre", 5),
    misses(1),
    misses(1),
    nothing,
    nothing,
    once_only("broken-hills", strength(1)),
)


def broken_hills(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-5."""
    yield from roll_on(maze, hero, "broken-hills", HILLS)


def standing_stones(maze: Maze, hero: Hero) -> Rules[None]:
    """A Spell for the crafty, an adventure for the others."""
    if (yield from passes(maze, hero, "craft")):
        yield from draw_spell(maze, hero)
    else:
        yield from draw_and_meet(maze, hero, 1)


OUTER: Final = (
    Space("city", "outer", entry=visit_city),
    Space("meadow", "outer", 1),
    Space("crossroads", "outer", 1),
    Space("toll-bridge-outer", "outer"),
    Space("downs", "outer", 1),
    Space("graveyard", "outer", entry=graveyard, entrance=True),
    Space("fen", "outer", 1),
    Space("wayside-inn", "outer", entry=wayside_inn),
    Space("heath", "outer", 1),
    Space("wayfarers-shrine", "outer", entry=wayfarers_shrine),
    Space("village", "outer", entry=visits(VILLAGE)),
    Space("farmland", "outer", 1),
    Space("thicket", "outer", entry=thicket),
    Space("ruined-keep", "outer", 2, entrance=True),
    Space("moor", "outer", 1),
    Space("standing-stones", "outer", entry=standing_stones),
    Space("pasture", "outer", 1),
    Space("broken-hills", "outer", entry=broken_hills),
    Space("salt-marsh", "outer", 1),
    Space("old-orchard", "outer", 1),
)


# -- the Middle Region ----------------------------------------------------------------------------


def chasm(maze: Maze, hero: Hero) -> Rules[None]:
    """A roll for himself, and one for each Follower."""
    if (yield from roll_table(maze, hero, "chasm-space")) == 1:
        lose_life(maze, hero, 1, "chasm")
    yield from followers_roll(maze, hero, 1)


TEMPLE: Final = (
    loses_life(1, "temple-of-voices"),
    strength(-1),
    nothing,
    draw_spell,
    craft(1),
    strength(1),
)


def temple_of_voices(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-6. May listen."""
    if (yield from accepts(maze, hero, "listen")):
        yield from roll_on(maze, hero, "temple-of-voices", TEMPLE)


def ash_plain(maze: Maze, hero: Hero) -> Rules[None]:
    """Hot ash, and then an adventure."""
    if not (yield from passes(maze, hero, "strength")):
        lose_life(maze, hero, 1, "ash-plain")
    yield from draw_and_meet(maze, hero, 1)


MIDDLE: Final = (
    Space("toll-bridge-inner", "middle"),
    Space("dry-gulch", "middle", 1),
    Space("castle", "middle", entry=visits(CASTLE)),
    Space("pine-slopes", "middle", 1),
    Space("chasm", "middle", entry=chasm, entrance=True),
    Space("hermits-cell", "middle", entry=hermits_cell),
    Space("scree", "middle", 1),
    Space("temple-of-voices", "middle", entry=temple_of_voices),
    Space("ash-plain", "middle", entry=ash_plain),
    Space("silver-mine", "middle", 1, entrance=True),
    Space("hidden-tarn", "middle", 2),
    Space("iron-gate", "middle"),
)


# -- the Inner Region -----------------------------------------------------------------------------

WILDERNESS: Final = (
    battles("waste-beast", 6, "beast"),
    battles("waste-beast", 6, "beast"),
    contends("waste-ghost", 6, "spirit undead"),
    contends("waste-ghost", 6, "spirit undead"),
    misses(1),
    nothing,
)


def wilderness(maze: Maze, hero: Hero) -> Rules[None]:
    """LT-7."""
    yield from roll_on(maze, hero, "wilderness", WILDERNESS)


FIGHT_KIND: Final = ("battle", "psychic")
GORGE: Final = ("strength", "craft")


def bone_field(maze: Maze, hero: Hero) -> Rules[None]:
    """The Bone Host, by Strength or by Craft; the way on is open once it is beaten."""
    kind = yield from choose(hero.seat, "fight-kind", FIGHT_KIND, rival="bone-host")
    fought = battle if kind == "battle" else psychic
    if (yield from fought(maze, hero, "bone-host", 7, "undead")) == "win":
        hero.host_beaten = True


def glass_gorge(maze: Maze, hero: Hero) -> Rules[None]:
    """A test of his choice."""
    test = yield from choose(hero.seat, "gate-test", GORGE, dice=2, tries=0)
    if not (yield from passes(maze, hero, test, 2)):
        lose_life(maze, hero, 1, "glass-gorge")


INNER: Final = (
    Space("wilderness", "inner", entry=wilderness),
    Space("bone-field", "inner", entry=bone_field),
    Space("glass-gorge", "inner", entry=glass_gorge),
    Space("causeway", "inner"),
    Space("wizards-tower", "inner"),
)

SPACES: Final[tuple[Space, ...]] = (*OUTER, *MIDDLE, *INNER)
