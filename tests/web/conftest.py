from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from tests.web.deals import some_seed
from tests.web.harness import Server, browsing, running
from tests.web.sitting import (
    FREE,
    HOME,
    Wire,
    another,
)
from undercroft.web.gateway.settings import Settings
from undercroft.web.live import tables
from undercroft.web.server.app import make_app


@pytest.fixture(autouse=True)
def deals_that_ask_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal so that every play lasts; what comes then is still another each time."""
    monkeypatch.setattr(tables, "new_seed", some_seed)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, base_url=server.url, accept_downloads=True
    )
    context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        base_url=server.url,
    )
    context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
    yield context.new_page()
    context.close()


@pytest.fixture
def ann(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(tables, "new_seed", lambda: "several")  # each run meets the same deals
    app = make_app(Settings(data=tmp_path / "data", **FREE))
    with TestClient(app, base_url=HOME, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def bob(ann: TestClient) -> TestClient:
    return another(ann)


@pytest.fixture
def wires() -> Iterator[Any]:
    with ExitStack() as stack:

        def open_wire(client: TestClient, path: str) -> Wire:
            path = path if path.startswith("/") else f"/play/{path}"
            session = client.websocket_connect(
                f"ws://127.0.0.1{path}/socket?pace=instant", headers={"origin": HOME}
            )
            return Wire(stack.enter_context(session))

        yield open_wire
