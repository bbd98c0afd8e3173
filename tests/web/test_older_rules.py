"""Games of older rules, or of a game that is gone: listed as what they are, and the rest works."""

import io
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.sitting import FREE, HOME, another, answer, lay, table_of_two
from undercroft.games import find_game
from undercroft.web.gateway.settings import Settings
from undercroft.web.server.app import make_app

OLD = f"Played with rules version 0; this server has {find_game('tin').rules_version}."
GONE = "This server no longer has this game."
CHANGES = {
    "older rules": ("rules_version = 0", OLD),
    "a game that is gone": ("game = 'chess'", GONE),
}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], TestClient]]:
    """Start the server, or start it again: on the same data, with the same cookies."""
    cookies: list[TestClient] = []

    def started() -> TestClient:
        if cookies:
            cookies[-1].__exit__(None, None, None)
        app = make_app(Settings(data=tmp_path, **FREE))
        client = TestClient(app, base_url=HOME, raise_server_exceptions=False)
        if cookies:
            client.cookies = cookies[-1].cookies
        cookies.append(client)
        client.__enter__()
        client.get("/")
        return client

    yield started
    cookies[-1].__exit__(None, None, None)


def change(data: Path, play: str, to: str) -> None:
    """Change a play's row, as an upgrade of the server does."""
    with closing(sqlite3.connect(data / "undercroft.db")) as database, database:
        database.execute(f"UPDATE plays SET {to} WHERE id = ?", (play,))  # noqa: S608 (our own)


@pytest.mark.parametrize(("to", "told"), CHANGES.values(), ids=CHANGES)
def test_a_game_that_cannot_be_opened_is_told_as_what_it_is_and_the_rest_works(
    start: Callable[[], TestClient], tmp_path: Path, to: str, told: str
) -> None:
    ann = start()
    bob = another(ann)
    old, other = table_of_two(ann, bob), table_of_two(ann, bob)
    over, listed = lay(ann, "tomb"), lay(ann, "tin", "@lobby")
    assert ann.post(f"/play/{over}/give-up").status_code == 200
    for play in (old, over, listed):
        change(tmp_path, play, to)
    ann_again = start()
    theirs = TestClient(ann_again.app, base_url=HOME, raise_server_exceptions=False)
    theirs.portal, theirs.cookies = ann_again.portal, bob.cookies
    stranger = another(ann_again)

    for client in (ann_again, theirs):
        for path in ("/", "/me", "/lobby", "/turns", "/me/debts"):
            assert client.get(path).status_code == 200, path
        assert told in client.get("/").text
        assert told in client.get("/me").text
        asked = [client.get("/turns").json()["plays"] for client in (ann_again, theirs)]
        assert sorted(asked) == [[], [other]]
        page = client.get(f"/play/{old}")
        assert (page.status_code, told in page.text) == (410, True)
        looked = client.get(f"/api/plays/{old}")
        assert (looked.status_code, looked.json()) == (410, {"error": told})
    assert listed not in ann_again.get("/lobby").text
    assert stranger.get(f"/play/{old}").status_code == 404
    assert stranger.get(f"/api/plays/{old}").status_code == 404
    assert stranger.post(f"/play/{listed}/sit").status_code == 404
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        ann_again.websocket_connect(
            f"ws://127.0.0.1/play/{old}/socket", headers={"origin": HOME}
        ) as socket,
    ):
        socket.receive_json()
    assert refused.value.code == 1008
    answer(other, ann_again, theirs)


def test_a_game_is_opened_with_the_variant_it_was_begun_with(
    start: Callable[[], TestClient], tmp_path: Path
) -> None:
    """Once a variant could give coins a price. No new game takes that."""
    said = "variant: rows.coin-2: price has no meaning here; use one of: count, value"
    ann = start()
    priced, coins = (f'game = "tin"\n[rows.{id}]\nprice = 7\n' for id in ("potion", "coin-2"))
    play = lay(ann, "tin", variant=priced)
    change(tmp_path, play, f"variant = '{coins}'")
    ann = start()
    assert ann.get(f"/play/{play}").status_code == 200
    assert ann.get(f"/api/plays/{play}/variant").text == coins
    for begun in (
        ann.post("/plays", data={"game": "tin", "variant": coins}),
        ann.post("/api/plays", json={"game": "tin", "variant": coins}),
    ):
        assert begun.status_code == 422
        assert said in begun.text


@pytest.mark.parametrize("to", [to for to, _ in CHANGES.values()], ids=CHANGES)
def test_its_journal_is_among_those_that_one_takes_along(
    start: Callable[[], TestClient], tmp_path: Path, to: str
) -> None:
    ann = start()
    plays = [lay(ann, "tomb", seed="7") for _ in range(2)]
    lesson = ann.post("/learn/tomb", follow_redirects=False).headers["location"]
    plays.append(lesson.split("/")[2].split("?")[0])
    for play in plays[1:]:
        change(tmp_path, play, to)
    file = start().get("/account/journals.zip")
    assert file.status_code == 200
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        assert all(any(play in name for name in archive.namelist()) for play in plays)


def test_results_of_older_rules_are_counted_though_so_many_can_no_longer_play(
    start: Callable[[], TestClient], tmp_path: Path
) -> None:
    play = lay(ann := start(), "tomb")
    assert ann.post(f"/play/{play}/give-up").status_code == 200
    change(tmp_path, play, 'rules_version = 0, seats = 9, options = \'{"torches": "4"}\'')
    assert start().get("/me").status_code == 200


@pytest.mark.parametrize(
    "day", ["0001-01-01", "0001-01-02", "0000-01-01", "9999-12-31", "2026-1-1"]
)
def test_no_day_of_the_calendar_breaks_a_board(start: Callable[[], TestClient], day: str) -> None:
    reply = start().get(f"/today/tomb/{day}")
    assert reply.status_code == (200 if day.startswith("0001") else 404)
    assert ("Previous day" in reply.text) == (day == "0001-01-02")
