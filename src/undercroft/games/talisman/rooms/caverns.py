"""Special rooms G: the Ice, Lava and Lake Caverns."""

from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman.combat.encounters import enemy_waits
from undercroft.games.talisman.combat.fights import battle
from undercroft.games.talisman.components.effects import is_marked
from undercroft.games.talisman.components.kinds import RoomAction, Tile
from undercroft.games.talisman.heroes.possessions import draw_treasure
from undercroft.games.talisman.heroes.vitals import lose_life
from undercroft.games.talisman.movement.leaving import take_boat
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze


def meet_dragon(maze: Maze, hero: Hero, dragon: str, value: int) -> Rules[None]:
    """A Dragon lives here until it is slain; it guards a Treasure."""
    if is_marked(maze, hero, "dragon-slain"):
        return
    if (yield from battle(maze, hero, dragon, value, "dragon")) == "win":
        maze.mark(hero, "dragon-slain")
        yield from draw_treasure(maze, hero)


def ice_cavern(maze: Maze, hero: Hero) -> Rules[None]:
    """G-a. The Ice Dragon, on entry and on every stay."""
    yield from meet_dragon(maze, hero, "ice-dragon", 8)


def fire_dragon(maze: Maze, hero: Hero) -> Rules[None]:
    """G-b. The Fire Dragon, on entry and on every stay."""
    yield from meet_dragon(maze, hero, "fire-dragon", 7)


def lava_cavern(maze: Maze, hero: Hero) -> Rules[None]:
    """G-b. The heat, then the Dragon."""
    lose_life(maze, hero, 1, "lava")
    yield from fire_dragon(maze, hero)


def swim(maze: Maze, hero: Hero) -> Rules[None]:
    """G-c. Swim out to the boat, and see where the river comes out."""
    maze.now.over = True
    if not (yield from passes(maze, hero, "strength")):
        lose_life(maze, hero, 1, "lake")
        return
    yield from take_boat(maze, hero)


ROOMS: Final = (
    Tile(
        "s-ice-cavern",
        "room",
        "straight",
        letter="G-a",
        entry=ice_cavern,
        on_stay=ice_cavern,
        cold=2,
    ),
    Tile(
        "s-lava-cavern",
        "room",
        "t",
        letter="G-b",
        entry=lava_cavern,
        on_stay=fire_dragon,
        heat=True,
    ),
    Tile(
        "s-lake-cavern",
        "room",
        "elbow",
        letter="G-c",
        entry=enemy_waits,
        actions=(RoomAction("swim", swim),),
    ),
)
