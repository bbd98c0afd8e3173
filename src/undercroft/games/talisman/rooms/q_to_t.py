"""Special rooms Q to T: Mirror of Dreams, Mould, Mushrooms, Mystical Statue."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.choices import Take
from undercroft.games.talisman.combat.encounters import leave_enemy
from undercroft.games.talisman.combat.fights import battle, fight, psychic
from undercroft.games.talisman.components.effects import (
    accepts,
    craft,
    gold,
    is_marked,
    mark,
    once_only,
    strength,
    unless_passes,
)
from undercroft.games.talisman.components.kinds import Enemy, Spell, Tile
from undercroft.games.talisman.heroes.ailments import catches, cure_all
from undercroft.games.talisman.heroes.binding import bind, free
from undercroft.games.talisman.heroes.characteristics import gift, spell_limit, usable_items
from undercroft.games.talisman.heroes.possessions import (
    draw_card,
    draw_treasure,
    lose_object,
    take_ability,
)
from undercroft.games.talisman.heroes.spells import gain_spell
from undercroft.games.talisman.heroes.vitals import lose_life, miss_turns, restore, set_status
from undercroft.games.talisman.movement.gate import foe_of
from undercroft.games.talisman.movement.leaving import step_through_mirror
from undercroft.games.talisman.movement.looking import look_adjacent
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rules.asking import both, nothing
from undercroft.games.talisman.rules.dice import passes, roll_on
from undercroft.games.talisman.state import NOBODY, Hero, Maze

# -- Q. Mirror of Dreams --------------------------------------------------------------------------


def fights_himself(maze: Maze, hero: Hero) -> Rules[None]:
    """Q, row 1: his own Craft, with Objects and abilities, without Followers or ills (R-71)."""
    items = usable_items(maze, hero)
    own = hero.craft + sum([item.card.craft + item.card.psychic for item in items])
    own += gift(hero, "score")
    yield from psychic(maze, hero, "mirror-image", own, "no-xp no-evade")


def is_caught(maze: Maze, hero: Hero) -> Rules[None]:
    """Q, row 2: an Enemy in the mirror, until he beats it."""
    card = yield from draw_card(maze, "enemy")
    if isinstance(card, Enemy):
        hold = Hold("mirror", card=card)
        bind(maze, hero, hold)
        yield from fight_in_mirror(maze, hero, hold)


def fight_in_mirror(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """Q, row 2, now and on each later turn in place of movement."""
    maze.now.over = True
    card = hold.card
    assert card is not None  # noqa: S101 (the mirror holds one)
    if (yield from fight(maze, hero, foe_of(card, "no-evade"))) == "win":
        hold.card = None
        maze.facing.append(card)
        free(maze, hero, hold)
        yield from leave_enemy(maze, hero, card, "win")
    return False


def offers_portal(maze: Maze, hero: Hero) -> Rules[None]:
    """Q, row 4: to the Enchantress in the City; outcasts may not."""
    if not hero.outcast and (yield from accepts(maze, hero, "step-through")):
        yield from step_through_mirror(maze, hero)


def offers_rest(maze: Maze, hero: Hero) -> Rules[None]:
    """Q, row 6: a turn for health and Lives."""
    if (yield from accepts(maze, hero, "rest")):
        miss_turns(maze, hero, 1)
        cure_all(maze, hero)
        restore(maze, hero)


MIRROR: Final = (
    fights_himself,
    is_caught,
    both(gold(2), mark("stripped")),
    offers_portal,
    look_adjacent,
    offers_rest,
)


def mirror_of_dreams(maze: Maze, hero: Hero) -> Rules[None]:
    """Q. Roll, unless it is stripped."""
    if not is_marked(maze, hero, "stripped"):
        yield from roll_on(maze, hero, "mirror-of-dreams", MIRROR, kind="room")


# -- R. Mould -------------------------------------------------------------------------------------


def fights_mould(maze: Maze, hero: Hero) -> Rules[None]:
    """R, row 1: it hurts even the winner."""
    ending = yield from battle(maze, hero, "mould", 5, "no-xp no-life")
    if ending in ("win", "loss"):
        lose_life(maze, hero, 1 if ending == "win" else 2, "mould")


def things_rot(maze: Maze, hero: Hero) -> Rules[None]:
    """R, row 2: each Object rots on a 1."""
    for item in hero.objects[:]:
        if (yield from maze.d6("mould-object")) == 1 and item in hero.objects:
            yield from lose_object(maze, hero, item)


MOULD: Final = (
    fights_mould,
    things_rot,
    catches("disease"),
    nothing,
    strength(1),
    craft(1),
)


def mould(maze: Maze, hero: Hero) -> Rules[None]:
    """R. Roll."""
    yield from roll_on(maze, hero, "mould", MOULD, kind="room")


# -- S. Mushrooms ---------------------------------------------------------------------------------

MOST_MUSHROOMS: Final = 6


def takes_ration(maze: Maze, hero: Hero) -> None:
    """S, row 4: at most one is kept."""
    set_status(maze, hero, "ration")


def feasts(maze: Maze, hero: Hero) -> None:
    """S, row 5: good for the next battle."""
    set_status(maze, hero, "feast")


def is_sickened(maze: Maze, hero: Hero) -> None:
    """S, row 2."""
    lose_life(maze, hero, 1, "mushrooms")
    miss_turns(maze, hero, 1)


MUSHROOMS: Final = (
    catches("poison"),
    is_sickened,
    nothing,
    takes_ration,
    feasts,
    once_only("mushrooms", craft(1)),
)


def mushrooms(maze: Maze, hero: Hero) -> Rules[None]:
    """S. Eat on, up to six, until one makes him sick."""
    for _ in range(MOST_MUSHROOMS):
        if not (yield from accepts(maze, hero, "eat")):
            return
        row = yield from roll_on(maze, hero, "mushrooms", MUSHROOMS, kind="room")
        if row == 2:
            return


# -- T. Mystical Statue ---------------------------------------------------------------------------


def statue_fights(maze: Maze, hero: Hero) -> Rules[None]:
    """T, row 1."""
    if (yield from battle(maze, hero, "statue", 7, "best-of-2")) == "win":
        maze.mark(hero, "crumbled")


def chooses_spell(maze: Maze, hero: Hero) -> Rules[None]:
    """T, row 4: any Spell of the deck, which he looks through, within his limit."""
    pile = maze.decks["spell"]
    spells = sorted({card for card in pile.fog if isinstance(card, Spell)}, key=str)
    if not spells or not spell_limit(hero):
        return
    maze.looking = hero.seat
    offers = [Take(spell) for spell in spells]
    chosen = yield from choose(hero.seat, "choose-card", offers, secret=True, why="spell")
    maze.looking = NOBODY
    pile.fog.remove(chosen.card)
    yield from gain_spell(maze, hero, chosen.card)  # type: ignore[arg-type]  # Spells all


def opens_panel(maze: Maze, hero: Hero) -> Rules[None]:
    """T, row 5: once on this tile."""
    if not is_marked(maze, hero, "panel-open"):
        maze.mark(hero, "panel-open")
        yield from draw_treasure(maze, hero)


def offers_challenge(maze: Maze, hero: Hero) -> Rules[None]:
    """T, row 6: both tests are taken, and both must be passed."""
    if (yield from accepts(maze, hero, "challenge")):
        strong = yield from passes(maze, hero, "strength")
        if (yield from passes(maze, hero, "craft")) and strong:
            yield from take_ability(maze, hero, "ab-hero")


STATUE: Final = (
    statue_fights,
    both(catches("lycanthropy"), mark("crumbled")),
    unless_passes("craft", 2, strength(-1)),
    chooses_spell,
    opens_panel,
    offers_challenge,
)


def mystical_statue(maze: Maze, hero: Hero) -> Rules[None]:
    """T. Roll, unless it has crumbled."""
    if not is_marked(maze, hero, "crumbled"):
        yield from roll_on(maze, hero, "mystical-statue", STATUE, kind="room")


ROOMS: Final = (
    Tile("s-mirror-of-dreams", "room", "dead-end", letter="Q", entry=mirror_of_dreams),
    Tile("s-mould", "room", "elbow", letter="R", entry=mould),
    Tile("s-mushrooms", "room", "straight", letter="S", entry=mushrooms),
    Tile("s-mystical-statue", "corridor", "straight", 2, "T", mystical_statue),
)
