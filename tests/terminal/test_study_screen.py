"""Studies on the screen: long work elsewhere, with progress, while the screen goes on."""

import os
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.terminal.piloting import at_table, press, shown
from undercroft.games import catalogue
from undercroft.terminal.app.fields import Choice, Entry
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.pages import Page
from undercroft.terminal.app.settings_screen import SettingsScreen
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.app.study import StudyScreen

pytestmark = pytest.mark.anyio


async def at_a_study(app: UndercroftApp, pilot: Pilot[Any], game: str, plays: str) -> StudyScreen:
    await press(pilot, ["down"] * [*catalogue()].index(game))
    await press(pilot, ["s"])
    screen = app.screen
    assert isinstance(screen, StudyScreen)
    screen.query_one("#plays", Choice).value = plays
    screen.query_one("#seed", Entry).value = "7"
    await pilot.pause()
    return screen


async def until(pilot: Pilot[Any], app: UndercroftApp, text: str, seconds: float = 60) -> str:
    end = monotonic() + seconds
    while monotonic() < end:
        if text in shown(app):
            return shown(app)
        await pilot.pause(0.1)
    raise AssertionError(f"no {text!r} in:\n{shown(app)}")


@pytest.mark.parametrize("game", ["tomb", "labyrintheus"])
async def test_a_study_runs_beside_the_screen_and_shows_what_it_found(
    tmp_path: Path, game: str
) -> None:
    async with at_table(tmp_path, size=(120, 40)) as (app, pilot):
        screen = await at_a_study(app, pilot, game, "100")
        await press(pilot, ["f5"])
        assert screen.is_under_way
        assert "of 100 plays" in await until(pilot, app, "of 100 plays")
        await pilot.press("down", "down")  # the form can be used meanwhile
        found = await until(pilot, app, "Done.")
        assert "100 plays by" in found
        assert "95% interval" in found
        assert "undercroft study" in found
        await press(pilot, ["escape"])
        assert isinstance(app.screen, StartScreen)


async def test_escape_stops_it_and_all_who_work_for_it(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        screen = await at_a_study(app, pilot, "talisman", "50000")
        before = children()
        await press(pilot, ["f5"])
        await until(pilot, app, "of 50,000 plays")
        end = monotonic() + 20
        while not children() - before and monotonic() < end:
            await pilot.pause(0.1)
        started = children() - before
        assert started
        await press(pilot, ["escape"])
        assert "Stopped after" in shown(app)
        end = monotonic() + 20
        while children() & started and monotonic() < end:
            await pilot.pause(0.1)
        assert not children() & started
        assert not screen.is_under_way


async def test_a_seed_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        screen = await at_a_study(app, pilot, "tomb", "100")
        screen.query_one("#seed", Entry).value = "two words"
        await press(pilot, ["f5"])
        assert "expected 1 to 100 letters" in shown(app)
        assert not screen.is_under_way


async def test_what_the_command_refuses_is_said(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        screen = await at_a_study(app, pilot, "tomb", "100")
        screen.query_one("#bot", Choice).value = "nobody"
        await press(pilot, ["f5"])
        assert "unknown bot" in await until(pilot, app, "unknown bot")
        assert not isinstance(app.screen, Page | SettingsScreen)


def children() -> set[int]:
    """List the processes that this one has started."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(stat[1]) == os.getpid() and stat[0] != "Z":
                found.add(int(entry.name))
    return found
