"""Tuning: numbers that bring measures to their targets, and what is refused."""

import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.driving import in_one_go
from undercroft.core.errors import BadOption, Refused
from undercroft.core.extras import to_install
from undercroft.lab.compare.comparison import Comparison, compare
from undercroft.lab.compare.sweep import cells_of, lay_grid, read_axis, run_sweep
from undercroft.lab.compare.tune import Target, Tuned, Tuning, read_target, read_tuning, run_tuning
from undercroft.lab.compare.tuned import (
    found_variant,
    tuned_as_data,
    tuned_as_page,
    tuned_as_text,
)
from undercroft.lab.study import Study, set_up

TOMB = Study("tomb", ("cautious",), 40, "7", measured=False)
DEAD, TURNS = ("", "outcome", "dead"), ("", "turns", "")


def asked(*over: str, targets: tuple[str, ...], tries: int = 40) -> Tuning:
    return read_tuning(TOMB, [*map(read_axis, over)], targets, tries)


def tuned_to(tuning: Tuning, workers: int = 1) -> Tuned:
    return run_tuning(tuning, workers, lambda _: None)


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    over = ("9s.number=7..14", "ks.worth=0..30")
    return tuned_to(asked(*over, targets=("turns=7..8", "score=20±2"), tries=6))


# -- targets --------------------------------------------------------------------------------------


def test_targets() -> None:
    setting = set_up(TOMB)
    assert read_target("outcome.dead=20%±2", setting) == Target("outcome.dead", DEAD, 0.18, 0.22)
    assert read_target("outcome.dead=20%+-2%", setting) == Target("outcome.dead", DEAD, 0.18, 0.22)
    assert read_target("turns=20..30", setting) == Target("turns", TURNS, 20, 30)


@pytest.mark.parametrize(
    ("target", "trouble"),
    [
        ("win", "write NAME=VALUE±WITHIN"),
        ("win=12%", "write NAME=VALUE±WITHIN"),
        ("luck=1..2", "unknown measure 'luck'; use one of: win, score, turns"),
        ("win2=1%..2%", "unknown measure 'win2'"),
        ("win=0.1..0.2", "win is a share of games: write it in percent"),
        ("turns=10%±1", "turns is no share of games: write it without %"),
        ("turns=9..9", "leaves no room"),
        ("turns=9..8", "leaves no room"),
    ],
)
def test_what_is_no_target_is_refused(target: str, trouble: str) -> None:
    with pytest.raises(BadOption, match=trouble):
        asked("start-hp=6..10", targets=(target,))


def test_both_ends_of_a_range_are_tried_before_anything_is_played() -> None:
    with pytest.raises(Refused, match=r"expected a whole number from 0 to 99"):
        asked("9s.number=7..100", targets=("turns=8..9",))
    with pytest.raises(BadOption, match="given twice"):
        asked("start-hp=6", targets=("turns=8..9", "turns=1..2"))


def test_without_optuna_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(Refused, match=re.escape(to_install("lab"))):
        asked("ks.worth=0..30", targets=("turns=8..9",), tries=5)


# -- what is found --------------------------------------------------------------------------------


def test_few_cells_are_all_tried_and_the_nearest_is_best() -> None:
    found = tuned_to(asked("start-hp=6..10", targets=("outcome.dead=45%±1",)))
    grid = run_sweep(lay_grid(TOMB, [read_axis("start-hp=6..10")], None), 1, lambda _: None)
    shares = [cell.value for cell in cells_of(grid, DEAD)]
    assert len(found.tries) == 5
    nearest = min(range(5), key=lambda at: abs(shares[at] - 0.45))
    assert found.tries[0].cell == grid.sweep.cells[nearest]
    assert found.tries[0].found[DEAD].value == shares[nearest]


def test_one_worker_and_two_tune_the_same_and_no_cell_twice(tuned: Tuned) -> None:
    other = tuned_to(tuned.tuning, 2)
    one, two = (tuned_as_data(it)["tries"] for it in (tuned, other))
    assert one == two
    assert len({each.cell for each in tuned.tries}) == len(tuned.tries) <= 6
    losses = [each.loss for each in tuned.tries]
    assert losses == sorted(losses)


def test_the_best_is_weighed_on_fresh_luck(tuned: Tuned) -> None:
    """What else moved is a comparison that anyone can repeat, with a seed of its own."""
    assert tuned.verdict is not None
    variant = ("found.toml", found_variant(tuned))
    before = TOMB._replace(seed="7/weighed", measured=True)
    again = compare(Comparison(before, before._replace(variant=variant)), 1, lambda _: None)
    assert again.compared.pairs.differences() == tuned.verdict.compared.pairs.differences()
    text = tuned_as_text(tuned)
    assert "What moved against the game as it was, in 40 games on fresh luck" in text
    assert "Questions" in text
    assert "on fresh luck" in tuned_as_page(tuned, "undercroft tune tomb")


def test_an_interrupt_keeps_the_best_so_far() -> None:
    tuning = asked("ks.worth=0..30", targets=("score=90±1",), tries=8)
    games = 0

    def progress(more: int) -> None:
        nonlocal games
        games += more
        if games == 2 * TOMB.plays + 20:  # in the middle of the third try
            os.kill(os.getpid(), signal.SIGINT)

    found = run_tuning(tuning, 1, progress)
    assert (len(found.tries), found.is_whole, found.verdict) == (2, False, None)
    assert "It was not weighed on fresh luck" in tuned_as_text(found)


# -- the command ----------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    tune = "tune tomb --plays 20 --seed 7 --workers 1"
    good = f"{tune} --over start-hp=6,7 --target turns=1..2 --out found.toml --html tune.html"
    bad = {
        f"{tune} --over start-hp=6..8": "--target is missing",
        f"{tune} --over start-hp=6..8 --target turns": "write NAME=VALUE±WITHIN",
        f"{tune} --over hp=6..8 --target turns=8..9": "unknown option 'hp'",
    }
    done = in_one_go(tmp_path, [good, f"{good} --json", *bad])
    assert "Not every target is met" in done[good].stdout
    data = json.loads(done[f"{good} --json"].stdout)
    assert data["targets"] == [{"name": "turns", "low": 1, "high": 2, "state": "missed"}]
    assert (tmp_path / "found.toml").read_text() == data["variant"]
    assert "<h1>Tomb of Four Kings" in (tmp_path / "tune.html").read_text("utf-8")
    for command, trouble in bad.items():
        assert done[command].returncode == 2
        assert trouble in done[command].stderr
        assert done[command].stderr.count("\n") == 1
