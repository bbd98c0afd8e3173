"""Every form takes whatever is posted to it: it does it, or says why not. None breaks."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route
from starlette.testclient import TestClient

from undercroft.games import catalogue, find_game
from undercroft.web.gateway.settings import Settings
from undercroft.web.server.app import make_app

FREE: dict[str, Any] = dict.fromkeys(
    ("requests", "requests_burst", "creations", "creations_burst", "answers", "answers_burst"), 1e9
)
FIELDS = ["game", "fate", "seed", "preset", "variant", "patience", "journal", "at", "answer"]
FIELDS += ["name", "same", "sure", "text", "password", "old", "new", "again", "key", "bot", "role"]
FIELDS += ["seat.P2", "seat.P3", "name.P1", "name.P2", "option.mode", "option.start-hp"]
FIELDS += ["do", "add", "title", "row.9s.number", "row.9s.", "row.x", "plays", "over", "sets"]
VALUES = ["tomb", "tin", "labyrintheus", "sealed", "real-cards", "somebody", "lesson", "0", "1"]
VALUES += ["-1", "9" * 30, "@here", "@link", "@lobby", "@", "cautious", "thumb", "on", "series"]
VALUES += ["add", "keep", "drop:9s", "9s"]
VALUES += ['game = "tomb"\n[rows.ks]\nworth = 15\n', "undercroft journal 1\n", "P1", "fate", "ann"]
FORM = st.dictionaries(
    st.sampled_from(FIELDS) | st.text(max_size=10),
    st.sampled_from(VALUES) | st.text(max_size=60),
    max_size=8,
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def client(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    shared = request.param == "postgresql"
    url = request.getfixturevalue("postgresql").make() if shared else None
    app = make_app(Settings(data=tmp_path_factory.mktemp("forms"), database=url, **FREE))
    home = "http://127.0.0.1"
    with TestClient(app, base_url=home, raise_server_exceptions=False) as opened:
        yield opened


def posted(client: TestClient) -> list[str]:
    """The paths of all forms that there are."""
    app: Any = client.app
    routes = [route for route in app.app.routes if isinstance(route, Route)]
    paths = [route.path for route in routes if "POST" in (route.methods or ())]
    return [path for path in paths if not path.startswith("/api/")]


def test_no_form_breaks_whatever_is_posted_to_it(client: TestClient) -> None:
    paths = posted(client)
    assert len(paths) > 12
    form = {"game": "tin", "seat.P2": "@link"}
    place = client.post("/plays", data=form, follow_redirects=False).headers["location"]
    mine = place.split("/play/")[1].split("?")[0]

    @given(st.sampled_from(paths), FORM, st.sampled_from([mine, "tomb", "x", "%00"]))
    @settings(
        max_examples=200,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    def post(path: str, form: dict[str, str], part: str) -> None:
        whole = "/".join(part if piece.startswith("{") else piece for piece in path.split("/"))
        try:
            data = {name.encode(): value.encode() for name, value in form.items()}
        except UnicodeEncodeError:
            data = {}
        reply = client.post(whole, data=data, follow_redirects=False)  # type: ignore[arg-type]
        assert reply.status_code < 500, (whole, form, reply.text)

    post()


@pytest.mark.parametrize("body", [b"\xff\xfe=\xff", b"a=1&" * 200, b"=", b"%zz=%", b"\x00"])
def test_no_form_breaks_on_what_is_no_form(client: TestClient, body: bytes) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    for path in posted(client):
        reply = client.post(path.replace("{", "").replace("}", ""), content=body, headers=kind)
        assert reply.status_code < 500, (path, reply.text)


def test_no_path_breaks_on_what_no_database_takes(client: TestClient) -> None:
    app: Any = client.app
    for route in app.app.routes:
        if isinstance(route, Route) and "{" in route.path:
            path = re.sub(r"{\w+}", "%00", route.path)
            for method in ("GET", "POST"):
                reply = client.request(method, path, follow_redirects=False)
                assert reply.status_code < 500, (method, path, reply.text)


@pytest.mark.parametrize("game", catalogue())
def test_a_form_asks_for_each_option_in_a_way_that_it_can_be_given(
    client: TestClient, game: str
) -> None:
    page = client.get(f"/new/{game}").text
    assert "None" not in page
    for name, kind in re.findall(r'<input id="option.([^"]+)" name="[^"]+"( type="number")?', page):
        (spec,) = (spec for spec in find_game(game).option_specs if spec.name == name)
        assert bool(kind) == spec.allowed.startswith("a whole number")


def test_a_list_is_taken_as_people_write_it(client: TestClient) -> None:
    form = {"game": "labyrintheus", "seat.P2": "contender", "option.persona-choice": "fixed"}
    form["option.personas"] = "oxgrave, hale"
    reply = client.post("/plays", data=form, follow_redirects=False)
    assert reply.status_code == 303, reply.text
