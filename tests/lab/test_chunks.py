"""Chunks: shared out, and given back in order."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from undercroft.lab import chunks
from undercroft.lab.chunks import BRIEF, each_batch


@pytest.mark.parametrize("workers", [1, 2])
def test_batches_have_all_numbers_in_order(workers: int) -> None:
    batches = [*each_batch(list, range(5000), workers)]
    assert [number for batch in batches for number in batch] == [*range(5000)]


@pytest.mark.parametrize(
    ("each", "sizes"), [(0.19, [1, 5, 5, 1]), (0.4, [1, 2, 2, 2, 2, 2, 1]), (1.1, [1] * 12)]
)
def test_a_batch_is_what_can_be_done_in_a_brief_time(
    monkeypatch: pytest.MonkeyPatch, each: float, sizes: list[int]
) -> None:
    now = 0.0

    def work(numbers: range) -> int:
        nonlocal now
        now += each * BRIEF * len(numbers)
        return len(numbers)

    monkeypatch.setattr(chunks, "perf_counter", lambda: now)
    assert [*each_batch(work, range(12))] == sizes


SCRIPT = """
import multiprocessing

from undercroft import games, study
from undercroft.lab.tournament import Tournament, run

multiprocessing.set_start_method({default!r}, force=True)


class Careless:
    strength, budget = "none", 0.001

    def __init__(self, rows, random):
        pass

    def __call__(self, decision, look):
        return decision.choices[0]


games.find_game("tomb").bots["careless"] = Careless
print("once")
print(study("tomb", "careless", plays=5_000, workers=2).data["plays"])
print(len(run(Tournament("tomb", ("careless", "random"), 4, "7"), workers=2).standings))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forks on Linux alone")
@pytest.mark.parametrize("default", multiprocessing.get_all_start_methods())
def test_workers_know_the_bots_of_a_script_that_guards_nothing(
    default: str, tmp_path: Path
) -> None:
    (tmp_path / "script.py").write_text(SCRIPT.format(default=default))
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (done.stderr, done.stdout.split()) == ("", ["once", "5000", "2"])
