"""Settings that an account keeps: the same on every device, and nobody else's."""

import json
import re
from html import unescape
from typing import Any

from starlette.testclient import TestClient

from tests.web.sitting import another
from undercroft.web.pages.page import LOOK

PHRASE = "seven quiet lanterns"


def claim(client: TestClient, name: str) -> None:
    form = {"name": name, "password": PHRASE}
    assert client.post("/account", data=form).status_code == 200


def kept(client: TestClient) -> Any:
    """What a page brings of an account: `None` for a guest."""
    found = re.search(r'data-kept="([^"]*)"', client.get("/").text)
    return found and json.loads(unescape(found.group(1)) or "{}")


def test_an_account_keeps_settings_and_brings_them_to_another_device(ann: TestClient) -> None:
    assert kept(ann) is None
    claim(ann, "Wanderer")
    assert kept(ann) == {}  # so a page's script tells what the browser has
    chosen = {"theme": "light", "felt": "green", "volume": "35"}
    assert ann.post("/settings", data=chosen).status_code == 204
    assert kept(ann) == chosen
    elsewhere = another(ann)
    elsewhere.cookies.set(LOOK, "theme-contrast_felt-wood")
    assert 'data-theme="contrast"' in elsewhere.get("/").text
    elsewhere.post("/login", data={"name": "wanderer", "password": PHRASE})
    page = elsewhere.get("/").text
    assert kept(elsewhere) == chosen
    assert 'data-theme="light" data-felt="green"' in page  # drawn so before any script runs


def test_what_is_unknown_is_not_kept(ann: TestClient) -> None:
    claim(ann, "Wanderer")
    given = {"theme": "<b>", "felt": "wood", "name": "x" * 1000, "volume": "61"}
    assert ann.post("/settings", data=given).status_code == 204
    assert kept(ann) == {"felt": "wood"}


def test_a_guest_keeps_settings_in_the_browser(ann: TestClient) -> None:
    refused = ann.post("/settings", data={"theme": "light"})
    assert refused.status_code == 409
    assert "This browser keeps yours." in refused.text
