"""What an ending is worth to each seat."""

import pytest

from undercroft.core.errors import BadOption
from undercroft.core.game import Outcome
from undercroft.research.rewards import Reward, place, reward_of, score, win

PLACED = Outcome("escaped", (2,), (3, 5, 4, 0), places=(3, 2, 1, 0))
SHARED = Outcome("burnt-down", (0, 1), (7, 7, 2))
NOBODY = Outcome("lost", (), (4, 4))


def each(reward: Reward, outcome: Outcome) -> list[float]:
    return [reward(outcome, seat) for seat in range(len(outcome.scores))]


def test_a_score_is_a_score():
    assert each(score, PLACED) == [3, 5, 4, 0]


def test_every_winner_wins():
    assert each(win, SHARED) == [1, 1, 0]
    assert each(win, NOBODY) == [0, 0]


def test_places_run_from_one_to_minus_one_and_add_up_to_nothing():
    assert each(place, PLACED) == pytest.approx([-1 / 3, 1 / 3, 1, -1])
    assert each(place, SHARED) == pytest.approx([0.5, 0.5, -1])
    assert each(place, NOBODY) == [0, 0]
    assert each(place, Outcome("won", (0,), (68,))) == [1]


def test_a_reward_has_a_name_or_is_a_function():
    assert reward_of("win") is win
    assert reward_of(score) is score
    with pytest.raises(BadOption, match="unknown reward 'gold'; use one of: score, win, place"):
        reward_of("gold")
