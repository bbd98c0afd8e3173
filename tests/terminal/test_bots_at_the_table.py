"""Bots think beside the screen, which never stands still."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Event as Gate
from typing import Any, ClassVar

import pytest

from tests.cli.driving import answers, journals
from tests.terminal.piloting import (
    at_table,
    bots_play,
    client_of,
    laid,
    press,
    shown,
    to_the_end,
    until,
)
from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games import find_game
from undercroft.terminal.app.pages import Page

pytestmark = pytest.mark.anyio
TOMB = find_game("tomb")


class Slow:
    """Thinks until it is let go."""

    strength: ClassVar[str] = "slow"
    budget: ClassVar[float] = 60.0
    gate: ClassVar[Gate] = Gate()

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Look[Any]) -> Any:
        self.gate.wait(self.budget)
        return decision.options[int(self.random() * len(decision.options))]


SLOW_TOMB = replace(TOMB, bots={**TOMB.bots, "slow": Slow})


async def test_a_duel_with_a_bot_to_its_end(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, seats=2, bots={1: "bold"})) as (app, pilot):
        await to_the_end(app, pilot)
        assert "won by" in shown(app)
        await press(pilot, ["enter"])
    assert len(journals(tmp_path, "finished")) == 1


async def test_bots_among_themselves_need_nobody(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, bots={0: "random"})) as (app, pilot):
        await until(pilot, lambda: "Outcome: " in shown(app))


async def test_the_screen_lives_while_a_bot_thinks_and_undo_overtakes_it(tmp_path: Path) -> None:
    Slow.gate.clear()
    table = laid(tmp_path, seats=2, seed="rose", bots={1: "slow"}, game=SLOW_TOMB)
    async with at_table(tmp_path, table) as (app, pilot):
        client = client_of(app)
        while not table.party.plays(client.play.question):
            await press(pilot, ["1"])
        assert "is thinking …" in shown(app)
        number = client.play.number
        await press(pilot, ["question_mark"])
        assert isinstance(app.screen, Page)
        await press(pilot, ["escape", "1", "c", "l"])
        assert client.play.number == number  # it is not ours to answer
        await press(pilot, ["u"])
        assert client.play.number < number
        taken_back = client.play.number
        Slow.gate.set()
        await pilot.pause(0.3)
        assert client.play.number == taken_back  # what it thought before is forgotten
        assert answers(table.save.path) == client.play.lines
        await to_the_end(app, pilot)


async def test_a_bot_that_still_thinks_does_not_keep_anybody_from_leaving(tmp_path: Path) -> None:
    Slow.gate.clear()
    table = laid(tmp_path, bots={0: "slow"}, game=SLOW_TOMB)
    async with at_table(tmp_path, table) as (app, pilot):
        await press(pilot, ["s"])
        assert app.return_value is not None
    Slow.gate.set()
    assert len(journals(tmp_path, "plays")) == 1


async def test_taking_back_meets_the_same_bot_again(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, seats=2, seed="rose", bots={1: "random"})) as (
        app,
        pilot,
    ):
        client = client_of(app)
        await press(pilot, ["1"])
        await until(pilot, lambda: not bots_play(app))
        first = client.play.lines
        assert any(line.startswith("P2") for line in first)
        await press(pilot, ["u", "1"])
        await until(pilot, lambda: not bots_play(app))
        assert client.play.lines == first
