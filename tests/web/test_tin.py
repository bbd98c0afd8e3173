"""Dungeon in a Tin in a real browser: its map, dice, cards and shop, as people use them."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.access import check_access
from tests.web.harness import (
    Server,
    Table,
    advised,
    answer_by_key,
    in_lesson,
    see_ones_pawn,
    set_up,
)
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.web.draw.drawing import drawings

JOURNALS = Path(__file__).parents[1] / "transcripts/tin"
# the lesson as its notes advise it
LESSON = advised("tin")


def new(page: Page, seed: str) -> Table:
    set_up(page, "tin")
    page.get_by_label("Seed, for a deal you choose").fill(seed)
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    return table


def lesson(page: Page, upto: str = "") -> Table:
    """Begin the lesson, and follow its advice until an answer is due."""
    return in_lesson(page, "tin", LESSON[: LESSON.index(upto)] if upto else ())


def bold(answers: list[str], number: int) -> str:
    """Answer like somebody who takes what there is, presses on, and never leaves."""
    wishes = ("take", "drink", "level-up", "done", "unlock", "go:N", "go:E", "go:W", "bomb", "play")
    found = [answer for wish in wishes for answer in answers if answer.startswith(wish)]
    return found[0] if found else answers[number % len(answers)]


def hot(page: Page, answer: str) -> Locator:
    return page.locator(f'.board .hot[data-answer="{answer}"]')


def view_box(page: Page) -> list[float]:
    return [float(n) for n in (page.locator(".map").get_attribute("viewBox") or "").split()]


def test_a_whole_play_by_keyboard_keeps_the_knight_in_sight(page: Page) -> None:
    table = new(page, "tin14")
    for number in range(150):
        if table.is_over:
            break
        see_ones_pawn(page)
        answer_by_key(table, bold(table.answers, number))
    assert table.is_over
    assert page.evaluate("document.activeElement.id") == "end-title"
    expect(page.locator(".end .luck")).to_contain_text("fights")
    page.locator(".end-more summary").click()
    page.get_by_role("button", name="Check every card").click()
    expect(page.locator("[data-verified]")).to_contain_text("are as sealed")
    assert not table.errors


def test_a_whole_play_by_mouse_on_the_table_itself(page: Page) -> None:
    table = new(page, "skull40")
    on_table = set()
    for number in range(150):
        if table.is_over:
            break
        answer = bold(table.answers, number)
        target = hot(page, answer).first
        before = table.picture
        if target.count():
            on_table.add(answer.split(":")[0])
            sign = target.locator(".badge")  # on the map, at the exit itself
            (sign if sign.count() else target).click()
        else:
            page.locator(f'.option[data-answer="{answer}"]').click()
        table.wait_for_change(before)
    assert table.is_over
    assert {"go", "play", "rot", "monster", "take", "take-coins", "unlock", "drink"} <= on_table
    assert not table.errors


def test_the_lesson_teaches_the_game_by_playing_it(page: Page) -> None:
    table = lesson(page)
    notes = []
    for answer in LESSON:
        notes.append(page.locator(".coach").inner_text())
        answer_by_key(table, answer)
    assert table.is_over
    assert page.locator(".end").get_attribute("data-outcome") == "draw"
    assert all(notes)
    assert len(set(notes)) == len(notes)
    expect(page.locator(".coach")).to_contain_text("Daylight")
    turns = [line for line in table.lines if re.match(r"Turn \d+\. ", line)]
    assert 9 <= len(turns) <= 12
    assert not table.errors


def test_a_lesson_goes_on_when_its_advice_is_not_taken(page: Page) -> None:
    table = lesson(page)
    for number in range(5):
        answer_by_key(table, bold(table.answers, number))
    expect(page.locator(".coach")).to_contain_text("your own path")
    table.play_beside(bold)
    assert table.is_over
    expect(page.locator(".coach")).to_contain_text("your own path")
    assert not table.errors


def test_the_ways_to_lay_a_tile_lie_on_the_map(page: Page) -> None:
    table = lesson(page, "rot:90")
    assert table.answers == ["rot:0", "rot:90", "rot:270"]
    expect(page.locator(".map .ghost")).to_have_count(3)
    rooms = page.locator(".map .room").count()
    before = table.picture
    hot(page, "rot:270").locator(".mini").click()
    table.wait_for_change(before)
    expect(page.locator(".map .room")).to_have_count(rooms + 1)
    laid = page.locator(".map .room").last.locator("use").first
    assert "rotate(270" in (laid.get_attribute("transform") or "")
    expect(page.locator(".map .ghost")).to_have_count(0)


def test_what_lies_on_the_map_can_be_reached_and_chosen_by_keyboard(page: Page) -> None:
    table = lesson(page, "go:N")
    page.locator(".map").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.answer") == "go:N":
            break
    before = table.picture
    page.keyboard.press("Enter")
    table.wait_for_change(before)
    assert table.answers[0].startswith("rot")
    assert not table.errors


def test_the_map_is_moved_and_zoomed_and_comes_back(page: Page) -> None:
    lesson(page, "go:N")
    home = view_box(page)
    page.locator(".map").focus()
    page.keyboard.press("ArrowRight")
    assert view_box(page)[0] > home[0]
    page.keyboard.press("+")
    assert view_box(page)[2] < home[2]
    page.keyboard.press("0")
    assert view_box(page) == home
    box = page.locator(".map").bounding_box()
    assert box is not None
    x, y = box["x"] + 60, box["y"] + box["height"] - 40
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 50, steps=4)
    page.mouse.up()
    dragged = view_box(page)
    assert dragged[0] < home[0]
    assert dragged[1] > home[1]
    page.mouse.wheel(0, -300)
    expect(page.locator(".map")).not_to_have_attribute("viewBox", " ".join(map(str, dragged)))
    assert view_box(page)[2] < dragged[2]
    page.get_by_role("button", name="Show the knight").click()
    assert view_box(page) == home


def test_cards_show_their_worth_and_the_die_settles_on_what_was_rolled(page: Page) -> None:
    table = lesson(page, "play:duck-2")
    worth = page.locator(".tin-hand .needs").all_inner_texts()
    assert [" ".join(text.split()) for text in worth] == ["\u22121 hits on 5+", "+2 hits on 2+"]
    expect(page.locator(".tin-strike .die")).to_have_accessible_name("Attack die: swipe")
    before = table.picture
    hot(page, "play:duck-2").click()
    table.wait_for_change(before)
    answer_by_key(table, "play:parry-1")
    rolled = re.findall(r"Rolled (\d)", " ".join(table.lines))[-1]
    expect(page.locator(".tin-roll .cube")).to_have_class(f"cube show-{rolled}")
    expect(page.locator(".tin-roll .sum")).to_contain_text("2 +2 card = 4")
    shown = page.evaluate(
        """() => {  // the face that is nearest to the eye
            const cube = document.querySelector('.tin-roll .cube');
            const { left, top, width, height } = cube.parentElement.getBoundingClientRect();
            const at = document.elementFromPoint(left + width / 2, top + height / 2);
            return at.closest('svg').classList[0];
        }"""
    )
    assert shown == f"face-{rolled}"


WATCH = """
    const speed = localStorage.getItem('undercroft-speed') ?? 'instant';
    localStorage.setItem('undercroft-speed', speed);
    window.seen = [];
    addEventListener('animationstart', event => seen.push(event.animationName), true);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        seen.push(this.closest('[data-id]')?.dataset.id);
        return animate.apply(this, how);
    };
