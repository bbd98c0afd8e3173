"""Moving on the Land (land part, section 2)."""

from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NOWHERE
from undercroft.games.talisman.choices import Clockwise, CounterClockwise, Toward
from undercroft.games.talisman.combat.fights import battle
from undercroft.games.talisman.components.kinds import Space
from undercroft.games.talisman.heroes.characteristics import follower_with, tested, usable
from undercroft.games.talisman.heroes.vitals import change_gold
from undercroft.games.talisman.land.city import is_imprisoned
from undercroft.games.talisman.land.landing import encounter_space, land_on, put_on
from undercroft.games.talisman.movement.arriving import step_onto
from undercroft.games.talisman.movement.entering import (
    enter_catacombs,
    may_enter_catacombs,
    place_entrance,
)
from undercroft.games.talisman.rules.asking import choose_move
from undercroft.games.talisman.rules.dice import passes, test_modifier, use_charm
from undercroft.games.talisman.rules.main_step import choose_step
from undercroft.games.talisman.rules.tower import enter_tower
from undercroft.games.talisman.state import Hero, Maze

BRIDGES: Final = {
    "toll-bridge-outer": "toll-bridge-inner",
    "toll-bridge-inner": "toll-bridge-outer",
}
GUIDE: Final = ("exact", "plus", "minus")
PACES: Final = ("1", "2", "3", "4", "5", "6")
GATE_TEST: Final = ("strength", "craft")
TOLL: Final = 1


def land_step(maze: Maze, hero: Hero) -> Rules[None]:
    """T-3 (8) on the Land: G-30 for a prisoner, then G-17 or G-2."""
    if hero.prisoner and (yield from is_imprisoned(maze, hero)):
        return
    if space_of(hero).region == "inner":
        yield from inner_step(maze, hero)
        return
    options = land_options(maze, hero)
    hero.free_move = False
    choice = yield from choose_step(maze, hero, "land-main", options, here=hero.space)
    yield from WAYS[choice](maze, hero)


def space_of(hero: Hero) -> Space:
    """The space he stands on."""
    assert hero.space is not None  # noqa: S101 (on the Land everybody stands on one)
    return hero.space


def land_options(maze: Maze, hero: Hero) -> list[str]:
    """G-2. What is legal at the start of his movement."""
    space = space_of(hero)
    options = ["roll"]
    if space.id in BRIDGES:
        options.append("cross")
    if space.entrance and not maze.is_catacombs and hero.visit == maze.now.visit:
        options.append("portal")
    if space.id == "iron-gate":
        options.append("force-gate")
    if hero.free_move:
        options.append("free-move")
    return options


# -- along a ring ---------------------------------------------------------------------------------


def roll_and_move(maze: Maze, hero: Hero) -> Rules[None]:
    """G-3. A die, a Guide, a direction; the number of spaces is exact."""
    roll = yield from move_roll(maze, hero)
    if follower_with(hero, "guide") or usable(maze, hero, "guide"):
        ways = GUIDE if roll > 1 else GUIDE[:2]
        way = yield from choose(hero.seat, "guide", ways, roll=roll)
        roll += {"exact": 0, "plus": 1, "minus": -1}[way]
    space = space_of(hero)
    ring = maze.outer if space.region == "outer" else maze.middle
    at = ring.index(space)
    forward, backward = ring[(at + roll) % len(ring)], ring[(at - roll) % len(ring)]
    ways_to_go: list[Option] = [Clockwise(forward)]
    if backward is not forward:
        ways_to_go.append(CounterClockwise(backward))
    chosen = yield from choose_move(maze, hero, "direction", ways_to_go, roll=roll)
    maze.tell_of(hero, told.Landed, roll, str(chosen))
    yield from land_on(maze, hero, backward if isinstance(chosen, CounterClockwise) else forward)


def move_roll(maze: Maze, hero: Hero) -> Rules[int]:
    """G-3. How far he goes: a die; the better of two on a steed; as far as he likes, striding."""
    if maze.now.swift:
        return int((yield from choose(hero.seat, "pace", PACES)))
    roll = yield from move_die(maze, hero)
    if follower_with(hero, "steed"):
        other = yield from move_die(maze, hero)
        return int((yield from choose(hero.seat, "pace", sorted({str(roll), str(other)}))))
    return roll


def move_die(maze: Maze, hero: Hero) -> Rules[int]:
    """G-3. One die; a Curse makes it lower."""
    return max((yield from maze.d6("move")) - ("curse" in hero.ailments), 1)


def move_freely(maze: Maze, hero: Hero) -> Rules[None]:
    """G-2. To any space of the Outer Region, after a hint at the Inn."""
    options = [Toward(space) for space in maze.outer if space is not hero.space]
    chosen = yield from choose_move(maze, hero, "direction", options, roll=0)
    yield from land_on(maze, hero, chosen.space)


