"""Special rooms AA to GG: portals, the Throne, the Tome, the Treasure Chamber, Tree and Well."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman.board import AROUND, BESIDE
from undercroft.games.talisman.choices import Take, To
from undercroft.games.talisman.combat.encounters import enemy_waits
from undercroft.games.talisman.components.effects import (
    ability,
    accepts,
    battles,
    contends,
    craft,
    is_marked,
    loses_life,
    mark,
    misses,
    once,
)
from undercroft.games.talisman.components.kinds import Effect, RoomAction, Thing, Tile
from undercroft.games.talisman.heroes.ailments import cure_all
from undercroft.games.talisman.heroes.binding import bind, binds, free
from undercroft.games.talisman.heroes.possessions import (
    discard_object,
    draw_treasure,
    gain_object,
)
from undercroft.games.talisman.heroes.spells import draw_scroll
from undercroft.games.talisman.heroes.vitals import change_craft, change_gold, restore
from undercroft.games.talisman.movement.arriving import arrive
from undercroft.games.talisman.movement.looking import look_around
from undercroft.games.talisman.movement.walking import is_enterable, is_open
from undercroft.games.talisman.pieces import Hold, Item
from undercroft.games.talisman.rules.asking import apply, both, choose_move
from undercroft.games.talisman.rules.dice import roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.magic import spring_magic
from undercroft.games.talisman.traps.nonmagic import spring_nonmagic

# -- AA. Teleportal -------------------------------------------------------------------------------


def teleportal_ways(maze: Maze, hero: Hero) -> list[To]:
    """AA. Any of the eight neighbours that is open; R-70: once a turn."""
    if maze.now.teleportal:
        return []
    return [To(square) for square in AROUND[hero.square] if is_open(maze, square)]


def teleportal(maze: Maze, hero: Hero) -> Rules[None]:
    """AA, on entry: use it, or pass."""
    ways: list[str | Option] = [*teleportal_ways(maze, hero), "pass"]
    way = yield from choose_move(maze, hero, "teleportal", ways)
    if isinstance(way, To):
        yield from teleport_to(maze, hero, way.number)


def use_teleportal(maze: Maze, hero: Hero) -> Rules[None]:
    """AA, in place of moving."""
    way = yield from choose_move(maze, hero, "teleportal", teleportal_ways(maze, hero))
    yield from teleport_to(maze, hero, way.number)


def teleport_to(maze: Maze, hero: Hero, square: int) -> Rules[None]:
    """AA. A move of his own, and the last of the turn."""
    maze.now.teleportal = maze.now.over = True
    yield from arrive(maze, hero, square, "teleport")


def can_teleport(maze: Maze, hero: Hero) -> bool:
    """Whether the Teleportal leads anywhere."""
    return bool(teleportal_ways(maze, hero))


# -- BB. Teleportation Room -----------------------------------------------------------------------

AGAIN: Final = ("reroll", "keep")
EXIT: Final = 6

DOORS: Final[Sequence[Effect]] = (
    spring_magic,
    battles("goblin", 2),
    contends("wight", 4, "spirit undead"),
    battles("ogre", 6),
    enemy_waits,
)


def teleportation_room(maze: Maze, hero: Hero) -> Rules[None]:
    """BB. Six doors, and he opens one at once."""
    hold = Hold("doors")
    bind(maze, hero, hold)
    yield from open_door(maze, hero, hold)


def open_door(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """BB. The door roll, unmodified (R-68); a door already seen may be rolled again, once."""
    maze.now.over = True
    door = yield from roll_table(maze, hero, "doors", kind="room", modified=False)
    if door in hold.seen and (
        (yield from choose(hero.seat, "door-reroll", AGAIN, door=door)) == "reroll"
    ):
        door = yield from roll_table(maze, hero, "doors", modified=False)
    if door not in hold.seen:
        hold.seen.append(door)
    if door == EXIT:
        yield from find_exit(maze, hero, hold)
    else:
        yield from apply(DOORS[door - 1], maze, hero)
    return False


def find_exit(maze: Maze, hero: Hero, hold: Hold) -> Rules[None]:
    """BB, row 6: free, and out to an adjacent tile of his choice."""
    free(maze, hero, hold)
    ways = [To(square) for square in BESIDE[hero.square] if is_enterable(maze, square)]
    if ways:
        way = yield from choose_move(maze, hero, "door-exit", ways)
        yield from arrive(maze, hero, way.number, "teleport")


# -- CC. Throne of Power --------------------------------------------------------------------------


def loses_magic(maze: Maze, hero: Hero) -> Rules[None]:
    """CC, row 2."""
    yield from discard_object(maze, hero, magic=True)


def takes_gems(maze: Maze, hero: Hero) -> None:
    """CC, row 3: once on this tile."""
    if not is_marked(maze, hero, "gems-taken"):
        maze.mark(hero, "gems-taken")
        change_gold(maze, hero, 2)


THRONE: Final = (
    binds("throne"),
    loses_magic,
    takes_gems,
    both(mark("dim"), craft(1)),
    both(cure_all, restore),
    both(mark("dim"), ability("ab-true-seeing")),
)


def throne_of_power(maze: Maze, hero: Hero) -> Rules[None]:
    """CC. Sit, unless it is dim."""
    if not is_marked(maze, hero, "dim") and (yield from accepts(maze, hero, "sit")):
        yield from roll_on(maze, hero, "throne", THRONE, kind="room")


# -- DD. Tome of the Magi -------------------------------------------------------------------------

TOME: Final = (
    both(mark("spent"), loses_life(2, "tome")),
    both(craft(-1), misses(1)),
    both(mark("spent"), draw_treasure),
    both(mark("spent"), ability("ab-ambidextrous")),
    both(mark("spent"), draw_scroll, draw_scroll),
    look_around,
)


def tome_of_the_magi(maze: Maze, hero: Hero) -> Rules[None]:
    """DD. Read, unless it is spent."""
    if not is_marked(maze, hero, "spent") and (yield from accepts(maze, hero, "read")):
        yield from roll_on(maze, hero, "tome", TOME, kind="room")


# -- EE. Treasure Chamber -------------------------------------------------------------------------

CLAIM_DECKS: Final = ("adventure", "treasure", "purchase")


def treasure_chamber(maze: Maze, hero: Hero) -> Rules[None]:
    """EE. Claim: two traps, then any one Object; behind a barrier once it is beaten."""
    if is_marked(maze, hero, "emptied") or not (yield from accepts(maze, hero, "claim")):
        return
    visit = hero.visit
    for spring in (spring_nonmagic, spring_magic):
        yield from apply(spring, maze, hero)
        if hero.visit != visit:
            return
    barrier = hero.hold("barrier")
    if barrier is not None:
        barrier.prize = True
    else:
        yield from take_claim(maze, hero)


def claimable(maze: Maze, deck: str) -> list[Thing]:
    """EE. The Objects in a deck, each kind once."""
    cards = dict.fromkeys(maze.decks[deck].fog)
    found = [card for card in cards if isinstance(card, Thing) and card.kind == "object"]
    return sorted(found, key=str)


def take_claim(maze: Maze, hero: Hero) -> Rules[None]:
    """EE. He names a deck, and takes any Object from it."""
    maze.mark(hero, "emptied")
    decks = [deck for deck in CLAIM_DECKS if claimable(maze, deck)]
    if decks:
        deck = yield from choose(hero.seat, "hoard", decks, why="deck")
        offers = [Take(card) for card in claimable(maze, deck)]
        chosen = yield from choose(hero.seat, "choose-card", offers, why="claim")
        maze.decks[deck].fog.remove(chosen.card)
        yield from gain_object(maze, hero, Item(chosen.card))  # type: ignore[arg-type]


# -- FF. Tree of Wisdom, GG. Well of Life ---------------------------------------------------------


def tree_of_wisdom(maze: Maze, hero: Hero) -> Rules[None]:
    """FF. Eat, once in a life."""
    if "tree" not in hero.done and (yield from accepts(maze, hero, "eat")):
        once(hero, "tree")
        yield from change_craft(maze, hero, 1)


def well_of_life(maze: Maze, hero: Hero) -> Rules[None]:
    """GG. Drink, once in a life: R-16, the cure comes first."""
    if "well" not in hero.done and (yield from accepts(maze, hero, "drink")):
        once(hero, "well")
        cure_all(maze, hero)
        restore(maze, hero)


ROOMS: Final = (
    Tile(
        "s-teleportal",
        "room",
        "elbow",
        letter="AA",
        entry=teleportal,
        actions=(RoomAction("use-teleportal", use_teleportal, can_teleport),),
    ),
    Tile("s-teleportation-room", "room", "dead-end", letter="BB", entry=teleportation_room),
    Tile("s-throne-of-power", "room", "straight", letter="CC", entry=throne_of_power),
    Tile("s-tome-of-the-magi", "room", "dead-end", letter="DD", entry=tome_of_the_magi),
    Tile(
        "s-treasure-chamber",
        "room",
        "dead-end",
        letter="EE",
        entry=treasure_chamber,
        prize=take_claim,
    ),
    Tile("s-tree-of-wisdom", "room", "t", letter="FF", entry=tree_of_wisdom),
    Tile("s-well-of-life", "room", "elbow", letter="GG", entry=well_of_life),
)