"""


def test_dice_are_seen_to_roll_and_settle(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.url)
    context.add_init_script(WATCH)
    page = context.new_page()
    table = lesson(page)
    for answer in LESSON[: LESSON.index("rot:90")]:
        answer_by_key(table, answer)
    assert not page.evaluate("seen.filter(name => name).length")
    page.evaluate("localStorage.setItem('undercroft-speed', 'normal')")
    page.reload()
    table.settle()
    answer_by_key(table, "rot:90")
    page.wait_for_function("() => seen.includes('die-roll')")  # the attack die
    moved = page.evaluate("seen")
    assert moved.count("yellow:plain") >= 2
    assert "pawn-1" in moved
    page.wait_for_function("() => !document.getAnimations().length")
    faces = page.locator(".map [data-id^='yellow'] use").evaluate_all(
        "all => all.map(use => use.getAttribute('href').split('#')[1])"
    )
    assert faces == ["yellow:plain", "yellow:plain"]
    assert not table.errors
    context.close()


def test_locks_treasure_and_shop_are_clicked_where_they_lie(page: Page) -> None:
    table = lesson(page, "take:bomb")
    for answer in ("take:bomb", "take:key"):
        before = table.picture
        hot(page, answer).click()
        table.wait_for_change(before)
    expect(page.locator(".slots .slot:not(.empty)")).to_have_count(3)
    for answer in ("done", "skip"):
        answer_by_key(table, answer)
    before = table.picture
    hot(page, "unlock:E").click()
    table.wait_for_change(before)
    assert "go:E" in table.answers
    expect(page.locator(".slots .slot:not(.empty)")).to_have_count(2)
    middle = LESSON[LESSON.index("go:E") : LESSON.index("buy:potion")]
    table.play_beside(lambda _, number: middle[number], len(middle))
    expect(page.locator(".purse")).to_contain_text("15")
    before = table.picture
    hot(page, "buy:potion").click()
    table.wait_for_change(before)
    expect(page.locator(".purse")).to_contain_text("5")
    expect(page.locator(".slots [aria-label='potion']")).to_have_count(1)
    assert not table.errors


@pytest.mark.parametrize("upto", ["rot:90", "play:duck-2", "take-coins"])
def test_axe_finds_nothing_wrong(page: Page, upto: str) -> None:
    lesson(page, upto)
    check_access(page)


WIDEST_FIGHT = """() => {
    const foe = document.querySelector('.tin-strike .sides')?.firstChild;
    if (foe) foe.data = 'The horned yellow goblin with a chest';
    const sum = document.querySelector('.tin-roll .sum span');
    if (sum) sum.innerHTML = '4 <i>+1 card</i> <i>-1 horns</i> <i>-1 maiden</i> = 3';
    return document.documentElement.scrollWidth;
}"""


# fight cards that can be played, and how far the lowest of them reaches behind the question
BEHIND_THE_QUESTION = """() => {
    const cards = [...document.querySelectorAll('.tin-hand .cards .hot')];
    const feet = cards.map((card) => card.getBoundingClientRect().bottom);
    return Math.max(0, ...feet) - document.querySelector('.ask').getBoundingClientRect().top;
}"""


def test_on_a_phone_all_fits_and_is_played_by_touch(phone: Page) -> None:
    table = lesson(phone)
    for answer in LESSON[:20]:
        phone.wait_for_function(f"() => ({BEHIND_THE_QUESTION})() <= 0")
        assert phone.evaluate(WIDEST_FIGHT) <= 390
        see_ones_pawn(phone)
        before = table.picture
        way = hot(phone, answer)
        if answer.startswith("rot"):
            way.locator(".mini").tap()
        elif answer.startswith(("go", "unlock")):
            way.locator(".badge").tap()
        else:
            phone.locator(f'.option[data-answer="{answer}"]').tap()
        table.wait_for_change(before)
    assert not table.errors


# several fingers, which no driver has for every browser; only real ones can be held on to
FINGERS = """(map, [kind, points]) => {
    map.setPointerCapture = () => {};
    points.forEach(([clientX, clientY], pointerId) => map.dispatchEvent(new PointerEvent(
        kind, { bubbles: true, pointerType: 'touch', button: 0, pointerId, clientX, clientY })));
}"""


def test_the_map_is_moved_and_zoomed_by_touch(phone: Page) -> None:
    lesson(phone)
    home = view_box(phone)
    expect(phone.locator(".map")).to_have_css("touch-action", "none")

    def touch(kind: str, *points: tuple[int, int]) -> None:
        phone.locator(".map").evaluate(FINGERS, [kind, points])

    touch("pointerdown", (150, 200), (240, 200))
    for step in (10, 20, 30):
        touch("pointermove", (150 - step, 200), (240 + step, 200))
    touch("pointerup", (120, 200), (270, 200))
    pinched = view_box(phone)
    assert pinched[2] < home[2] * 0.8
    touch("pointerdown", (190, 220))
    for step in (10, 20, 30):
        touch("pointermove", (190 + step, 220))
    touch("pointerup", (220, 220))
    dragged = view_box(phone)
    assert dragged[0] < pinched[0]
    assert dragged[2] == pinched[2]
    phone.get_by_role("button", name="Show the knight").tap()
    expect(phone.locator(".map")).to_have_attribute("viewBox", " ".join(f"{n:.1f}" for n in home))


def test_a_play_can_be_looked_at_again(page: Page) -> None:
    lesson(page, "unlock:E")
    page.goto(page.url.split("?")[0] + "/replay")
    page.wait_for_selector("[data-replay][data-ready]")
    assert page.locator(".map .room").count() == 1
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.locator(".map .room")).to_have_count(3)
    see_ones_pawn(page)


@pytest.mark.parametrize("name", sorted(path.stem for path in JOURNALS.glob("*.journal")))
def test_the_plays_of_the_transcripts_can_be_drawn_with_every_option_in_its_place(
    name: str,
) -> None:
    game, drawing = find_game("tin"), drawings()["tin"]
    journal = read_journal((JOURNALS / f"{name}.journal").read_text())
    play = Play(game, journal.options, journal.seats)
    most = 0
    for number, entry in enumerate(journal.entries):
        question = play.question
        if isinstance(question, Decision) and number % 7 == 0:
            view = play.view(question.seat)
            told = [event for event in play.events if event.is_for(question.seat)]
            parts = drawing.parts(view, question, told=told)
            most = max(most, sum(map(len, parts.values())))
            laid = {choice.place for choice in drawing.choices(question) if choice.place}
            for place in laid:
                answer = next(c.answer for c in drawing.choices(question) if c.place == place)
                assert any(f'data-answer="{answer}"' in part for part in parts.values()), place
        play.answer(entry.answer)
    assert drawing.score(play.view(0))
    assert drawing.luck(play.events, game.rows)
    assert most < 15_000 * min(journal.seats, 2)


# a corridor to the north, and at its foot a long one to the west; the camera is at its head
CORRIDORS = """async () => {
    const { openMap } = await import('/static/map.js');
    const rooms = [...Array(9).keys()].flatMap((n) => [
        { x: 100, y: 100 + 200 * n, size: 200 }, { x: 100 - 200 * n, y: 1700, size: 200 }]);
    const frame = document.createElement('div');
    frame.innerHTML = `<button data-zoom="fit"></button>
        <svg class="map" style="position: static; width: 800px; height: 400px"><g data-part="ways">
        <g data-camera="100 100" data-bounds="-1500 0 1700 1800"></g></g></svg>`;
    document.body.append(frame);
    const none = { left: 0, right: 0, bottom: 0 };
    openMap(frame, { readable: () => 0.4, nearest: 1, covered: () => none, rooms: () => rooms });
    return frame.querySelector('.map').getAttribute('viewBox').split(' ').map(Number);
}"""


def test_what_is_out_of_sight_does_not_push_the_map_aside(page: Page) -> None:
    page.goto("/new/tin")
    left, top, wide, _ = page.evaluate(CORRIDORS)
    assert left + wide / 2 == pytest.approx(100)  # the corridor that is seen stands in the middle
    assert top == pytest.approx(0)


def test_an_empty_deck_says_that_the_discards_are_shuffled() -> None:
    hand = drawings()["tin"].table.hand  # type: ignore[attr-defined]  # a macro of the template
    cards: dict[str, Any] = {"cards": (), "attack": None, "closed": 0, "size": 2, "hot": {}}
    full = hand(**cards, deck=3, discard=21, top=("duck-1",))
    bare = hand(**cards, deck=0, discard=24, top=("duck-1",))
    assert "Reshuffle" not in full
    assert "Reshuffle" in bare
    assert "24 discarded cards are shuffled" in bare


def test_at_the_end_the_whole_dungeon_is_in_sight(page: Page) -> None:
    table = new(page, "tin14")
    table.play_beside(bold)
    assert table.is_over
    page.wait_for_function(
        """() => {
            const { x, y, width, height } = document.querySelector('.map').viewBox.baseVal;
            const [left, top, wide, high] =
                document.querySelector('[data-camera]').dataset.bounds.split(' ').map(Number);
            return x <= left + 1 && y <= top + 1
                && x + width >= left + wide - 1 && y + height >= top + high - 1;
        }"""
    )


def test_the_row_below_the_map_is_always_as_high(page: Page) -> None:
    table = lesson(page)
    heights = set()
    for answer in LESSON[:12]:
        box = page.locator(".tin-map").bounding_box()
        assert box is not None
        heights.add(round(box["height"]))
        answer_by_key(table, answer)
    assert len(heights) == 1
