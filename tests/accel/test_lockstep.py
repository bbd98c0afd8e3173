"""Native Tomb is the Tomb of the rules: every question, every list of options, every result."""

from collections import Counter
from random import Random

import pytest

from tests.accel.lockstep import PLAYERS, play, some_options
from undercroft.accel.tomb.game import QUESTIONS

pytestmark = pytest.mark.needs("g++")

FEW, MANY = 24_000, 200_000  # games in all
SLOWER = {"expert": 16, "collector": 16}  # for what is known is compared as well


def march(player: str, games: int, seed: str) -> Counter[str | None]:
    """Play games with options of all kinds; count the questions asked."""
    luck = Random(f"{seed}, {player}")
    choose = PLAYERS[player](luck)
    asked: Counter[str | None] = Counter()
    for number in range(games):
        options = {} if number % 2 else some_options(luck)
        asked.update(told.question for told in play(choose, options, luck))
    return asked


@pytest.mark.parametrize("player", PLAYERS)
def test_native_games_are_those_of_the_rules(player: str) -> None:
    asked = march(player, FEW // 3 // SLOWER.get(player, 1), "lockstep")
    assert asked.keys() == {*QUESTIONS}


@pytest.mark.nightly
@pytest.mark.parametrize("player", PLAYERS)
def test_native_games_are_those_of_the_rules_at_full_size(player: str) -> None:
    asked = march(player, -(-MANY // 3) // SLOWER.get(player, 1), "nightly lockstep")
    assert asked.keys() == {*QUESTIONS}


def test_a_native_series_is_so_many_games() -> None:
    luck = Random("series")
    choose = PLAYERS["random"](luck)
    for games in (3, 5, 10) * 20:
        asked = play(choose, {"mode": "series", "games": games, **some_options(luck)}, luck)
        assert sum(told.question is None for told in asked) == games
