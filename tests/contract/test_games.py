"""The contract, on every game that is found, for every number of seats."""

import pytest

from examples import lamps, well
from tests.contract import lantern
from tests.contract.checks import CHECKS
from undercroft.games import catalogue

GAMES = [*catalogue().values(), well.GAME, lantern.GAME, lamps.GAME]
TABLES = [(game, seats) for game in GAMES for seats in range(game.seats[0], game.seats[1] + 1)]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{g.id}-{n}" for g, n in TABLES])
def test_contract(game, seats, check):
    for number in range(6):
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