# -- between regions ------------------------------------------------------------------------------


def cross_bridge(maze: Maze, hero: Hero) -> Rules[None]:
    """G-13. Pay the toll, or fight the keeper."""
    way = "fight"
    if follower_with(hero, "ferries"):
        way = "free"
    elif hero.gold >= TOLL:
        way = yield from choose(hero.seat, "toll", ("pay", "fight"))
    if way == "pay":
        change_gold(maze, hero, -TOLL)
    elif (
        way == "fight"
        and (yield from battle(maze, hero, "toll-keeper", 5, "no-xp no-evade")) != "win"
    ):
        return
    put_on(maze, hero, maze.space(BRIDGES[space_of(hero).id]), "road")
    maze.tell_of(hero, told.BridgeCrossed, way == "pay")


def force_gate(maze: Maze, hero: Hero) -> Rules[None]:
    """G-14. Strength or Craft, with perseverance; beyond lies the Wilderness."""
    if usable(maze, hero, "opens_gates"):
        maze.tell_of(hero, told.GateForced, "key", True)
        yield from land_on(maze, hero, maze.space("wilderness"))
        return
    tries = hero.tries
    test = yield from choose(hero.seat, "gate-test", GATE_TEST, dice=2, tries=tries)
    passed = yield from passes(maze, hero, test, 2, bonus=tries)
    maze.tell_of(hero, told.GateForced, test, passed)
    if passed:
        yield from land_on(maze, hero, maze.space("wilderness"))
    else:
        hero.tries += 1


# -- into the Labyrinth ---------------------------------------------------------------------------


def try_portal(maze: Maze, hero: Hero) -> Rules[None]:
    """G-15, L-10. If it opens, he comes, quietly, onto the matching Entrance Tile."""
    if not (yield from opens_portal(maze, hero)):
        return
    space = space_of(hero)
    square = NOWHERE
    for tile in [tile for tile in maze.entrances if tile.space == space.id]:
        square = yield from place_entrance(maze, hero, tile)
    for there, placed in enumerate(maze.board):
        if placed is not None and placed.tile.space == space.id and not placed.destroyed:
            square = there
    if square != NOWHERE:
        step_onto(maze, hero, square, "stairs")
        maze.tell_of(hero, told.LabyrinthEntered, maze.tile_under(hero).tile.id)


def opens_portal(maze: Maze, hero: Hero) -> Rules[bool]:
    """R-1. Less than or equal to Craft, and no natural 6; with Compass or Gate Key no roll."""
    if usable(maze, hero, "compass") or usable(maze, hero, "opens_gates"):
        return True
    if (yield from roll_portal(maze, hero)):
        return True
    if (yield from use_charm(maze, hero, what="craft")):
        return (yield from roll_portal(maze, hero))
    return False


def roll_portal(maze: Maze, hero: Hero) -> Rules[bool]:
    """One roll at the portal."""
    roll = yield from maze.d6("portal")
    opened = roll != 6 and roll + test_modifier(maze, hero) <= tested(maze, hero, "craft")
    maze.tell_of(hero, told.PortalTried, roll, opened)
    return opened


# -- the Inner Region -----------------------------------------------------------------------------


def inner_step(maze: Maze, hero: Hero) -> Rules[None]:
    """G-17. No die: on, back, or stay."""
    space = space_of(hero)
    at = maze.inner.index(space)
    options = ["step-on"] if may_step_on(maze, hero, space) else []
    if maze.has_land:
        options.append("step-back")
    back = maze.inner[at - 1] if at else maze.space("iron-gate") if maze.has_land else space
    below = space.id == "causeway" and maze.is_catacombs
    ways = {"here": space, "back": back, "next": "catacombs" if below else maze.inner[at + 1]}
    choice = yield from choose_step(maze, hero, "inner", [*options, "stay"], **ways)
    if choice == "stay":
        maze.now.stayed = True
        if space.id != "causeway":
            yield from encounter_space(maze, hero)
    elif choice == "step-back":
        yield from land_on(maze, hero, back)
    elif space.id != "causeway":
        yield from land_on(maze, hero, maze.inner[at + 1])
    elif maze.is_catacombs:
        yield from enter_catacombs(maze, hero)
    else:
        yield from enter_tower(maze, hero)


def may_step_on(maze: Maze, hero: Hero, space: Space) -> bool:
    """G-17, G-18. Past the Bone Host once it is beaten; past the Causeway with a Talisman."""
    if space.id == "bone-field":
        return hero.host_beaten
    if space.id == "causeway":
        return may_enter_catacombs(maze, hero) if maze.is_catacombs else hero.has_talisman
    return True


WAYS: Final = {
    "roll": roll_and_move,
    "cross": cross_bridge,
    "portal": try_portal,
    "force-gate": force_gate,
    "free-move": move_freely,
}
