"""Special rooms U to Z: Pool, Rats, Revolving Room, Sewers, Spectre. (There is no X: R-15.)"""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.board import DIRECTIONS
from undercroft.games.talisman.choices import Exit, SecretDoor
from undercroft.games.talisman.combat.fights import psychic
from undercroft.games.talisman.components.effects import (
    accepts,
    contends,
    is_marked,
    loses_life,
    mark,
    unless_passes,
)
from undercroft.games.talisman.components.kinds import RoomAction, Tile
from undercroft.games.talisman.heroes.ailments import catch, catches, cure_all
from undercroft.games.talisman.heroes.binding import bind, binds, free
from undercroft.games.talisman.heroes.possessions import draw_ability, draw_treasure
from undercroft.games.talisman.heroes.vitals import change_craft, change_strength, restore
from undercroft.games.talisman.movement.leaving import enter_sewers
from undercroft.games.talisman.movement.relocating import move_through
from undercroft.games.talisman.movement.secret_doors import secret_ways, use_secret_door
from undercroft.games.talisman.movement.walking import exits
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rooms.h_to_m import follower_found
from undercroft.games.talisman.rooms.vermin import meets_vermin
from undercroft.games.talisman.rules.asking import both, choose_move
from undercroft.games.talisman.rules.dice import passes, roll_on
from undercroft.games.talisman.state import Hero, Maze

# -- U. Pool --------------------------------------------------------------------------------------

GROW: Final = ("strength", "craft")


def grows(maze: Maze, hero: Hero) -> Rules[None]:
    """U, row 4: Strength or Craft, and the pool is dry."""
    maze.mark(hero, "dry")
    if (yield from choose(hero.seat, "choose-card", GROW, why="grow")) == "strength":
        change_strength(maze, hero, 1)
    else:
        yield from change_craft(maze, hero, 1)


POOL: Final = (
    contends("water-elemental", 5, "spirit needs-offensive"),
    unless_passes("strength", 1, catches("poison")),
    binds("sleep"),
    grows,
    both(cure_all, restore),
    both(mark("dry"), draw_ability),
)


def pool(maze: Maze, hero: Hero) -> Rules[None]:
    """U. Drink, unless it is dry."""
    if not is_marked(maze, hero, "dry") and (yield from accepts(maze, hero, "drink")):
        yield from roll_on(maze, hero, "magic-pool", POOL, kind="room")


# -- W. Revolving Room ----------------------------------------------------------------------------

LOCKED: Final = 5
HIS_CHOICE: Final = 6
MOST_LOCKS: Final = 3


def revolving_room(maze: Maze, hero: Hero) -> None:
    """W. He is inside, and the turn ends."""
    bind(maze, hero, Hold("revolving"))
    maze.now.over = True


def revolve(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """W, on each later turn. True: the hold has ended and he has his normal options."""
    doors = secret_ways(maze, hero)
    way = yield from choose_move(maze, hero, "revolve", ["leave", *doors, "stay"])
    if isinstance(way, SecretDoor):
        maze.now.over = True
        yield from use_secret_door(maze, hero, way.direction)
        return False
    if way == "stay":
        maze.now.over = maze.now.stayed = True
        return False
    return (yield from leave_revolving(maze, hero, hold))


def leave_revolving(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """W. A die for the side, unmodified (R-68); after three locks he chooses."""
    ways = exits(maze, hero.square)
    roll = HIS_CHOICE
    if hold.count < MOST_LOCKS:
        roll = yield from maze.d6("revolve")
    if roll == HIS_CHOICE:
        if not ways:
            free(maze, hero, hold)
            return True
        offers = [Exit(way) for way in ways]
        side = (yield from choose_move(maze, hero, "revolve", offers)).direction
    elif roll < LOCKED and DIRECTIONS[roll - 1] in ways:
        side = DIRECTIONS[roll - 1]
    else:
        hold.count += 1
        maze.now.over = True
        return False
    maze.now.over = True
    yield from move_through(maze, hero, side)
    return False


# -- Y. Sewers ------------------------------------------------------------------------------------


def sewers(maze: Maze, hero: Hero) -> None:
    """Y. Nothing but the way down; the turn ends."""
    maze.now.over = True


def is_no_outcast(maze: Maze, hero: Hero) -> bool:
    """G-16. Outcasts may not choose the Sewers."""
    return not hero.outcast


# -- Z. Spectre -----------------------------------------------------------------------------------


def spectre_attacks(maze: Maze, hero: Hero) -> Rules[None]:
    """Z, row 1: unless he evades it, a test follows, whatever came of it (R-62)."""
    visit = hero.visit
    ending = yield from psychic(maze, hero, "spectre", 6, "spirit")
    if ending == "win":
        maze.mark(hero, "gone")
    if ending != "evaded" and hero.visit == visit and not (yield from passes(maze, hero, "craft")):
        catch(maze, hero, "weakness")


def takes_spectres_gift(maze: Maze, hero: Hero) -> Rules[None]:
    """Z, rows 4 to 6: the Magic Spirit if it is to be had, else a Treasure."""
    maze.mark(hero, "gone")
    yield from draw_treasure(maze, hero)


def befriends_spirit(maze: Maze, hero: Hero) -> Rules[None]:
    """Z, rows 5-6."""
    if follower_found(maze, hero, "x-magic-spirit"):
        maze.mark(hero, "gone")
    else:
        yield from takes_spectres_gift(maze, hero)


SPECTRE: Final = (
    spectre_attacks,
    both(mark("gone"), loses_life(1, "spectre")),
    unless_passes("craft", 2, catches("confusion")),
    takes_spectres_gift,
    befriends_spirit,
    befriends_spirit,
)


def spectre(maze: Maze, hero: Hero) -> Rules[None]:
    """Z. Roll, as long as it is there."""
    if not is_marked(maze, hero, "gone"):
        yield from roll_on(maze, hero, "spectre", SPECTRE, kind="room")


ROOMS: Final = (
    Tile("s-pool", "room", "t", 2, "U", pool),
    Tile("s-rats", "room", "elbow", letter="V", entry=meets_vermin("disease")),
    Tile("s-revolving-room", "room", "cross", letter="W", entry=revolving_room),
    Tile(
        "s-sewers",
        "room",
        "dead-end",
        letter="Y",
        entry=sewers,
        actions=(RoomAction("enter-sewers", enter_sewers, is_no_outcast),),
    ),
    Tile("s-spectre", "room", "straight", letter="Z", entry=spectre),
)
