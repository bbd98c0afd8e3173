from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.storage.stores import PostgresqlServer
from tests.web.deals import some_seed
from tests.web.harness import Server, launch, running
from undercroft.web import tables


@pytest.fixture(autouse=True)
def deals_that_ask_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal so that every play lasts; what comes then is still another each time."""
    monkeypatch.setattr(tables, "new_seed", some_seed)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    started = PostgresqlServer()
    yield started
    started.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


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
