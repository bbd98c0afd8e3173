"""A bot that looks ahead, for any game: it leaves another bot's answer only on evidence.

Every option is tried in the same imagined worlds, with the same luck, against the answer of the
bot that it is built on. So options are told apart by what they change and by nothing else. An
option that falls behind is tried no more. What is left of the budget goes to the others.

Where a game has a judge, imagined games can end after a few turns: what it says of an option varies
far less than who wins in the end, so a small gain shows in few worlds.
"""

from collections.abc import Callable, Mapping
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from undercroft.core.game import Advice, Bot, Look, advice_of
from undercroft.core.questions import Decision


class Tried:
    """What an option gained over the base bot's answer, world by world."""

    __slots__ = ("gains", "option", "squares", "wins", "worlds")

    def __init__(self, option: Any) -> None:
        self.option = option
        self.worlds = 0
        self.wins = self.gains = self.squares = 0.0

    def add(self, worth: float, usual: float) -> None:
        """Note a world: what this option came to in it, and the base bot's."""
        self.worlds += 1
        self.wins += worth
        self.gains += worth - usual
        self.squares += (worth - usual) ** 2

    @property
    def chance(self) -> float:
        """How often it won."""
        return self.wins / self.worlds if self.worlds else 0.0

    @property
    def gain(self) -> float:
        """By how much it was better."""
        return self.gains / self.worlds if self.worlds else 0.0

    @property
    def error(self) -> float:
        """The standard error of that."""
        if self.worlds < 2:
            return float("inf")
        spread = max(self.squares - self.gains * self.gain, 0.0) / (self.worlds - 1)
        return sqrt(spread / self.worlds)


class Search:
    """Plays as its base bot does, unless imagined games say otherwise.

    With a budget of playouts alone the same luck gives the same answer on every machine. Seconds
    bound what a slow machine may take.
    """

    looks_ahead: ClassVar[bool] = True
    strength: ClassVar[str] = "strong"
    budget: ClassVar[float] = 3.0
    base: ClassVar[str]  # the bot whose answer it starts from
    policy: ClassVar[str]  # the bot that plays imagined games to their end
    playouts: ClassVar[int]  # for one decision
    seconds: ClassVar[float]
    turns: ClassVar[int | None] = None  # after this one, before the judge is asked; None: never
    first: ClassVar[int] = 24  # worlds before an option is given up
    fewest: ClassVar[int] = 64  # worlds before an answer is left
    errors: ClassVar[float] = 1.0  # standard errors that an option must be better by
    margin: ClassVar[float] = 0.0  # and so much: a judge errs a little, however many the worlds

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self._random = random
        self._own = Random()  # the luck of the bots in imagined games
        self._bots: list[Bot[Any]] = []
        self._base: Bot[Any] | None = None

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        """Choose an option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[Any]) -> Advice:
        """Choose an option; the reason is the base bot's, or how often it won in imagined games."""
        options = [*{str(option): option for option in decision.options}.values()]
        if len(options) == 1:
            return Advice(options[0])
        base, key = self._seat_bots(look), f"{self._random()}"
        self._own.seed(key)
        usual = advice_of(base, decision, look)
        if not self.knows(decision, look):
            return usual
        tried = self.weigh(decision, look, options, usual.answer, key)
        sure = [
            one
            for one in tried[1:]
            if one.worlds >= self.fewest and one.gain > max(self.margin, self.errors * one.error)
        ]
        if not sure:
            return usual
        best = max(sure, key=lambda one: one.gain)
        shares = {"share": 100 * best.chance, "usual": 100 * (best.chance - best.gain)}
        return Advice(best.option, "ahead", {name: f"{one:.0f}" for name, one in shares.items()})

    def knows(self, decision: Decision[Any], look: Look[Any]) -> bool:
        """Whether looking ahead helps at such a question, at such a table."""
        return True

    def _seat_bots(self, look: Look[Any]) -> Bot[Any]:
        """Make the bots when they are first needed: an imagined game knows which game it is."""
        if self._base is None:
            play = look.imagine(self._random)
            self._base = play.game.new_bot(self.base, self._own.random)
            self._bots = [
                play.game.new_bot(self.policy, self._own.random) for _ in range(play.seats)
            ]
        return self._base

    def weigh(
        self, decision: Decision[Any], look: Look[Any], options: list[Any], answer: Any, key: str
    ) -> list[Tried]:
        """Try options in imagined worlds; give what came of them, the base bot's answer first."""
        until = perf_counter() + self.seconds
        tried = [
            Tried(option) for option in sorted(options, key=lambda one: str(one) != str(answer))
        ]
        still, left = tried[1:], self.playouts
        while still and left > len(still) and perf_counter() < until:
            world = f"{key} {tried[0].worlds}"
            left -= 1 + len(still)
            usual = self._end(decision, look, world, tried[0].option)
            tried[0].add(usual, usual)
            for one in still:
                one.add(self._end(decision, look, world, one.option), usual)
            if tried[0].worlds >= self.first:
                still = [one for one in still if one.gain > self.margin - one.error]
        return tried

    def _end(self, decision: Decision[Any], look: Look[Any], world: str, option: Any) -> float:
        luck = Random(world).random
        self._own.seed(world)
        ended = look.imagine_end(self._bots, luck, option, self.turns)
        return float(ended.share(decision.seat))
