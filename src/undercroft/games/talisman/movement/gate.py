"""The Gate and the monsters that come through it (rooms part, 3.7)."""

from functools import partial

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.board import NAMES, NEXT
from undercroft.games.talisman.combat.duels import OUT_OF_REACH
from undercroft.games.talisman.combat.fights import fight
from undercroft.games.talisman.combat.scores import Foe
from undercroft.games.talisman.components.kinds import Card, Enemy
from undercroft.games.talisman.heroes.vitals import outliving
from undercroft.games.talisman.movement.walking import is_enterable, tile_distances
from undercroft.games.talisman.pieces import GateMonster
from undercroft.games.talisman.rules.dice import pick, pick_square
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze


def gates(maze: Maze) -> list[int]:
    """The squares on which a Gate stands."""
    return [
        square
        for square, placed in enumerate(maze.board)
        if placed is not None and placed.counter is not None and placed.counter.gate
    ]


def feed_gate(maze: Maze, hero: Hero, card: Card) -> Rules[bool]:
    """GT-1. A slain monster may come out of a Gate. True if it does: the card has gone there."""
    if not isinstance(card, Enemy) or card.kind != "monster":
        return False
    if maze.has_land == hero.in_labyrinth:  # with a Land, what is killed there; else below
        return False
    open_gates = gates(maze)
    if not open_gates or hero.square in open_gates:
        return False
    if not any(other.in_labyrinth for other in maze.heroes()):
        return False
    if (yield from maze.d6("gate")) > 2:
        return False
    square = yield from pick_square(maze, "gate-square", open_gates)  # GT-2
    monster = GateMonster(card, square)
    maze.monsters.append(monster)
    maze.tell_of(None, told.GateMonster, card.id, NAMES[square])
    yield from pounce(maze, monster)
    check_standing(maze)
    return True


def can_be_met(hero: Hero) -> bool:
    """GT-3. Not inside the maze, the doors or the mirror."""
    return not any(hold.kind in OUT_OF_REACH for hold in hero.holds)


def pounce(maze: Maze, monster: GateMonster) -> Rules[None]:
    """GT-2, GT-3. A monster that comes where characters stand meets one of them."""
    prey = [hero for hero in maze.on_square(monster.square) if can_be_met(hero)]
    if prey:
        seat = yield from pick(maze, "prey", [hero.seat + 1 for hero in prey])
        victim = next(hero for hero in prey if hero.seat == seat - 1)
        yield from outliving(maze, partial(meet, maze, victim, monster))


def meet(maze: Maze, hero: Hero, monster: GateMonster) -> Rules[None]:
    """GT-4. A fight; the card goes to its discard pile whatever the outcome."""
    maze.monsters.remove(monster)
    maze.facing.append(monster.card)
    yield from fight(maze, hero, foe_of(monster.card))
    maze.facing.remove(monster.card)
    maze.put_back(monster.card)


def foe_of(card: Enemy, flags: str = "") -> Foe:
    """F-20. An Enemy card as a foe, with its flags and more."""
    return Foe(
        card.id,
        card.value,
        card.kind == "spirit",
        card.flags | frozenset(flags.split()),
        casts=card.casts,
        on_loss=card.on_loss,
        on_win=card.on_win,
        is_card=True,
    )


def meet_monsters(maze: Maze, hero: Hero) -> Rules[None]:
    """L-20 (3). Gate monsters on his square are met, in order of arrival."""
    if maze.monsters:
        visit = hero.visit
        for monster in [m for m in maze.monsters if m.square == hero.square]:
            yield from meet(maze, hero, monster)
            if hero.visit != visit:
                return


def move_monsters(maze: Maze) -> Rules[None]:
    """GT-3. At the start of each round every Gate monster moves towards the nearest character."""
    for monster in maze.monsters[:]:
        yield from move_monster(maze, monster)
    check_standing(maze)


def move_monster(maze: Maze, monster: GateMonster) -> Rules[None]:
    """GT-3. One square, over tiles; several nearest: pick; several first steps: N, E, S, W."""
    steps = tile_distances(maze, monster.square)
    below = [h.square for h in maze.heroes() if h.in_labyrinth and can_be_met(h)]
    near = [square for square in dict.fromkeys(below) if square in steps]
    if not near:
        return
    closest = min(steps[square] for square in near)
    goals = sorted(square for square in near if steps[square] == closest)
    goal = yield from pick_square(maze, "gate-goal", goals)
    if goal != monster.square:
        back = tile_distances(maze, goal)
        origin = monster.square
        monster.square = next(
            there
            for there in NEXT[origin]
            if there >= 0 and is_enterable(maze, there) and back.get(there) == closest - 1
        )
        maze.tell_of(
            None,
            told.GateMonsterMoved,
            monster.card.id,
            NAMES[origin],
            NAMES[monster.square],
        )
    yield from pounce(maze, monster)
