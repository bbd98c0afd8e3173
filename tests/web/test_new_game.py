"""The page of a new game: little to read, all of it there, and the way to begin in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.access import check_access
from tests.web.harness import Table, set_up
from undercroft.games import catalogue

EACH = pytest.mark.parametrize("game", list(catalogue()))
IN_SIGHT = "e => { const box = e.getBoundingClientRect(); return box.bottom <= innerHeight }"


@EACH
def test_what_begins_a_game_is_in_sight_at_once(page: Page, phone: Page, game: str) -> None:
    for device in (page, phone):
        device.goto(f"/new/{game}")
        begins = device.locator(".openings button, .start button").first
        expect(begins).to_be_visible()
        assert begins.evaluate(IN_SIGHT)
        check_access(device)
        set_up(device, game)
        start = device.get_by_role("button", name="Start", exact=True)
        start.scroll_into_view_if_needed()
        device.locator("#seed").scroll_into_view_if_needed()
        assert start.evaluate(IN_SIGHT)  # also in the middle of a long form
        check_access(device)


def test_filled_seats_are_shown_and_one_more(page: Page) -> None:
    page.goto("/new/tin")
    seats = page.locator('[name^="seat."]')
    assert [seat.is_visible() for seat in seats.all()] == [True] + [False] * 4
    seats.nth(0).select_option("veteran")
    assert [seat.is_visible() for seat in seats.all()] == [True] * 2 + [False] * 3
    patience = page.get_by_label("Time per answer")
    expect(patience).to_be_hidden()  # bots need none
    seats.nth(1).select_option("@link")
    expect(patience).to_be_visible()
    seats.nth(1).select_option("novice")
    page.get_by_role("button", name="Start").click()
    table = Table(page)
    table.settle()
    expect(page.locator(".people li, .company li")).to_have_count(3)


def test_the_fold_opens_for_what_is_wrong_in_it(page: Page) -> None:
    page.goto("/new/tomb")
    seed = page.get_by_label("Seed, for a deal you choose")
    expect(seed).to_be_hidden()
    page.get_by_text("More options").click()
    seed.fill("seven")
    page.get_by_label("You, with real cards").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("seed")
    expect(seed).to_be_visible()
    expect(seed).to_have_value("seven")
