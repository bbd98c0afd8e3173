"""Judges: what they are told of a table, how they learn, and how they are asked."""

from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

from undercroft.bots.learned.judge import chance, learned
from undercroft.bots.learned.judging import Samples, Task, fit, report, work
from undercroft.bots.learned.train import Learner
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play, standings
from undercroft.core.questions import Decision
from undercroft.games import catalogue

JUDGED = [game for game in catalogue().values() if game.judge is not None]


def told(game: Game[Any, Any], seats: int) -> tuple[list[list[list[float]]], Any]:
    """How the seats stand in a game of quick bots, turn by turn; and how it ended."""
    options, _ = game.read_options({}, seats)
    name = game.levels["fair"]
    random = Random("bots").random

    def seat_bots(rules: Game[Any, Any]) -> list[Any]:
        return [rules.new_bot(name, random) for _ in range(seats)]

    playing = standings(game, options, seats, Random("judged").random, seat_bots)
    rows = []
    while True:
        try:
            rows.append(next(playing))
        except StopIteration as ended:
            return rows, ended.value


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.id)
def test_every_seat_stands_in_as_many_numbers_and_small_ones(game: Game[Any, Any]) -> None:
    lengths = set()
    for seats in range(game.seats[0], game.seats[1] + 1):
        turns, outcome = told(game, seats)
        assert outcome is not None
        for rows in turns:
            assert len(rows) == seats
            lengths |= {len(row) for row in rows}
            assert max(abs(number) for row in rows for number in row) < 10
    assert len(lengths) == 1
    names = [file.name for file in files(game.package).iterdir()]
    kept = [name for name in names if name.startswith("judge") and name.endswith(".weights")]
    assert kept
    for name in kept:
        assert lengths == {len(learned(game.package, name).layers[0].rows)}


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.id)
def test_a_judge_gives_each_seat_a_chance_and_knows_who_is_about_to_win(
    game: Game[Any, Any],
) -> None:
    right = []
    for number in range(12):
        play = Play(game, {}, None, Seeded(f"judge {number}"))
        bot = game.new_bot(game.levels["fair"], Random(1).random)
        chances: tuple[float, ...] = ()
        while isinstance(question := play.question, Decision):
            if play.turn is not None and play.turn.begin is game.turn:  # not setup
                assert game.judge is not None
                chances = game.judge(play.turn.start)
                assert len(chances) == play.seats
                assert all(0 <= one <= 1 for one in chances)
            play.answer(bot(question, play.look(question.seat)))
        assert play.outcome is not None
        for seat, one in enumerate(chances):
            right.append((one > 0.5) == (play.outcome.share(seat) > 0.5))
    assert sum(right) >= 0.75 * len(right)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.id)
def test_a_worker_plays_on_after_it_has_wandered(game: Game[Any, Any]) -> None:
    samples = work(Task(game.id, None, game.seats[0], game.levels["fair"], "seed", 0.5))
    assert len(samples.rows) == len(samples.shares) == len(samples.turns) == len(samples.games) > 0
    assert {*np.unique(samples.shares)} <= {0.0, 0.5, 1.0}


def test_it_learns_how_likely_a_win_is() -> None:
    random = np.random.default_rng(5)
    rows = random.random((20_000, 3)).astype(np.float16)
    truth = np.where(rows[:, 0] > 0.5, 0.8, 0.3)
    shares = (random.random(len(rows)) < truth).astype(np.float32)
    turns = random.integers(0, 40, len(rows)).astype(np.int16)
    samples = Samples(rows, shares, turns, np.arange(len(rows), dtype=np.int32))
    learner = Learner(3, hidden=(8,), is_chance=True)
    steps = 0
    while steps < 1_000:  # a crowded machine takes fewer in a second
        steps += fit(learner, samples, 1.0, random, are_rivals=False)
    said = learner.chances(np.array([[0.9, 0.5, 0.5], [0.1, 0.5, 0.5]], np.float32))
    assert said == pytest.approx([0.8, 0.3], abs=0.07)  # a smooth line through a step
    for phase in report(learner, samples, are_rivals=False)["phases"]:
        assert phase[0] == pytest.approx(phase[1], abs=0.05)
    assert chance(0.0) == 0.5
    assert chance(-1e9) < 1e-6
