"""The Spell deck (cards part, section 2)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import AROUND, BESIDE, NAMES, ROTATIONS, SQUARES
from undercroft.games.talisman.choices import Target, To, Toward, Turned
from undercroft.games.talisman.combat.duels import seated
from undercroft.games.talisman.combat.encounters import take_token
from undercroft.games.talisman.components.effects import gold, heals, loses_life, misses
from undercroft.games.talisman.components.kinds import Effect, Spell
from undercroft.games.talisman.components.treasures import always, is_ailing, is_wounded
from undercroft.games.talisman.heroes.ailments import catches, cure_all
from undercroft.games.talisman.heroes.binding import free
from undercroft.games.talisman.heroes.possessions import (
    discard_object,
    enchant_one,
    enchantable,
)
from undercroft.games.talisman.heroes.spells import is_cancelled, suppress
from undercroft.games.talisman.heroes.vitals import change_gold, outliving
from undercroft.games.talisman.heroes.wild_magic import syphon, wild_magic
from undercroft.games.talisman.land.landing import land_on, put_on
from undercroft.games.talisman.movement.arriving import arrive, step_onto
from undercroft.games.talisman.movement.looking import survey
from undercroft.games.talisman.movement.walking import is_enterable, is_entrance
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


# -- Spells of the Labyrinth ----------------------------------------------------------------------


def turnable(maze: Maze, hero: Hero) -> list[int]:
    """His own tile and those beside it that lie open and can lie otherwise."""
    found = []
    for square in (hero.square, *BESIDE[hero.square]):
        placed = maze.board[square]
        if placed is None or placed.hidden or placed.destroyed:
            continue
        if len(ROTATIONS[placed.tile.shape]) > 1:
            found.append(square)
    return found


def can_turn_stone(maze: Maze, hero: Hero) -> bool:
    """In the Labyrinth only, where a tile can be turned."""
    return hero.in_labyrinth and bool(turnable(maze, hero))


def turn_stone(maze: Maze, hero: Hero) -> Rules[None]:
    """Turn one tile as he likes: walls become ways, and ways walls."""
    offers = [To(square) for square in turnable(maze, hero)]
    chosen = yield from choose(hero.seat, "target", offers, spell="turning-stone")
    placed = maze.board[chosen.number]
    if placed is not None:
        name, tile = NAMES[chosen.number], placed.tile
        ways = [Turned(rotation) for rotation in ROTATIONS[tile.shape]]
        way = yield from choose(hero.seat, "rotate", ways, tile=tile, square=name, shape=tile.shape)
        maze.board[chosen.number] = placed.changed(rotation=way.rotation)
        maze.tell_of(hero, told.TileTurned, tile.id, way.rotation, name)


def can_find_door(maze: Maze, hero: Hero) -> bool:
    """In the Labyrinth only, while a Secret Door token lies in the pool."""
    return hero.in_labyrinth and any(piece.kind == "secret-door" for piece in maze.pool.fog)


def stairs_elsewhere(maze: Maze, hero: Hero) -> list[int]:
    """The squares of the other Entrance Tiles."""
    return [s for s in SQUARES if s != hero.square and is_entrance(maze, s)]


def can_follow_thread(maze: Maze, hero: Hero) -> bool:
    """H-7. In the Labyrinth, while an Entrance Tile lies elsewhere; out of most holds."""
    if not hero.in_labyrinth or any(hold.kind not in TELEPORT_OUT for hold in hero.holds):
        return False
    return bool(stairs_elsewhere(maze, hero))


def follow_thread(maze: Maze, hero: Hero) -> Rules[None]:
    """To an Entrance Tile of his choice; it is his move for the turn."""
    maze.now.charged = maze.now.over = True
    ways = [To(square) for square in stairs_elsewhere(maze, hero)]
    way = yield from choose(hero.seat, "target", ways, spell="homeward-thread")
    step_onto(maze, hero, way.number, "teleport")


def is_exchangeable(maze: Maze, hero: Hero, other: Hero) -> bool:
    """Both in the Labyrinth, or both at large in one region of the Land."""
    if hero.in_labyrinth:
        return True
    if hero.prisoner or other.prisoner or hero.space is None or other.space is None:
        return False
    return hero.space.region == other.space.region and hero.space is not other.space


def exchangeable(maze: Maze, hero: Hero) -> list[Target]:
    """Whom he can change places with."""
    return [
        target
        for target in targets(maze, hero)
        if is_exchangeable(maze, hero, seated(maze, target.target))
    ]


def can_exchange(maze: Maze, hero: Hero) -> bool:
    """Whether there is anybody to change places with."""
    return bool(exchangeable(maze, hero))


def exchange(maze: Maze, hero: Hero) -> Rules[None]:
    """The two change places; neither encounters anything."""
    chosen = yield from choose(
        hero.seat, "target", exchangeable(maze, hero), spell="changed-places"
    )
    other = seated(maze, chosen.target)
    if (yield from is_cancelled(maze, other, "changed-places")):
        return
    if hero.in_labyrinth:
        here, there = hero.square, other.square
        step_onto(maze, hero, there, "teleport")
        step_onto(maze, other, here, "teleport")
    elif hero.space is not None and other.space is not None:
        own, others = hero.space, other.space
        put_on(maze, hero, others, "teleport")
        put_on(maze, other, own, "teleport")


# -- Spells of the road and the purse -------------------------------------------------------------


def stride(maze: Maze, hero: Hero) -> None:
    """Long Stride, for this turn."""
    maze.now.swift = True


def is_sure(maze: Maze, hero: Hero) -> None:
    """Certainty, for this turn."""
    maze.now.sure = True


def may_move(maze: Maze, hero: Hero) -> bool:
    """Whether moving faster would help: below, or on a ring of the Land."""
    if hero.in_labyrinth:
        return not maze.now.swift
    at_large = hero.space is not None and hero.space.region != "inner" and not hero.prisoner
    return at_large and not maze.now.swift


def is_unsure(maze: Maze, hero: Hero) -> bool:
    """Once in a turn is enough."""
    return not maze.now.sure


def can_tax(maze: Maze, hero: Hero) -> bool:
    """Whether anybody in reach has Gold."""
    return any(seated(maze, target.target).gold for target in targets(maze, hero))


def tax(maze: Maze, hero: Hero) -> Rules[None]:
    """1 Gold from each other character in the realm."""
    for target in targets(maze, hero):
        other = seated(maze, target.target)
        if other.gold and not (yield from is_cancelled(maze, other, "wizards-tithe")):
            change_gold(maze, other, -1)
            change_gold(maze, hero, 1)


def has_laden_target(maze: Maze, hero: Hero) -> bool:
    """Whether anybody in reach carries anything."""
    return any(seated(maze, target.target).objects for target in targets(maze, hero))


FINGER: Final = loses_life(1, "finger-of-death")

SPELLS: Final[Sequence[Spell]] = (
    Spell("sp-fireball", "spell", in_battle=4, in_psychic=4, area=True, offensive=True, worth=1.0),
    Spell("sp-lightning-bolt", "spell", in_battle=3, area=True, offensive=True, worth=0.7),
    Spell("sp-brainwave", "spell", in_psychic=3, offensive=True, worth=0.6),
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
    Spell("sp-counterspell", "spell", counters=True, opens=True, worth=0.4),
    Spell("sp-teleport", "spell", is_castable=can_teleport, cast=teleport, worth=0.8),
    Spell("sp-levitation", "spell", flight=True, is_castable=can_levitate, cast=levitate),
    Spell("sp-mend", "spell", is_castable=is_wounded, cast=heals(2), worth=1.0),
    Spell("sp-purge", "spell", is_castable=is_ailing, cast=cure_all),
    Spell("sp-veil", "spell", evades=True, worth=0.7),
    Spell("sp-second-sight", "spell", is_castable=can_survey, cast=survey, worth=0.35),
    Spell("sp-weapon-charm", "spell", is_castable=can_charm, cast=charm_weapon, worth=0.6),
    Spell(
        "sp-wild-magic",
        "spell",
        is_castable=always,
        cast=at_somebody("wild-magic", wild_magic, himself=True),
        strikes=wild_magic,
        by_enemies=True,
    ),
    Spell("sp-turning-stone", "spell", is_castable=can_turn_stone, cast=turn_stone, worth=0.35),
    Spell("sp-door-in-the-dark", "spell", is_castable=can_find_door, cast=take_token, worth=0.4),
    Spell(
        "sp-homeward-thread",
        "spell",
        is_castable=can_follow_thread,
        cast=follow_thread,
        worth=0.7,
    ),
    Spell("sp-changed-places", "spell", is_castable=can_exchange, cast=exchange, worth=0.4),
    Spell("sp-long-stride", "spell", is_castable=may_move, cast=stride, worth=0.4),
    Spell("sp-certainty", "spell", is_castable=is_unsure, cast=is_sure, worth=0.4),
    Spell("sp-fools-silver", "spell", is_castable=always, cast=gold(2), worth=0.5),
    Spell("sp-wizards-tithe", "spell", is_castable=can_tax, cast=tax, worth=0.5),
    Spell("sp-second-chance", "spell", rerolls=True, worth=0.8),
    Spell("sp-guarding-hand", "spell", saves=True, worth=1.2),
    Spell(
        "sp-ill-star",
        "spell",
        is_castable=has_target,
        cast=at_somebody("ill-star", catches("curse")),
        strikes=catches("curse"),
        by_enemies=True,
    ),
    Spell(
        "sp-creeping-rust",
        "spell",
        is_castable=has_laden_target,
        cast=at_somebody("creeping-rust", discard_object),
        strikes=discard_object,
        by_enemies=True,
    ),
)
