"""A table that nobody touches comes to rest: nothing moves, and nothing is painted."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.harness import Server, Table, advised, in_lesson
from undercroft.games import catalogue

# answers of a game's lesson, up to a question that marks the table itself
ASKED = {"tomb": 4, "tin": 1, "labyrintheus": 2, "talisman": 5}
MOVES = "document.getAnimations().some(it => it.playState === 'running')"
DRAWN = {"Paint", "UpdateLayoutTree", "FireAnimationFrame", "DrawFrame"}
HEAR = """
window.moved = [];
addEventListener('animationstart', event => window.moved.push(event.animationName), true);
addEventListener('transitionstart', event => window.moved.push(event.propertyName), true);
"""


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.url)
    opened.add_init_script(HEAR)
    yield opened
    opened.close()


def waiting(context: BrowserContext, game: str) -> Page:
    return in_lesson(context.new_page(), game, advised(game)[: ASKED[game]]).page


def ended(context: BrowserContext, game: str) -> Page:
    page = waiting(context, game)
    page.request.post(f"{page.url}/give-up")
    page.goto(page.url)
    Table(page).settle()
    return page


def drawn(browser: Browser, page: Page) -> set[str]:
    """Leave all pages alone for two seconds; return what the browser did to show them."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.wait_for_timeout(2000)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return DRAWN & {event["name"] for event in events}


@pytest.mark.parametrize("state", [waiting, ended])
def test_a_table_that_nobody_touches_comes_to_rest(
    browser: Browser, context: BrowserContext, state: Callable[[BrowserContext, str], Page]
) -> None:
    pages = [state(context, game) for game in ASKED]
    for page in pages:
        page.wait_for_function(f"() => !({MOVES})", timeout=60_000)
    drawn(browser, pages[0])  # what was about to end
    assert drawn(browser, pages[0]) == set()


def test_the_torches_breathe_again_when_somebody_comes_back(context: BrowserContext) -> None:
    page = waiting(context, "tomb")
    page.wait_for_function(f"() => !({MOVES})", timeout=60_000)
    page.evaluate("window.moved.length = 0")
    page.mouse.move(640, 400)
    page.wait_for_function("() => window.moved.includes('tomb-flicker')")


def test_every_game_is_left_alone_once() -> None:
    assert {*ASKED} == {*catalogue()}


@pytest.mark.parametrize("game", ASKED)
def test_without_motion_nothing_moves_on_a_table(context: BrowserContext, game: str) -> None:
    page = context.new_page()
    page.goto("/settings")
    page.get_by_role("group", name="Motion").get_by_label("none", exact=True).check()
    table = in_lesson(page, game, advised(game)[: ASKED[game]])
    page.evaluate(  # by pictures, not by a clock: whatever begins has begun by then
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    assert not page.evaluate(MOVES)
    assert page.evaluate("window.moved") == []
    assert not table.errors
