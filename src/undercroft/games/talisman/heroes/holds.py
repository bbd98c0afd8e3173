"""What each hold asks of a character at the start of his main step (section 9)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from undercroft.core.questions import Option, Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Exit
from undercroft.games.talisman.heroes.binding import free, struggles
from undercroft.games.talisman.movement.barriers import face_barrier
from undercroft.games.talisman.movement.relocating import move_through
from undercroft.games.talisman.movement.walking import is_way
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rooms.a_to_f import face_guardians
from undercroft.games.talisman.rooms.aa_to_gg import open_door
from undercroft.games.talisman.rooms.n_to_p import wander
from undercroft.games.talisman.rooms.q_to_t import fight_in_mirror
from undercroft.games.talisman.rooms.u_to_z import revolve
from undercroft.games.talisman.rules.asking import choose_move
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.rooms import face_spikes

Trying: TypeAlias = Callable[[Maze, Hero, Hold], Rules[bool]]
"""Deals with a hold; True: he is free of it and goes on with his main step."""


def is_held(maze: Maze, hero: Hero) -> Rules[bool]:
    """H-1. Blocking holds, newest first; True: the main step is over."""
    visit = hero.visit
    for hold in hero.holds[::-1]:
        trying = BLOCKING.get(hold.kind)
        if trying is not None and hold in hero.holds:
            freed = yield from trying(maze, hero, hold)
            if not freed or hero.visit != visit:
                return True
    return False


def is_blocked(hero: Hero) -> bool:
    """Whether any blocking hold is on him."""
    return any(hold.kind in BLOCKING for hold in hero.holds)


def breaks(characteristic: str, dice: int) -> Trying:
    """H-2. A hold that breaks on a test."""
    return partial(struggle, characteristic=characteristic, dice=dice)


def struggle(maze: Maze, hero: Hero, hold: Hold, characteristic: str, dice: int) -> Rules[bool]:
    """H-2."""
    return struggles(maze, hero, hold, characteristic, dice)


def stand_spikes(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """R-44. One more test; then he is free, but the turn is over."""
    maze.now.over = True
    yield from face_spikes(maze, hero)
    free(maze, hero, hold)
    return False


def climb_tilt(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """Rooms part 3.5. Slide out by the lower side, climb to be free, or stay."""
    ways: list[str | Option] = []
    if is_way(maze, hero.square, hold.side):
        ways.append(Exit(hold.side))
    way = yield from choose_move(maze, hero, "tilt", [*ways, "climb", "stay"], tries=hold.tries)
    if isinstance(way, Exit):
        maze.now.over = True
        yield from move_through(maze, hero, way.direction)
        return False
    if way == "climb":
        return (yield from struggles(maze, hero, hold, "strength", 2))
    maze.now.over = maze.now.stayed = True
    return False


BLOCKING: Final[Mapping[str, Trying]] = {
    "pit": breaks("strength", 1),
    "prison": breaks("strength", 1),
    "frozen": breaks("strength", 1),
    "sleep": breaks("craft", 2),
    "throne": breaks("craft", 2),
    "spikes": stand_spikes,
    "barrier": face_barrier,
    "maze": wander,
    "doors": open_door,
    "mirror": fight_in_mirror,
    "burial": face_guardians,
    "revolving": revolve,
    "tilt": climb_tilt,
}


def overcomes_fear(maze: Maze, hero: Hero) -> Rules[bool]:
    """H-8. A test against fear, with perseverance; True: he is not, or no longer, afraid."""
    hold = hero.hold("fear")
    if hold is None:
        return True
    passed = yield from passes(maze, hero, "craft", bonus=hold.tries)
    maze.tell_of(hero, told.HoldTried, "fear", passed)
    if passed:
        free(maze, hero, hold)
    else:
        hold.tries += 1
        maze.tell_of(hero, told.FearFlight)
    return passed
