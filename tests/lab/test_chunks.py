"""Chunks: shared out, and given back in order."""

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
