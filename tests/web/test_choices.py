"""Choosing in a real browser: Enter does no harm, and what may kill says so and may ask again."""

from playwright.sync_api import Page, expect

from tests.web.harness import Server, Table, advised


def lesson(page: Page, game: str, steps: int) -> Table:
    page.goto("/")
    page.locator(f"[action='/learn/{game}'] button").click()
    table = Table(page)
    table.settle()
    for answer in advised(game)[:steps]:
        table.click(f'.option[data-answer="{answer}"]')
    return table


def in_danger(page: Page, server: Server) -> Table:
    """Stand before a monster of strength 10 with 5 hit points and something to drop."""
    wish = {"game": "tomb", "fate": "real-cards", "options": {"start-hp": "6"}}
    page.goto("/")
    reply = page.request.post("/api/plays", data=wish, headers={"origin": server.url})
    assert reply.ok, reply.text()
    page.goto(f"/play/{reply.json()['id']}")
    table = Table(page)
    for card in ("10d", "10c"):
        table.turn(card)
    table.click('.option[data-answer="deeper"]')
    table.turn("10s")
    expect(page.locator('.option[data-answer="draw"]')).to_be_visible()
    return table


def test_enter_takes_the_option_that_does_no_harm(page: Page) -> None:
    table = lesson(page, "tin", 0)
    marked = page.locator("[data-marked]")
    expect(marked).to_have_attribute("data-answer", "done")  # not: drop the potion
    assert page.evaluate("document.activeElement === document.body")
    table.press("Enter")
    page.locator('.option[data-answer="go:N"]').focus()
    table.press("Enter")  # where nothing is harmless, nothing is marked
    expect(marked).to_have_count(0)
    assert not table.errors


def test_against_ones_own_winning_roll_the_marked_option_is_to_pass(page: Page) -> None:
    table = lesson(page, "labyrintheus", 5)  # 5 against 3, with a card that could re-roll it
    expect(page.locator("[data-marked]")).to_have_attribute("data-answer", "pass")
    page.locator('.option[data-answer="play:wrong-foot"]').focus()
    table.click('.option[data-answer="pass"]')
    assert not table.errors


def test_what_may_kill_says_so_on_the_option(page: Page, server: Server) -> None:
    in_danger(page, server)
    draw = page.locator('.option[data-answer="draw"]')
    expect(draw.locator(".danger-note")).to_have_text("5 or less kills you.")
    expect(page.locator("[data-deadly]")).to_have_count(1)
    expect(page.locator("[data-deadly][data-marked]")).to_have_count(0)


def test_what_may_kill_asks_once_more_if_the_player_wants_it(page: Page, server: Server) -> None:
    table = in_danger(page, server)
    lines = table.lines
    page.evaluate("localStorage.setItem('undercroft-confirm', 'deadly')")
    draw = page.locator('.option[data-answer="draw"]')
    page.keyboard.press("1")
    expect(draw).to_have_attribute("data-armed", "again?")
    expect(draw).to_be_focused()
    expect(page.locator("[data-message]")).to_contain_text("This may kill you.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-armed]")).to_have_count(0)
    assert table.lines == lines  # nothing was sent
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator(".outcome").first).to_be_visible()  # which card is turned?
    page.evaluate("localStorage.setItem('undercroft-confirm', 'never')")
    assert not table.errors
