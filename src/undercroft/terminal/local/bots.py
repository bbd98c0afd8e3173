"""Who sits at the table: people, and bots in some of the seats."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from threading import Lock
from typing import Any

from undercroft.core.errors import BadOption
from undercroft.core.game import Advice, Bot, Game, advice_of
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Question
from undercroft.core.running.handing import at_arms_length
from undercroft.terminal.words import say


class Party:
    """The bots of a play, and those that give hints.

    Their luck depends on the key and the question's number alone: after an undo you meet the same
    bots again, and so you do when you continue tomorrow.
    """

    def __init__(self, game: Game[Any, Any], bots: Mapping[int, str], key: str) -> None:
        self._key = key
        self._luck = Random()
        self._thinking = Lock()  # one at a time: they share the luck
        self.names = bots
        self._game = game
        self._bots = {seat: self._new_bot(name) for seat, name in bots.items()}
        self._advisers: dict[str, Bot[Any]] = {}  # by name, when they are first asked

    def _new_bot(self, name: str) -> Bot[Any]:
        return at_arms_length(self._game.new_bot(name, self._luck.random), self._game.rows)

    def plays(self, question: Question[Any] | None) -> bool:
        """Whether the question is one for a bot."""
        return isinstance(question, Decision) and question.seat in self._bots

    def budget(self, seat: int) -> float:
        """How many seconds a seat's bot may think about one decision."""
        return self._bots[seat].budget

    def decide(self, play: Play, question: Decision[Any]) -> Any:
        """Let the seat's bot choose."""
        return self._ask(self._bots[question.seat], "bot", play, question).answer

    def advise(self, bot: str, play: Play, question: Decision[Any]) -> Advice:
        """Say what a bot would choose, and why."""
        if bot not in self._advisers:
            self._advisers[bot] = self._new_bot(bot)
        return self._ask(self._advisers[bot], "hint", play, question)

    def _ask(self, bot: Bot[Any], what: str, play: Play, question: Decision[Any]) -> Advice:
        with self._thinking:
            self._luck.seed(f"{self._key} {what} {play.number}")
            return advice_of(bot, question, play.look(question.seat))


def seat_bots(game: Game[Any, Any], given: Sequence[str], seats: int) -> dict[int, str]:
    """Read `cautious` (the last free seat) and `1=fair` (that seat, that level), for each bot."""
    bots: dict[int, str] = {}
    for text in sorted(given, key=lambda text: "=" not in text):
        found = re.fullmatch(r"(?:([1-9])=)?([^=]+)", text)
        if not found:
            raise BadOption(say("bots.unreadable", bot=text, name=text[:40]))
        free = [seat for seat in range(seats) if seat not in bots]
        seat = int(found[1]) - 1 if found[1] else free[-1] if free else seats
        if seat not in free:
            numbers = ", ".join(str(seat + 1) for seat in free)
            raise BadOption(say("bots.no-seat", bot=text, seats=seats, free=numbers or None))
        bots[seat] = game.bot_named(found[2])
        game.new_bot(bots[seat], Random().random)  # refuses one that cannot be made
    return dict(sorted(bots.items()))
