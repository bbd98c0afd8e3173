"""Whom a question goes to when it is not simply the character's own seat (T-9, R-23)."""

from collections.abc import Sequence
from typing import Any, TypeVar

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.state import Hero, Maze

T = TypeVar("T")

PUPPET = 3  # the row of the Confusion table


def seat_on_right(maze: Maze, hero: Hero) -> int | None:
    """T-9. The nearest earlier seat that still has a character."""
    count = len(maze.seats)
    for step in range(1, count):
        seat = (hero.seat - step) % count
        if maze.seats[seat].hero is not None:
            return seat
    return None


def is_puppet(maze: Maze, hero: Hero) -> bool:
    """Whether another seat moves him this turn."""
    return maze.now.confusion == PUPPET and maze.now.active == hero.seat


def right_hand(maze: Maze, hero: Hero, id: str, options: Sequence[T], **about: Any) -> Rules[T]:
    """R-23. Let the seat on his right choose; nobody there: pick."""
    if len(options) == 1:
        return options[0]
    seat = seat_on_right(maze, hero)
    if seat is None:
        return (yield from maze.roll("right-hand", options))
    return (yield from choose(seat, id, options, **about))


def choose_move(maze: Maze, hero: Hero, id: str, options: Sequence[T], **about: Any) -> Rules[T]:
    """T-9. A decision that moves him: his own, unless he is a puppet."""
    if is_puppet(maze, hero):
        return right_hand(maze, hero, id, options, **about)
    return choose(hero.seat, id, options, **about)


def apply(effect: Effect, maze: Maze, hero: Hero) -> Rules[None]:
    """Let an effect happen, whether it asks anything or not."""
    asks = effect(maze, hero)
    if asks is not None:
        yield from asks


def both(*effects: Effect) -> Effect:
    """Make one effect of several, in order; it stops when he is gone from where he was."""

    def happen(maze: Maze, hero: Hero) -> Rules[None]:
        visit = hero.visit
        for effect in effects:
            yield from apply(effect, maze, hero)
            if hero.visit != visit:
                return

    return happen


def nothing(maze: Maze, hero: Hero) -> None:
    """Do nothing."""
