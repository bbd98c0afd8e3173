"""The Wizard's Tower and the Dragon King (land part, section 7)."""

from typing import Any, Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import To
from undercroft.games.talisman.combat.fights import fight, lose_life_in_fight, prospects
from undercroft.games.talisman.combat.scores import Foe, Side
from undercroft.games.talisman.components.kinds import King
from undercroft.games.talisman.land.landing import put_on
from undercroft.games.talisman.movement.arriving import step_onto
from undercroft.games.talisman.rules.scoring import end
from undercroft.games.talisman.state import Hero, Maze

KING: Final = King("dragon-king", value=10, in_catacombs=8, scales=2, scales_of_many=3)
FLAGS: Final = frozenset({"dragon", "no-evade", "no-xp", "no-life"})


def enter_tower(maze: Maze, hero: Hero) -> Rules[None]:
    """C-9, W-1. He enters the Tower and meets the King; W-5: or wins by that alone."""
    put_on(maze, hero, maze.space("wizards-tower"), "stairs")
    hero.saw_tower = True
    if maze.options.finish == "arrive":
        end(maze, "tower", [hero.seat])
    yield from tower_step(maze, hero, entering=True)


def tower_step(maze: Maze, hero: Hero, *, entering: bool = False) -> Rules[None]:
    """W-1. Battle, psychic combat, or, on a later turn, withdraw."""
    maze.now.over = True
    ways = ["battle", "psychic"] if entering else ["battle", "psychic", "withdraw"]
    about: dict[str, Any] = {"scales": maze.scales}
    for kind in ("battle", "psychic"):
        about[kind] = prospects(maze, Side(hero), the_king(maze, kind))
    way = yield from choose(hero.seat, "king", ways, **about)
    if way == "withdraw":
        yield from withdraw(maze, hero)
    else:
        yield from fight_king(maze, hero, way)


def the_king(maze: Maze, kind: str) -> Foe:
    """W-2. He fights either way, with the same number."""
    return Foe(KING.id, maze.king, kind == "psychic", FLAGS)


def fight_king(maze: Maze, hero: Hero, kind: str) -> Rules[None]:
    """W-2, W-3. A win takes a scale, the last one the game; a loss a Life, and no armour helps."""
    ending = yield from fight(maze, hero, the_king(maze, kind))
    if ending == "win":
        maze.scales -= 1
        maze.seats[hero.seat].scales += 1
        maze.tell_of(hero, told.KingStruck, maze.scales)
        if maze.scales == 0:
            end(maze, "king", [hero.seat])
    elif ending == "loss":
        yield from lose_life_in_fight(maze, hero, KING.id, psychic=True)


def withdraw(maze: Maze, hero: Hero) -> Rules[None]:
    """W-1. In the Catacombs to a stair of his choice, else to the Causeway."""
    stairs = [
        To(square)
        for square, placed in enumerate(maze.board)
        if placed is not None and placed.tile.stair == "tower" and not placed.destroyed
    ]
    if maze.is_catacombs and stairs:
        chosen = yield from choose(hero.seat, "withdraw-to", stairs)
        step_onto(maze, hero, chosen.number, "stairs")
    else:
        put_on(maze, hero, maze.space("causeway"), "stairs")
