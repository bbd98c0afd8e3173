"""A stranger sees what there is to play, and finds every place from every other."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.access import check_access
from tests.web.harness import Server, play_beside
from undercroft.games import catalogue

PLACES = {
    "Games": "/",
    "Lobby": "/lobby",
    "Today's deals": "/today",
    "Puzzles": "/puzzles",
    "Lab": "/lab",
}


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["desk", "phone"])
def without_script(
    request: pytest.FixtureRequest, browser: Browser, server: Server
) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=server.url,
        java_script_enabled=False,
    )
    yield context.new_page()
    context.close()


def bottom(page: Page, selector: str) -> float:
    """Say how far down the first such thing ends."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_every_place_is_one_press_away_even_without_script(without_script: Page) -> None:
    page = without_script
    page.goto("/rules/tomb")
    for name, path in PLACES.items():
        menu = page.get_by_text("Menu", exact=True)
        if menu.is_visible():
            menu.click()
        link = page.locator("header").get_by_role("link", name=name, exact=True)
        expect(link).to_have_count(1)  # there is one way, not two
        link.click()
        expect(page).to_have_url(re.compile(re.escape(path) + "$"))
        expect(page.locator(f'header a[href="{path}"][aria-current="page"]')).not_to_have_count(0)


def test_at_a_table_the_menu_leads_to_every_place(page: Page) -> None:
    page.goto(page.request.post("/plays", form={"game": "tomb"}).url)
    page.locator("header summary").click()
    for name in PLACES:
        expect(page.locator("header").get_by_role("link", name=name, exact=True)).to_be_visible()


def test_on_a_desk_every_game_can_be_begun_without_scrolling(page: Page) -> None:
    page.goto("/")
    for game in catalogue():
        assert bottom(page, f"section:has(#game-{game}) .primary") <= 800, game
        picture = page.locator(f"section:has(#game-{game}) .picture")
        fits = "it => [it.getBoundingClientRect().width, it.parentElement.clientWidth]"
        assert len(set(picture.evaluate(fits))) == 1, game  # it fills its frame


def test_on_a_phone_the_first_game_is_begun_from_the_upper_half(phone: Page) -> None:
    phone.goto("/")
    assert bottom(phone, "header.site") <= 56  # one row
    assert bottom(phone, ".game .primary") <= 422
    phone.goto(phone.request.post("/plays", form={"game": "tin"}).url)
    phone.goto("/")
    expect(phone.locator(".continue li")).to_have_count(1)
    assert bottom(phone, ".game .primary") <= 844


def test_an_unfinished_game_says_how_it_stands(page: Page) -> None:
    begun = page.request.post("/plays", form={"game": "tin"}).url
    play_beside(page, begun, lambda answers, _: answers[0], 3)
    page.goto("/")
    expect(page.locator(".continue li").first).to_contain_text(
        re.compile(r"Turn \d+, \d hearts?, \d+ gold\.")
    )


def test_a_game_with_others_says_whom_it_waits_for(
    page: Page, browser: Browser, server: Server
) -> None:
    seated = {"game": "tin", "seat.P2": "@link", "name.P1": "Gudrun"}
    page.goto(page.request.post("/plays", form={**seated}).url)
    link = page.locator("a[data-absolute]").get_attribute("href") or ""
    page.goto("/")
    card = page.locator(".continue li").first
    expect(card).to_contain_text("Waiting for players: 1 seat free.")
    other = browser.new_context(base_url=server.url)
    bob = other.new_page()
    bob.goto(link)
    bob.get_by_label("Your name at the table").fill("Osric")
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_selector(".option, .waiting")
    waits = {"Gudrun": bob, "Osric": page}  # for whom, and who is told so
    for visitor in (page, bob):
        visitor.goto("/")
    told = [visitor.locator(".continue li").first for visitor in (page, bob)]
    expect(told[0]).to_contain_text(re.compile(r"your turn|Waiting for Osric\."))
    asked = "Gudrun" if "your turn" in told[0].inner_text() else "Osric"
    waits[asked].reload()
    expect(waits[asked].locator(".continue li").first).to_contain_text(f"Waiting for {asked}.")
    other.close()


def test_after_a_puzzle_the_next_one_is_in_sight(page: Page) -> None:
    for game in catalogue():
        page.goto(f"/puzzles/{game}/next")
        page.locator(".option").first.click()
        expect(page.locator(".ask .verdict")).to_be_visible()
        assert bottom(page, "[data-next]") <= 800, game


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_everybody_can_use_the_places_in_every_theme(page: Page, theme: str) -> None:
    page.add_init_script(f"localStorage.setItem('undercroft-theme', '{theme}')")
    begun = page.request.post("/plays", form={"game": "tomb"}).url
    play_beside(page, begun, lambda answers, _: answers[0], 2)
    page.goto("/puzzles/tomb/next")
    page.locator(".option").first.click()
    expect(page.locator(".ask .verdict")).to_be_visible()
    for path in ("/puzzles", *PLACES.values(), "/me", "/settings", "/new/tomb", "/lab/tomb"):
        page.goto(path)
        page.locator("header summary").click()
        check_access(page)
