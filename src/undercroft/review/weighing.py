"""One decision weighed: each option is tried in the same imagined worlds, with the same luck.

Every playout is `Play.imagine_end`, so all that the seat could not know is dealt anew each time.
Where games are long, a playout may end after some turns: then the game's judge says how it stands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from undercroft.core.game import Bot, Game, Outcome
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.review.budget import Purse

Aim: TypeAlias = Literal["win", "score"]
"""What counts: the share of a win, or points."""

FEW: Final = 8  # with fewer worlds than this, a deviation is not to be trusted
JUDGED: Final = 0.25  # what a judge says varies by about this part of what endings do


class Policy:
    """Who plays imagined games to their end: one bot of the game in every seat.

    Its luck starts anew with each world, so that options meet the same player, too.
    """

    def __init__(self, game: Game[Any, Any], name: str, seats: int) -> None:
        self._random = Random()
        self.name = name
        self.bots: Sequence[Bot[Any]] = [
            game.new_bot(name, self._random.random) for _ in range(seats)
        ]

    def choose(self, play: Play) -> str:
        """Say what it would answer to the open decision."""
        question = play.question
        assert isinstance(question, Decision)  # noqa: S101 (the caller has seen to it)
        self._random.seed("choose")
        return str(self.bots[question.seat](question, play.look(question.seat)))

    def luck(self, world: str) -> Callable[[], float]:
        """Begin a world: give its luck, and let the bots' own start anew."""
        self._random.seed(f"{world}/bots")
        return Random(world).random


class Mean(NamedTuple):
    """A mean of so many values, and its standard error."""

    value: float
    error: float
    worlds: int


def mean_of(values: Sequence[float], least: float = 0.0) -> Mean:
    """Give a mean and its standard error; few values are taken to vary by at least so much.

    Many that are all the same may still differ the next time: about once in as many.
    """
    count = len(values)
    if not count:
        return Mean(0.0, float("inf"), 0)
    middle = sum(values) / count
    squares = sum((value - middle) ** 2 for value in values)
    deviation = sqrt(squares / (count - 1)) if count > 1 else least
    if count < FEW:
        deviation = max(deviation, least)
    return Mean(middle, max(deviation / sqrt(count), 2 * least / count), count)


