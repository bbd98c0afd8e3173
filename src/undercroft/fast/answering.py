"""Who answers what direct rules ask: they call, and do not wait.

This module is compiled with each game, where `ask` is what its rules call.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from undercroft.core.game import GameOver, Outcome
from undercroft.core.questions import Decision, Question
from undercroft.core.running.handing import answer_of


class Desk:
    """Where questions are answered: by a function, if there is one, else by bots."""

    def __init__(self) -> None:
        self.answer: Callable[[Any], Any] | None = None
        self.bots: list[Any] = []
        self.looks: list[Any] = []
        self.decisions = 0


DESK: Final = Desk()


class Glance:
    """What a bot may look at; the view is made only if it looks."""

    def __init__(self, view: Callable[[Any, int | None], Any], state: Any, seat: int) -> None:
        self._view = view
        self._state = state
        self._seat = seat

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self._view(self._state, self._seat)


def ask(question: Question[Any]) -> Any:
    """Have a question answered."""
    answer = DESK.answer
    if answer is not None:
        return answer(question)
    assert isinstance(question, Decision)  # noqa: S101 (luck answers all fates)
    DESK.decisions += 1
    seat = question.seat
    given = DESK.bots[seat](question, DESK.looks[seat])
    if given not in question.choices:
        asked: Any = question  # which is of another class to the engine itself
        return answer_of(DESK.bots[seat], asked, given)
    return given


def run(
    state: Any,
    begin: Callable[[Any], None],
    turn: Callable[[Any], None],
    view: Callable[[Any, int | None], Any],
    bots: Sequence[Any],
    answer: Callable[[Any], Any] | None = None,
    turns: int | None = None,
) -> tuple[Outcome | None, int]:
    """Run a game to its end; give its outcome, and how many decisions bots have taken.

    If so many turns more have not ended it, there is no outcome.
    A function that answers gives way to the bots by setting `DESK.answer` to `None`.
    """
    kept = (DESK.answer, DESK.bots, DESK.looks, DESK.decisions)  # a bot may itself play games out
    DESK.answer = answer
    DESK.bots = [*bots]
    DESK.looks = [Glance(view, state, seat) for seat in range(len(bots))]
    DESK.decisions = 0
    try:
        begin(state)
        while turns is None or turns > 0:
            turn(state)
            if turns is not None:
                turns -= 1
        return None, DESK.decisions
    except GameOver as over:
        return over.outcome, DESK.decisions
    finally:
        DESK.answer, DESK.bots, DESK.looks, DESK.decisions = kept
