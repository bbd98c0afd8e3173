"""Special rooms A to F: Ancient Writing, Arena, Armoury, Bats, Bottomless Pit, Burial Chamber."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import Take
from undercroft.games.talisman.combat.encounters import leave_enemy
from undercroft.games.talisman.combat.fights import PACIFIED, Ending, fight, psychic
from undercroft.games.talisman.components.effects import accepts, is_marked, mark
from undercroft.games.talisman.components.kinds import Enemy, RoomAction, Thing, Tile
from undercroft.games.talisman.heroes.binding import bind, free
from undercroft.games.talisman.heroes.characteristics import castable
from undercroft.games.talisman.heroes.possessions import (
    choose_purchase,
    discard_object,
    draw_card,
    draw_treasure,
    gain_object,
    is_arms,
)
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.heroes.vitals import change_gold, die, miss_turns
from undercroft.games.talisman.movement.gate import foe_of
from undercroft.games.talisman.movement.looking import survey
from undercroft.games.talisman.movement.relocating import can_go_back, go_back, teleport_adjacent
from undercroft.games.talisman.pieces import Hold, Item
from undercroft.games.talisman.rooms.vermin import meets_vermin
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze
from undercroft.games.talisman.traps.crypt import spring_crypt

BOUTS: Final = 3
GUARDIANS: Final = 2
EDGE: Final = ("cast", "risk")
BURIAL: Final = ("retreat", "challenge")
OPEN: Final = ("open", "retreat")


# -- A. Ancient Writing ---------------------------------------------------------------------------


def ancient_writing(maze: Maze, hero: Hero) -> Rules[None]:
    """A. Decipher it to see what lies around."""
    if (yield from accepts(maze, hero, "decipher")) and (yield from passes(maze, hero, "craft")):
        yield from survey(maze, hero)


# -- B. Arena -------------------------------------------------------------------------------------


def arena(maze: Maze, hero: Hero) -> Rules[None]:
    """B. A bout: stand-offs are fought again, at most twice more."""
    card = yield from draw_card(maze, "enemy")
    if not isinstance(card, Enemy):
        return
    maze.facing.append(card)
    ending: Ending = "draw"
    for _ in range(BOUTS):
        ending = yield from fight(maze, hero, foe_of(card, "no-evade"))
        is_pacified = maze.now.confusion == PACIFIED and maze.now.active == hero.seat
        if ending != "draw" or is_pacified:
            break
    yield from leave_enemy(maze, hero, card, ending)
    if ending == "win":
        change_gold(maze, hero, 1)
    elif ending == "loss":
        miss_turns(maze, hero, 1)
        yield from teleport_adjacent(maze, hero, quiet=True)


# -- C. Armoury -----------------------------------------------------------------------------------


def armoury(maze: Maze, hero: Hero) -> Rules[None]:
    """C. Floating weapons; beaten, one is his."""
    if is_marked(maze, hero, "disarmed"):
        return
    ending = yield from psychic(maze, hero, "floating-weapons", 6, "no-xp no-evade")
    if ending == "win":
        yield from apply(mark("disarmed"), maze, hero)
        card = yield from choose_purchase(maze, hero, is_arms)
        if card is not None:
            yield from gain_object(maze, hero, Item(card))


# -- E. Bottomless Pit ----------------------------------------------------------------------------


def pit_edge(maze: Maze, hero: Hero) -> Rules[None]:
    """E. At the edge: Levitation, or keep your balance, or hold on; else you fall (R-20)."""
    levitation = castable(maze, hero, "flight")
    if levitation and (
        (yield from choose(hero.seat, "room-offer", EDGE, secret=True, place="edge")) == "cast"
    ):
        yield from announce(maze, hero, levitation[0])
    elif not (yield from passes(maze, hero, "craft", 2)):
        if (yield from passes(maze, hero, "strength")):
            yield from discard_object(maze, hero)
        else:
            die(maze, hero, "bottomless-pit")


# -- F. Burial Chamber ----------------------------------------------------------------------------


def burial_chamber(maze: Maze, hero: Hero) -> Rules[None]:
    """F. Retreat, or challenge the Crypt Guardians."""
    hold = Hold("burial")
    bind(maze, hero, hold)
    yield from face_guardians(maze, hero, hold)


def face_guardians(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """F, on entry and on each later turn: never leaves movement over for him."""
    maze.now.over = True
    if hold.count < GUARDIANS:
        if (yield from choose(hero.seat, "burial", BURIAL, beaten=hold.count)) == "retreat":
            yield from retreat(maze, hero, hold)
            return False
        yield from challenge(maze, hero, hold)
        if hold.count < GUARDIANS or hold not in hero.holds:
            return False
    if (yield from choose(hero.seat, "open", OPEN)) == "retreat":
        yield from retreat(maze, hero, hold)
    else:
        yield from open_tomb(maze, hero, hold)
    return False


def retreat(maze: Maze, hero: Hero, hold: Hold) -> Rules[None]:
    """F. Back, or, without a way back, no further than the door."""
    if can_go_back(maze, hero):
        yield from go_back(maze, hero)
    else:
        free(maze, hero, hold)


def challenge(maze: Maze, hero: Hero, hold: Hold) -> Rules[None]:
    """F. One Guardian after the other, as long as he wins."""
    while hold.count < GUARDIANS:
        ending = yield from psychic(maze, hero, "crypt-guardian", 5, "spirit no-evade")
        if ending != "win":
            return
        hold.count += 1
        maze.tell_of(hero, told.GuardiansBeaten, hold.count)


def open_tomb(maze: Maze, hero: Hero, hold: Hold) -> Rules[None]:
    """F. A crypt trap, then the hoard; and the chamber is sealed for everyone (R-56)."""
    visit = hero.visit
    yield from apply(spring_crypt, maze, hero)
    if hero.visit != visit:
        return
    change_gold(maze, hero, 2)
    yield from draw_treasure(maze, hero)
    yield from take_relic(maze, hero)
    maze.mark(hero, "sealed")
    free(maze, hero, hold)
    maze.tell_of(hero, told.HoardTaken)


def take_relic(maze: Maze, hero: Hero) -> Rules[None]:
    """F. An Object out of the Adventure discards; if there is none, one more Treasure."""
    discards = maze.discards["adventure"]
    relics = [c for c in dict.fromkeys(discards) if isinstance(c, Thing) and c.kind == "object"]
    if not relics:
        yield from draw_treasure(maze, hero)
        return
    chosen = yield from choose(hero.seat, "hoard", [Take(card) for card in relics], why="relic")
    discards.remove(chosen.card)
    yield from gain_object(maze, hero, Item(chosen.card))  # type: ignore[arg-type]  # Things all


ROOMS: Final = (
    Tile("s-ancient-writing", "corridor", "straight", 2, "A", ancient_writing),
    Tile(
        "s-arena",
        "room",
        "t",
        letter="B",
        entry=arena,
        actions=(RoomAction("arena-fight", arena),),
    ),
    Tile("s-armoury", "room", "dead-end", letter="C", entry=armoury),
    Tile("s-bats", "room", "straight", letter="D", entry=meets_vermin("weakness")),
    Tile(
        "s-bottomless-pit",
        "room",
        "straight",
        letter="E",
        entry=pit_edge,
        at_start=pit_edge,
        asks_leave=True,
    ),
    Tile("s-burial-chamber", "room", "dead-end", letter="F", entry=burial_chamber),
)
