"""The contract, on every game that is found, for every number of seats."""

from random import Random
from typing import get_type_hints

import pytest

from examples import lamps, well
from tests.contract import lantern
from tests.contract.checks import CHECKS
from undercroft.core.errors import BadOption
from undercroft.core.fates import Seeded
from undercroft.core.game import LEVELS, advice_of
from undercroft.core.options import is_number, read_options, read_value
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue

GAMES = [*catalogue().values(), well.GAME, lantern.GAME, lamps.GAME]
TABLES = [(game, seats) for game in GAMES for seats in range(game.seats[0], game.seats[1] + 1)]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.id}-{n}" for g, n in TABLES])
def test_contract(game, seats, check):
    for number in range(max(2, 6 // seats)):  # with more seats a play is longer
        check(game, seats, f"sample {number}")


@pytest.mark.nightly
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.id}-{n}" for g, n in TABLES])
def test_contract_by_the_thousand(game, seats, check):
    for number in range(2000):
        check(game, seats, f"nightly {number}")


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_hints_come_from_a_rule_of_thumb(game):
    assert game.rule_of_thumb in game.bots
    assert game.rule_of_thumb != "random"


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_hints_come_from_the_level_chosen_or_the_next_below(game):
    below = game.rule_of_thumb
    for level in LEVELS:
        below = game.levels.get(level, below)
        assert game.adviser_of(level) == below
    assert game.adviser_of("") == game.rule_of_thumb


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_a_hint_says_why_in_a_sentence_or_not_at_all(game):
    luck = Random(5).random
    for name in {*map(game.adviser_of, ("", *LEVELS))} & {*game.quick_bots}:
        bot, said = game.new_bot(name, luck), 0
        play = Play(game, {}, game.seats[1], Seeded("why"))
        for _ in range(150):
            if not isinstance(play.question, Decision):
                break
            look = play.look(play.question.seat)
            advice = advice_of(bot, play.question, look)
            assert advice.answer in play.question.options
            why = advice.why(game.words)
            assert not why or (why.endswith(".") and "{" not in why)
            said += bool(why)
            play.answer(advice.answer)
        assert said or not hasattr(bot, "advise")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_number_of_an_option_has_both_bounds(game):
    """Whoever may set it may set it to anything: an open one would be a play without end."""
    for spec in game.option_specs:
        if spec.choices is None and not spec.allowed.startswith("a list"):
            assert spec.least is not None, spec.name
            assert spec.most is not None, spec.name
            assert -1000 <= spec.least <= spec.most <= 1000, spec.name
            with pytest.raises(BadOption, match=f"expected a whole number from {spec.least} to"):
                read_options(game.options, {spec.name: "9" * 5000})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_number_of_a_row_has_bounds(game):
    for row in game.rows.values():
        for type_ in get_type_hints(type(row), include_extras=True).values():
            for number in (10**6, -(10**6)) if is_number(type_) else ():
                with pytest.raises(ValueError, match="expected"):
                    read_value(type_, number)
