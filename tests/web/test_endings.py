"""The end of a game says what happened, and all of it is in sight."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.harness import Table, against_bots, running

SIZES = ((1280, 800), (1920, 1080), (390, 844))
# a game, its bot, how many play, the seed, and what the headline says
ENDS = (
    ("tin", "thumb", 1, "rose", "You fell to the horned yellow goblin with a chest"),
    ("tin", "thumb", 2, "rose", "You left without the maiden"),
    ("labyrintheus", "contender", 3, "rose", ""),
    ("talisman", "canny", 3, "moth", ""),
    ("talisman", "canny", 1, "rose", "The rounds ran out"),
)
LONGEST = "You fell to Vaskerel, the Standing Storm"
OUT_OF_SIGHT = """() => ".scene h2 .end-how .end-done .end-actions .end-more".split(" ")
    .filter(name => {
        const { top, bottom } = document.querySelector(`.end ${name}`).getBoundingClientRect();
        return top < 0 || bottom > innerHeight || bottom - top < 10;
    })"""


def played(page: Page, game: str, bot: str, seats: int, seed: str) -> Table:
    """Show the end of a game that was played at random."""
    table = against_bots(page, game, bot, seats, seed)
    luck = random.Random(3)
    table.play_beside(lambda answers, _: luck.choice(answers), 3000)
    assert table.is_over
    return table


@pytest.mark.parametrize(("game", "bot", "seats", "seed", "headline"), ENDS)
def test_the_end_says_what_happened_and_fits_every_screen(
    page: Page, game: str, bot: str, seats: int, seed: str, headline: str
) -> None:
    table = played(page, game, bot, seats, seed)
    if headline:
        expect(page.locator("#end-title")).to_have_text(headline)
    expect(page.locator(".end-how")).not_to_be_empty()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        table.settle()
        if width < 960:  # where it comes live, it comes into sight by itself
            page.locator(".end").evaluate("end => end.scrollIntoView()")
        page.locator("#end-title").evaluate("(title, text) => title.textContent = text", LONGEST)
        assert page.evaluate(OUT_OF_SIGHT) == [], (width, height)
        box = page.locator(".ask")
        assert box.evaluate("box => box.scrollHeight - box.clientHeight") <= 0, (width, height)
    assert not table.errors


def test_who_slew_the_knight_is_in_the_picture(page: Page) -> None:
    played(page, "tin", "thumb", 1, "rose")
    faces = page.locator(".end .scene use").evaluate_all("all => all.map(it => it.href.baseVal)")
    assert "/static/tin/sprite.svg#yellow:horns-chest" in faces
    expect(page.locator(".end-how")).to_have_text(
        "Turn 20, in the Larder: its thrust. A roll of 4 came to 3, 1 short."
    )


def test_a_best_score_is_told_at_the_end(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data", deal="record0") as server:
        page = browser.new_page(base_url=server.url)
        page.goto(page.request.post("/plays", form={"game": "tomb"}).url)
        table = Table(page)
        luck = random.Random(3)
        table.play_beside(lambda answers, _: luck.choice(answers))
        expect(page.locator(".end-record")).to_have_text("A new record: 14.")
        page.close()
