"""Dice roll for those who like it, and lie there at once for those who do not."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.web.harness import Server, Table

# each game's lesson up to its first dice; which elements are dice
LESSONS = {
    "tin": (str.split("done go:N rot:90 play:duck-2"), ".die .cube"),
    "labyrintheus": (
        str.split("equip:road-rapier@hand-1 equip:dented-buckler@hand-2"),
        ".lab-dice .die, .lab-dice .tumble",
    ),
}
HEAR = """
localStorage.setItem('undercroft-speed', '%s');
window.moved = [];
addEventListener('animationstart', event => window.moved.push(event.target), true);
"""


@pytest.mark.parametrize(
    ("speed", "motion", "rolls"),
    [
        ("normal", "no-preference", True),
        ("normal", "reduce", False),
        ("instant", "no-preference", False),
    ],
)
@pytest.mark.parametrize("game", LESSONS)
def test_dice_roll_only_where_motion_is_welcome(
    browser: Browser,
    server: Server,
    game: str,
    speed: str,
    motion: Literal["no-preference", "reduce"],
    rolls: bool,
) -> None:
    answers, dice = LESSONS[game]
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, base_url=server.url, reduced_motion=motion
    )
    context.add_init_script(HEAR % speed)
    page = context.new_page()
    page.goto("/")
    page.locator(f'form[action="/learn/{game}"] button').click()
    table = Table(page)
    table.settle()
    for answer in answers:
        table.press(str(1 + table.answers.index(answer)))
    expect(page.locator(dice).first).to_be_attached()
    moved = "dice => window.moved.some(it => it.matches(dice))"
    if rolls:
        page.wait_for_function(moved, arg=dice)  # they begin to move with the next picture
    else:
        still = "dice => document.getAnimations().every(it => !it.effect.target.matches(dice))"
        assert page.evaluate(still, dice)
        assert not page.evaluate(moved, dice)
    assert not table.errors
    context.close()


def test_what_glides_is_never_in_the_way_of_a_press(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, base_url=server.url)
    context.add_init_script("localStorage.setItem('undercroft-speed', 'normal')")
    page = context.new_page()
    page.goto("/new/tomb")
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    page.evaluate("document.documentElement.style.setProperty('--glide', '600s')")
    page.keyboard.press("1")
    reached = """() => {
        const gliding = document.getAnimations().some(it =>
            it.effect.pseudoElement?.startsWith('::view-transition'));
        const tool = document.querySelector('[data-tool="undo"]');
        const {x, y, width, height} = tool.getBoundingClientRect();
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        return gliding && tool.contains(there);
    }"""
    page.wait_for_function(reached)
    context.close()
