"""Teaching a judge."""

import pytest

np = pytest.importorskip("numpy")

from undercroft.bots.learned.judging import Rivals, Samples, tables  # noqa: E402
from undercroft.bots.learned.train import Learner  # noqa: E402


def test_rivals_share_one_win_and_who_plays_alone_has_a_chance():
    rates = np.array([[1.0], [1.0], [2.0], [0.0]])
    chances = Rivals(np.array([3, 1]))(rates)[:, 0]
    assert chances[:3].sum() == pytest.approx(1)
    assert chances[0] == chances[1] < chances[2]
    assert chances[3] == 0.5


def test_tables_begin_where_another_game_or_turn_does():
    games, turns = np.array([7, 7, 7, 7, 8]), np.array([1, 1, 2, 2, 2])
    found = tables(Samples(np.zeros((5, 2)), np.zeros(5), turns, games))
    assert found.tolist() == [0, 2, 4]


def test_a_judge_of_rivals_learns_what_sets_the_winner_apart():
    """Both stand high; the higher wins. Only against each other can that be learned."""
    random = np.random.default_rng(1)
    learner = Learner(1, (), is_chance=True)
    rows = random.uniform(5, 6, (400, 2)).astype(np.float32)
    won = (rows == rows.max(1, keepdims=True)).astype(np.float32)
    for _ in range(300):
        learner.learn(rows.reshape(-1, 1), won.ravel(), 0.05, Rivals(np.full(400, 2)))
    low, high = learner.expect(np.array([[5.2], [5.8]], np.float32))
    assert high - low > 2
