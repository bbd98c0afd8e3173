"""Online tables that somebody sits at are remembered, until they are over."""

from pathlib import Path

import msgspec
import pytest

from tests.cli.driving import undercroft
from tests.terminal.house import Host
from tests.terminal.piloting import at_table, press, says, shown, until
from tests.web.harness import Server
from undercroft.games import catalogue
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.app.table.screen import OnlineTableScreen
from undercroft.terminal.online.client import arrive
from undercroft.terminal.online.remembered import Note, path_of, remembered

FIRST = str(len(catalogue()) + 1)  # after the games


def urls(home: Path) -> list[str]:
    return [table.note.url for table in remembered(home)]


def test_join_alone_goes_back_to_the_latest_table(tmp_path: Path, house: Server) -> None:
    host, home = Host(house), tmp_path / "bob"
    nowhere = undercroft(home, "join")
    assert nowhere.returncode == 2
    assert "you have no seat at an online table; expected a link" in nowhere.stderr
    play, link = host.lay("tin")
    first = undercroft(home, "join", link, "--name", "Bob", typed="s\n")
    assert first.returncode == 0, first.stderr
    assert urls(home) == [f"{house.url}/play/{play}"]
    back = undercroft(home, "join", typed="s\n")
    assert "Bob: you" in back.stdout
    alone = Host(house, home / "other")
    over = alone.ask("/api/plays", game="tomb", seed="rose")["id"]
    alone.keep()
    typed = "give up\nu\ns\n"
    undercroft(home / "other", "join", f"{house.url}/play/{over}", typed=typed)
    assert urls(home / "other") == [f"{house.url}/play/{over}"]  # it was taken up again
    undercroft(home / "other", "join", typed="give up\n\n")
    assert urls(home / "other") == []


def test_tables_that_are_looked_on_at_are_not_noted(tmp_path: Path, house: Server) -> None:
    host = Host(house)
    play = host.ask("/api/plays", game="tomb")["id"]
    path = host.ask(f"/play/{play}/watch", please=True)["path"]
    arrive(tmp_path, house.url + path, "")
    assert urls(tmp_path) == []


@pytest.mark.anyio
async def test_the_start_goes_back_to_a_table_until_it_is_over(
    tmp_path: Path, house: Server
) -> None:
    host = Host(house, tmp_path)
    play = host.ask("/api/plays", game="tomb", seed="rose", names=["Ann"])["id"]
    host.keep()
    arrive(tmp_path, f"{house.url}/play/{play}", "")
    async with at_table(tmp_path, size=(80, 24)) as (app, pilot):
        await until(pilot, says(app, f"{FIRST} Tomb of Four Kings  online"))
        await press(pilot, ["down"] * len(catalogue()))
        await until(pilot, says(app, "Online, as Ann."))
        assert f"{house.url}/play/" in shown(app).replace("\n", "")
        await press(pilot, [FIRST])
        await until(pilot, lambda: isinstance(app.screen, OnlineTableScreen))
        await press(pilot, ["s"])
        await until(pilot, says(app, "Your seat is kept"))
        await press(pilot, [FIRST])
        await until(pilot, lambda: isinstance(app.screen, OnlineTableScreen))
        await press(pilot, ["slash", *"give", "space", *"up", "enter"])
        await until(pilot, says(app, "Outcome: abandoned"))
        await press(pilot, ["enter"])
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await until(pilot, lambda: "Kings  online" not in shown(app))
    assert urls(tmp_path) == []


@pytest.mark.anyio
async def test_what_leads_nowhere_is_told_and_only_what_is_gone_forgotten(
    tmp_path: Path, house: Server
) -> None:
    (tmp_path / "online").mkdir()
    away, gone = "http://127.0.0.1:9/play/p", f"{house.url}/play/nothing"
    for url in (away, gone):
        note = Note(url, "tomb", "Tomb of Four Kings", "Player 1")
        path_of(tmp_path, url).write_bytes(msgspec.json.encode(note))
    (tmp_path / "online" / "broken.json").write_text("{")
    async with at_table(tmp_path, size=(80, 24)) as (app, pilot):
        for table, why in {
            away: "http://127.0.0.1:9 cannot be reached",
            gone: "That isn't one of your games",
        }.items():
            at = len(catalogue()) + 1 + urls(tmp_path).index(table)
            await press(pilot, [str(at)])
            await until(pilot, says(app, why))
            assert isinstance(app.screen, StartScreen)
        await until(pilot, lambda: urls(tmp_path) == [away])
