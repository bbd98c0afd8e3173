"""Players that learned: the network in plain Python, how it learns, and what it may see."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from undercroft.bots.learned.network import POINT, Network, packed, unpacked
from undercroft.bots.learned.player import Learned, lesson_of
from undercroft.bots.learned.train import Learner, Samples, Task, fit, gained, learner_of, work
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games import catalogue, find_game

LEARNERS = [
    (game.id, name)
    for game in catalogue().values()
    for name, bot in game.bots.items()
    if isinstance(bot, type) and issubclass(bot, Learned)
]


def asked(id: str, least: int = 30) -> Play:
    """A game in which somebody has to decide, some way in."""
    game = find_game(id)
    play = Play(game, {}, None, Seeded("learned"))
    bot = game.new_bot(game.rule_of_thumb, Random(1).random)
    while isinstance(play.question, Decision) and play.number < least:
        play.answer(bot(play.question, play.look(play.question.seat)))
    return play


def test_whole_numbers_give_what_numpy_gives() -> None:
    learner = Learner(6)
    rows = np.random.default_rng(3).random((20, 6)).astype(np.float32)
    written = learner.written(0.02)
    network = Network(*unpacked(written))
    rated = [network.rates([float(n) for n in row])[0] / (1 << POINT) for row in rows]
    assert rated == pytest.approx([float(n) for n in learner.expect(rows)], abs=2e-3)
    assert lesson_of(written).least == 0.02
    assert len(packed((2, 1), [0.5, 0.5, 0.0])) < 40


def test_it_learns_what_an_option_gains() -> None:
    random = np.random.default_rng(5)
    rows = random.random((4000, 4)).astype(np.float32)
    gains = np.where(rows[:, 0] > 0.5, 0.3, -0.3).astype(np.float32)
    gains += random.normal(0, 0.5, len(gains)).astype(np.float32)  # one weighing proves little
    samples = Samples(rows, gains, np.arange(len(gains), dtype=np.int32))
    learner = Learner(4)
    fit(learner, samples, 60.0, random, most=300)
    fresh = random.random((2000, 4)).astype(np.float32)
    truth = np.where(fresh[:, 0] > 0.5, 0.3, -0.3).astype(np.float32)
    gain, error, _ = gained(learner, Samples(fresh, truth, np.arange(2000, dtype=np.int32)))
    assert gain > 0.1  # 0.15 is the best that can be had
    assert error < 0.01


@pytest.mark.parametrize(("id", "name"), LEARNERS)
def test_a_worker_weighs_decisions_in_numbers_of_one_length(id: str, name: str) -> None:
    game = find_game(id)
    assert learner_of(game)[0] == name
    task = Task(id, game.seats[0], "seed", Path("nowhere"), is_trial=False, deepen=False)
    samples = work(task).samples
    assert samples is not None
    assert samples.rows.ndim == 2
    assert len(samples.rows) == len(samples.gains) == len(samples.decisions) > 0
    assert np.abs(samples.rows).max() < 10
    assert np.abs(samples.gains).max() <= 1


@pytest.mark.parametrize(("id", "name"), LEARNERS)
def test_what_it_knows_comes_from_the_view_alone(id: str, name: str) -> None:
    """Dealt anew for its seat, all is as it was to the player."""
    play = asked(id)
    question = play.question
    assert isinstance(question, Decision)
    player: Any = play.game.new_bot(name, Random(1).random)
    twin = play.imagine(question.seat, Random(9).random)
    told = [
        player.encode(play.game.rows, one.view(question.seat), question, 0) for one in (play, twin)
    ]
    assert told[0] == told[1]
    assert len(told[0]) == len(question.options)


@pytest.mark.parametrize(("id", "name"), LEARNERS)
def test_its_network_is_small_and_its_answers_are_quick_and_open(id: str, name: str) -> None:
    play = asked(id)
    question = play.question
    assert isinstance(question, Decision)
    player: Any = play.game.new_bot(name, Random(1).random)
    assert player(question, play.look(question.seat)) in question.options
    network = player.lesson.network
    assert sum(len(layer.rows) * layer.size for layer in network.layers) * 2 < 1_000_000
