"""Whole plays by keys on the full screen, of every game."""

from pathlib import Path
from random import Random

import pytest

from tests.contract.lantern import GAME as LANTERN
from tests.terminal.piloting import at_table, client_of, laid, press, shown
from undercroft.core.play import Play, verify
from undercroft.core.questions import Decision
from undercroft.core.records.journal import read_journal
from undercroft.games import catalogue
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.local.recorded_game import RecordedGame

pytestmark = pytest.mark.anyio
SEEDS = {"tomb": "rose", "tin": "tin", "labyrintheus": "king", "talisman": "7"}  # good plays
BEGUN = {"tin": 250}  # answers, of 346, that are given before anybody looks


async def play_by_keys(home: Path, table: RecordedGame, answers: int, *, sensible: bool) -> None:
    """Answer so many questions by figures, or to the end; every seat that is no bot is a person."""
    play, luck = table.play, Random(7)
    async with at_table(home, table, (80, 24)) as (app, pilot):
        while play.question is not None and play.number < answers:
            if table.party.plays(play.question):
                await pilot.pause(0.01)
                continue
            if isinstance(app.screen, Cover) or client_of(app).asked is None:
                await press(pilot, ["enter"])  # cover, uncover, or pass on
                continue
            question, before = play.question, play.number
            assert isinstance(question, Decision)
            assert client_of(app).here == question.seat
            at = luck.randrange(len(question.options))
            if sensible:
                advice = table.party.advise(play.game.rule_of_thumb, play, question)
                at = [*map(str, question.options)].index(str(advice.answer))
            await press(pilot, [*str(at + 1)])
            if play.number == before:  # a figure that might have gone on
                await press(pilot, ["enter"])
            assert play.number > before
        if play.question is None:
            assert "Outcome: " in shown(app)
            await press(pilot, ["enter"])
    path = table.save.path
    assert Play.resume(play.game, read_journal(path.read_text())).lines == play.lines
    assert play.question is None or play.number >= answers


@pytest.mark.parametrize("id", catalogue())
async def test_every_game_is_played_to_its_end_by_keys(tmp_path: Path, id: str) -> None:
    """As few seats as may be, a person on the first, bots on the others.

    A long game begins before anybody looks, and its last answers are given by keys.
    """
    game = catalogue()[id]
    seats = min(game.seats)
    bots = dict.fromkeys(range(1, seats), "random")
    table = laid(tmp_path, seats=seats, seed=SEEDS.get(id, "rose"), game=game, bots=bots)
    play = table.play
    while isinstance(play.question, Decision) and play.number < BEGUN.get(id, 0):
        person = not table.party.plays(play.question)
        bot = game.rule_of_thumb if person else "random"
        table.answer(table.party.advise(bot, play, play.question).answer)
    await play_by_keys(tmp_path, table, 100_000, sensible=True)
    assert verify(game, read_journal(table.save.path.read_text())).outcome is not None


@pytest.mark.parametrize("id", [*catalogue(), "lantern"])
async def test_a_full_table_of_people_shares_the_screen(tmp_path: Path, id: str) -> None:
    game = catalogue().get(id, LANTERN)
    table = laid(tmp_path, seats=max(game.seats), game=game)
    await play_by_keys(tmp_path, table, table.play.number + 10, sensible=False)


@pytest.mark.nightly
@pytest.mark.parametrize("id", catalogue())
async def test_a_full_table_of_people_plays_to_the_end(tmp_path: Path, id: str) -> None:
    game = catalogue()[id]
    table = laid(tmp_path, seats=max(game.seats), game=game)
    await play_by_keys(tmp_path, table, 100_000, sensible=False)
