"""What a player needs is in sight at the end of a game."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.harness import Table

GAMES = ("tomb", "tin", "labyrintheus", "talisman")


def given_up(page: Page, game: str) -> Table:
    """Show the end of a game."""
    address = page.request.post("/plays", form={"game": game}).url.split("?")[0]
    page.request.post(f"{address}/give-up")
    page.goto(address)
    table = Table(page)
    table.settle()
    assert table.is_over
    return table


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_end_is_no_box_that_scrolls(phone: Page, game: str) -> None:
    given_up(phone, game)
    beyond = phone.locator(".ask").evaluate("box => box.scrollHeight - box.clientHeight")
    assert beyond <= 1


def test_at_the_end_the_tools_that_choose_are_gone(page: Page) -> None:
    given_up(page, "talisman")
    for tool in ("odds", "hint", "stop"):
        expect(page.locator(f'[data-tool="{tool}"]')).to_be_hidden()
    expect(page.locator('[data-tool="undo"]')).to_be_visible()
