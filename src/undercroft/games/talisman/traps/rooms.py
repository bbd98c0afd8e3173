"""Room traps, whose counters stay on the tile (rooms part, 3.5)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Door
from undercroft.games.talisman.combat.encounters import enemy_waits
from undercroft.games.talisman.components.effects import loses_life, unless_passes
from undercroft.games.talisman.components.kinds import Counter, Effect
from undercroft.games.talisman.heroes.binding import bind
from undercroft.games.talisman.heroes.vitals import lose_life
from undercroft.games.talisman.movement.relocating import (
    TELEPORTER,
    can_go_back,
    destroy,
    escape_from,
    go_back,
)
from undercroft.games.talisman.movement.walking import exits
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rules.asking import apply, choose_move, right_hand
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.springing import Trap, roll_trap, suffer


def telescoping_spikes(maze: Maze, hero: Hero) -> Rules[None]:
    """R-44. A test now, and another on the next turn, which is spent here."""
    yield from face_spikes(maze, hero)
    bind(maze, hero, Hold("spikes"))


def face_spikes(maze: Maze, hero: Hero) -> Rules[None]:
    """One test against the spikes."""
    yield from apply(unless_passes("craft", 1, loses_life(1, "spikes"), trap=True), maze, hero)


def flooding_room(maze: Maze, hero: Hero) -> Rules[None]:
    """R-45. He must leave by a door of his choice, or of the choice of the seat on his right."""
    passed = yield from passes(maze, hero, "craft", 2, trap=True)
    doors = [Door(way) for way in exits(maze, hero.square)]
    if doors:
        chooser = choose_move if passed else right_hand
        door = yield from chooser(maze, hero, "flood", doors, victim=hero.character)
        bind(maze, hero, Hold("flood", side=door.direction))


def tilting_room(maze: Maze, hero: Hero) -> Rules[None]:
    """The floor tilts towards a random side."""
    side = TELEPORTER[(yield from maze.d6("direction")) - 1]
    lose_life(maze, hero, 1, "tilting-room")
    bind(maze, hero, Hold("tilt", side=side))


def cave_in(maze: Maze, hero: Hero) -> Rules[None]:
    """The room is destroyed, and he goes back the way he came (L-30)."""
    if not (yield from passes(maze, hero, "craft", 2, trap=True)):
        lose_life(maze, hero, 1, "cave-in")
    maze.now.over = True
    yield from destroy(maze, hero, "cave-in")
    if can_go_back(maze, hero):
        yield from go_back(maze, hero)
    else:
        yield from escape_from(maze, hero, "cave-in")


def open_gate(maze: Maze, hero: Hero) -> None:
    """A Gate stands here (GT-1)."""
    maze.tell_of(hero, told.GateOpened)


SPIKES: Final = Counter("tc-spikes", telescoping_spikes)
FLOOD: Final = Counter("tc-flood", flooding_room)
TILT: Final = Counter("tc-tilt", tilting_room)
DEAD_MAGIC: Final = Counter("tc-deadmagic", magic_dead=True)
GATE: Final = Counter("tc-gate", gate=True)
COUNTERS: Final = (SPIKES, FLOOD, TILT, DEAD_MAGIC, GATE)


def leaves(counter: Counter, effect: Effect) -> Effect:
    """A room trap puts its counter on the tile, then strikes."""

    def strike(maze: Maze, hero: Hero) -> Rules[None]:
        maze.board[hero.square] = maze.tile_under(hero).trapped(counter)
        maze.tell_of(hero, told.RoomTrapped, counter.id)
        yield from apply(effect, maze, hero)

    return strike


ROOM_TRAPS: Final[Sequence[Trap]] = (
    Trap("telescoping-spikes", leaves(SPIKES, telescoping_spikes)),
    Trap("flooding-room", leaves(FLOOD, flooding_room)),
    Trap("tilting-room", leaves(TILT, tilting_room)),
    Trap("cave-in", cave_in),
    Trap("magic-dead-room", leaves(DEAD_MAGIC, enemy_waits)),
    Trap("gate", leaves(GATE, open_gate)),
)


def spring_room(maze: Maze, hero: Hero) -> Rules[None]:
    """`trap room`."""
    trap = yield from roll_trap(maze, hero, "trap-room", ROOM_TRAPS)
    yield from suffer(maze, hero, trap)
