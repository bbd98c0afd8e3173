"""The Hermit's Cell (land part, G-20, G-21)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import GiveFollower, GiveObject
from undercroft.games.talisman.heroes.possessions import lose_follower, lose_object, objects
from undercroft.games.talisman.heroes.vitals import change_gold
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.rules.dice import roll_table
from undercroft.games.talisman.rules.tasks import finish_task
from undercroft.games.talisman.state import Hero, Maze

TASKS: Final = ("q-companion", "q-wonder", "q-tithe", "q-trophy", "q-letter", "q-depths")
TITHE: Final = 3
ACCEPT: Final = ("accept", "pass")
DELIVER: Final = ("deliver", "keep")
OLD_TASK: Final = ("keep", "abandon")


def hermits_cell(maze: Maze, hero: Hero) -> Rules[None]:
    """G-20, G-21. A task for one who has neither task nor Talisman; else his old one."""
    if hero.task:
        if not (yield from delivers(maze, hero)):
            choice = yield from choose(hero.seat, "hermit", OLD_TASK, task=hero.task)
            if choice == "abandon":
                yield from give_task(maze, hero)
    elif not hero.has_talisman and (
        (yield from choose(hero.seat, "hermit", ACCEPT, task="")) == "accept"
    ):
        yield from give_task(maze, hero)


def give_task(maze: Maze, hero: Hero) -> Rules[None]:
    """G-20. A roll; some tasks can be done at once."""
    hero.task = TASKS[(yield from roll_table(maze, hero, "task")) - 1]
    maze.tell_of(hero, told.TaskGiven, hero.task)
    yield from delivers(maze, hero)


def wonders(hero: Hero) -> list[Item]:
    """q-wonder: Magic Objects, but no Talisman."""
    return [item for item in hero.objects if item.is_magic and not item.is_talisman]


def delivers(maze: Maze, hero: Hero) -> Rules[bool]:
    """G-21. Rows 1 to 3: hand over what is asked for. True: done."""
    task = hero.task
    can = {
        "q-companion": bool(hero.followers),
        "q-wonder": bool(wonders(hero)),
        "q-tithe": hero.gold >= TITHE,
    }
    if not can.get(task, False):
        return False
    if (yield from choose(hero.seat, "deliver", DELIVER, task=task)) == "keep":
        return False
    if task == "q-companion":
        offers = [GiveFollower(card) for card in dict.fromkeys(hero.followers)]
        given = yield from choose(hero.seat, "give-up", offers, why="task")
        yield from lose_follower(maze, hero, given.card)
    elif task == "q-wonder":
        items: list[GiveObject] = objects(wonders(hero))
        chosen = yield from choose(hero.seat, "give-up", items, why="task")
        yield from lose_object(maze, hero, chosen.item)
    else:
        change_gold(maze, hero, -TITHE)
    yield from finish_task(maze, hero, task)
    return True
