"""`undercroft join` on the full screen, at a real server."""

import signal
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from tests.terminal.house import Host
from tests.terminal.piloting import at_table, press, shown
from tests.web.harness import Server
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.games import catalogue, find_game
from undercroft.terminal.app.main import UndercroftApp
from undercroft.terminal.app.online import OnlineScreen, view_of
from undercroft.terminal.app.pages import Page
from undercroft.terminal.online import arrive
from undercroft.terminal.server import Shown


async def until(pilot: Pilot[Any], app: UndercroftApp, text: str, seconds: float = 40) -> None:
    end = monotonic() + seconds
    while text not in shown(app):
        assert monotonic() < end, f"no {text!r} in:\n{shown(app)}"
        await pilot.pause(0.05)


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
        assert isinstance(screen, OnlineScreen)
        assert "Player 2, Bob" in shown(app)
        end = monotonic() + 100
        while screen.shown.outcome is None:
            assert monotonic() < end
            seen = host.answer_own(play)
            if screen.shown.at < seen["at"] or screen.asked is None:
                await pilot.pause(0.05)
                continue
            answered += 1
            before = screen.shown.at
            if answered == 2:
                house.kill(signal.SIGTERM)
                await press(pilot, ["1"])
                await until(pilot, app, "the line is gone")
                await press(pilot, ["question_mark"])  # the screen lives
                assert isinstance(app.screen, Page)
                await press(pilot, ["escape"])
                house.start()
            else:
                await press(pilot, ["1"])
            while screen.shown.at == before and monotonic() < end:
                await pilot.pause(0.05)
        await until(pilot, app, "Outcome: ")
        await press(pilot, ["enter"])
        assert app.return_value is not None
        assert app.return_value.facts[0].startswith("Outcome: ")
    assert answered > 2


@pytest.mark.anyio
async def test_a_seat_is_left_and_kept(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play, link = host.lay("labyrintheus")
    async with at_table(tmp_path, arrive(tmp_path, link, "Bob"), (100, 30)) as (app, pilot):
        host.answer_own(play)
        await until(pilot, app, "Choose your persona")
        await press(pilot, ["slash", *"nonsense", "enter"])
        assert "is not open; expected one of" in " ".join(shown(app).split())
        await press(pilot, ["s"])
        assert app.return_value is not None
        assert "Your seat is kept" in app.return_value.facts[0]
    again = arrive(tmp_path, link, "")
    assert [place.name for place in again.shown.seats if place.yours] == ["Bob"]


def as_shown(play: Play, **changed: Any) -> Shown:
    """What a server would show of a play to its first seat."""
    game, view = play.game, play.view(0)
    plain = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(view)))
    table = game.draw_table(game.rows, view, game.words)
    fields = {"table": table, "view": plain, **changed}
    return Shown(
        *("", game.id, 0, "P1", False, (), fields["table"], (), None, None),
        *(fields["view"], None, None, None),
    )


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
