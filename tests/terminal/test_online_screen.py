"""`undercroft join` on the full screen, at a real server."""

import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import pytest
from textual.events import Paste
from textual.widgets import Input

from tests.terminal.house import Host, bare_shown
from tests.terminal.piloting import at_table, press, says, shown, until
from tests.web.harness import Server
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games import catalogue, find_game
from undercroft.protocol import PlayShown
from undercroft.terminal.app.forms.fields import Entry
from undercroft.terminal.app.forms.join import JoinScreen
from undercroft.terminal.app.pages import Page
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.app.table.screen import OnlineTableScreen
from undercroft.terminal.online.client import arrive, view_of


@pytest.mark.anyio
async def test_a_duel_on_the_full_screen_though_the_server_goes_away(
    tmp_path: Path, house: Server
) -> None:
    host = Host(house)
    play, link = host.lay("tomb")
    arrived = arrive(tmp_path, link, "Bob")
    answered = 0
    async with at_table(tmp_path, arrived, (100, 30)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, OnlineTableScreen)
        assert "Bob" in shown(app)
        end = monotonic() + 100
        while screen.client.shown.outcome is None:
            assert monotonic() < end
            seen = host.answer_own(play)
            if screen.client.shown.at < seen["at"] or screen.asked is None:
                await pilot.pause(0.05)
                continue
            answered += 1
            before = screen.client.shown.at
            if answered == 2:
                house.kill(signal.SIGTERM)
                await press(pilot, ["1"])
                await until(pilot, says(app, "connection lost"))
                await press(pilot, ["question_mark"])  # the screen lives
                assert isinstance(app.screen, Page)
                await press(pilot, ["escape"])
                house.start()
            else:
                await press(pilot, ["1"])
            await until(pilot, gone_on(screen, before))
        await until(pilot, says(app, "Outcome: "))
        await press(pilot, ["enter"])
        assert app.return_value is not None
        assert app.return_value.facts[0].startswith("Outcome: ")
    assert answered > 2


def gone_on(screen: OnlineTableScreen, at: int) -> Callable[[], bool]:
    return lambda: screen.client.shown.at != at


