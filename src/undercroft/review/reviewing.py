"""Reviewing: playouts go where it is not yet known whether another option was better."""

from collections.abc import Callable, Sequence
from math import sqrt
from operator import methodcaller
from typing import Any, Final, NamedTuple

from undercroft.core.errors import BadOption, Refused
from undercroft.core.game import Game, Outcome
from undercroft.core.language.addressing import words_for
from undercroft.core.language.words import Words
from undercroft.core.play import Play, simulate
from undercroft.core.records.journal import Journal
from undercroft.review.budget import Budget, Purse
from undercroft.review.found import ERRORS, Judged, Mark, Review, Tried, Value
from undercroft.review.ledger import Entry, Station, ledger
from undercroft.review.percentiles import percentile, play_percentile
from undercroft.review.weighing import (
    Aim,
    Mean,
    Policy,
    Weighing,
    mean_of,
    own_decisions,
    worth,
)
from undercroft.review.words import say

MARKS: Final[tuple[tuple[float, Mark], ...]] = (  # by what was given away, in wins
    (0.10, "blunder"),
    (0.05, "mistake"),
    (0.02, "inaccuracy"),
)
SURE: Final = 2.576  # standard errors: 99 of 100
FIRST: Final = 16  # worlds in which every option is tried, if there is time
MOST: Final = 256  # worlds in which an option is tried at most
CHECKED: Final = 64  # fresh worlds for an option that seems better; then twice as many, and again
MOST_CHECKED: Final = 1024
PATH: Final = (2, 4, 8, 16)  # worlds for every decision, as far as there is time
OWN: Final = (32, 64, 128)  # for those that were not the usual one
FOR_START: Final = 0.08  # what part of the budget has gone after games from the start,
FOR_PATH: Final = 0.25  # after the path of the chances,
FOR_OWN: Final = 0.5  # after answers of one's own,
FOR_SEARCH: Final = 0.7  # and when what seems better is checked


def review(
    game: Game[Any, Any],
    journal: Journal,
    seat: int = 0,
    *,
    budget: Budget,
    aim: Aim | None = None,
    bot: str | None = None,
    seed: str = "review",
    progress: Callable[[float], None] = lambda part: None,
) -> Review:
    """Review a finished game as one seat played it.

    What is not said is settled: the bot is the game's rule of thumb, and the aim is to win, or to
    have points where that bot never wins.
    """
    play = Play.resume(game, journal)
    if play.outcome is None:
        raise Refused(say("refused.not-over"))
    if not 0 <= seat < play.seats:
        raise BadOption(say("refused.seat", seats=play.seats, given=seat + 1))
    purse = Purse(budget, progress)
    policy = Policy(game, bot or game.rule_of_thumb, play.seats)
    start, aim, deviation, others = _start(play, policy, purse, seat, aim, seed)
    turns = foresight(play, policy, aim)
    weighings = [
        Weighing(at, answer, policy, aim, seed, purse, turns)
        for at, answer in own_decisions(
            Play(game, journal.options, journal.seats),
            [entry.answer for entry in journal.entries],
            seat,
        )
    ]
    _search(weighings, purse, deviation)
    _check(weighings, purse, deviation)
    ended = worth(play.outcome, seat, aim)
    words = game.words
    if play.seats > 1:
        words = words_for(words, [*map(words.player, range(play.seats))], seat)
    terms = _Terms(seat, aim, deviation, start, ended, others, words, turns)
    return _told(play, weighings, policy, purse, terms)


def foresight(play: Play, policy: Policy, aim: Aim) -> int | None:
    """Say after how many turns the game's judge is asked: it knows the rule of thumb's chances."""
    game = play.game
    is_known = aim == "win" and policy.name == game.rule_of_thumb and game.variant is None
    return game.foresight(play.options, play.seats) if is_known else None


