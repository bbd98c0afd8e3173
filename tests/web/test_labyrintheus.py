"""Labyrintheus in a real browser: against bots, by keys and on the table, and what nobody sees."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.access import check_access
from tests.web.harness import Server, Table, advised, against_bots, in_lesson
from undercroft.games.labyrintheus import GAME
from undercroft.games.labyrintheus.components.treasures import TREASURES

# the lesson as its notes advise it
LESSON = advised("labyrintheus")


def new(page: Page, seats: int, seed: str, **options: str) -> Table:
    """Begin a play against bots."""
    return against_bots(page, "labyrintheus", "contender", seats, seed, **options)


def learn(page: Page) -> Table:
    return in_lesson(page, "labyrintheus")


def test_a_newcomer_sits_down_with_three_bots(page: Page) -> None:
    table = Table(page)
    page.goto("/")
    home = page.locator("[aria-labelledby=game-labyrintheus]")
    home.get_by_role("button", name="Play now").click()
    table.settle()
    expect(page.locator(".choosing .candidate.hot")).to_have_count(6)
    table.click(".candidate[data-answer=oxgrave]")
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator(".seat.own .seat-name")).to_contain_text("Tarn Oxgrave")
    assert not table.errors


def test_a_whole_play_by_keyboard_alone(page: Page) -> None:
    table = new(page, 2, "by keys", stones_to_leave="3")
    for _ in range(250):
        if table.is_over:
            break
        table.press("1" if "pass" not in table.answers else "p")
    assert table.is_over
    expect(page.locator(".end .winners")).to_contain_text("win")
    assert page.evaluate("document.activeElement.id") == "end-title"
    page.locator(".end-more summary").click()
    page.get_by_role("button", name="Check every card").click()
    expect(page.locator("[data-verified]")).to_contain_text("are as sealed")
    assert not table.errors


def test_a_whole_play_by_mouse_on_the_table_itself(page: Page) -> None:
    table = new(page, 3, "by mouse", persona_choice="random")
    on_table = 0
    for _ in range(250):
        if table.is_over:
            break
        if page.locator(".board .hot[data-answer]").count():
            on_table += 1
            table.click(".board .hot[data-answer]")
        elif page.locator(".board .hot[data-among]").count():
            page.locator(".board .hot[data-among]").first.click()
            assert page.locator(".option.among").count() > 1
            assert page.evaluate("document.activeElement.className") == "option among"
            table.press("Enter")
        else:
            table.click(".option")
    assert table.is_over
    assert on_table > 5
    assert page.evaluate("document.querySelector('[data-board]').innerHTML.length") < 20_000
    assert not table.errors


def test_nobody_sees_the_backpacks_of_others(page: Page) -> None:
    heard: list[str] = []
    page.on("websocket", lambda it: it.on("framereceived", lambda said: heard.append(str(said))))
    table = new(page, 4, "hands", persona_choice="random")
    address = page.url
    for _ in range(6):
        if not table.is_over:
            table.press("p" if page.locator("[data-pass]").count() else "1")
    assert not table.is_over
    reply = page.request.get(f"{address}/journal", headers={"accept": "text/plain"})
    assert reply.status != 200
    told: list[Any] = []
    first: int | None = 0
    while first is not None:
        told.append(page.request.get(f"{address}/moments?from={first}").json())
        first = told[-1]["next"]
    asked = [m["asked"] for part in told for m in part["moments"] if m["asked"]]
    assert all(not one["fate"] for one in asked)
    # whatever the page has been sent shows no treasure but those drawn by P1 or told to all
    sent = "".join(heard) + json.dumps(told) + page.content()
    shown = {card.id for card in TREASURES if re.search(rf'glide=[\\"]+{card.id}[\\"]', sent)}
    log = " ".join(table.lines)
    assert shown
    assert all(GAME.words.title(id) in log for id in shown)
    view = page.request.get(f"/api/plays/{address.rsplit('/', 1)[1]}").json()["view"]
    assert all(hero["known"] == [] for hero in view["heroes"][1:])
    for seat in page.locator(".seat:not(.own)").all():
        expect(seat.locator('[aria-label^="Backpack:"]')).to_have_count(1)
        expect(seat.locator(".treasure")).to_have_count(0)


def test_the_lesson_teaches_an_opening_for_three(page: Page) -> None:
    table = learn(page)
    notes = []
    for answer in LESSON:
        notes.append(page.locator(".coach").inner_text())
        assert answer in table.answers
        table.click(f'.option[data-answer="{answer}"]')
    assert all(notes)
    assert len(set(notes)) == len(notes)
    expect(page.locator(".seat.own .stones")).to_have_attribute(
        "aria-label", "2 gate stones; 4 open the portal"
    )
    assert not table.errors


def test_the_middle_says_who_adds_what_and_the_dice_lie_there(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:2]:
        table.click(f'.option[data-answer="{answer}"]')
    expect(page.locator(".encounter h2")).to_have_text("Gale Wisp")
    expect(page.locator(".throw")).to_have_attribute("aria-label", "Dice: 2")
    expect(page.locator(".side.ours")).to_contain_text("Quick Wrist")
    expect(page.locator(".side.ours .big")).to_have_text("3")
    expect(page.locator(".side.theirs .big")).to_have_text("4")
    expect(page.locator(".verdict")).to_have_text("losing")
    expect(page.locator(".stake")).to_contain_text("2 damage, stalk")
    page.keyboard.press("o")
    page.keyboard.press("o")
    assert not table.errors


def test_one_key_passes_and_one_passes_until_something_changes(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:3]:
        table.click(f'.option[data-answer="{answer}"]')
    assert table.answers == ["play:wrong-foot", "pass"]  # in P2's turn
    expect(page.locator(".options[data-pressing]")).to_have_count(0)
    table.press("n")  # ... and it stops at the own trap, where there is more on offer
    expect(page.locator(".encounter h2")).to_have_text("Rockfall")
    expect(page.locator(".options[data-pressing]")).to_have_count(1)
    assert "play:shoulder-through" in table.answers
    table.press("p")  # sprung; P2's turn comes, and P2's roll
    assert not any("plays Shoulder" in line for line in table.lines)
    assert not table.errors


def test_passing_goes_on_while_nothing_new_is_on_offer(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:5]:
        table.click(f'.option[data-answer="{answer}"]')
    table.press("p")  # the own roll stands; P2 fights the Scree Rat
    expect(page.locator(".encounter h2")).to_have_text("Scree Rat")
    table.press("n")  # P2's roll, then P3's: the same card on offer, so both are passed on
    expect(page.locator(".encounter h2")).to_have_text("Cavern Troll")  # one's own
    assert any("beats Soot Sprite" in line for line in table.lines)
    assert not any("plays Wrong Foot" in line for line in table.lines)
    assert not table.errors


def test_undo_takes_the_bots_answers_back_with_ones_own(page: Page) -> None:
    table = learn(page)
    boards = [table.board]
    for answer in LESSON[:5]:
        table.click(f'.option[data-answer="{answer}"]')
        boards.append(table.board)
    for board in boards[-2::-1]:
        table.press("u")
        assert table.board == board
    expect(page.locator("[data-practice]")).to_be_visible()
    assert not table.errors


def test_who_dies_is_turned_over(page: Page) -> None:
    table = new(page, 4, "grave", start_difficulty="8", persona_choice="random")
    for _ in range(10):
        if table.is_over or page.locator(".seat.own.undead").count():
            break
        table.play_beside(lambda answers, _: "pass" if "pass" in answers else answers[0], 20)
    undead = page.locator(".seat.undead")
    assert undead.count()
    expect(undead.first.locator(".slot")).to_have_count(0)
    side = undead.first.locator(".portrait [data-glide]").get_attribute("data-glide")
    assert side is not None
    assert side.endswith("-undead")
    assert not table.errors


@pytest.mark.parametrize("seats", [2, 6])
def test_on_a_phone_all_fits_the_width_and_can_be_played(phone: Page, seats: int) -> None:
    table = new(phone, seats, "phone")
    for _ in range(8):
        if table.is_over:
            break
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        before = table.picture
        phone.locator(".option").first.tap()
        table.wait_for_change(before)
    assert not table.errors


def test_axe_finds_nothing_at_the_table(page: Page) -> None:
    table = new(page, 4, "axe")
    for _ in range(4):
        check_access(page)
        table.press("1")
    assert not table.errors


def test_the_last_fight_stays_on_the_table_until_the_next(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:3]:  # the first fight is won with the rapier; then Tarn meets a trap
        table.click(f'.option[data-answer="{answer}"]')
    for answer in LESSON[3:8]:
        table.click(f'.option[data-answer="{answer}"]')
    # Mother Ashgrove and Tarn have fought since, and our own blow has landed
    card = page.locator(".fight-card")
    expect(card).to_be_visible()
    expect(card).to_contain_text("You")
    expect(card).to_contain_text("Masked Bravo")
    expect(card.locator(".fight-dice .icon").first).to_be_visible()
    expect(card.locator(".verdict")).to_have_text("won")
    expect(card).to_contain_text("gate stone")
    expect(page.locator(".past .encounter")).to_contain_text("Masked Bravo")
    assert not table.errors


def test_a_critical_1_is_still_seen_while_its_damage_is_asked_about(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:7]:
        table.click(f'.option[data-answer="{answer}"]')
    expect(page.locator(".blow")).to_be_visible()
    card = page.locator(".fight-card.critical")
    expect(card).to_contain_text("Cavern Troll")
    expect(card.locator(".verdict")).to_have_text("a 1 always fails")
    expect(card.get_by_role("img", name="Dice: 1, a critical failure")).to_be_visible()
    assert not table.errors


def test_after_the_others_have_moved_what_concerns_you_is_listed_and_can_be_stepped_through(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
    page.emulate_media(reduced_motion="reduce")
    table = against_bots(page, "labyrintheus", "contender", 3, "since", persona_choice="random")
    since = page.locator("[data-since]")
    for _ in range(30):
        if since.is_visible() and since.locator("li").count():
            break
        table.press("p" if page.locator("[data-pass]").count() else "1")
    expect(since).to_be_visible()
    expect(page.locator(".option").first).to_be_in_viewport()
    board = table.board
    since.get_by_role("button", name="Step through").press("Enter")
    expect(since).to_contain_text("1 of ")
    expect(page.locator(".board.stepping")).to_be_visible()
    assert page.evaluate("document.querySelector('.board').inert")
    boards = set()
    for _ in range(60):
        if not page.locator(".board.stepping").count():
            break
        boards.add(table.board)
        page.keyboard.press("Enter")  # Next has the focus
    assert len(boards) > 1
    assert table.board == board  # how things stand now
    since.get_by_role("button", name="Step through").click()
    table.press("p" if page.locator("[data-pass]").count() else "1")  # an answer ends it
    expect(page.locator(".board.stepping")).to_have_count(0)
    assert not table.errors
    page.close()


def test_on_a_phone_what_came_since_is_one_line_and_opens(phone: Page) -> None:
    table = against_bots(phone, "labyrintheus", "contender", 3, "since", persona_choice="random")
    since = phone.locator("[data-since]")
    for _ in range(30):
        if since.is_visible() and since.locator("li").count():
            break
        table.press("p" if phone.locator("[data-pass]").count() else "1")
    count = since.locator("li").count()
    box = since.bounding_box()
    assert box is not None
    assert box["height"] < 56
    expect(phone.locator(".option").first).to_be_in_viewport()
    show = since.get_by_role("button", name="Show ")
    expect(since.locator("li").first).to_be_hidden()
    show.press("Enter")
    expect(show).to_have_attribute("aria-expanded", "true")
    expect(since.locator("li").first).to_be_visible()
    assert count
    show.click()
    expect(since.locator("li").first).to_be_hidden()
    assert not table.errors


SEEN = """() => [...document.querySelectorAll('.option')].every((option) => {
    const { left, right, top, bottom } = option.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, bottom - 3);
    return top >= 0 && bottom <= innerHeight && option.contains(at);
})"""


@pytest.mark.parametrize("wide", [True, False])
def test_all_six_personas_are_in_sight_as_options(page: Page, phone: Page, wide: bool) -> None:
    screen = page if wide else phone
    if wide:
        page.set_viewport_size({"width": 1280, "height": 800})
    new(screen, 4, "six")
    expect(screen.locator(".option")).to_have_count(6)
    screen.wait_for_function(SEEN)


def test_a_fight_says_what_was_needed(page: Page) -> None:
    table = learn(page)
    for answer in LESSON[:2]:
        table.click(f'.option[data-answer="{answer}"]')
    expect(page.locator(".side.ours .figure")).to_have_text(re.compile(r"3\s*total"))
    expect(page.locator(".side.theirs .figure")).to_have_text(re.compile(r"4\s*needed"))
    expect(page.locator(".side.ours .dice-term")).to_have_text("2 rolled")
    for answer in LESSON[2:8]:
        table.click(f'.option[data-answer="{answer}"]')
    figures = page.locator(".fight-card .figure")
    expect(figures.nth(0)).to_contain_text("total")
    expect(figures.nth(1)).to_contain_text("needed")
    assert not table.errors


@pytest.mark.parametrize("seats", [4, 6])
def test_the_table_fits_a_low_screen(page: Page, seats: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    table = new(page, seats, "moth")
    for _ in range(12):
        if table.is_over:
            break
        beyond = page.locator(".board").evaluate("it => it.scrollHeight - it.clientHeight")
        assert beyond <= 0, page.locator(".prompt-text").inner_text()
        table.press("p" if page.locator("[data-pass]").count() else "1")


# how far things on one's own seat lie over one another, in pixels
OVERLAP = """() => {
    const boxes = [...document.querySelectorAll('.lab-mine .slot, .lab-mine .portrait')]
        .map((one) => one.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
    return Math.max(0, ...boxes.flatMap((a, n) => boxes.slice(n + 1).map((b) => over(a, b))));
}"""  # noqa: E501


ABOVE_THE_QUESTION = """() => {
    const [own, ask] = ['.lab-own', '.ask'].map((one) => document.querySelector(one));
    return own.getBoundingClientRect().bottom <= ask.getBoundingClientRect().top + 1;
}"""


def test_on_a_phone_ones_own_slots_lie_side_by_side_in_sight(phone: Page) -> None:
    table = new(phone, 4, "phone", persona_choice="random")
    for _ in range(4):
        if table.is_over:
            break
        assert phone.evaluate(OVERLAP) == 0
        phone.wait_for_function(ABOVE_THE_QUESTION)
        table.press("p" if phone.locator("[data-pass]").count() else "1")
