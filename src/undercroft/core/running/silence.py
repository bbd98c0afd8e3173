"""Turns that ask nothing: a rule that is made and never run may keep a game from its end."""

import gc
import sys
from inspect import GEN_CREATED, getgeneratorstate
from types import FrameType, GeneratorType
from typing import Any, Final

from undercroft.core.errors import RulesError
from undercroft.core.game import Game
from undercroft.core.table import Table

MOST_SILENT: Final = 1_000  # turns in a row


class Silence:
    """Counts the turns in a row that asked nothing, and refuses too many."""

    __slots__ = ("_asked", "_game", "_state", "_turns")

    def __init__(self, game: Game[Any, Any], state: Table) -> None:
        self._game = game
        self._state = state
        self._asked = -1
        self._turns = 0

    def end_turn(self, asked: int) -> None:
        """Note that a turn has ended, and how many questions have been asked so far."""
        if asked != self._asked:
            self._asked, self._turns = asked, 0
            return
        self._turns += 1
        if self._turns == MOST_SILENT:
            trouble = f"{self._game.id}: {MOST_SILENT:,} turns in a row asked nothing"
            unrun = find_unrun(self._game, self._state)
            raise RulesError(f"{trouble}; {unrun}" if unrun else trouble)


def find_unrun(game: Game[Any, Any], state: Table) -> str | None:
    """Run a turn to find a generator that is made in it and never run; describe it.

    It is gone with the step after the one that made it, so each step is looked at.
    """
    made: dict[int, tuple[GeneratorType[Any, Any, Any], str]] = {}

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        frame.f_trace_opcodes = True
        for one in gc.get_objects(generation=0):
            if type(one) is GeneratorType and id(one) not in made:
                made[id(one)] = one, f"{frame.f_globals.get('__name__')}, line {frame.f_lineno}"
        return trace

    tracing, collecting = sys.gettrace(), gc.isenabled()
    gc.collect(0)
    gc.disable()  # what is collected is no longer of generation 0
    try:
        rules = game.turn(state)
        sys.settrace(trace)
        rules.send(None)
    except Exception:  # noqa: S110 (whatever this turn came to, the game is refused)
        pass
    finally:
        sys.settrace(tracing)
        if collecting:
            gc.enable()
    for one, where in made.values():
        if getgeneratorstate(one) == GEN_CREATED:
            name = one.__qualname__
            return f"{name} was made in {where}, and never run: call it with `yield from`"
    return None
