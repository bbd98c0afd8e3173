"""Lobby, invitation and pictures for other sites: what is shown there, and what is not."""

import random
import re
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import another, join, lay, links, table_of_two
from undercroft.core.fates import Seeded
from undercroft.core.game import Game, Laid
from undercroft.core.play import Play
from undercroft.describing import changed_options, preset_of
from undercroft.games import catalogue, find_game
from undercroft.games.labyrintheus.events import base as labyrintheus
from undercroft.games.talisman.events import base as talisman
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


# -- the end ------------------------------------------------------------------------------------


def finished(client: TestClient, game: str = "tomb") -> str:
    """A play that is given up: over, with a scene and a story."""
    play = lay(client, game)
    assert client.post(f"/play/{play}/give-up", follow_redirects=False).status_code == 303
    return play


@of_each_game
def test_every_way_to_end_has_a_scene(game: Game[Any, Any], ann: TestClient) -> None:
    ends = {"tin": {"win", "draw", "loss"}, "labyrintheus": {*get_args(labyrintheus.Ending)}}
    ends |= {"talisman": {*get_args(talisman.Reason)}}
    ends |= {"tomb": {"won", "escaped", "dead", "lost", "finished", "decided", "drawn"}}
    assert game.scenes.keys() == ends[game.id] | {"abandoned"}
    for outcome, scene in game.scenes.items():
        assert {it.symbol for it in scene.laid} <= _pieces(game.package).keys()
        drawn = ann.get(f"/scenes/{game.id}/{outcome}.svg")
        assert drawn.headers["content-type"] == "image/svg+xml"
        ElementTree.fromstring(drawn.text)  # noqa: S314 (our own)
    assert ann.get(f"/scenes/{game.id}/nothing.svg").status_code == 404


def test_the_story_is_told_when_the_game_is_over(ann: TestClient, bob: TestClient) -> None:
    open_play = lay(ann, "tomb")
    assert ann.get(f"/play/{open_play}/story").status_code == 409
    play = finished(ann)
    assert f"/play/{play}/story" in ann.get(f"/play/{play}").text
    story = ann.get(f"/play/{play}/story").text
    assert "<h1>Abandoned</h1>" in story
    assert '<section class="tale-text"' in story
    assert bob.get(f"/play/{play}/story").status_code == 404


def test_a_shared_story_has_a_card(ann: TestClient, bob: TestClient) -> None:
    play = finished(ann)
    path = ann.post(f"/play/{play}/share").json()["path"]
    page = bob.get(f"{path}/story").text
    assert tag(page, "image") == f"http://127.0.0.1{path}/card.png"
    assert play not in page  # nothing leads to the table itself
    assert size(bob.get(f"{path}/card.png").content) == (1200, 630)
    assert size(bob.get(f"{path}/picture.png").content) == (1200, 630)
    assert bob.get("/shared/nothing/story").status_code == 404
    assert bob.get("/shared/nothing/card.png").status_code == 404


def test_the_story_of_todays_deal_waits_for_those_who_have_not_met_it(
    ann: TestClient, bob: TestClient
) -> None:
    play = ann.post("/today/tomb", follow_redirects=False).headers["location"]
    play = play.removeprefix("/play/").split("?")[0]
    ann.post(f"/play/{play}/give-up")
    path = ann.post(f"/play/{play}/share").json()["path"]
    for page in ("story", "card.png", "picture.png"):
        assert bob.get(f"{path}/{page}").status_code == 403
