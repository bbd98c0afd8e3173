"""The Spell deck (cards part, section 2)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.board import AROUND, BESIDE
from undercroft.games.talisman.choices import Target, To, Toward
from undercroft.games.talisman.combat.duels import seated
from undercroft.games.talisman.components.effects import heals, loses_life, misses
from undercroft.games.talisman.components.kinds import Effect, Spell
from undercroft.games.talisman.components.treasures import is_ailing, is_wounded
from undercroft.games.talisman.heroes.ailments import cure_all
from undercroft.games.talisman.heroes.binding import free
from undercroft.games.talisman.heroes.possessions import enchant_one, enchantable
from undercroft.games.talisman.heroes.spells import is_cancelled, suppress
from undercroft.games.talisman.heroes.vitals import outliving
from undercroft.games.talisman.heroes.wild_magic import syphon, wild_magic
from undercroft.games.talisman.land.landing import land_on
from undercroft.games.talisman.movement.arriving import arrive
from undercroft.games.talisman.movement.looking import survey
from undercroft.games.talisman.movement.walking import is_enterable
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze

TELEPORT_OUT: Final = frozenset(
    {"pit", "prison", "frozen", "throne", "barrier", "tilt", "flood", "burial", "far-side", "fear"}
)  # H-7


# -- Spells cast at somebody ----------------------------------------------------------------------


def can_be_targeted(maze: Maze, hero: Hero) -> bool:
    """W-4, C-10. Not in the Tower, nor on the Causeway of the stand-alone Catacombs."""
    return hero.in_labyrinth or (maze.has_land and not hero.in_tower)


def targets(maze: Maze, hero: Hero, *, himself: bool = False) -> list[Target]:
    """Whom he can cast at: L-37, only in his own realm."""
    if not can_be_targeted(maze, hero):
        return [Target(hero.seat)] if himself else []
    return [
        Target(other.seat)
        for other in maze.heroes()
        if other.realm == hero.realm
        and can_be_targeted(maze, other)
        and (himself or other is not hero)
    ]


def has_target(maze: Maze, hero: Hero) -> bool:
    """Whether anybody else can be cast at."""
    return bool(targets(maze, hero))


def always(maze: Maze, hero: Hero) -> bool:
    """It can always be cast."""
    return True


def at_somebody(name: str, strikes: Effect, *, himself: bool = False) -> Effect:
    """Choose a target; it may react (M-14); then the Spell strikes."""

    def cast(maze: Maze, hero: Hero) -> Rules[None]:
        offers = targets(maze, hero, himself=himself)
        chosen = yield from choose(hero.seat, "target", offers, spell=name)
        victim = seated(maze, chosen.target)
        if victim is hero or not (yield from is_cancelled(maze, victim, name)):
            yield from outliving(maze, partial(apply, strikes, maze, victim))
            check_standing(maze)

    return cast


# -- Teleport -------------------------------------------------------------------------------------


def can_teleport(maze: Maze, hero: Hero) -> bool:
    """H-7. In the Labyrinth, to a tile all around, out of most holds; on the Land where he may."""
    if not hero.in_labyrinth:
        return maze.has_land and not hero.prisoner and not hero.in_tower
    if any(hold.kind not in TELEPORT_OUT for hold in hero.holds):
        return False
    return any(is_enterable(maze, square) for square in AROUND[hero.square])


def teleport(maze: Maze, hero: Hero) -> Rules[None]:
    """R-49. To any of the eight neighbours that holds a tile; it is his move for the turn."""
    maze.now.charged = maze.now.over = True
    if not hero.in_labyrinth:
        yield from teleport_on_land(maze, hero)
        return
    ways = [To(square) for square in AROUND[hero.square] if is_enterable(maze, square)]
    way = yield from choose(hero.seat, "target", ways, spell="teleport")
    yield from arrive(maze, hero, way.number, "teleport")


def teleport_on_land(maze: Maze, hero: Hero) -> Rules[None]:
    """To any other space of his region but the Tower, which he encounters."""
    spaces = [*maze.outer, *maze.middle, *maze.inner]
    region = hero.space.region if hero.space else ""
    ways = [
        Toward(space)
        for space in spaces
        if space.region == region and space is not hero.space and space.id != "wizards-tower"
    ]
    way = yield from choose(hero.seat, "target", ways, spell="teleport")
    yield from land_on(maze, hero, way.space, "teleport")


# -- the others -----------------------------------------------------------------------------------


def can_survey(maze: Maze, hero: Hero) -> bool:
    """In the Labyrinth only, where there is something to lay or to look at."""
    return hero.in_labyrinth and any(
        (placed := maze.board[square]) is None or (placed.hidden and hero.seat not in placed.known)
        for square in BESIDE[hero.square]
    )


def can_charm(maze: Maze, hero: Hero) -> bool:
    """Only with a fitting Object."""
    return bool(enchantable(hero))


def charm_weapon(maze: Maze, hero: Hero) -> Rules[None]:
    """Enchant one of his plain weapons or armour pieces."""
    yield from enchant_one(maze, hero)


def can_levitate(maze: Maze, hero: Hero) -> bool:
    """T-10. A `turn` Spell while he is in a pit."""
    return hero.hold("pit") is not None


def levitate(maze: Maze, hero: Hero) -> None:
    """Out of the pit."""
    for hold in [hold for hold in hero.holds if hold.kind == "pit"]:
        free(maze, hero, hold)


FINGER: Final = loses_life(1, "finger-of-death")

SPELLS: Final[Sequence[Spell]] = (
    Spell("sp-fireball", "spell", in_battle=4, in_psychic=4, area=True, offensive=True),
    Spell("sp-lightning-bolt", "spell", in_battle=3, area=True, offensive=True),
    Spell("sp-brainwave", "spell", in_psychic=3, offensive=True),
    Spell(
        "sp-finger-of-death",
        "spell",
        is_castable=has_target,
        cast=at_somebody("finger-of-death", FINGER),
        strikes=FINGER,
        by_enemies=True,
    ),
    Spell(
        "sp-immobility",
        "spell",
        is_castable=has_target,
        cast=at_somebody("immobility", misses(1)),
        strikes=misses(1),
        by_enemies=True,
    ),
    Spell(
        "sp-syphon",
        "spell",
        is_castable=has_target,
        cast=at_somebody("syphon", syphon),
        strikes=syphon,
        by_enemies=True,
    ),
    Spell(
        "sp-destroy-magic",
        "spell",
        opens=True,
        is_castable=always,
        cast=suppress,
        strikes=suppress,
        by_enemies=True,
    ),
    Spell("sp-counterspell", "spell", 2, counters=True, opens=True),
    Spell("sp-teleport", "spell", 2, is_castable=can_teleport, cast=teleport),
    Spell("sp-levitation", "spell", flight=True, is_castable=can_levitate, cast=levitate),
    Spell("sp-mend", "spell", 2, is_castable=is_wounded, cast=heals(2)),
    Spell("sp-purge", "spell", is_castable=is_ailing, cast=cure_all),
    Spell("sp-veil", "spell", 2, evades=True),
    Spell("sp-second-sight", "spell", is_castable=can_survey, cast=survey),
    Spell("sp-weapon-charm", "spell", is_castable=can_charm, cast=charm_weapon),
    Spell(
        "sp-wild-magic",
        "spell",
        is_castable=always,
        cast=at_somebody("wild-magic", wild_magic, himself=True),
        strikes=wild_magic,
        by_enemies=True,
    ),
)
