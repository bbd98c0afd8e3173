"""Whatever text comes in is refused in one line and at once: variants, journals, bodies, frames."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import FREE, HOME, another, answer, lay
from undercroft.core import variants
from undercroft.web.gateway.settings import Settings
from undercroft.web.server.app import make_app

GAME = 'game = "tomb"\n'
TOO_MUCH = {
    "120 kB of dotted keys": GAME + "a." * 60_000 + "b = 1",
    "a key of 3,000 parts": GAME + "a." * 3_000 + "b = 1",
    "5,000 brackets": GAME + "a = " + "[" * 5_000,
    "5,000 braces": GAME + "a = " + "{b=" * 5_000,
    "2,000 braces": GAME + "a = " + "{b=" * 2_000,
    "5,000 digits": GAME + "a = " + "9" * 5_000,
    "a title that is no text": GAME + "title = [[1], {a = 2}]",
    "a title that is long": GAME + f'title = "{"x" * 5_000}"',
    "another game's": 'game = "tin"\n',
}
RICH = 'game = "tomb"\ntitle = "Rich"\n[rows.ks]\nworth = 15\n'


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(Settings(data=tmp_path, **FREE))
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as client:
        client.get("/")
        yield client


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The variants that were parsed, one after the other."""
    texts: list[str] = []

    def loads(text: str) -> dict[str, Any]:
        texts.append(text)
        return tomllib.loads(text)

    monkeypatch.setattr(variants, "tomllib", SimpleNamespace(loads=loads))
    return texts


@pytest.mark.parametrize("toml", TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_variant_that_is_too_much_is_one_line_on_every_way_in(
    ann: TestClient, toml: str, parsed: list[str]
) -> None:
    by_api = ann.post("/api/plays", json={"game": "tomb", "variant": toml})
    by_form = ann.post("/plays", data={"game": "tomb", "variant": toml})
    assert (by_api.status_code, by_form.status_code) == (422, 422)
    said = by_api.json()["error"]
    assert "variant" in said
    assert "\n" not in said
    assert len(said) < 300
    assert all(len(text) < 8_100 for text in parsed)


def test_a_variant_is_parsed_once_for_all_that_is_done_with_its_play(
    ann: TestClient, parsed: list[str]
) -> None:
    play = lay(ann, "tomb", variant=RICH)
    for _ in range(3):
        answer(play, ann)
        at = ann.get(f"/api/plays/{play}").json()["at"]
        assert ann.post(f"/api/plays/{play}/undo", json={"at": at}).status_code == 200
    assert ann.get(f"/play/{play}/journal").text.count("variant: ") == 1
    assert [text for text in parsed if "Rich" in text] == [RICH.strip()]


@pytest.mark.parametrize(
    "lines",
    [
        "option stake: " + "9" * 5_000,
        "option " + "a" * 5_000 + ": 1",
        "option turn-cap: 1001",
        "seed: " + "a" * 5_000,
        "\nP1 " + "a" * 50_000 + ": b",
        "\ndraw deck: " + "[" * 50_000,
        "\n" + "P1 next: deeper\n" * 6_000,
    ],
    ids=lambda lines: lines.strip()[:20],
)
def test_a_journal_that_is_too_much_is_one_line(ann: TestClient, lines: str) -> None:
    head = "undercroft journal 1\ngame: tomb\nrules-version: 1\nseats: 1\n"
    reply = ann.post("/journals", data={"journal": f"{head}{lines}\n\n"})
    assert reply.status_code == 422
    said = reply.text.split('<p role="alert">line ')[1].split("</p>")[0]
    assert len(said) < 1_000
    assert "\n" not in said


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"game":' + b"[" * 100_000,
        b'{"game":"tomb","options":{"stake":' + b"9" * 5_000 + b"}}",
        b'{"game":"tomb","options":{"stake":' + b"9" * 4_000 + b"}}",
        b'{"game":"tomb","options":{"stake":' + b'{"a":' * 30_000,
        b'{"game":"tomb","patience":' + b"9" * 4_000 + b"}",
        json.dumps({"game": "tomb", "seats": ["@here"] * 10_000}).encode(),
        json.dumps({"game": "g" * 100_000}).encode(),
        json.dumps({"game": "tomb", "preset": "p" * 100_000}).encode(),
        json.dumps({"game": "tomb", "bots": ["b" * 100_000]}).encode(),
        json.dumps({"game": "tomb", "fate": "f" * 100_000}).encode(),
    ],
    ids=lambda body: body[:40].decode(),
)
def test_a_body_that_is_too_much_is_one_line(ann: TestClient, body: bytes) -> None:
    reply = ann.post("/api/plays", content=body, headers={"content-type": "application/json"})
    assert reply.status_code in (400, 422)
    assert len(reply.text) < 500


@pytest.mark.parametrize(
    "frame",
    [
        "[" * 4_000,
        '{"do":' + "[" * 4_000,
        '{"more":' + "[" * 4_000,
        '{"do":"undo","at":' + "9" * 4_000 + "}",
        '{"do":"answer","at":1,"answer":"' + "a" * 4_000 + '"}',
    ],
    ids=lambda frame: frame[:20],
)
def test_a_frame_that_is_too_much_is_refused_and_the_socket_stays(
    ann: TestClient, frame: str
) -> None:
    play = lay(ann, "tomb")
    url = f"ws://127.0.0.1/play/{play}/socket"
    with ann.websocket_connect(url, headers={"origin": HOME}) as socket:
        at = socket.receive_json()["at"]
        socket.send_text(frame.replace('"at":1,', f'"at":{at},'))
        said = socket.receive_json()
        assert (said["kind"], said["why"]) == ("refused", "unreadable")
        assert len(said["message"]) < 300
        socket.send_text('{"do":"odds"}')
        assert socket.receive_json()["kind"] == "odds"


def test_while_one_sends_what_is_too_much_another_is_answered(ann: TestClient) -> None:
    """Nothing of it is stored, either: the next page of its sender is as it was."""
    bob = another(ann)
    for toml in TOO_MUCH.values():
        assert ann.post("/plays", data={"game": "tomb", "variant": toml}).status_code == 422
        assert bob.get("/").status_code == 200
    assert "/play/" not in ann.get("/").text
