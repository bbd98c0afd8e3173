"""Lessons in a real browser: the coach speaks beside the table, and covers no answer."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.harness import Server, Table, advised

LESSONS = ("tomb", "tin", "talisman", "talisman/lesson", "labyrintheus")
IN_SIGHT = """answer => {
    const option = document.querySelector(`.option[data-answer="${CSS.escape(answer)}"]`);
    const bubble = document.querySelector(".bubble");
    const box = option.getBoundingClientRect();
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const covers = [...document.querySelectorAll(".option")].filter(one => {
        const [a, b] = [one.getBoundingClientRect(), bubble.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    });
    const fits = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const open = there !== null && option.contains(there);
    return fits && open && !covers.length && bubble.scrollWidth <= innerWidth;
}"""


def learn(page: Page, lesson: str) -> Table:
    page.goto("/")
    page.locator(f"[action='/learn/{lesson}'] button").click()
    return Table(page)


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_the_coach_advises_is_in_sight_on_a_phone_and_never_covered(
    phone: Page, lesson: str
) -> None:
    table = learn(phone, lesson)
    table.settle()
    game, _, other = lesson.partition("/")
    for answer in advised(game, int(bool(other))):
        expect(phone.locator(".bubble")).to_be_visible()
        expect(phone.locator(f'.option[data-answer="{answer}"]')).to_be_visible()
        phone.wait_for_function(IN_SIGHT, arg=answer)  # it is placed with the next picture
        table.click(f'.option[data-answer="{answer}"]')
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert not table.errors


def test_the_coach_speaks_beside_what_he_means_and_folds_away(page: Page) -> None:
    table = learn(page, "tomb")
    table.settle()
    bubble = page.locator(".bubble")
    expect(bubble).to_have_attribute("data-side", re.compile("^(above|below|left|right)$"))
    assert page.locator(".ask .bubble").count() == 0  # the question stays where it is
    hide = page.get_by_role("button", name="Hide")
    hide.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".bubble-text")).to_be_hidden()
    page.get_by_role("button", name="Coach").click()
    expect(page.locator(".bubble-text")).to_be_visible()
    assert not table.errors


@pytest.mark.parametrize("game", ["tomb", "labyrintheus"])
def test_in_a_lesson_the_hint_is_what_the_coach_advises(page: Page, game: str) -> None:
    table = learn(page, game)
    table.settle()
    for answer in advised(game):
        page.keyboard.press("h")
        expect(page.locator(".option.hinted")).to_have_attribute("data-answer", answer)
        table.click(f'.option[data-answer="{answer}"]')


@pytest.mark.parametrize("answer", ["drink:inn-brandy", "equip:inn-brandy@item-1"])
def test_either_of_two_good_moves_stays_in_the_lesson(page: Page, answer: str) -> None:
    table = learn(page, "labyrintheus")
    table.settle()
    for given in [*advised("labyrintheus")[:-1], answer]:
        table.click(f'.option[data-answer="{given}"]')
    assert "own path" not in page.locator("[data-part=coach]").inner_text()


FIRST_FIGHTS = {
    "tomb": ([], "Turn a card", '.board [data-glide="7c"]'),
    "labyrintheus": (
        ["equip:road-rapier@hand-1", "equip:dented-buckler@hand-2"],
        "Roll the die",
        ".throw",
    ),
    "talisman": (advised("talisman")[:2], "Roll the dice", ".rolled.fight"),
    "talisman/lesson": (advised("talisman", 1)[:7], "Roll the dice", ".rolled.fight"),
}


@pytest.mark.parametrize("game", FIRST_FIGHTS)
def test_the_first_fight_is_fought_by_the_player(
    browser: Browser, server: Server, game: str
) -> None:
    before, press, thrown = FIRST_FIGHTS[game]
    page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
    page.emulate_media(reduced_motion="reduce")
    table = learn(page, game)
    expect(page.locator('[data-state="open"]')).to_be_visible()
    for answer in before:
        page.locator(f'.option[data-answer="{answer}"]').first.click()
        expect(page.locator("[data-sent]")).to_have_count(0)  # the next may offer the same answer
    expect(page.get_by_role("button", name=press)).to_be_focused()
    page.wait_for_timeout(1500)  # nothing goes on by itself
    expect(page.locator(thrown)).to_have_count(0)
    assert page.locator(".option").count() == 0
    page.keyboard.press("Enter")
    expect(page.locator(thrown).first).to_be_visible()
    for _ in range(4):
        expect(page.locator("[data-tool=next], .option").first).to_be_visible()
        if page.locator(".option").count():
            break
        page.keyboard.press("Enter")
    expect(page.locator(".option").first).to_be_visible()
    assert not table.errors
    page.close()
