"""Studies on the screen: long work elsewhere, with progress, while the screen goes on."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.terminal.piloting import at_table, press, says, shown, until
from undercroft.games import catalogue
from undercroft.terminal.app.forms.fields import Choice, Entry
from undercroft.terminal.app.forms.settings import SettingsScreen
from undercroft.terminal.app.forms.study import StudyScreen
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.pages import Page
from undercroft.terminal.app.start import StartScreen

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


@pytest.mark.parametrize("game", ["tomb", "labyrintheus"])
async def test_a_study_runs_beside_the_screen_and_shows_what_it_found(
    tmp_path: Path, game: str
) -> None:
    async with at_table(tmp_path, size=(120, 40)) as (app, pilot):
        await at_a_study(app, pilot, game, "100")
        await press(pilot, ["f5"])
        await until(pilot, lambda: "of 100 games" in shown(app) or "Done." in shown(app))
        await pilot.press("down", "down")  # the form can be used meanwhile
        await until(pilot, lambda: "Done." in shown(app))
        found = shown(app)
        assert "100 games by" in found
        assert "95% interval" in found
        assert "undercroft study" in found
        await press(pilot, ["escape"])
        assert isinstance(app.screen, StartScreen)


async def test_a_study_takes_a_variant_and_every_option(tmp_path: Path) -> None:
    file = tmp_path / "rich kings.toml"
    file.write_text('game = "tomb"\n[options]\nstart-hp = 8\n[rows.ks]\nworth = 15\n')
    async with at_table(tmp_path, size=(120, 40)) as (app, pilot):
        screen = await at_a_study(app, pilot, "tomb", "100")
        assert screen.named_preset() == "standard"
        screen.query_one("#variant", Entry).value = str(tmp_path / "none.toml")
        await until(pilot, says(app, "none.toml"))
        await press(pilot, ["f5"])
        assert not screen.is_under_way
        screen.query_one("#variant", Entry).value = str(file)
        await until(pilot, says(app, "F5 begins."))
        assert screen.value("option-start-hp") == "8"  # the variant's own options stand
        screen.query_one("#option-stake", Entry).value = "999"
        await until(pilot, says(app, "option stake: expected"))
        screen.query_one("#option-stake", Entry).value = "2"
        await until(pilot, says(app, "F5 begins."))
        await press(pilot, ["f5"])
        await until(pilot, says(app, "Done."))
        said = str(screen.query_one("#verdict", Static).render())
        assert f"'--variant={file}' --option=stake=2 --seed=7" in said


async def test_escape_stops_it_and_all_who_work_for_it(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        screen = await at_a_study(app, pilot, "talisman", "50000")
        before = children()
        await press(pilot, ["f5"])
        await until(pilot, lambda: "of 50,000 games" in shown(app))
        await until(pilot, lambda: children() - before)
        started = children() - before
        await press(pilot, ["escape"])
        assert "Stopped after" in shown(app)
        await until(pilot, lambda: not children() & started)
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
        await until(pilot, lambda: "unknown bot" in shown(app))
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
