"""An episode: one game, taken from decision to decision with plain luck.

It is what `simulate` does, turned inside out: nothing is recorded, and fate is answered on the
spot. Seats that have a bot are played by it. Where the rules have been compiled, they are run so.
"""

from collections.abc import Callable, Mapping
from typing import Any

from undercroft.core.game import Bot, Game, GameOver, Outcome
from undercroft.core.questions import Decision
from undercroft.core.running.direct import Direct
from undercroft.core.running.handing import answer_of, at_arms_length
from undercroft.core.running.looking import Glance
from undercroft.core.running.silence import Silence
from undercroft.core.table import Table
from undercroft.research.encode import Encoder
from undercroft.research.learning import Learning
from undercroft.research.waiting import Waiting


class Episodes:
    """Games on the same terms, one after the other; `encoder` writes what is seen in them."""

    def __init__(self, learning: Learning, bots: Mapping[int, str] | None = None) -> None:
        self.learning = learning
        self._bots = bots or {}
        self._direct = learning.direct(self._bots.values())
        self._game = learning.game if self._direct is None else self._direct.game
        own = self._direct is None
        self.encoder = learning.encoder if own else Encoder(self._game, learning.seats)

    def begin(self, luck: Callable[[], float]) -> "Episode":
        """Begin a game."""
        game, learning = self._game, self.learning
        bots = {seat: game.new_bot(name, luck) for seat, name in self._bots.items()}
        return Episode(game, game.laid(learning.options, learning.seats), luck, bots, self._direct)


class Episode:
    """One game: `decision` is open, until there is an `outcome`.

    With a direct text, the game is that text's own.
    """

    __slots__ = ("_bots", "_direct", "_looks", "_rules", "decision", "game", "outcome", "state")

    decision: Decision[Any] | None

    def __init__(
        self,
        game: Game[Any, Any],
        table: Table,
        luck: Callable[[], float],
        bots: Mapping[int, Bot[Any]] | None = None,
        direct: Direct | None = None,
    ) -> None:
        self.game = game
        self.outcome: Outcome | None = None
        self.state = table
        self.state.attend(None, luck)
        self._direct = direct
        self._bots = bots or {}
        if bots and direct is None:
            self._bots = {seat: at_arms_length(bot, game.rows) for seat, bot in bots.items()}
        self._looks = {seat: Glance(game.bots_view, table, seat) for seat in self._bots}
        self._rules: Any = Waiting(direct, self.state) if direct else game.setup(self.state)
        self.answer(None)

    def answer(self, answer: Any) -> None:
        """Answer the open decision with one of its options, and go on to the next."""
        bots = self._bots
        silence, answered = None, 0  # by bots
        try:
            while True:
                try:
                    question: Any = self._rules.send(answer)
                except StopIteration:
                    silence = silence or Silence(self.game, self.state)
                    silence.end_turn(answered + self.state.fates)
                    self._rules, answer = self.game.turn(self.state), None
                    continue
                if question.seat not in bots:
                    self.decision = question
                    return
                answered += 1
                bot = bots[question.seat]
                answer = bot(question, self._looks[question.seat])
                if answer not in question.choices:
                    answer = answer_of(bot, question, answer)
        except GameOver as over:
            self.decision, self.outcome = None, over.outcome

    def view(self, seat: int) -> Any:
        """Give what a seat sees."""
        seen = self.game.view(self.state, seat)
        return seen if self._direct is None else self._direct.own(seen)

    def close(self) -> None:
        """Let go of the table, whose parts point at each other: the collector has less to do."""
        self._rules.close()
        self._looks.clear()
        self.state.let_go()
