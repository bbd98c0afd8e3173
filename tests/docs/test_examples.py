"""The examples run, and print what they promise."""

from random import Random
from statistics import mean, stdev
from xml.etree import ElementTree

import numpy as np
import pytest

from examples import equal_luck, exact_tomb, flat_monte_carlo, my_bot, ppo
from undercroft import Play
from undercroft.core.fates import lucky
from undercroft.core.play import Play as EnginePlay
from undercroft.core.questions import Decision, Fate

SMALL = ("3s", "4d", "js", "ks", "5c", "as")


def test_my_bot_plays(capsys):
    my_bot.main(plays=200)
    assert "mean score" in capsys.readouterr().out


def test_equal_luck_shows_what_flipped(capsys):
    equal_luck.main(seeds=12)
    printed = capsys.readouterr().out
    assert "mean change of score over 12 seeds" in printed
    assert "plays ended otherwise" in printed


def test_flat_monte_carlo_plays_beside_others(capsys):
    flat_monte_carlo.main(plays=2)
    _, searching, _ = capsys.readouterr().out.splitlines()
    assert searching.startswith("examples.flat_monte_carlo:FlatMonteCarlo: mean score")


def test_the_small_tomb_is_solved_exactly(capsys):
    value = exact_tomb.main(cards=SMALL, plays=200)
    assert "6 cards: perfect play scores" in capsys.readouterr().out
    assert value == pytest.approx(worth_of_every_line(Play(exact_tomb.small_tomb(SMALL))))


def worth_of_every_line(play: EnginePlay) -> float:
    """The same value with nothing remembered and no cards put together."""
    if play.outcome is not None:
        return play.outcome.scores[0]
    question, values = play.question, []
    assert question is not None
    for answer in question.choices:
        twin = play.fork()
        twin.answer(str(answer))
        values.append(worth_of_every_line(twin))
    return sum(values) / len(values) if isinstance(question, Fate) else max(values)


def test_perfect_play_scores_what_was_worked_out():
    game, random = exact_tomb.small_tomb(SMALL), Random(1)
    solver = exact_tomb.Solver(game)
    value, scores = solver.value(Play(game)), []
    for _ in range(300):
        play = Play(game, fates=lucky(random.random))
        while isinstance(play.question, Decision):
            play.answer(solver.best(play))
        assert play.outcome is not None
        scores.append(play.outcome.scores[0])
    error = stdev(scores) / len(scores) ** 0.5
    assert mean(scores) == pytest.approx(value, abs=4 * error)


def test_ppo_plays_and_learns_in_small():
    learner = ppo.Learner(seed=1, envs=8)
    before = {name: weights.copy() for name, weights in learner.network.weights.items()}
    for _ in range(2):
        learner.round(steps=32)
    assert learner.scores
    assert all(not np.array_equal(learner.network.weights[name], before[name]) for name in before)
    assert learner.mean_score(3) >= 0


def test_ppo_takes_what_has_paid_more_often():
    learner = ppo.Learner(seed=1, envs=16)
    network, seen, masks = learner.network, learner.seen, learner.masks
    taken = masks.argmax(1)
    rows, ones = np.arange(16), np.ones(16, np.float32)
    _, old, _ = network.forward(seen, masks)
    for _ in range(5):
        network.learn(seen, masks, taken, old[rows, taken], ones, ones)
    _, new, values = network.forward(seen, masks)
    assert (new[rows, taken] > old[rows, taken]).all()
    assert not new[~masks.astype(bool)].any()
    assert values.mean() > 0


def test_ppos_curve_is_a_picture():
    drawn = ppo.draw_curve([(0, 8), (100, 20), (200, 28)], {"random": 8.3, "cautious": 29.4})
    assert ElementTree.fromstring(drawn).tag.endswith("svg")  # noqa: S314 (our own)
    assert "cautious: 29.4" in drawn
