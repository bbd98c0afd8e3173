"""Settings in a real browser: colours, text, motion and sound, kept from page to page."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.access import check_access
from tests.web.harness import Server, Table

HEARD = """
window.heard = 0;
for (const kind of ["OscillatorNode", "AudioBufferSourceNode"]) {
  const start = window[kind].prototype.start;
  window[kind].prototype.start = function (...given) {
    window.heard += 1;
    return start.apply(this, given);
  };
}
"""


def choose(page: Page, group: str, value: str) -> None:
    page.goto("/settings")
    page.get_by_role("group", name=group).get_by_label(value, exact=True).check()


def theme(page: Page) -> Any:
    return page.evaluate("document.documentElement.dataset.theme")


@pytest.mark.parametrize(("words", "name"), [("light", "light"), ("high contrast", "contrast")])
def test_colours_are_kept_and_every_page_can_be_read(page: Page, words: str, name: str) -> None:
    choose(page, "Colours", words)
    assert theme(page) == name
    check_access(page)
    for path in ("/", "/new/tomb", "/lobby", "/account", "/me", "/rules/tin"):
        page.goto(path)
        assert theme(page) == name
        check_access(page)
    for game in ("tomb", "tin", "talisman", "labyrintheus"):
        page.goto("/")
        page.locator(f"form:has([value={game}]) button").first.click()
        table = Table(page)
        table.settle()
        check_access(page)
        assert not table.errors


def test_the_server_draws_a_page_as_it_is_to_look_before_any_script_runs(page: Page) -> None:
    choose(page, "Colours", "light")
    choose(page, "Text size", "large")
    html = page.request.get("/").text()
    assert 'data-theme="light"' in html
    assert 'data-size="large"' in html
    cookie: Any = {"name": "undercroft-look", "value": "theme-<b>_size-huge", "url": page.url}
    page.context.add_cookies([cookie])
    html = page.request.get("/").text()
    assert "data-theme" not in html.split(">")[1]
    assert 'data-size="huge"' in html


def test_settings_by_keyboard_and_without_motion(page: Page) -> None:
    table = Table(page)
    page.goto("/settings")
    page.get_by_role("group", name="Motion").get_by_label("none").focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.documentElement.dataset.motion") == "less"
    page.reload()
    expect(page.get_by_role("group", name="Motion").get_by_label("none")).to_be_checked()
    assert not table.errors


def test_nothing_is_heard_until_sound_is_allowed(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url)
    page.add_init_script(HEARD)
    page.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")

    def play() -> int:
        page.goto("/")
        page.locator("form:has([value=tomb]) button").first.click()
        table = Table(page)
        table.settle()
        for _ in range(3):
            if not table.is_over:
                table.press("1")
        assert not table.errors
        heard: int = page.evaluate("heard")
        return heard

    assert play() == 0
    choose(page, "Sound", "on")
    page.get_by_role("button", name="Roll a die").click()
    assert page.evaluate("heard") > 0
    assert play() > 0
    choose(page, "Sound", "off")
    assert play() == 0
    page.close()
