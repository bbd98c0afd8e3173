"""The main step of a character in the Labyrinth (section 7.1)."""

from typing import Final

from undercroft.core.questions import Option, Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import DIRECTIONS, NEXT, NOWHERE
from undercroft.games.talisman.choices import Go, SecretDoor, Tunnel
from undercroft.games.talisman.combat.fights import battle
from undercroft.games.talisman.components.kinds import RoomAction, Tile
from undercroft.games.talisman.heroes.holds import is_blocked, is_held, overcomes_fear
from undercroft.games.talisman.heroes.vitals import take_up
from undercroft.games.talisman.movement.arriving import (
    STAIRS_FOUND,
    arrive,
    let_go,
    put_tower_stair,
    stairs_roll,
)
from undercroft.games.talisman.movement.leaving import take_exit
from undercroft.games.talisman.movement.relocating import move_through, move_to_numbered
from undercroft.games.talisman.movement.secret_doors import secret_ways, use_secret_door
from undercroft.games.talisman.movement.walking import (
    exits,
    is_entrance,
    is_open,
    is_walled_in,
    reaches_empty,
    walk_to_entrance,
)
from undercroft.games.talisman.rooms.h_to_m import cross_chasm
from undercroft.games.talisman.rules.asking import apply, choose_move
from undercroft.games.talisman.rules.main_step import choose_step
from undercroft.games.talisman.state import Hero, Maze


def labyrinth_step(maze: Maze, hero: Hero) -> Rules[None]:
    """T-3 (8) below: the edge of the pit, holds, fear, then what he wants to do (L-1)."""
    start = maze.tile_under(hero).tile.at_start
    if start is not None and hero.visit == maze.now.visit:
        yield from apply(start, maze, hero)
    if (yield from is_held(maze, hero)):
        return
    afraid = not (yield from overcomes_fear(maze, hero))
    options = main_options(maze, hero)
    if afraid:
        options = flight(maze, hero, options)
    choice = yield from choose_step(maze, hero, "main", options, here=here_of(maze, hero))
    if isinstance(choice, Go | SecretDoor):
        visit = hero.visit
        yield from make_move(maze, hero, choice)
        if may_move_on(maze, hero, visit):
            yield from move_on(maze, hero)
    elif isinstance(choice, Tunnel):
        maze.now.over = True
        origin = hero.square
        yield from arrive(maze, hero, NEXT[origin][choice.direction], "tunnel", back=origin)
    else:
        yield from act(maze, hero, str(choice))


def here_of(maze: Maze, hero: Hero) -> Tile:
    """What he stands on, for the prompt."""
    return maze.tile_under(hero).tile


# -- options --------------------------------------------------------------------------------------


def main_options(maze: Maze, hero: Hero) -> list[str | Option]:
    """L-1. What is open to one whom nothing holds."""
    options: list[str | Option] = [*walks(maze, hero), *secret_ways(maze, hero)]
    is_shut_in = not reaches_empty(maze, hero.square)
    if is_shut_in and is_walled_in(maze, hero):
        maze.tell_of(hero, told.WalledIn)
        options += tunnels(maze, hero)
    began_here = hero.visit == maze.now.visit
    if began_here and is_entrance(maze, hero.square):
        options.append("exit")
    if may_seek(maze, hero, is_shut_in):
        options.append("seek")
    if began_here:
        options += [
            a.word for a in room_actions(maze, hero) if a.is_open is None or a.is_open(maze, hero)
        ]
    return [*options, "stay"]


def walks(maze: Maze, hero: Hero) -> list[Go]:
    """L-3; in a flooded room only by the chosen door, as long as that leads out."""
    ways = exits(maze, hero.square)
    flood = hero.hold("flood")
    if flood is not None and flood.side in ways:
        ways = [flood.side]
    return [Go(way) for way in ways]


def tunnels(maze: Maze, hero: Hero) -> list[str | Option]:
    """Z-2. Any neighbouring square that is open; if there is none, out to a numbered square."""
    beside = NEXT[hero.square]
    ways: list[str | Option] = [
        Tunnel(d) for d in DIRECTIONS if beside[d] != NOWHERE and is_open(maze, beside[d])
    ]
    return ways or ["tunnel-out"]


def room_actions(maze: Maze, hero: Hero) -> tuple[RoomAction, ...]:
    """L-1. The actions of the tile he began on; GT-6 for a Gate."""
    placed = maze.tile_under(hero)
    if placed.counter is not None and placed.counter.gate:
        return (*placed.tile.actions, ATTACK_GATE)
    return placed.tile.actions


