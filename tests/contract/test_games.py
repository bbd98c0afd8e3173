"""The contract, on every game that is found, for every number of seats."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest

from examples import lamps, well
from tests.contract import lantern
from tests.contract.checks import CHECKS
from undercroft.core.errors import BadOption, BadVariant
from undercroft.core.fates import Seeded
from undercroft.core.game import LEVELS, advice_of
from undercroft.core.options import is_number, read_options, read_value
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.variants import with_variant
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


def extremes(game: Any) -> Iterator[Any]:
    """Variants in which a number of all rows of a kind is as small, or as large, as it may be."""
    kinds: dict[tuple[type, str, Any], list[str]] = {}
    for id, row in game.rows.items():
        for name, type_ in get_type_hints(type(row), include_extras=True).items():
            if is_number(type_):
                kinds.setdefault((type(row), name, type_), []).append(id)
    for (_, name, type_), ids in kinds.items():
        for value in bounds(type_):
            lines = [f"'{id}'.{name} = {str(value).lower()}" for id in ids[:200]]
            toml = "\n".join([f'game = "{game.id}"', "[rows]", *lines])
            yield with_variant(toml, f"{name} = {value}", lambda _: game)


def bounds(type_: Any) -> tuple[Any, Any]:
    spec: Any = msgspec.inspect.type_info(type_)
    return (False, True) if isinstance(spec, msgspec.inspect.BoolType) else (spec.ge, spec.le)


@pytest.mark.nightly
@pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)
def test_no_variant_breaks_the_rules(game):
    """A guest may send any: none may come to a decision without options, or a draw from nothing."""
    for variant in extremes(game):
        play_through(variant)


@pytest.mark.parametrize("name", ["spell_limit", "pieces"])
def test_no_ability_leaves_a_hero_with_less_than_nothing(name):
    game = catalogue()["talisman"]
    ids = [id for id in game.rows if id.startswith(("ch-", "ab-"))]
    for value in (-1, 0):
        toml = "\n".join(['game = "talisman"', "[rows]", *(f"{id}.{name} = {value}" for id in ids)])
        if value < 0:
            with pytest.raises(BadVariant, match="expected a whole number from 0"):
                with_variant(toml, "less.toml", lambda _: game)
        else:
            play_through(with_variant(toml, "none.toml", lambda _: game))


def play_through(game: Any) -> None:
    for seats in {game.seats[0], min(3, game.seats[1])}:
        options, _ = game.read_options({}, seats)
        luck = Random(f"{game.variant} {seats}").random
        bots = [game.new_bot("random", luck) for _ in range(seats)]
        played = simulate(game, options, seats, bots, luck)
        assert played.questions <= game.bound(options, seats)


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