class _Terms(NamedTuple):
    seat: int
    aim: Aim
    deviation: float  # of outcomes, in games from the start
    start: Mean
    ended: float
    others: Sequence[float]  # what games from the start came to
    words: Words  # in which the seat is called *you*
    turns: int | None

    def gain(self, one: Weighing) -> Mean:
        """Say what an answer added to the usual one; the usual one adds nothing for certain."""
        if one.taken == one.usual:
            return Mean(0.0, 0.0, 0)
        return one.gain(one.taken, one.usual, self.deviation)

    def mark(self, one: Weighing) -> Mark:
        """Name what a decision was; an error only where the difference is beyond doubt."""
        cost = one.cost(self.deviation)
        if cost.worlds and cost.value > SURE * cost.error:
            scale = 1.0 if self.aim == "win" else 2 * self.deviation
            for least, mark in MARKS:
                if cost.value >= least * scale:
                    return mark
        return "best" if one.leader == one.taken else "fine"


def _start(
    play: Play, policy: Policy, purse: Purse, seat: int, aim: Aim | None, seed: str
) -> tuple[Mean, Aim, float, list[float]]:
    """Play games from the start: what could be expected, what counts, and how much it varies."""
    outcomes: list[Outcome] = []
    while len(outcomes) < FIRST or (purse.spent < FOR_START and len(outcomes) < 4 * MOST):
        luck = policy.luck(f"{seed}/start {len(outcomes)}")
        ended = simulate(play.game, play.options, play.seats, policy.bots, luck)
        outcomes.append(ended.outcome)
        purse.pay()
    if aim is None:
        is_won = any(outcome.share(seat) for outcome in [*outcomes, play.outcome] if outcome)
        aim = "win" if is_won else "score"
    values = [worth(outcome, seat, aim) for outcome in outcomes]
    found = mean_of(values, 0.5 if aim == "win" else 0.0)
    return found, aim, max(found.error * sqrt(found.worlds), 0.05), values