def may_seek(maze: Maze, hero: Hero, is_shut_in: bool) -> bool:
    """C-8. No stair to the Tower is on the board, and none can be found by walking."""
    if not maze.is_catacombs or is_entrance(maze, hero.square):
        return False
    if sum([tile.stair == "tower" for tile in maze.entrances]) < 2:
        return False
    if not any(
        piece.kind == "stairs" for piece in reversed(maze.pool.fog)
    ):  # they lie near its end
        return True
    if not is_shut_in:
        return False
    return not any(reaches_empty(maze, h.square) for h in maze.heroes() if h.in_labyrinth)


def flight(maze: Maze, hero: Hero, options: list[str | Option]) -> list[str | Option]:
    """H-8. Afraid, he must leave, or get nearer to an Entrance Tile, if he can."""
    if "exit" in options:
        return ["exit"]
    nearer = [o for o in options if isinstance(o, Go) and is_nearer(maze, hero, o.direction)]
    return [*nearer] or options


def is_nearer(maze: Maze, hero: Hero, direction: int) -> bool:
    """H-8. Whether a step shortens the walk to the nearest Entrance Tile."""
    here = walk_to_entrance(maze, hero.square)
    square = NEXT[hero.square][direction]
    placed = maze.board[square]
    if here is None or placed is None or placed.hidden:
        return False
    there = walk_to_entrance(maze, square)
    return there is not None and there < here


# -- doing it -------------------------------------------------------------------------------------


def make_move(maze: Maze, hero: Hero, choice: Go | SecretDoor) -> Rules[None]:
    """L-3, L-4. Through a passage, or a Secret Door."""
    if isinstance(choice, SecretDoor):
        yield from use_secret_door(maze, hero, choice.direction)
        return
    far_side = hero.hold("far-side")
    if far_side is not None and far_side.side == choice.direction:
        yield from cross_chasm(maze, hero, with_back=False)
    yield from move_through(maze, hero, choice.direction)


def may_move_on(maze: Maze, hero: Hero, visit: int) -> bool:
    """L-6. From a corridor, if nothing happened there that stops him."""
    now = maze.now
    return (
        hero.visit == visit + 1
        and hero.in_labyrinth
        and not (now.over or now.lost or now.missing)
        and (maze.now.swift or maze.tile_under(hero).tile.kind == "corridor")
        and not is_blocked(hero)
    )


def move_on(maze: Maze, hero: Hero) -> Rules[None]:
    """L-6. One more move, or not."""
    ways: list[str | Option] = [*walks(maze, hero), *secret_ways(maze, hero), "stop"]
    if hero.hold("fear") is not None:  # H-8
        nearer = [o for o in ways if isinstance(o, Go) and is_nearer(maze, hero, o.direction)]
        ways = [*nearer, "stop"] if nearer else ways
    choice = yield from choose_move(maze, hero, "second", ways, here=here_of(maze, hero))
    if isinstance(choice, Go | SecretDoor):
        yield from make_move(maze, hero, choice)


def act(maze: Maze, hero: Hero, word: str) -> Rules[None]:
    """L-1. All that is no walking."""
    if word == "exit":
        yield from take_exit(maze, hero)
    elif word == "seek":
        yield from seek(maze, hero)
    elif word == "tunnel-out":
        yield from move_to_numbered(maze, hero)
    elif word == "stay":
        maze.now.stayed = True
        on_stay = maze.tile_under(hero).tile.on_stay
        if on_stay is not None:
            yield from apply(on_stay, maze, hero)
    else:
        action = next(action for action in room_actions(maze, hero) if action.word == word)
        yield from apply(action.act, maze, hero)


def seek(maze: Maze, hero: Hero) -> Rules[None]:
    """C-8. Look for the stair where he stands; else he has a clue."""
    roll, total = yield from stairs_roll(maze, hero, "seek")
    found = total >= STAIRS_FOUND
    maze.tell_of(hero, told.StairsSought, roll, total, found)
    if not found:
        hero.clues += 1
        return
    take_up(maze, hero.square)
    for other in maze.on_square(hero.square):
        let_go(maze, other)
    yield from put_tower_stair(maze, hero, hero.square, -1)


def attack_gate(maze: Maze, hero: Hero) -> Rules[None]:
    """GT-6, R-47. Beaten, the Gate is gone; a loss costs a Life."""
    if (yield from battle(maze, hero, "gate", 6, "barrier no-spells")) == "win":
        maze.board[hero.square] = maze.tile_under(hero).trapped(None)
        maze.tell_of(hero, told.GateClosed)


ATTACK_GATE: Final = RoomAction("attack-gate", attack_gate)