class Weighing:
    """A decision of one's own, and what its options came to in the worlds tried so far."""

    def __init__(
        self,
        play: Play,
        taken: str,
        policy: Policy,
        aim: Aim,
        seed: str,
        purse: Purse,
        turns: int | None = None,
    ) -> None:
        question = play.question
        assert isinstance(question, Decision)  # noqa: S101 (the caller has seen to it)
        self.number = play.number
        self.question = question
        self.taken = taken
        self.usual = policy.choose(play)  # the policy's own answer
        self._play = play.fork()
        self._policy, self._aim, self._seed = policy, aim, f"{seed}/{self.number}"
        self._purse, self._turns = purse, turns
        self.options = list(dict.fromkeys(map(str, question.options)))
        self.values: dict[str, list[float]] = {option: [] for option in self.options}
        self.checked: dict[str, list[float]] = {}  # in fresh worlds: the one taken, and a better
        self.open = set(self.options)  # those that may still be the best

    @property
    def tried(self) -> int:
        """In how many worlds the option taken was tried; the usual one was in as many."""
        return len(self.values[self.taken])

    def try_own(self, worlds: int) -> None:
        """Try the option taken and the usual one, until they have been in so many worlds."""
        self._try([self.taken, self.usual], worlds)

    def try_all(self, worlds: int) -> None:
        """Try all that may be the best, until they have been in so many worlds."""
        self._try([self.taken, self.usual, *self.options], worlds)

    def _try(self, options: Sequence[str], worlds: int) -> None:
        """Go on until all is spent. (The first two are the one taken and the usual one.)"""
        tried = [*dict.fromkeys(options[:2]), *(o for o in options[2:] if o in self.open)]
        for option in dict.fromkeys(tried):
            values = self.values[option]
            while len(values) < worlds and not self._purse.is_empty:
                values.append(self._end(f"{self._seed}/{len(values)}", option))

    def check(self, worlds: int, others: Iterable[str] = ()) -> None:
        """Set the better option beside the one taken in fresh worlds: it was not chosen by these.

        The option with the best of many noisy means is likely to have been lucky.
        """
        if not self.checked:
            self.checked = {option: [] for option in (self.taken, self.leader, *others)}
        start = len(self.checked[self.taken])
        for world in range(start, start + worlds):
            if self._purse.is_empty:
                return
            for option, values in self.checked.items():
                values.append(self._end(f"{self._seed}/check {world}", option))

    def _end(self, world: str, option: str) -> float:
        self._purse.pay()
        seat, luck = self.question.seat, self._policy.luck(world)
        outcome = self._play.imagine_end(seat, self._policy.bots, luck, option, self._turns)
        return worth(outcome, seat, self._aim)

    # -- what it comes to -------------------------------------------------------------------------

    def mean(self, option: str, least: float = 0.0) -> Mean:
        """Give what an option is worth."""
        return mean_of(self.values[option], self._scaled(least))

    def latest(self, option: str, least: float) -> Mean:
        """Give the same, from fresh worlds if it was checked in some."""
        values = self.checked.get(option) or self.values[option]
        return mean_of(values, self._scaled(least))

    def gain(self, option: str, over: str, least: float = 0.0) -> Mean:
        """Give by how much an option is better than another, in the worlds that both were in."""
        return paired(self.values, option, over, self._scaled(least))

    @property
    def leader(self) -> str:
        """The option that is best so far; if others only equal it, the one taken."""
        best = [option for option in self.options if option in self.open and self.values[option]]
        if not best:
            return self.taken
        most = max(self.mean(option).value for option in best)
        best = [option for option in best if self.mean(option).value >= most]
        return self.taken if self.taken in best else best[0]

    def narrow(self, least: float, errors: float = 2.0) -> None:
        """Leave out what is behind the leader by more than so many standard errors."""
        leader = self.leader
        for option in [*self.open]:
            behind = self.gain(leader, option, least)
            if option != leader and behind.worlds and behind.value > errors * behind.error:
                self.open.discard(option)

    def doubt(self, least: float) -> float:
        """Say how much better than the one taken another option may yet be."""
        others = [self.gain(option, self.taken, least) for option in self.open - {self.taken}]
        return max((other.value + 2 * other.error for other in others), default=0.0)

    @property
    def better(self) -> str | None:
        """The option found better than the one taken, and checked in fresh worlds."""
        return next((option for option in self.checked if option != self.taken), None)

    def cost(self, least: float = 0.0) -> Mean:
        """Say what the option taken has cost, in fresh worlds; nothing if none was better."""
        better = self.better
        if better is None or not self.checked[better]:
            return Mean(0.0, 0.0, 0)
        return paired(self.checked, better, self.taken, self._scaled(least))

    def _scaled(self, least: float) -> float:
        return least if self._turns is None else JUDGED * least


def paired(values: Mapping[str, Sequence[float]], one: str, other: str, least: float) -> Mean:
    """Give the mean difference in the worlds that both were tried in."""
    differences = [a - b for a, b in zip(values[one], values[other], strict=False)]
    return mean_of(differences, least)


def worth(outcome: Outcome, seat: int, aim: Aim) -> float:
    """Say what an outcome is worth to a seat."""
    return outcome.share(seat) if aim == "win" else float(outcome.scores[seat])


def own_decisions(play: Play, answers: Iterable[str], seat: int) -> "Iterable[tuple[Play, str]]":
    """Play a game again; give the play at each decision of a seat, and what was answered."""
    for answer in answers:
        question = play.question
        if isinstance(question, Decision) and question.seat == seat:
            yield play, answer
        play.answer(answer)
