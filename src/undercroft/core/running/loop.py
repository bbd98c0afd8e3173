"""The loop: rules run on with bots, from question to question, to the end of the game."""

from collections.abc import Sequence
from typing import Any

from undercroft.core.errors import Refused
from undercroft.core.game import Bot, Game, GameOver, Outcome
from undercroft.core.questions import Decision, Rules
from undercroft.core.running.handing import answer_of
from undercroft.core.running.looking import Glance
from undercroft.core.running.silence import Silence
from undercroft.core.table import Table
from undercroft.core.words import say


def looks_of(game: Game[Any, Any], state: Table, seats: int) -> list[Glance]:
    """Give what each seat's bot may look at; nobody can look ahead."""
    return [Glance(game.bots_view, state, seat) for seat in range(seats)]


def answered(question: Decision[Any], bots: Sequence[Bot[Any]], looks: Sequence[Glance]) -> Any:
    """Let the bot of the seat that is asked answer."""
    seat = question.seat
    answer = bots[seat](question, looks[seat])
    return answer if answer in question.choices else answer_of(bots[seat], question, answer)


def run_on(
    game: Game[Any, Any],
    state: Table,
    rules: Rules[None],
    answer: Any,
    bots: Sequence[Bot[Any]],
    looks: Sequence[Glance],
    turns: int | None = None,
) -> tuple[Outcome | None, int]:
    """Run rules on to the end of the game; give its outcome, and how many decisions it took.

    If so many turns more have not ended it, there is none.
    """
    decisions = asked = 0
    silence: Silence | None = None
    try:
        while True:
            try:
                question: Any = rules.send(answer)  # a decision: luck answers all fates
                while True:
                    decisions += 1
                    seat = question.seat
                    answer = bots[seat](question, looks[seat])
                    if answer not in question.choices:
                        answer = answer_of(bots[seat], question, answer)
                    question = rules.send(answer)
            except StopIteration:
                if turns is not None:
                    if not turns:
                        return None, decisions
                    turns -= 1
                if asked == decisions + state.fates:  # hardly ever: most turns pay for no more
                    silence = silence or Silence(game, state)
                    silence.end_turn(asked)
                asked = decisions + state.fates
                rules, answer = game.turn(state), None
    except GameOver as over:
        return over.outcome, decisions


def check_judge(game: Game[Any, Any], turns: int | None) -> None:
    """Refuse to cut a game short that nobody can judge."""
    if turns is not None and game.judge is None:
        raise Refused(say("bot.no-judge", game=game.id))


def judged(game: Game[Any, Any], state: Table, seats: int) -> Outcome:
    """Give how a game stands that was cut short between two turns, as its judge sees it."""
    assert game.judge is not None  # noqa: S101 (callers have seen to it)
    return Outcome("unfinished", (), (0.0,) * seats, shares=game.judge(state))
