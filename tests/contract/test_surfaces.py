"""Every game works on every surface, also one that has nothing but rules and words.

Lamps, the example that `new-game` copies, is served beside the games that are found.
"""

import http.cookiejar
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from playwright.sync_api import Browser

from tests.cli.driving import undercroft
from tests.web.harness import Server, Table, browsing, running
from undercroft.games import catalogue

GAMES = [*catalogue(), "lamps"]
EXTRA = {"UNDERCROFT_GAMES": "examples.lamps"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in EXTRA.items():
            patch.setenv(name, value)
        with running(tmp_path_factory.mktemp("surfaces")) as started:
            yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


def a_guest() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))


def get(guest: OpenerDirector, url: str) -> str:
    with guest.open(url, timeout=30) as reply:
        return str(reply.read().decode())


def post(guest: OpenerDirector, url: str, **form: str) -> tuple[str, str]:
    with guest.open(url, urlencode(form).encode(), timeout=30) as reply:
        return reply.url, reply.read().decode()


def seats_of(id: str) -> int:
    return catalogue()[id].seats[1] if id in catalogue() else 2


@pytest.mark.parametrize("id", GAMES)
def test_the_home_page_and_the_form_show_it(server: Server, id: str) -> None:
    guest = a_guest()
    assert f'id="game-{id}"' in get(guest, server.url)
    assert f'value="{id}"' in get(guest, f"{server.url}/new/{id}")


@pytest.mark.parametrize("id", GAMES)
def test_a_game_with_bots_can_be_played_in_the_browser(
    server: Server, browser: Browser, id: str
) -> None:
    page = browser.new_page()
    table = Table(page)
    page.goto(server.url)
    page.locator(f"section:has(#game-{id})").get_by_role("button", name="Play now").click()
    table.settle()
    table.click(".option")
    assert table.errors == []
    page.close()


@pytest.mark.parametrize("id", [id for id in GAMES if seats_of(id) > 1])
def test_two_share_a_screen(server: Server, browser: Browser, id: str) -> None:
    page = browser.new_page()
    table = Table(page)
    page.goto(f"{server.url}/new/{id}")
    url = page.evaluate(
        """async (id) => (await fetch("/plays", {
            method: "POST",
            body: new URLSearchParams({game: id, "seat.P2": "@here"}),
        })).url""",
        id,
    )
    page.goto(url)
    page.wait_for_selector('[data-state="open"]')
    page.wait_for_selector("[data-lift], .option")
    if page.locator("[data-lift]").count():
        page.locator("[data-lift]").first.click()
        page.wait_for_selector(".option")
    assert table.errors == []
    page.close()


@pytest.mark.parametrize("id", GAMES)
def test_its_rules_have_a_page_to_which_clauses_lead(server: Server, id: str) -> None:
    guest = a_guest()
    url, _ = post(guest, f"{server.url}/plays", game=id)
    table = get(guest, url.partition("?")[0])
    clause = re.search(rf'href="/rules/{id}#([^"]+)"', table)
    assert clause
    assert f'id="{clause[1]}"' in get(guest, f"{server.url}/rules/{id}")


@pytest.mark.parametrize("id", [id for id in GAMES if seats_of(id) > 1])
def test_the_lobby_lists_a_table_of_it(server: Server, id: str) -> None:
    form = {"game": id, "seat.P2": "@lobby", "name.P1": f"Host of {id}"}
    post(a_guest(), f"{server.url}/plays", **form)
    assert f"Host of {id}" in get(a_guest(), f"{server.url}/lobby")


@pytest.mark.parametrize("id", GAMES)
def test_the_plain_terminal_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    for name, value in EXTRA.items():
        monkeypatch.setenv(name, value)
    bots = ["--bot", "random"] if id in ("labyrintheus", "lamps") else []
    done = undercroft(tmp_path, "play", id, "--plain", "--seed", "7", *bots, typed="1\n1\n?\ns\n")
    assert done.returncode == 0, done.stderr
    assert "1. " in done.stdout
