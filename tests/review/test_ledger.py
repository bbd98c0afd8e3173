"""Outcome = what was expected at the start + luck + skill, exactly; and luck has mean zero."""

from random import Random

import pytest

from undercroft.review.ledger import Ledger, Station, ledger, shrunk
from undercroft.review.weighing import Mean, mean_of


def total(kept: Ledger) -> float:
    steps = sum(entry.luck + entry.skill for entry in kept.entries)
    return kept.start + steps + kept.last


@pytest.mark.parametrize("number", range(50))
def test_start_luck_and_skill_add_up_to_the_outcome_whatever_was_estimated(number: int) -> None:
    random = Random(number)
    stations = [
        Station(
            Mean(random.random(), random.random() / 3, 9),
            Mean(random.gauss(0, 0.1), 0.1, 9) if random.random() < 0.5 else Mean(0.0, 0.0, 0),
        )
        for _ in range(random.randrange(60))
    ]
    outcome = float(random.random() < 0.5)
    kept = ledger(Mean(0.4, 0.02, 100), stations, outcome, 0.5)
    assert total(kept) == pytest.approx(outcome, abs=1e-12)
    assert kept.start + kept.luck + kept.skill == pytest.approx(outcome, abs=1e-12)


def a_walk(random: Random, steps: int, worlds: int) -> tuple[list[Station], list[float], float]:
    """A game of pure luck: chances that move to 0 or 1, and means of playouts that look at them."""
    towards, chance, path = random.random() < 0.5, 0.5, []
    stations = []
    for left in range(steps, 0, -1):
        chance += (towards - chance) * random.random() / left
        path.append(chance)
        seen = [float(random.random() < chance) for _ in range(worlds)]
        stations.append(Station(mean_of(seen, 0.5), Mean(0.0, 0.0, 0)))
    return stations, path, float(towards)


def test_the_path_is_nearer_to_the_truth_than_what_was_seen() -> None:
    random = Random(8)
    rough = smooth = 0.0
    for _ in range(40):
        stations, path, outcome = a_walk(random, 40, 8)
        kept = ledger(Mean(0.5, 0.02, 600), stations, outcome, 0.5)
        for station, truth, entry in zip(stations, path, kept.entries, strict=True):
            rough += (station.expected.value - truth) ** 2
            smooth += (entry.before - truth) ** 2
    assert smooth < rough / 2


def test_luck_comes_to_nothing_in_the_long_run() -> None:
    """However it is estimated: by how a game ended, less what was expected, less skill."""
    random = Random(9)
    lucks = []
    for _ in range(400):
        stations, _, outcome = a_walk(random, 10, 4)
        lucks.append(ledger(Mean(0.5, 0.0, 1000), stations, outcome, 0.5).luck)
    mean = mean_of(lucks)
    assert abs(mean.value) < 3 * mean.error


def test_what_was_never_seen_is_not_held_to_be_impossible() -> None:
    assert mean_of([0.0] * 100, 0.5) == Mean(0.0, 0.01, 100)


def test_differences_that_chance_explains_count_for_little_and_true_ones_for_much() -> None:
    random = Random(10)
    chance = [Mean(random.gauss(0, 0.2), 0.2, 20) for _ in range(100)]
    assert all(abs(gain.value) < 0.05 for gain in shrunk(chance, 0.02))
    true = [Mean(-0.4, 0.05, 300), *chance[:5]]
    assert shrunk(true, 0.02)[0].value < -0.3
    assert shrunk([Mean(0.0, 0.0, 0)], 0.02) == [Mean(0.0, 0.0, 0)]
