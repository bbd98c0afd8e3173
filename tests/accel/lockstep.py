"""Tomb by its rules and in native code, side by side from the same order of cards."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from undercroft.accel.tomb.game import Asked, NativeTomb, native_options
from undercroft.accel.tomb.learned import native_network
from undercroft.core.game import GameOver, Outcome
from undercroft.core.questions import Decision
from undercroft.core.running.looking import Glance
from undercroft.games.tomb import GAME
from undercroft.games.tomb.bots.expert import Collector, Expert, network, read_weights
from undercroft.games.tomb.bots.sight import BITS, action_of, known_of
from undercroft.games.tomb.bots.thumb import Bold, Cautious, RuleOfThumb
from undercroft.games.tomb.cards import CARDS, ROWS
from undercroft.games.tomb.rules import lay, setup, turn
from undercroft.games.tomb.state import Match, Tomb
from undercroft.games.tomb.view import TombView, view

IDS = [card.id for card in CARDS]

Player: TypeAlias = Callable[[Decision[Any], Glance, NativeTomb], int]


def at_random(luck: Random) -> Player:
    """Any option; a bold one goes deeper than chance would, so that late questions come up."""

    def choose(decision: Decision[Any], sitting: Glance, native: NativeTomb) -> int:
        if decision.id == "next" and luck.random() < 0.7:
            return 0
        if decision.id == "torch" and luck.random() < 0.8:
            return 0
        return int(luck.random() * len(decision.options))

    return choose


def by_thumb(bot: type[RuleOfThumb]) -> Player:
    """As a bot answers; the native one must answer the same."""
    player = bot(ROWS, Random(0).random)

    def choose(decision: Decision[Any], sitting: Glance, native: NativeTomb) -> int:
        place = decision.options.index(player(decision, sitting))
        assert native.by_thumb(bot.prize, bot.weariness) == place, decision.id
        return place

    return choose


def learned(bot: type[Collector]) -> Player:
    """As a bot that learned answers; the native game must be known and rated the same."""
    player = bot(ROWS, Random(0).random)
    native_networks = {name: native_network(*read_weights(name)) for name in ("kings", "points")}

    def choose(decision: Decision[Any], sitting: Glance, native: NativeTomb) -> int:
        place = decision.options.index(player(decision, sitting))
        if decision.id == "torch":
            return place  # nothing to rate
        tomb = sitting.view.tombs[0]
        assert isinstance(tomb, TombView)
        known = known_of(tomb, ROWS, decision)
        bits, scalars, actions = native.known(len(decision.options))
        assert {*known.bits} == bits
        assert len(known.bits) == len(bits)
        assert known.scalars == scalars
        assert [action_of(decision.id, option) for option in decision.options] == actions
        name = player.aim(known)
        rates = network(name).rates(known.scalars, BITS, known.bits)
        assert rates == native.rates(native_networks[name])
        assert rates[actions[place]] == max(rates[action] for action in actions)
        return place

    return choose


PLAYERS: Mapping[str, Callable[[Random], Player]] = {
    "random": at_random,
    "cautious": lambda luck: by_thumb(Cautious),
    "bold": lambda luck: by_thumb(Bold),
    "expert": lambda luck: learned(Expert),
    "collector": lambda luck: learned(Collector),
}


def some_options(luck: Random) -> dict[str, object]:
    """Options drawn from all that change the game, or a preset's."""
    if luck.random() < 0.3:
        return dict(luck.choice([*GAME.presets.values()]))
    return {
        "min-delve": luck.choice((1, 2)),
        "start-hp": luck.choice((10, 9, 8, 7, 6)),
        "start-torches": luck.choice((0, 1, 2)),
        "scroll": luck.choice(("deck", "hand", "none")),
        "lenient-discards": luck.random() < 0.5,
    }


def play(
    player: Player,
    options: Mapping[str, object],
    luck: Random,
    tell_deal: Callable[[list[str]], object] = len,
) -> list[Asked]:
    """Play a game (or a series) both ways; every question, list, table and result must agree."""
    settled, seats = GAME.read_options(options, 1)
    match = lay(settled, ROWS, seats)
    asked: list[Asked] = []
    rules = setup(match)
    answer: Any = None
    native, order = deal(match, luck)
    tell_deal(order[::-1])
    tomb = match.tombs[0]
    while True:
        try:
            question = rules.send(answer)
        except StopIteration:
            if tomb is not match.tombs[0]:  # the next game of a series
                compare(native.asked(), None, tomb)
                asked.append(native.asked())
                native, order = deal(match, luck)
                tomb = match.tombs[0]
            rules, answer = turn(match), None
            continue
        except GameOver as over:
            asked.append(native.asked())
            compare(asked[-1], None, tomb)
            compare_outcome(over.outcome, asked)
            return asked
        if isinstance(question, Decision):
            told = native.asked()
            compare(told, question, tomb)
            asked.append(told)
            place = player(question, Glance(view, match, 0), native)
            native.answer(place)
            answer = question.options[place]
        else:
            answer = ROWS[order.pop()]


def deal(match: Match, luck: Random) -> tuple[NativeTomb, list[str]]:
    """Shuffle the deck of the present game; both will turn the same cards."""
    deck = [card.id for card in match.tombs[0].deck.fog]
    luck.shuffle(deck)
    return NativeTomb(IDS, native_options(match.options), deck), deck[::-1]


def compare(told: Asked, question: Decision[Any] | None, tomb: Tomb) -> None:
    """Compare what is asked, and what lies on the table."""
    result = tomb.result
    texts: Sequence[str] = [str(option) for option in question.options] if question else ()
    assert told == Asked(
        question=question.id if question else None,
        options=tuple(texts),
        outcome=result.outcome if result else None,
        kings=result.kings if result else 0,
        points=result.points if result else 0,
        hit_points=tomb.hit_points,
        torches=len(tomb.torches),
        held=len(tomb.hand),
        left=len(tomb.deck),
        column=told.column if result else len(tomb.column),
        delve_done=tomb.delve_done,
        retreat_done=tomb.retreat_done,
        draws=tomb.match.deck_size - len(tomb.deck.fog),
    )


def compare_outcome(outcome: Outcome, asked: Sequence[Asked]) -> None:
    """Compare the score of the whole: a series adds up."""
    ends = [told for told in asked if told.question is None]
    assert [*outcome.scores] == [sum(told.points for told in ends)]
    if len(ends) == 1:
        assert outcome.name == ends[0].outcome
