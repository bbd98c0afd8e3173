"""The start, the options form, and watching a play again."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.cli.driving import decisions, journals
from tests.terminal.piloting import (
    SIZES,
    at_table,
    client_of,
    laid,
    press,
    says,
    shown,
    to_the_end,
    type_line,
    until,
)
from undercroft.core.errors import BadOption
from undercroft.core.records.journal import read_journal
from undercroft.games import catalogue, find_game
from undercroft.rulebook import for_players, rules_of
from undercroft.terminal.app.forms.fields import Choice
from undercroft.terminal.app.forms.new_game import FormScreen
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.pages import Page
from undercroft.terminal.app.replay import ReplayScreen
from undercroft.terminal.app.slider import Slider
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.app.table.screen import TableScreen
from undercroft.terminal.local.open_game import checked_seed, resume_game

pytestmark = pytest.mark.anyio
TOMB = find_game("tomb")
AT = [*catalogue()].index("tomb") + 1  # its figure in the list


def finished(home: Path) -> Path:
    """Play a play to its end, and put it away."""
    table = laid(home)
    while table.play.question is not None:
        table.answer(table.play.question.choices[0])
    table.finish()
    table.close()
    return table.save.path


async def wait_for(pilot: Pilot[Any], app: UndercroftApp, kind: type[object]) -> None:
    await until(pilot, lambda: isinstance(app.screen, kind))


# -- the start ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_start_lists_games_and_plays(tmp_path: Path, size: tuple[int, int]) -> None:
    laid(tmp_path).close()
    finished(tmp_path)
    async with at_table(tmp_path, size=size) as (app, _):
        text = shown(app)
        for game in catalogue().values():
            assert game.title in text
        assert "Continue" in text
        assert "Watch again" in text


async def test_learn_begins_a_games_first_lesson(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, ["down"] * (AT - 1) + ["l"])
        await wait_for(pilot, app, TableScreen)
        client = client_of(app)
        assert client.play.game.id == "tomb"
        assert client.coach() is not None


async def test_the_rules_are_a_key_away(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, ["down"] * (AT - 1) + ["r"])
        assert isinstance(app.screen, Page)
        assert "Four kings lie buried below" in shown(app)
        await press(pilot, ["end"])
        assert for_players(rules_of("tomb")).split()[-1] in shown(app)
        assert "**" not in shown(app)  # bold, and not as it is written
        await press(pilot, ["escape"])
        assert isinstance(app.screen, StartScreen)


async def test_going_on_from_the_start_and_back_to_it(tmp_path: Path) -> None:
    laid(tmp_path).close()
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, [str(len(catalogue()) + 1)])
        await wait_for(pilot, app, TableScreen)
        await press(pilot, ["1", "s"])
        await wait_for(pilot, app, StartScreen)
        assert "Saved:" in shown(app)
        await press(pilot, ["q"])
        assert app.return_value == ([], [])
    assert decisions(journals(tmp_path, "plays")[0]) == ["P1 face: draw"]


async def test_a_play_in_another_window_is_refused_in_a_line(tmp_path: Path) -> None:
    table = laid(tmp_path)
    async with at_table(tmp_path, size=(200, 24)) as (app, pilot):
        await press(pilot, [str(len(catalogue()) + 1)])
        assert isinstance(app.screen, StartScreen)
        assert "is being played in another window" in shown(app)
    table.close()


async def test_todays_deal_is_begun_once_and_then_gone_on_with(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, ["down"] * (AT - 1) + ["d"])
        await wait_for(pilot, app, TableScreen)
        await press(pilot, ["1"])
        seed = client_of(app).recorded.seed
        await press(pilot, ["s", "d"])
        await wait_for(pilot, app, TableScreen)
        assert client_of(app).recorded.seed == seed
        assert len(client_of(app).play.lines) > 2
    (path,) = journals(tmp_path, "plays")
    assert read_journal(path.read_text()).seed == seed


async def test_the_list_says_how_a_game_to_continue_stands(tmp_path: Path) -> None:
    laid(tmp_path, game=catalogue()["tin"]).close()
    async with at_table(tmp_path) as (app, pilot):
        assert isinstance(app.screen, StartScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Turn 1, 5 hearts, 0 gold." in shown(app)
        assert "0 answers" not in shown(app)


async def test_the_start_answers_numbers_of_two_figures(tmp_path: Path) -> None:
    for seed in range(9 - len(catalogue()) + 2):  # the last is number 11
        laid(tmp_path, seed=f"s{seed}").close()
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, ["1"])
        assert "1_  another figure, or Enter" in shown(app)
        await press(pilot, ["0"])
        await wait_for(pilot, app, TableScreen)
        tenth = client_of(app).recorded.seed
    assert tenth is not None
    assert tenth.startswith("s")


async def test_an_unfinished_game_shows_where_it_stands(tmp_path: Path) -> None:
    table = laid(tmp_path)
    table.answer("berserk")
    table.close()
    async with at_table(tmp_path, size=(120, 40)) as (app, pilot):
        await press(pilot, ["down"] * len(catalogue()))
        await until(pilot, says(app, "Go deeper, or turn back?"))
        text = shown(app)
        assert "1 turn, 0 points, 0 kings." in text
        assert "Torches ▲▲▲▲" in text
        assert "Hand  no treasure" in text


async def test_a_kept_game_is_deleted_when_that_is_said_twice(tmp_path: Path) -> None:
    laid(tmp_path, seed="first").close()
    played = laid(tmp_path, seed="second")  # the latest, and still open elsewhere
    async with at_table(tmp_path, size=(200, 40)) as (app, pilot):
        assert "x delete" not in shown(app)
        await press(pilot, ["down"] * len(catalogue()) + ["x"])
        assert "Delete the game of Tomb of Four Kings" in shown(app)
        await press(pilot, ["down", "up"])  # looking elsewhere takes it back
        await press(pilot, ["x"])
        assert len(journals(tmp_path, "plays")) == 2
        await press(pilot, ["x"])
        assert "is being played in another window" in shown(app)
        assert len(journals(tmp_path, "plays")) == 2
        await press(pilot, ["down", "x", "x"])
        assert "Deleted: a game of Tomb of Four Kings." in shown(app)
    assert journals(tmp_path, "plays") == [played.save.path]
    played.close()


async def test_a_window_that_is_too_small_says_so(tmp_path: Path) -> None:
    async with at_table(tmp_path, laid(tmp_path), (60, 20)) as (app, pilot):
        assert "too small" not in shown(app)
        for size in [(59, 20), (60, 19)]:
            await pilot.resize_terminal(*size)
            await until(pilot, says(app, "This window is too small. Make it 60 by 20"))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "too small" not in shown(app))


async def test_a_broken_file_is_left_out_of_the_list(tmp_path: Path) -> None:
    laid(tmp_path).close()
    (tmp_path / "plays/bad.journal").write_text("nonsense")
    async with at_table(tmp_path) as (app, _):
        assert shown(app).count("Continue") == 1


# -- the form -------------------------------------------------------------------------------------


def verdict(app: UndercroftApp) -> str:
    return str(app.screen.query_one("#verdict", Static).render())


def row(app: UndercroftApp, id: str) -> Choice:
    return app.screen.query_one(f"#{id}", Choice)


async def open_form(app: UndercroftApp, pilot: Pilot[Any]) -> None:
    await press(pilot, [str(AT)])
    await wait_for(pilot, app, FormScreen)


async def test_the_form_has_every_option_with_its_explanation(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        helps = TOMB.words.tables["options-help"]
        explained = set()
        for _ in range(40):
            explained.add(str(app.screen.query_one("#means", Static).render()))
            await press(pilot, ["down"])
        for spec in TOMB.option_specs:
            assert any(text.startswith(helps[spec.name]) for text in explained)
            assert app.screen.query(f"#option-{spec.name}")


def message(options: dict[str, str], seats: int) -> str:
    """What the engine itself says to such options."""
    with pytest.raises(BadOption) as refused:
        TOMB.read_options(options, seats)
    return f"{refused.value}."


async def test_bad_values_are_refused_in_the_engines_words(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        stake = app.screen.query_one("#option-stake Input", Input)
        stake.value = "999"
        await pilot.pause()
        assert verdict(app) == message({"stake": "999"}, 1)
        await press(pilot, ["f5"])
        assert isinstance(app.screen, FormScreen)
        stake.value = "many"
        await pilot.pause()
        assert verdict(app) == message({"stake": "many"}, 1)
        stake.value = "1"
        row(app, "seats").focus()
        await press(pilot, ["right"])
        row(app, "option-mode").focus()
        await press(pilot, ["right"])
        assert row(app, "option-mode").value == "solo"
        assert verdict(app) == message({"mode": "solo"}, 2)
        await press(pilot, ["left"])
        assert verdict(app) == "F5 begins the game."
        seed = app.screen.query_one("#seed Input", Input)
        seed.value = "a b"
        await pilot.pause()
        with pytest.raises(BadOption) as refused:
            checked_seed("a b")
        assert verdict(app) == f"{refused.value}."
    assert journals(tmp_path, "plays") == []


async def test_what_was_chosen_is_what_is_played(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        row(app, "seats").focus()
        await press(pilot, ["right"])  # two seats
        row(app, "seat-1").focus()
        await press(pilot, ["right"])
        row(app, "preset").focus()
        await press(pilot, ["left"])
        assert row(app, "preset").value == "ordeal"
        assert row(app, "option-start-hp").value == "8"
        row(app, "option-deal").focus()
        await press(pilot, ["right"])
        assert row(app, "preset").value == "your own"
        app.screen.query_one("#seed Input", Input).focus()
        await type_line(pilot, "rose")
        row(app, "begin").focus()
        await press(pilot, ["enter"])
        await wait_for(pilot, app, TableScreen)
    (path,) = journals(tmp_path, "plays")
    journal = read_journal(path.read_text())
    assert (journal.seats, journal.seed) == (2, "rose")
    assert journal.options["deal"] == "same"
    assert journal.options["start-hp"] == "8"
    assert "#: seat 2 is played by novice" in path.read_text()


@pytest.mark.parametrize(("number", "id"), [*enumerate(catalogue(), 1)])
async def test_enter_plays_at_once_against_the_bots_that_a_game_begins_with(
    tmp_path: Path, number: int, id: str
) -> None:
    game = catalogue()[id]
    async with at_table(tmp_path) as (app, pilot):
        await press(pilot, [str(number)])
        await wait_for(pilot, app, FormScreen)
        await press(pilot, ["enter"])
        await wait_for(pilot, app, TableScreen)
    (path,) = journals(tmp_path, "plays")
    journal = read_journal(path.read_text())
    bots = path.read_text().count(f"is played by {game.rule_of_thumb}")
    assert journal.seats == max(game.seats[0], 1 + bots)
    assert bots == next(iter(game.openings.values()), len(game.usual_bots))
    for opening in [*game.openings][:1]:
        assert journal.options.items() >= game.read_options({}, preset=opening)[0].given().items()


async def test_a_variant_by_the_form(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        field = app.screen.query_one("#variant Input", Input)
        for text, why in (
            ("game = [", f"{file}: not TOML"),
            ('game = "tin"', f"{file}: a variant of 'tin', not of 'tomb'"),
            ('game = "tomb"\n[rows.7s]\nsize = 2', "use one of: number, worth"),
        ):
            file.write_text(text)
            field.value = ""
            field.value = str(file)
            await pilot.pause()
            assert why in verdict(app)
            await press(pilot, ["f5"])
            assert isinstance(app.screen, FormScreen)
        file.write_text('game = "tomb"\n[options]\nstart-hp = 8\n[rows.ks]\nworth = 15\n')
        field.value = ""
        field.value = str(file)
        await pilot.pause()
        assert verdict(app) == "F5 begins the game."
        assert row(app, "option-start-hp").value == "8"
        await press(pilot, ["f5"])
        await wait_for(pilot, app, TableScreen)
        assert [*client_of(app).play.game.changes] == ["ks"]
        await press(pilot, ["s"])
    (path,) = journals(tmp_path, "plays")
    assert read_journal(path.read_text()).variant is not None
    again = resume_game(tmp_path, path).recorded  # the file is not needed any more
    assert again.play.game.variant is not None
    again.close()


async def test_real_cards_by_the_form(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        row(app, "cards").focus()
        await press(pilot, ["right"])
        assert not app.screen.query_one("#seed").display
        await press(pilot, ["f5"])
        await wait_for(pilot, app, TableScreen)
        await type_line(pilot, "5d")
        assert client_of(app).play.lines == ["draw deck: 5d"]


async def test_escape_leaves_the_form(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        await press(pilot, ["escape"])
        assert isinstance(app.screen, StartScreen)


# -- watching -------------------------------------------------------------------------------------


async def open_replay(app: UndercroftApp, pilot: Pilot[Any]) -> ReplayScreen:
    await press(pilot, [str(len(catalogue()) + 1)])
    await wait_for(pilot, app, ReplayScreen)
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    await until(pilot, lambda: screen.query_one(Slider).last)  # the play is read
    return screen


async def test_the_slider_goes_through_a_play(tmp_path: Path) -> None:
    path = finished(tmp_path)
    journal = read_journal(path.read_text())
    async with at_table(tmp_path, size=(120, 40)) as (app, pilot):
        screen = await open_replay(app, pilot)
        assert "The start." in shown(app)
        await press(pilot, ["right", "right"])
        assert screen.at == 2
        first, second = journal.entries[:2]
        assert f"2. {second.question}: {second.answer}" in shown(app)
        await press(pilot, ["left"])
        assert f"1. {first.question}: {first.answer}" in shown(app)
        await press(pilot, ["end"])
        assert screen.at == len(journal.entries)
        assert "Outcome: " in shown(app)
        await press(pilot, ["right"])
        assert screen.at == len(journal.entries)
        await press(pilot, ["pageup"])
        assert screen.at == len(journal.entries) - 10
        await press(pilot, ["home", "down"])
        assert journal.entries[screen.at - 1].question.startswith("P1")
        await press(pilot, ["e", "e"])
        assert "seen by a spectator" in shown(app)
        await press(pilot, ["home", "left"])
        assert screen.at == 0
        await press(pilot, ["c", "question_mark", "escape", "escape"])
        assert isinstance(app.screen, StartScreen)


async def test_a_replay_runs_by_itself_and_stops(tmp_path: Path) -> None:
    finished(tmp_path)
    async with at_table(tmp_path) as (app, pilot):
        screen = await open_replay(app, pilot)
        await press(pilot, ["space"])
        await until(pilot, lambda: screen.at >= 1)
        await press(pilot, ["space"])
        stopped = screen.at
        await pilot.pause(0.5)
        assert screen.at == stopped


async def test_a_click_on_the_slider_goes_there(tmp_path: Path) -> None:
    finished(tmp_path)
    async with at_table(tmp_path) as (app, pilot):
        screen = await open_replay(app, pilot)
        await pilot.click(Slider, offset=(40, 0))
        await pilot.pause()
        assert 0 < screen.at < screen.query_one(Slider).last


async def test_a_finished_play_can_be_watched_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot):
        await open_form(app, pilot)
        await press(pilot, ["f5"])
        await wait_for(pilot, app, TableScreen)
        await to_the_end(app, pilot)
        await press(pilot, ["enter"])
        await wait_for(pilot, app, StartScreen)
        assert "undercroft verify" in shown(app).replace("\n", " ")
        await open_replay(app, pilot)