@pytest.mark.anyio
async def test_a_seat_is_left_and_kept(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("labyrintheus")
    async with at_table(tmp_path, arrive(tmp_path, link, "Bob"), (100, 30)) as (app, pilot):
        host.answer_own(play)
        await until(pilot, says(app, "Choose your persona"))
        await press(pilot, ["slash", *"nonsense", "enter"])
        assert "is not open; expected one of" in " ".join(shown(app).split())
        await press(pilot, ["s"])
        assert app.return_value is not None
        assert "Your seat is kept" in app.return_value.facts[0]
    again = arrive(tmp_path, link, "")
    assert [place.name for place in again.shown.seats if place.yours] == ["Bob"]


@pytest.mark.anyio
async def test_advice_and_talk_beside_the_table(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tomb")
    async with at_table(tmp_path, arrive(tmp_path, link, "Bob"), (120, 40)) as (app, pilot):
        host.answer_own(play)
        await until(pilot, says(app, "Go deeper"))
        await press(pilot, ["h"])
        await until(pilot, says(app, "The bot 'cautious' would take 1, deeper."))
        await press(pilot, ["o"])
        await until(pilot, says(app, "of 40 equally likely cases"))
        await press(pilot, ["c"])
        await until(pilot, says(app, "Bob: "))
        host.say(play, "Well met, Bob")
        await until(pilot, says(app, "Talk (1 new)"))
        assert "Ann: Well met, Bob" in shown(app)
        await press(pilot, ["apostrophe", *"well"])
        await until(pilot, says(app, "Ann  Well met, Bob"))
        host.say(play, "Come on")
        await until(pilot, says(app, "Ann  Come on"))
        await press(pilot, [*" played", "enter"])  # what was half typed is still there
        await until(pilot, says(app, "Bob  Well played!"))
        await press(pilot, ["slash", *"mute ann", "enter"])
        await until(pilot, says(app, "You no longer hear Ann."))
        assert "Come on" not in shown(app)
        await press(pilot, ["l"])
        await until(pilot, says(app, "Ann: Turn 2 won.  T-34"))  # with its clauses
        await press(pilot, ["w"])
        await until(pilot, says(app, "Ann: "))


@pytest.mark.anyio
async def test_taking_back_is_asked_for_and_consented_to(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tin")
    async with at_table(tmp_path, arrive(tmp_path, link, "Bob"), (80, 24)) as (app, pilot):
        await until(pilot, says(app, "Stay"))
        await press(pilot, ["u"])
        await until(pilot, says(app, "You can undo only your own answer"))
        await press(pilot, ["1"])
        await until(pilot, says(app, "Waiting for Ann."))
        await press(pilot, ["u"])
        await until(pilot, says(app, "others have yet to agree"))
        at = host.wait_for_plea(play)["at"]
        host.ask(f"/api/plays/{play}/consent", at=at, agrees=True)
        await until(pilot, says(app, "Stay"))
        for _ in range(2):
            await press(pilot, ["1"])
            await until(pilot, says(app, "Waiting for Ann."))
            host.answer_own(play)
            await until(pilot, says(app, "Stay"))
        seen = host.ask(f"/api/plays/{play}")
        await press(pilot, ["slash", *"st"])
        host.ask(f"/api/plays/{play}/undo", at=seen["at"])
        await until(pilot, says(app, "Type agree (y) or refuse (x)."))
        assert " st" in shown(app)  # a line half typed is not lost
        await press(pilot, ["escape", "y"])
        await until(pilot, says(app, "Waiting for Ann."))
    assert host.ask(f"/api/plays/{play}")["question"]["yours"]


@pytest.mark.anyio
async def test_a_variant_is_drawn_with_its_own_numbers(tmp_path: Path, house: Server) -> None:
    host = Host(house, tmp_path)
    rich = 'game = "tomb"\n[rows.ks]\nworth = 15\n'
    play = host.ask("/api/plays", game="tomb", seed="rose", variant=rich)["id"]
    host.keep()
    arrived = arrive(tmp_path, f"{house.url}/play/{play}", "")
    assert arrived.game is not None
    assert view_of(arrived.game, arrived.shown) is not None
    assert view_of(find_game("tomb"), arrived.shown) is None
    async with at_table(tmp_path, arrived, (120, 40)) as (app, pilot):
        assert f"Tomb of Four Kings · variant {arrived.game.variant}" in shown(app)
        before = arrived.shown.at
        await press(pilot, ["1"])
        await until(pilot, says(app, "Turn 2 (delve, depth 2)."))
        await press(pilot, ["u"])
        screen = app.screen
        assert isinstance(screen, OnlineTableScreen)
        while screen.client.shown.at < before + 2:
            await pilot.pause(0.05)
        await press(pilot, ["r"])
        await until(pilot, says(app, "Turn 2 (delve, depth 2)."))


@pytest.mark.anyio
async def test_a_table_is_joined_from_the_start_by_its_link(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("tin")
    async with at_table(tmp_path, size=(80, 24)) as (app, pilot):
        await press(pilot, ["j"])
        await press(pilot, [*"nowhere"])
        await until(pilot, says(app, "'nowhere' leads to no table; expected a link like"))
        await press(pilot, ["f5"])
        assert isinstance(app.screen, JoinScreen)
        row = app.screen.query_one("#link", Entry)
        for bad, why in {
            "http://127.0.0.1:9/join/KEY": "http://127.0.0.1:9 cannot be reached",
            f"{house.url}/join/KEY": "That seat is taken, or the link is wrong",
        }.items():
            row.value = bad
            await press(pilot, ["f5"])
            await until(pilot, says(app, why))
            assert row.value == bad  # nothing typed is lost
        row.value = ""
        app.screen.query_one("#link Input", Input).focus()
        await pilot.pause()
        app.screen.query_one("#link Input", Input).post_message(Paste(link))
        await until(pilot, says(app, f"takes the seat at {house.url}"))
        await press(pilot, ["down", *"Bob", "enter"])
        await until(pilot, lambda: isinstance(app.screen, OnlineTableScreen))
        await press(pilot, ["s"])
        await until(pilot, says(app, "Your seat is kept"))
        assert isinstance(app.screen, StartScreen)
    assert [seat["name"] for seat in host.ask(f"/api/plays/{play}")["seats"]] == ["Ann", "Bob"]


def as_shown(play: Play, **changed: Any) -> PlayShown:
    """What a server would show of a play to its first seat."""
    game, view = play.game, play.view(0)
    plain = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(view)))
    table = game.draw_table(game.rows, view, game.words)
    return bare_shown(**{"game": game.id, "table": table, "view": plain, **changed})


@pytest.mark.parametrize("id", catalogue())
def test_a_view_from_the_server_is_drawn_as_our_own(id: str) -> None:
    game, luck = find_game(id), Random(3)
    play = Play(game, {}, max(game.seats), Seeded("rose"))
    for _ in range(60):
        assert view_of(game, as_shown(play)) == play.view(0)
        if play.question is not None:
            play.answer(luck.choice(play.question.choices))


def test_a_view_that_means_something_else_here_is_not_drawn_from_our_rows() -> None:
    play = Play(find_game("tin"), {}, 1, Seeded("rose"))
    assert view_of(play.game, as_shown(play, table="another table")) is None
    assert view_of(play.game, as_shown(play, view={"strange": 1})) is None
    assert view_of(None, as_shown(play)) is None
