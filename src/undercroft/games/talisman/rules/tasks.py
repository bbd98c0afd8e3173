"""The Hermit's tasks: how they are done, and what they earn (land part, G-20 to G-22)."""

from typing import Final

from undercroft.core.questions import Rules
from undercroft.games.talisman import events as told
from undercroft.games.talisman.heroes.possessions import gain_object
from undercroft.games.talisman.heroes.vitals import change_gold
from undercroft.games.talisman.pieces import Item
from undercroft.games.talisman.state import Hero, Maze

DELVED: Final = "delved"


def delve(hero: Hero) -> None:
    """SU-9. A special room seen: half the quest."""
    if hero.task == "q-delve":
        hero.done.add(DELVED)


def finish_task(maze: Maze, hero: Hero, task: str) -> Rules[None]:
    """G-21. If that was his task, he takes a Talisman at once; none left: 3 Gold."""
    if hero.task != task:
        return
    hero.task = ""
    maze.tell_of(hero, told.TaskDone, task)
    reserve = maze.decks["talisman"].fog
    if reserve:
        yield from gain_object(maze, hero, Item(reserve.pop()))  # type: ignore[arg-type]
    else:
        change_gold(maze, hero, 3)
