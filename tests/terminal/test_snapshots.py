"""Pictures of the screens at two sizes, as text: a drawing that breaks is noticed.

After a change that is meant, renew them, look at them as pictures, and read what has changed:

    UNDERCROFT_RENEW=1 pytest tests/terminal/test_snapshots.py && git diff tests/terminal
    python -m tests.terminal.pictures FOLDER
"""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from tests.terminal.pictures import MOMENTS, SCREENS, over
from tests.terminal.piloting import AT_ONCE, SIZES, as_text, at_table, press, until
from undercroft.games import catalogue

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent / "snapshots"
RENEW = "UNDERCROFT_RENEW" in os.environ
CHANGED = "if that is meant: UNDERCROFT_RENEW=1 pytest tests/terminal/test_snapshots.py"
SHOWN = ["form", "cover", "real-cards", "end", *(id for id in MOMENTS)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", SHOWN)
async def test_a_screen_looks_as_it_did(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    laid, keys = SCREENS[name]
    over(tmp_path)
    table = laid(tmp_path) if laid else None
    path = HERE / f"{name}-{size[0]}x{size[1]}.txt"
    async with at_table(tmp_path, table, size, AT_ONCE) as (app, pilot):
        await press(pilot, keys)
        await until(pilot, lambda: not [*app.workers], 300)  # a solver may have to be compiled
        await pilot.pause(0.2)
        if RENEW:
            path.write_text(as_text(app), "utf-8")
        before = path.read_text("utf-8")
        with suppress(AssertionError):  # what differs is told below
            await until(pilot, lambda: as_text(app) == before, 10)
        assert as_text(app) == before, CHANGED


def test_every_game_has_a_picture() -> None:
    assert {*MOMENTS} == {*catalogue()}
