"""Lobby, invitation and pictures for other sites: what is shown there, and what is not."""

import random
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import another, join, lay, links, table_of_two
from undercroft.core.fates import Seeded
from undercroft.core.game import Game, Laid
from undercroft.core.play import Play
from undercroft.describing import changed_options, preset_of
from undercroft.games import catalogue, find_game
from undercroft.web.draw.pictures import MOST_LAID, _pieces

of_each_game = pytest.mark.parametrize("game", catalogue().values(), ids=list(catalogue()))


def together(client: TestClient, game: str, name: str = "Bob") -> str:
    reply = client.post(f"/together/{game}", data={"name": name}, follow_redirects=False)
    assert reply.status_code == 303, reply.text
    return str(reply.headers["location"].removeprefix("/play/"))


def tag(html: str, name: str) -> str:
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)"', html)
    assert found, name
    return found.group(1)


# -- playing with others ------------------------------------------------------------------------


def test_who_wants_to_play_with_others_gets_the_next_free_seat(
    ann: TestClient, bob: TestClient
) -> None:
    opened = together(ann, "labyrintheus", "Ann")
    assert "Waiting for players" in ann.get(f"/play/{opened}").text.replace("waiting", "Waiting")
    assert together(ann, "labyrintheus") == opened  # not another one beside it
    assert together(bob, "tin") != opened
    assert together(bob, "labyrintheus") == opened
    assert bob.get(f"/play/{opened}").text.count("data-socket") == 1  # the game has begun
    assert together(another(ann), "labyrintheus") != opened


def test_the_table_that_has_waited_longest_is_first(ann: TestClient, bob: TestClient) -> None:
    first = lay(ann, "tin", "@lobby")
    lay(ann, "tin", "@lobby", name__P1="Ann again")
    assert together(bob, "tin") == first


def test_a_game_that_is_not_here_cannot_be_played_with_others(ann: TestClient) -> None:
    assert ann.post("/together/chess").status_code == 404


def test_a_preset_is_told_by_its_name() -> None:
    game = find_game("talisman")
    brief = game.read_options({}, 3, "brief")[0].given()
    assert preset_of(game, brief, 3) == "brief"
    assert preset_of(game, brief | {"round-cap": "11"}, 3) is None
    assert changed_options(game, brief, 3) == {"round-cap": "10"}


# -- pictures -----------------------------------------------------------------------------------


def test_an_invitation_carries_a_picture(ann: TestClient, bob: TestClient) -> None:
    link = links(ann, lay(ann, "tin", "@link"))[0]
    page = bob.get(link).text
    assert tag(page, "title") == "Dungeon in a Tin"
    assert tag(page, "description").startswith("Ann invited you to a game of Dungeon in a Tin")
    assert tag(page, "image") == "http://127.0.0.1/pictures/tin.png"
    picture = bob.get(tag(page, "image"))
    assert picture.headers["content-type"] == "image/png"
    assert size(picture.content) == (1200, 630)
    assert join(bob, link).status_code == 303


def test_a_spectator_link_carries_a_picture_of_the_table(ann: TestClient, bob: TestClient) -> None:
    play = table_of_two(ann, bob)
    path = ann.post(f"/play/{play}/watch").json()["path"]
    page = another(ann).get(path).text
    assert tag(page, "url") == f"http://127.0.0.1{path}"
    drawn = another(ann).get(tag(page, "image"))
    assert size(drawn.content) == (1200, 630)
    assert another(ann).get("/watch/nothing/picture.png").status_code == 404
    assert "og:image" not in ann.get(f"/play/{play}").text  # a player's own page is nobody's


def test_pictures_are_drawn_for_an_address_at_a_pace(
    ann: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.app.app.state.painters.burst = 2  # type: ignore[attr-defined]
    codes = [ann.get("/pictures/tomb.png").status_code for _ in range(4)]
    assert codes[:2] == [200, 200]
    assert codes[3] == 429


@of_each_game
def test_a_still_picture_is_made_of_pieces_that_are_there(game: Game[Any, Any]) -> None:
    assert game.still is not None
    chance, seats = random.Random(5), min(3, game.seats[1])
    play = Play(game, {}, seats, fates=Seeded("a picture of the table"))
    play.meet_fate()
    pieces, laid = _pieces(game.package), list[Laid]()
    for _ in range(120):
        laid = list(game.still(game.rows, play.view(None)))
        assert {it.symbol for it in laid} <= pieces.keys()
        assert len(laid) <= MOST_LAID
        if play.question is None:
            break
        play.answer(chance.choice(list(play.question.choices)))
    assert laid  # before anything lies on the table there is the cover


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
