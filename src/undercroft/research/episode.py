"""An episode: one game, taken from decision to decision with plain luck.

It is what `simulate` does, turned inside out: nothing is recorded, and fate is answered on the
spot. Seats that have a bot are played by it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from undercroft.core.errors import BadOption
from undercroft.core.game import Bot, Game, GameOver, Outcome
from undercroft.core.handing import answer_of, at_arms_length
from undercroft.core.questions import Decision
from undercroft.core.table import Table


class Episode:
    """One game: `decision` is open, until there is an `outcome`."""

    __slots__ = ("_bots", "_looks", "_rules", "decision", "game", "outcome", "state")

    decision: Decision[Any] | None

    def __init__(
        self,
        game: Game[Any, Any],
        options: Any,
        seats: int,
        luck: Callable[[], float],
        bots: Mapping[int, Bot[Any]] | None = None,
    ) -> None:
        self.game = game
        self.outcome: Outcome | None = None
        self.state: Table = game.lay(options, game.rows, seats)
        self.state.attend(None, luck)
        self._bots = {seat: at_arms_length(bot, game.rows) for seat, bot in (bots or {}).items()}
        self._looks = {seat: _Look(self, seat) for seat in self._bots}
        self._rules = game.setup(self.state)
        self._send(None)

    def answer(self, option: Any) -> None:
        """Answer the open decision with one of its options, and go on to the next."""
        self._send(option)

    def view(self, seat: int) -> Any:
        """Give what a seat sees."""
        return self.game.view(self.state, seat)

    def close(self) -> None:
        """Let go of the table, whose parts point at each other: the collector has less to do."""
        self._rules.close()
        self._looks.clear()
        self.state.let_go()

    def _send(self, answer: Any) -> None:
        bots = self._bots
        try:
            while True:
                try:
                    question: Any = self._rules.send(answer)
                except StopIteration:
                    self._rules, answer = self.game.turn(self.state), None
                    continue
                bot = bots.get(question.seat)
                if bot is None:
                    self.decision = question
                    return
                answer = bot(question, self._looks[question.seat])
                if answer not in question.choices:
                    answer = answer_of(bot, question, answer)
        except GameOver as over:
            self.decision, self.outcome = None, over.outcome


class _Look:
    """What a bot in a seat looks at."""

    __slots__ = ("_episode", "_seat")

    def __init__(self, episode: Episode, seat: int) -> None:
        self._episode = episode
        self._seat = seat

    @property
    def view(self) -> Any:
        return self._episode.game.bots_view(self._episode.state, self._seat)

    def imagine(self, luck: Callable[[], float]) -> Any:
        raise BadOption("a bot that looks ahead cannot play here: choose one that does not")
