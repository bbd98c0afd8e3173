"""A review as lines of text."""

from collections.abc import Iterator
from typing import Any, Final

from undercroft.core.game import Game
from undercroft.review.found import ERRORS, Judged, Review, Value
from undercroft.review.weighing import Aim
from undercroft.review.words import say

MINUS: Final = "\N{MINUS SIGN}"
NEWS: Final = 4  # of what came, as much is told; the last counts most
LITTLE: Final = 0.05  # of a win, or of the points at stake: less than this is not worth a word


def amount(value: float, aim: Aim, *, signed: bool = False) -> str:
    """Write a chance in percent, or points."""
    number = f"{100 * value:.0f}%" if aim == "win" else f"{value:.1f}"
    number = number.removeprefix("-") if float(number.rstrip("%")) == 0 else number
    plus = "+" if signed and float(number.rstrip("%")) > 0 else ""
    return plus + number.replace("-", MINUS)


def within(value: Value, aim: Aim, *, signed: bool = False) -> str:
    """Write a value with its error: `41 ±3%`."""
    if aim == "win":
        return f"{amount(value.value, aim, signed=signed)[:-1]} ±{100 * value.error:.0f}%"
    return f"{amount(value.value, aim, signed=signed)} ±{value.error:.1f}"


def as_text(game: Game[Any, Any], review: Review, *, everything: bool = False) -> str:
    """Tell a review."""
    return "\n".join(_lines(game, review, everything=everything))


def _lines(game: Game[Any, Any], review: Review, *, everything: bool) -> Iterator[str]:
    aim, policy = review.aim, bot_title(game, review.policy)
    yield say(
        "review.title",
        game=game.title,
        seat=review.seat + 1,
        policy=policy,
        playouts=review.playouts,
        seconds=f"{review.seconds:.0f}",
    )
    yield ""
    yield f"{verdict(review)} {lesson(review)}"
    yield ""
    yield ledger(review)
    if ranks := percentiles(review):
        yield ranks
    yield say("review.explained", policy=policy)
    if review.turns is not None:
        yield say("review.judged", turns=review.turns, policy=policy)
    yield counts(review)
    if review.unweighed:
        yield say("review.unweighed", count=review.unweighed)
    yield ""
    errors = [one for one in review.decisions if one.mark in ERRORS]
    yield say("review.errors") if errors else say("review.no-errors")
    for one in sorted(errors, key=lambda one: -one.cost.value):
        yield from _error(one, aim)
    for kind, moments in (("luckiest", review.luckiest), ("unluckiest", review.unluckiest)):
        if moments:
            yield ""
            yield say(f"review.{kind}")
            for number, luck, news in moments:
                yield f"  {moment(number, luck, news, aim)}"
    if everything:
        yield ""
        yield say("review.all")
        for one in review.decisions:
            yield f"  {headline(one, aim)}"
            for tried in one.options:
                sign = "*" if tried.option == one.taken else " "
                told = say("review.option", worth=within(tried.worth, aim), option=tried.told)
                yield f"   {sign} {told}"


def bot_title(game: Game[Any, Any], name: str) -> str:
    """Say what a bot is called."""
    return str(game.words.title(name))


def verdict(review: Review) -> str:
    """Say in a line how the game was played, and what luck had to do with it."""
    won = review.aim == "win" and review.outcome > 0
    return say("verdict", play=_level_of_play(review), luck=_level(review, review.luck), won=won)


def _level_of_play(review: Review) -> str:
    """Rank the play: where every decision was weighed, and none was an error, it was good."""
    level = _level(review, review.skill)
    if level == "even" and not review.lost and not review.unweighed:
        return "good"
    if level == "even" and review.skill.value < 0 and review.count("blunder"):
        return "bad"
    return level


def _level(review: Review, value: Value) -> str:
    """Say on which side a value lies; near nothing, or in doubt, it is even."""
    stake = 1.0 if review.aim == "win" else max(abs(review.start.value), abs(review.outcome), 1.0)
    if abs(value.value) <= max(value.error, LITTLE * stake):
        return "even"
    return "good" if value.value > 0 else "bad"


def lesson(review: Review) -> str:
    """Say what the errors cost in all."""
    errors = sum(one.mark in ERRORS for one in review.decisions)
    lost = amount(review.lost, review.aim)
    return say("lesson", errors=errors, lost=lost, aim=review.aim, all=len(review.decisions))


def ledger(review: Review) -> str:
    """Say what the outcome is made of."""
    aim = review.aim
    return say(
        f"review.ledger-{aim}",
        start=within(review.start, aim),
        luck=within(review.luck, aim, signed=True),
        skill=within(review.skill, aim, signed=True),
        outcome=amount(review.outcome, aim),
    )


def percentiles(review: Review) -> str:
    """Describe how lucky a game was, and how well it was played, among others."""
    luck, play = review.luck_percentile, review.play_percentile
    if luck is not None and play is not None:
        return say("review.percentiles", luck=luck, play=play)
    if luck is not None:
        return say("review.luck-percentile", luck=luck)
    return "" if play is None else say("review.play-percentile", play=play)


def counts(review: Review) -> str:
    """Count the decisions of each mark."""
    return say(
        "review.counts",
        all=len(review.decisions),
        best=review.count("best"),
        fine=review.count("fine"),
        inaccuracy=review.count("inaccuracy"),
        mistake=review.count("mistake"),
        blunder=review.count("blunder"),
    )


def headline(one: Judged, aim: Aim) -> str:
    """Say what was decided, and how well; answers are counted from 1, as replays do."""
    named = {"number": one.number + 1, "mark": say(f"mark.{one.mark}"), "prompt": one.prompt}
    if one.mark not in ERRORS:
        return say("review.uncosted", **named)
    cost = Value(-one.cost.value, one.cost.error)
    return say("review.decision", cost=within(cost, aim, signed=True), **named)


def moment(number: int, luck: Value, news: tuple[str, ...], aim: Aim) -> str:
    """Tell a stretch of luck."""
    told = " ".join(news[-NEWS:]) or say("review.nothing-new")
    moved = within(luck, aim, signed=True)
    if number < 0:
        return say("review.at-the-end", luck=moved, news=told)
    return say("review.moment", number=number + 1, luck=moved, news=told)


def _error(one: Judged, aim: Aim) -> Iterator[str]:
    yield f"  {headline(one, aim)}"
    for key, option in (("played", one.taken), ("better", one.best)):
        tried = next(tried for tried in one.options if tried.option == option)
        worth = amount(tried.worth.value, aim)
        yield f"     {say(f'review.{key}', option=tried.told, worth=worth)}"