def _search(weighings: Sequence[Weighing], purse: Purse, deviation: float) -> None:
    """First the path of the chances, then answers of one's own, then all that was possible."""
    differing = [one for one in weighings if one.taken != one.usual]
    for worlds in PATH:
        _each(_spread(weighings), purse, FOR_PATH, methodcaller("try_own", worlds))
    for worlds in OWN:
        _each(differing, purse, FOR_OWN, methodcaller("try_own", worlds))
    begun = [one for one in weighings if one.tried]
    likely = sorted(begun, key=lambda one: one.taken == one.usual)
    _each(likely, purse, FOR_SEARCH, methodcaller("try_all", FIRST))
    least = 0.02 * deviation
    while purse.spent < FOR_SEARCH:
        for one in begun:
            one.narrow(deviation)
        unsure = [one for one in begun if one.tried < MOST and one.doubt(deviation) > least]
        if not unsure:
            return
        unsure.sort(key=lambda one: -one.doubt(deviation))
        few = unsure[: max(len(unsure) // 4, 1)]
        _each(few, purse, FOR_SEARCH, lambda one: one.try_all(one.tried + FIRST))


def _each(
    weighings: Sequence[Weighing], purse: Purse, until: float, work: Callable[[Weighing], None]
) -> None:
    for one in weighings:
        if purse.spent >= until:
            return
        work(one)


def _spread(weighings: Sequence[Weighing]) -> list[Weighing]:
    """Go through a game in ever finer steps: where time runs out, all parts have had some."""
    order = sorted(range(len(weighings)), key=lambda at: int(f"{at:016b}"[::-1], 2))
    return [weighings[at] for at in order]


def _check(weighings: Sequence[Weighing], purse: Purse, deviation: float) -> None:
    """See in fresh worlds whether what seems better is: until that is known, or time is up."""
    seeming = [one for one in weighings if one.leader != one.taken]
    seeming.sort(key=lambda one: -one.gain(one.leader, one.taken, deviation).value)
    worlds = CHECKED
    while seeming and worlds <= MOST_CHECKED:
        for one in seeming:
            if purse.is_empty:
                return
            tried = len(one.checked[one.taken]) if one.checked else 0
            one.check(worlds - tried)
        seeming = [one for one in seeming if _is_open(one.cost(deviation), deviation)]
        worlds *= 2


def _is_open(cost: Mean, deviation: float) -> bool:
    """Whether it may still turn out an error, and is not known for one."""
    return cost.value < SURE * cost.error and cost.value + SURE * cost.error > 0.04 * deviation


# -- the ledger -----------------------------------------------------------------------------------


def _told(
    play: Play, weighings: Sequence[Weighing], policy: Policy, purse: Purse, terms: _Terms
) -> Review:
    """Write down what was found: every step from the start to the outcome is luck or skill.

    What is expected with the usual answer moves by luck alone, which has mean zero however one
    plays. What one's own answer adds to the usual one is skill.
    """
    weighed = [one for one in weighings if one.tried]
    stations = [Station(one.mean(one.usual, terms.deviation), terms.gain(one)) for one in weighed]
    kept = ledger(terms.start, stations, terms.ended, terms.deviation)
    news = _News(play, terms.seat, terms.words)
    judged = [
        _judged(one, terms, entry, news.until(one.number))
        for one, entry in zip(weighed, kept.entries, strict=True)
    ]
    among = [other - kept.start for other in terms.others]
    play_rank = None
    if terms.aim == "win" and len(weighed) == len(weighings):
        given = play.journal.options
        play_rank = play_percentile(play.game, given, play.seats, policy.name, kept.skill)
    return Review(
        game=play.game.id,
        rules_version=play.game.rules_version,
        seat=terms.seat,
        aim=terms.aim,
        policy=policy.name,
        start=Value.of(kept.start, kept.start_error),
        outcome=terms.ended,
        last=Value.of(kept.last, kept.last_error),
        last_news=news.until(play.number),
        luck=Value.of(kept.luck, kept.luck_error),
        skill=Value.of(kept.skill, kept.skill_error),
        lost=sum(one.cost.value for one in judged if one.mark in ERRORS),
        decisions=tuple(judged),
        unweighed=len(weighings) - len(weighed),
        playouts=purse.playouts,
        seconds=round(purse.seconds, 2),
        luck_percentile=percentile(kept.luck, among),
        play_percentile=play_rank,
        turns=terms.turns,
    )


def _judged(one: Weighing, terms: _Terms, entry: Entry, news: tuple[str, ...]) -> Judged:
    words, question = terms.words, one.question
    by_text = {str(option): option for option in question.options}
    tried = []
    for option in one.options:
        mean = one.latest(option, terms.deviation)
        if not mean.worlds:
            continue
        told = words.option(question, by_text[option])
        tried.append(Tried(option, told, Value.of(mean.value, mean.error), mean.worlds))
    tried.sort(key=lambda one: -one.worth.value)
    cost = one.cost(terms.deviation)
    return Judged(
        number=one.number,
        prompt=words.prompt(question),
        options=tuple(tried),
        taken=one.taken,
        usual=one.usual,
        best=one.better or one.leader,
        cost=Value.of(cost.value, cost.error),
        mark=terms.mark(one),
        luck=Value.of(entry.luck, entry.luck_error),
        news=news,
        before=entry.before,
        after=entry.before + entry.skill,
        skill=entry.skill,
    )


class _News:
    """What a seat is told, from answer to answer."""

    def __init__(self, play: Play, seat: int, words: Words) -> None:
        self._seat, self._words = seat, words
        again = Play(play.game, play.journal.options, play.seats)
        self._told = [len(again.events)]  # by how many answers have been given
        for entry in play.entries:
            again.answer(entry.answer)
            self._told.append(len(again.events))
        self._events, self._at = again.events, 0

    def until(self, number: int) -> tuple[str, ...]:
        """Tell what came since it was asked last, up to a question."""
        told = self._told[min(number, len(self._told) - 1)]
        news = [event for event in self._events[self._at : told] if event.is_for(self._seat)]
        self._at = told
        return tuple(self._words.event(event) for event in news)
