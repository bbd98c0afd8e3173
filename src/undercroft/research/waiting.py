"""Compiled rules that wait for an answer.

Compiled rules are plain functions: they call the player, and cannot stop half-way as
generators do. Here they run on a stack of their own (a greenlet), which stops within that call. To
make a stack takes longer than to play a short game, so one is used for game after game.
"""

import threading
from contextlib import suppress
from typing import Any

from greenlet import error, getcurrent, greenlet

from undercroft.core.errors import BadOption
from undercroft.core.game import Game, GameOver, Outcome
from undercroft.core.running.direct import Direct
from undercroft.core.table import Table


class Waiting:
    """A game of the compiled text from the table on, with the verbs of a generator."""

    __slots__ = ("_begin", "_go_on", "_is_over", "_stack")

    def __init__(self, direct: Direct, table: Table) -> None:
        self._begin = (direct.game, table)
        self._go_on = direct.go_on
        self._is_over = False
        self._stack = _IDLE.stacks.pop() if _IDLE.stacks else greenlet(_play)

    def send(self, answer: Any) -> Any:
        """Answer (nothing, at first) and give the next question; `GameOver` if there is none."""
        stack = self._stack
        try:
            said = self._go_on(stack.switch, self._begin if answer is None else answer, _ask)
        except error:
            trouble = "a game goes on in the thread that began it: call reset() in this one first"
            raise BadOption(trouble) from None
        if type(said) is Outcome:
            self._is_over = True
            _IDLE.stacks.append(stack)
            raise GameOver(said)
        return said

    def close(self) -> None:
        """Leave a game that is not over."""
        if not self._is_over:
            self._is_over = True
            with suppress(error):  # of another thread, which has it back when it ends
                self._stack.throw(_Left)
                _IDLE.stacks.append(self._stack)


class _Left(Exception):
    """A game that nobody plays on."""


class _Idle(threading.local):
    """Stacks that wait for a game: a stack never leaves its thread."""

    def __init__(self) -> None:
        self.stacks: list[greenlet] = []


_IDLE = _Idle()


def _ask(question: Any) -> Any:
    """Stop here, and come back with the answer."""
    return getcurrent().parent.switch(question)


def _play(begin: tuple[Game[Any, Any], Any]) -> None:
    """Play game after game."""
    while True:
        game, table = begin
        ended: Outcome | None = None
        try:
            game.setup(table)
            while True:
                game.turn(table)
        except GameOver as over:
            ended = over.outcome  # the error itself would keep the whole game alive
        except _Left:
            pass
        del begin, table
        begin = getcurrent().parent.switch(ended)
