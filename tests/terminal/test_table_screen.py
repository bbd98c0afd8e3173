"""The full-screen table, played by keys."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driving import answers, decisions, journals
from tests.cli.test_play import W1_ANSWERS, W1_DECK
from tests.terminal.piloting import (
    AT_ONCE,
    SIZES,
    at_table,
    client_of,
    fill_line,
    go_ahead,
    is_landing,
    laid,
    notice,
    press,
    says,
    shown,
    to_the_end,
    type_line,
    until,
)
from undercroft.core.play import Play, verify
from undercroft.core.questions import Fate
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.sketch import face
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.pages import Page
from undercroft.terminal.app.replay import ReplayScreen
from undercroft.terminal.app.settings import Settings
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.local.open_game import find_play, resume_game

pytestmark = pytest.mark.anyio
TOMB = find_game("tomb")


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_play_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    table = laid(tmp_path)
    async with at_table(tmp_path, table, size) as (app, pilot):
        assert "sealed 8b2e673eea96" in shown(app)
        assert "Seed: 7" not in shown(app)
        await to_the_end(app, pilot)
        assert "Outcome: " in shown(app)
        assert "Seed: 7" in shown(app)
        await press(pilot, ["enter"])
        assert app.return_value is not None
        assert any("undercroft verify" in line for line in app.return_value.facts)
    assert journals(tmp_path, "plays") == []
    (path,) = journals(tmp_path, "finished")
    assert verify(TOMB, read_journal(path.read_text())).outcome is not None


async def test_every_answer_is_on_the_disk_before_it_is_shown(tmp_path: Path) -> None:
    """With cards still landing, the file is already ahead of the screen."""
    table = laid(tmp_path, seed="rose")
    async with at_table(tmp_path, table, settings=Settings(motion="slow")) as (app, pilot):
        client = client_of(app)
        await press(pilot, ["space", "1"])
        while not is_landing(app):
            await press(pilot, ["1"])
        assert answers(table.save.path) == client.play.lines
        assert client.trail.shown.number < client.play.number
        before = client.play.number
        await press(pilot, ["1"])  # nobody has seen the next question yet: this shows it
        assert not is_landing(app)
        assert client.trail.shown.number == client.play.number == before
        await press(pilot, ["1"])
        assert client.play.number > before


async def test_cards_land_by_themselves(tmp_path: Path) -> None:
    table, fast = laid(tmp_path, seed="rose"), Settings(motion="fast")
    async with at_table(tmp_path, table, settings=fast) as (app, pilot):
        client = client_of(app)
        await press(pilot, ["space", "1"])
        while not is_landing(app):
            await press(pilot, ["1"])
        seen = len(client.shown.log)
        await until(pilot, lambda: not is_landing(app))
        assert seen < len(client.shown.log)
        assert not notice(app)


async def test_leaving_and_going_on(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path)) as (app, pilot):
        await press(pilot, ["1", "1", "s"])
        assert app.return_value is not None
        assert app.return_value.facts == [
            f"Saved: {journals(tmp_path, 'plays')[0]}",
            "To continue: undercroft play --resume",
        ]
    (path,) = journals(tmp_path, "plays")
    before = answers(path)
    resumed = resume_game(tmp_path, find_play(tmp_path, None))
    async with at_table(tmp_path, resumed) as (app, pilot):
        assert client_of(app).play.lines == before
        await to_the_end(app, pilot)
        await press(pilot, ["enter"])
    (done,) = journals(tmp_path, "finished")
    assert answers(done)[: len(before)] == before


async def test_ctrl_c_leaves_and_loses_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path)) as (app, pilot):
        await press(pilot, ["1", "ctrl+c"])
        assert app.return_value is not None
    (path,) = journals(tmp_path, "plays")
    assert decisions(path) == ["P1 face: draw"]
    resume_game(tmp_path, path).recorded.close()  # it is not locked any more


async def test_undo_to_the_start_and_redo_to_the_end(tmp_path: Path) -> None:
    table = laid(tmp_path)
    path = table.save.path
    async with at_table(tmp_path, table) as (app, pilot):
        files = [answers(path)]
        while client_of(app).play.question is not None:
            await press(pilot, ["1"])
            files.append(answers(path))
        for before in reversed(files[:-1]):
            grown = path.read_text()
            await press(pilot, ["u"])
            assert path.read_text().removeprefix(grown) in ("undo\n", "undo-end\n")
            assert answers(path) == before
            assert "Undone: P1" in notice(app)
        await press(pilot, ["u"])
        assert notice(app) == "Nothing to undo."
        for after in files[1:]:
            await press(pilot, ["r"])
            assert answers(path) == after
        await press(pilot, ["r"])  # nothing is left to redo
        assert answers(path) == files[-1]
        assert "Outcome: " in shown(app)


async def test_real_cards_play_the_walkthrough_to_4_68(tmp_path: Path) -> None:
    """The last dozen cards by keys; as text it is played whole elsewhere."""
    deck, chosen = iter(W1_DECK.split()), iter(W1_ANSWERS.split())
    table = laid(tmp_path, seed=None)
    play, cards = table.play, 0
    while cards < len(W1_DECK.split()) - 12 or not isinstance(play.question, Fate):
        cards += isinstance(play.question, Fate)
        table.answer(next(deck if isinstance(play.question, Fate) else chosen))
    before = play.number
    async with at_table(tmp_path, table) as (app, pilot):
        play = client_of(app).play
        assert "real cards" in shown(app)
        await type_line(pilot, W1_DECK.split()[0])
        assert "cannot come now" in notice(app)
        await type_line(pilot, W1_DECK.split()[cards])
        await type_line(pilot, "u")
        assert play.number == before
        while play.question is not None:
            if isinstance(play.question, Fate):
                await fill_line(app, pilot, next(deck))
            else:
                await press(pilot, ["slash"])
                await fill_line(app, pilot, next(chosen))
        await press(pilot, ["enter"])
        assert app.return_value is not None
        assert "Outcome: won; score 68." in app.return_value.facts
    assert len(journals(tmp_path, "finished")) == 1


async def test_a_duel_on_the_same_deal_keeps_each_ones_cards_from_the_other(tmp_path: Path) -> None:
    """D-7, on one screen: each sees the table only while the other looks away."""
    table = laid(tmp_path, {"deal": "same"}, seats=2)
    go_ahead(table, 20)
    async with at_table(tmp_path, table) as (app, pilot):
        covers = 0
        for _ in range(400):
            if isinstance(app.screen, Cover):
                covers += 1
                assert "Turned over" not in shown(app)
                assert f"Pass the screen to Player {app.screen.seat + 1}" in shown(app)
                await press(pilot, ["enter"])
                continue
            client = client_of(app)
            if client.play.question is None:
                break
            rival = f"Player {2 - (client.here or 0)}"
            assert f"{rival}: Turned over" not in shown(app)
            enters = ("Enter covers the table", "Nothing is asked of you now")
            goes_on = any(text in shown(app) for text in enters)
            await press(pilot, ["enter" if goes_on else "1"])
        assert covers > 2
        assert "won by" in shown(app)
        await press(pilot, ["enter"])
    (path,) = journals(tmp_path, "finished")
    assert verify(TOMB, read_journal(path.read_text())).outcome is not None


async def test_open_duels_need_no_cover(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, seats=2)) as (app, pilot):
        await to_the_end(app, pilot)
        assert "won by" in shown(app)


async def test_a_cover_can_be_left_and_the_play_is_kept(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, {"deal": "same"}, seats=2)) as (app, pilot):
        while not isinstance(app.screen, Cover):
            await press(pilot, ["1", "enter"])
        await press(pilot, ["s"])
        assert app.return_value is not None
    assert len(journals(tmp_path, "plays")) == 1


async def test_after_the_end_the_footer_offers_again_same_deal_watch_and_story(
    tmp_path: Path,
) -> None:
    table = laid(tmp_path)
    go_ahead(table, 15)
    async with at_table(tmp_path, table, (120, 40)) as (app, pilot):
        assert "same deal" not in shown(app)
        await to_the_end(app, pilot)
        for offered in ("a again", "d same deal", "w watch", "c story"):
            assert offered in shown(app)
        assert "h hint" not in shown(app)
        await press(pilot, ["w"])
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await press(pilot, ["escape", "d"])
        await until(pilot, lambda: client_of(app).play.outcome is None)
        assert client_of(app).recorded.seed == "7"
        await to_the_end(app, pilot)
        await press(pilot, ["a"])
        await until(pilot, lambda: client_of(app).play.outcome is None)
        assert client_of(app).recorded.seed != "7"
        await press(pilot, ["a"])  # not before the end
        assert client_of(app).play.outcome is None
    assert len(journals(tmp_path, "finished")) == 2
    assert len(journals(tmp_path, "plays")) == 1


async def test_choices_of_character_show_face_numbers_and_abilities(tmp_path: Path) -> None:
    bots = {1: "random", 2: "random"}
    talisman = laid(tmp_path, seats=3, bots=bots, game=find_game("talisman"))
    async with at_table(tmp_path, talisman) as (app, _):
        seen = shown(app)
        for id in client_of(app).view.dealt:
            row: Any = talisman.play.game.rows[id]
            words = talisman.play.game.words
            assert f"─ {words.title(id)} ─" in seen
            assert f"Strength {row.strength}" in seen
            assert words.text(row).split(".")[0][:24] in seen
            assert all(line in seen for line in face(id))
    pick: dict[str, object] = {"persona-choice": "pick"}
    labyrintheus = laid(tmp_path, pick, 3, bots=bots, game=find_game("labyrintheus"))
    async with at_table(tmp_path, labyrintheus, (120, 40)) as (app, _):
        for text in ("─ Tarn Oxgrave ─", "Hammer, health 11", "heals 1 in Cleanup when"):
            assert text in shown(app)
    small = laid(tmp_path, pick, 3, bots=bots, game=find_game("labyrintheus"))
    async with at_table(tmp_path, small, (80, 24)) as (app, pilot):
        assert "Sefu Dunestrider: Sun, health 11; defence 4; damage 2" in shown(app)
        await press(pilot, ["end"])  # the marked one is written out
        await until(pilot, says(app, "re-rolls 1 losing roll a turn"))


async def test_a_large_window_is_used(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path), (200, 60)) as (app, pilot):
        assert app.screen.query_one("#aside").size.width >= 55
        await press(pilot, ["c"])
        assert app.screen.query_one("#aside").size.width >= 65


async def test_options_are_not_cut_while_lines_stand_empty(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path)) as (app, pilot):
        await until(pilot, says(app, "treasure.  berserk"))
        assert "…" not in shown(app)


async def test_hints_are_the_experts_if_that_is_set_and_talismans_say_why(tmp_path: Path) -> None:
    settings = Settings(motion="off", hints="expert")
    async with at_table(tmp_path, laid(tmp_path), settings=settings) as (app, pilot):
        await press(pilot, ["h"])
        await until(pilot, lambda: "The bot 'expert' would take" in notice(app))
    table = laid(tmp_path, seats=2, bots={1: "random"}, game=find_game("talisman"))
    async with at_table(tmp_path, table) as (app, pilot):
        await press(pilot, ["h"])
        await until(pilot, lambda: "The bot 'canny' would take" in notice(app))
        assert "Counting its numbers and what it starts with" in notice(app)


async def test_hint_odds_story_and_help(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path), (120, 40)) as (app, pilot):
        await press(pilot, ["h"])
        await until(pilot, lambda: "The bot 'cautious' would take 1, draw." in notice(app))
        assert "of 42 unseen cards would win it." in notice(app)
        await press(pilot, ["slash"])
        await type_line(pilot, "hint expert")
        await until(pilot, lambda: "The bot 'expert' would take" in notice(app))
        assert "% the next best way." in notice(app)
        await press(pilot, ["o"])
        assert "After draw, of 42 equally likely cases" in shown(app)
        await press(pilot, ["c"])
        assert "equally likely" not in shown(app)
        await press(pilot, ["c"])
        assert "Turned over: 4 of spades" in shown(app)
        assert "T-7" in shown(app)
        await press(pilot, ["question_mark"])
        assert isinstance(app.screen, Page)
        assert "T-19 While you face an encounter" in shown(app)
        assert "Four kings lie buried" in shown(app)
        await press(pilot, ["escape", "slash"])
        await type_line(pilot, "? p-2")
        assert "P-2 If you get out alive with all four kings" in shown(app)
        await press(pilot, ["escape", "slash"])
        await type_line(pilot, "berserkk")
        assert "'berserkk' is not open to" in notice(app)
        assert client_of(app).play.number == 2


async def test_more_than_nine_options_take_two_figures(tmp_path: Path) -> None:
    table = laid(tmp_path, seed="rose")
    while table.play.question is not None and len(table.play.question.choices) < 10:
        table.answer(table.play.question.choices[0])
    async with at_table(tmp_path, table) as (app, pilot):
        client = client_of(app)
        assert client.play.question is not None
        tenth = str(client.play.question.choices[9])
        number = client.play.number
        await press(pilot, ["1"])
        assert "another figure, or Enter" in notice(app)
        await press(pilot, ["7"])
        assert "There is no option 17" in notice(app)
        assert client.play.number == number
        await press(pilot, ["1", "0"])
        assert client.play.lines[number].endswith(tenth)


async def test_arrows_and_enter_answer(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path)) as (app, pilot):
        await press(pilot, ["down", "enter"])
        assert client_of(app).play.lines[2] == "P1 face: berserk"


async def test_the_mouse_answers_too(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path)) as (app, pilot):
        await pilot.click("#options", offset=(3, 0))
        await pilot.pause()
        assert client_of(app).play.lines[2] == "P1 face: draw"


async def test_a_full_disk_refuses_the_answer_and_the_play_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    table = laid(tmp_path)
    file = table.save._file
    async with at_table(tmp_path, table) as (app, pilot):
        client = client_of(app)
        kept, full = os.dup(file), os.open("/dev/full", os.O_RDWR)
        os.dup2(full, file)
        number = client.play.number
        await press(pilot, ["1"])
        assert "The answer is not taken: cannot write it down" in notice(app)
        assert client.play.number == number
        os.dup2(kept, file)
        os.close(kept)
        os.close(full)
        await press(pilot, ["1"])
        assert client.play.number > number
        assert answers(table.save.path) == client.play.lines


async def test_a_torn_line_is_told(tmp_path: Path) -> None:
    table = laid(tmp_path)
    table.close()
    with table.save.path.open("a") as file:
        file.write("P1 fa")
    async with at_table(tmp_path, resume_game(tmp_path, table.save.path)) as (app, _):
        assert "Its last line was not complete and is dropped: 'P1 fa'." in notice(app)


async def test_any_size_at_any_moment(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, seed="rose")) as (app, pilot):
        for size in [(120, 40), (40, 12), (20, 6), (200, 60), (80, 24)]:
            await pilot.resize_terminal(*size)
            await press(pilot, ["1", "o", "c", "t", "t"])
        assert "Torches" in shown(app)


async def test_the_play_is_the_same_as_without_a_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path, seed="rose")) as (app, pilot):
        await to_the_end(app, pilot, key="2")
        seen = client_of(app).play
    bare = Play.resume(TOMB, read_journal(str(seen.journal)))
    assert bare.outcome == seen.outcome
    assert bare.events == seen.events


async def test_settings_hold_at_once_and_are_kept(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path), settings=AT_ONCE) as (app, pilot):
        await press(pilot, ["comma", "right", "down", "right", "escape"])
        assert (app.theme, app.settings) == ("midnight", Settings("midnight", "fast"))
    assert UndercroftApp(tmp_path).settings == Settings("midnight", "fast")
