"""What a player needs is in sight at the end of a game."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.harness import Table, against_bots

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


def test_on_a_phone_the_end_comes_into_sight_by_itself(phone: Page) -> None:
    deadly = {"difficulty": "hard"}
    table = against_bots(phone, "tin", "thumb", 1, "skull40", **deadly)
    answered = 0

    def first(answers: list[str], _: int) -> str:
        nonlocal answered
        answered += 1
        return "leave" if "leave" in answers else answers[-1]

    table.play_beside(first)
    assert table.is_over
    again = against_bots(phone, "tin", "thumb", 1, "skull40", **deadly)
    again.play_beside(first, answered - 1)
    before = again.picture
    phone.locator('.option[data-answer="leave"]').tap()
    again.wait_for_change(before)
    expect(phone.locator(".end .scene")).to_be_in_viewport(ratio=0.9)
    top = "document.querySelector('.end .scene').getBoundingClientRect().top"
    phone.wait_for_function(f"() => {top} < 100")  # with the rest of the end below it


def test_while_there_is_no_question_its_place_says_what_happens(page: Page) -> None:
    table = against_bots(page, "labyrintheus", "contender", 2, "told", persona_choice="random")
    table.press("p" if page.locator("[data-pass]").count() else "1")
    told = page.locator(".prompt").get_attribute("data-told")
    assert told
    log = " ".join(page.locator("[data-log] li").all_inner_texts())
    assert told.split(". ")[0].strip(".") in log
    page.locator(".prompt").evaluate("prompt => prompt.replaceChildren()")
    shown = page.locator(".prompt").evaluate("it => getComputedStyle(it, '::before').content")
    assert told in shown
