"""How many games and open tables one visitor may have, and what the refusal says."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import FREE, HOME, another, join, lay, links
from undercroft.web.gateway.settings import Settings
from undercroft.web.server.app import make_app


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, **{**FREE, "games": 7, "lobby_tables": 2})
    with TestClient(make_app(settings), base_url=HOME, raise_server_exceptions=False) as client:
        client.get("/")
        yield client


def test_a_guest_has_few_open_tables_in_the_lobby_and_may_close_one(ann: TestClient) -> None:
    first = lay(ann, "tin", "@lobby")
    lay(ann, "tin", "@lobby")
    form = {"game": "tin", "seat.P2": "@lobby"}
    refused = ann.post("/plays", data=form)
    assert refused.status_code == 422
    assert "You have 2 open tables in the lobby. Close one first." in refused.text
    asked = {"game": "tin", "seats": ["@lobby"]}
    assert ann.post("/api/plays", json=asked).status_code == 422
    lay(ann, "tin", "@link")  # that is in nobody's way
    bob = another(ann)
    lay(bob, "tin", "@lobby")
    assert "Close this table" in ann.get(f"/play/{first}").text
    assert bob.post(f"/play/{first}/give-up").status_code == 404
    closed = ann.post(f"/play/{first}/give-up", follow_redirects=False)
    assert (closed.status_code, closed.headers["location"]) == (303, "/lobby")
    assert f"/play/{first}" not in ann.get("/lobby").text
    assert ann.get(f"/play/{first}").status_code == 200
    assert bob.post(f"/play/{first}/sit", data={"name": "Bob"}).status_code == 409
    lay(ann, "tin", "@lobby")


def test_a_table_at_which_somebody_else_sits_is_not_closed(ann: TestClient) -> None:
    play = lay(ann, "tin", "@link", "@link")
    bob = another(ann)
    assert join(bob, links(ann, play)[0]).status_code == 303
    assert "Close this table" not in ann.get(f"/play/{play}").text
    ann.post(f"/play/{play}/give-up")
    assert ann.get(f"/api/plays/{play}").json()["outcome"] is None


def test_of_many_that_are_laid_at_once_no_more_are_taken(ann: TestClient) -> None:
    def post(_: int) -> int:
        asked = {"game": "tin", "seats": ["@lobby"]}
        return int(ann.post("/api/plays", json=asked).status_code)

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(post, range(8)))
    assert codes == [201, 201, 422, 422, 422, 422, 422, 422]


def test_a_guest_keeps_so_many_games_and_an_account_more(ann: TestClient) -> None:
    def begin() -> int:
        return int(ann.post("/api/plays", json={"game": "tomb"}).status_code)

    assert [begin() for _ in range(8)] == [201] * 7 + [422]
    refused = ann.post("/learn/tomb")
    assert refused.status_code == 422
    assert "You have 7 games, the most this server keeps for a guest." in refused.text
    assert "Sign up to keep 70" in refused.text
    bob = another(ann)
    assert bob.post("/api/plays", json={"game": "tomb"}).status_code == 201
    form = {"name": "Ann-of-Seven", "password": "seven games are a good many"}
    assert ann.post("/account", data=form).status_code == 200
    assert begin() == 201
