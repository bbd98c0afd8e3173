"""Talisman in a real browser: its boards, sheets, dice and cards, as people use them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.access import check_access
from tests.web.harness import (
    Server,
    Table,
    advised,
    against_bots,
    answer_by_key,
    in_lesson,
    see_ones_pawn,
)
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.talisman.show.emblems import EMBLEMS, FACES, emblem
from undercroft.games.talisman.show.ground import ON_LAND, middle_of
from undercroft.web.draw.drawing import drawings

JOURNALS = Path(__file__).parents[1] / "transcripts/talisman"
SPRITE = find_game("talisman").package.replace(".", "/") + "/static/sprite.svg"
# the lessons as their notes advise them: in the Catacombs, on the Land
LESSON = advised("talisman", 1)
ON_LAND_LESSON = advised("talisman")


def new(page: Page, seats: int, seed: str, **options: str) -> Table:
    """Begin a game against bots; in the Catacombs, if nothing else is said."""
    options = {"scenario": "catacombs", **options}
    return against_bots(page, "talisman", "steady", seats, seed, **options)


def lesson(page: Page, upto: int = 0) -> Table:
    """Begin the lesson, and follow its advice for so many answers."""
    return in_lesson(page, "talisman/lesson", LESSON[:upto])


def hot(page: Page, answer: str) -> Locator:
    return page.locator(f'.board .hot[data-answer="{answer}"]')


def bold(answers: list[str], number: int) -> str:
    """Answer like somebody who presses on, and takes what there is."""
    wishes = ("step-on", "roll", "cross", "portal", "go:", "clockwise", "take", "fight", "done")
    found = [answer for wish in wishes for answer in answers[:9] if answer.startswith(wish)]
    if found and number % 4:
        return found[number % len(found)]
    return answers[number % min(len(answers), 9)]


def test_a_whole_play_by_keyboard_against_bots(page: Page) -> None:
    table = new(page, 3, "by keys", round_cap="6")
    for number in range(150):
        if table.is_over:
            break
        answer_by_key(table, bold(table.answers, number))
    assert table.is_over
    assert page.evaluate("document.activeElement.id") == "end-title"
    expect(page.locator(".end .luck").first).to_contain_text("points")
    expect(page.locator(".end .luck").last).to_contain_text("fights won")
    page.locator(".end-more summary").click()
    page.get_by_role("button", name="Check every card").click()
    expect(page.locator("[data-verified]")).to_contain_text("are as sealed")
    assert not table.errors


def test_the_land_is_played_by_mouse_on_the_table_itself(page: Page) -> None:
    table = new(page, 2, "on the land", scenario="expedition", round_cap="7")
    expect(page.locator(".map .plot")).to_have_count(37)
    on_table = set()
    for number in range(120):
        if table.is_over:
            break
        answer = bold(table.answers, number)
        target = hot(page, answer).first
        before = table.picture
        if target.count():
            on_table.add(answer.split(":")[0])
            target.click()
        else:
            page.locator(f'.option[data-answer="{answer}"]').click()
        table.wait_for_change(before)
    assert table.is_over
    assert {"be", "clockwise"} <= on_table
    assert not table.errors


CUT_OFF = """() => {
    const shown = ".t-others > li > details > summary > :is(small, b)";
    const names = [...document.querySelectorAll(shown)];
    for (const name of names) name.textContent = "Huntsman Hollow-Horn"; // as long as any
    return names.filter(name => name.scrollWidth > name.clientWidth + 1).length;
}"""


def test_the_whole_sheet_is_in_sight_on_a_small_screen(page: Page) -> None:
    table = new(page, 3, "in sight", scenario="expedition", quest="on")
    page.set_viewport_size({"width": 1280, "height": 800})
    for _ in range(4):
        table.play_beside(bold, 8)
        wide, below = page.evaluate(
            """() => {
                const side = document.querySelector(".t-side");
                const sheet = side.querySelector(".t-hero").getBoundingClientRect();
                const { bottom } = side.getBoundingClientRect();
                return [side.scrollWidth - side.clientWidth, Math.max(0, sheet.bottom - bottom)];
            }"""
        )
        assert (wide, below) == (0, 0)
    assert page.evaluate(CUT_OFF) == 0
    assert not table.errors


def test_the_lesson_teaches_the_game_by_playing_it(page: Page) -> None:
    table = lesson(page)
    notes = []
    for answer in LESSON:
        notes.append(page.locator(".coach").inner_text())
        digit = re.search(r"[Pp]ress (\d)", notes[-1])
        assert digit is not None
        assert table.answers[int(digit[1]) - 1] == answer  # the advice is what is played
        answer_by_key(table, answer)
    assert page.locator(".end").get_attribute("data-outcome") == "tower"
    assert len(set(notes)) == len(notes)
    expect(page.locator(".coach")).to_contain_text("The Tower is yours")
    rounds = [line for line in table.lines if line.startswith("Round ")]
    assert len(rounds) == 9
    assert not table.errors


def test_the_first_lesson_leads_from_the_land_into_the_labyrinth_and_back(page: Page) -> None:
    table = in_lesson(page, "talisman")
    notes = []
    for answer in ON_LAND_LESSON:
        notes.append(page.locator(".coach").inner_text())
        digit = re.search(r"[Pp]ress (\d)", notes[-1])
        assert digit is not None
        assert table.answers[int(digit[1]) - 1] == answer  # the advice is what is played
        target = hot(page, answer).first
        before = table.picture
        (
            target if answer == "clockwise" else page.locator(f'.option[data-answer="{answer}"]')
        ).click()
        table.wait_for_change(before)
    expect(page.locator(".coach")).to_contain_text("your quest is done")
    expect(page.locator(".t-hero")).to_contain_text("Talisman")
    assert len(set(notes)) == len(notes)
    assert not table.errors


def test_a_lesson_goes_on_when_its_advice_is_not_taken(page: Page) -> None:
    table = lesson(page)
    answer_by_key(table, table.answers[-1])
    table.play_beside(lambda answers, number: answers[-1 - number % len(answers)], 28)
    assert not table.is_over
    answer_by_key(table, table.answers[0])
    assert page.locator(".map .tile").count() >= 2
    expect(page.locator(".coach")).to_contain_text("your own path")
    assert not table.errors


def test_tiles_ways_cards_and_growth_are_clicked_where_they_lie(page: Page) -> None:
    table = lesson(page)
    for answer in LESSON:
        target = hot(page, answer).first
        before = table.picture
        if not target.count():
            target = page.locator(f'.option[data-answer="{answer}"]')
            assert answer == "keep"  # a marker lies nowhere yet
        inner = target.locator(".mini, .badge").first  # a ghost's tile; a sign on the map
        (inner if inner.count() else target).click()
        table.wait_for_change(before)
        if answer == "go:W":  # a corridor that may lie in two ways
            expect(page.locator(".map .ghost")).to_have_count(2)
            hot(page, "0").locator(".mini").hover()
            expect(hot(page, "0").locator(".whole")).to_have_css("opacity", "1")
    assert table.is_over
    assert not table.errors


def test_a_tile_is_turned_on_its_square_and_laid_as_it_is_shown(page: Page) -> None:
    table = lesson(page, LESSON.index("step-on") + 1)
    shown = page.locator(".map .ghost.shown")
    expect(shown).to_have_attribute("data-answer", "0")
    page.locator(".map [data-turner]").click()
    expect(shown).to_have_attribute("data-answer", "1")
    page.locator(".map [data-turner]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(shown).to_have_attribute("data-answer", "3")
    square = page.locator(".map .spot-to-fill").bounding_box()
    tile = shown.locator(".whole use").first.bounding_box()
    assert square is not None
    assert tile is not None
    assert abs(tile["x"] + tile["width"] / 2 - square["x"] - square["width"] / 2) < 2
    assert abs(tile["y"] + tile["height"] / 2 - square["y"] - square["height"] / 2) < 2
    page.keyboard.press("Tab")
    before = table.picture
    page.keyboard.press("Enter")
    table.wait_for_change(before)
    laid = page.locator('.map [data-square="d7"] use').first
    assert "rotate(270" in (laid.get_attribute("transform") or "")
    assert not table.errors


def test_what_lies_on_the_map_can_be_reached_and_chosen_by_keyboard(page: Page) -> None:
    table = lesson(page, LESSON.index("go:N"))
    page.locator(".map").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.answer") == "go:W":
            break
    before = table.picture
    page.keyboard.press("Enter")
    table.wait_for_change(before)
    expect(page.locator('.map [data-square="c7"]')).to_have_count(1)
    assert not table.errors


def test_a_fight_is_shown_term_by_term_and_dice_settle_on_what_fell(page: Page) -> None:
    table = lesson(page, LESSON.index("go:N") + 1)
    assert any(
        line.startswith("Strength 5 + Broadsword 2 + die 3 = 10, against Goblin 2 + die 4 = 6.")
        for line in table.lines
    )
    middle = LESSON[LESSON.index("go:N") + 1 : LESSON.index("eat") + 2]
    table.play_beside(lambda _, number: middle[number], len(middle))
    answer_by_key(table, "fight")
    sums = page.locator(".rolled.fight .sum")
    own = " ".join(sums.first.inner_text().split())
    assert own == "Strength 6 Broadsword +2 Lost Squire +1 die +4 total 13"
    expect(page.locator(".rolled .verdict b")).to_have_text("Won")
    expect(page.locator(".rolled .cube").first).to_have_class("cube show-4")
    nearest = page.evaluate(
        """() => [...document.querySelectorAll('.rolled .cube')].map(cube => {
            const { left, top, width, height } = cube.parentElement.getBoundingClientRect();
            const at = document.elementFromPoint(left + width / 2, top + height / 2);
            return at.closest('svg').classList[0];
        })"""
    )
    assert nearest == ["face-4", "face-3"]


WATCH = """
    const speed = localStorage.getItem('undercroft-speed') ?? 'instant';
    localStorage.setItem('undercroft-speed', speed);
    window.seen = [];
    addEventListener('animationstart', event => seen.push(event.animationName), true);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        seen.push(this.closest('[data-piece]')?.dataset.piece);
        return animate.apply(this, how);
    };
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dice_roll_and_pawns_walk_unless_somebody_wants_no_motion(
    browser: Browser, server: Server, motion: str
) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        base_url=server.url,
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    table = lesson(page, LESSON.index("go:N"))
    page.evaluate("localStorage.setItem('undercroft-speed', 'normal')")
    page.reload()
    table.settle()
    page.locator('.option[data-answer="go:N"]').click()
    for button in ("Roll the dice", "Go on"):  # the coach waits
        page.get_by_role("button", name=button).click()
    expect(page.locator(".option").first).to_be_visible()
    if motion == "reduce":
        assert not page.evaluate("seen.length")
    else:
        page.wait_for_function("() => seen.includes('die-roll') && seen.includes('P1')")
    assert not table.errors
    context.close()


def test_sheets_open_on_request_and_stay_open(page: Page) -> None:
    table = new(page, 3, "sheets", round_cap="4")
    answer_by_key(table, table.answers[0])
    answer_by_key(table, "take:p-axe")
    chip = page.locator(".t-hero .chip", has_text="Axe").first
    chip.locator("summary").click()
    expect(chip).to_contain_text("+2 against barriers")
    other = page.locator(".t-others > li > details").first
    other.locator("> summary").click()
    expect(other).to_contain_text("Gold")
    for number in range(3):
        answer_by_key(table, bold(table.answers, number))
    expect(page.locator(".t-others > li > details[open]")).to_have_count(1)
    expect(page.locator(".t-hero .chip[open]")).to_contain_text("Axe")


def test_what_lies_on_the_map_says_what_it_is(page: Page) -> None:
    lesson(page, LESSON.index("go:W"))
    told = page.locator(".t-told")
    expect(told).to_be_hidden()
    page.locator('.map [data-square="d7"]').click()
    expect(told).to_contain_text("It leads up to the Graveyard")
    page.locator('.map [data-space="causeway"]').click()
    expect(told).to_contain_text("Only with a Talisman")
    page.locator(".map .cellar").click(position={"x": 300, "y": 20})
    expect(told).to_be_hidden()


def test_the_map_shows_the_land_the_labyrinth_and_comes_back(page: Page) -> None:
    new(page, 1, "look", scenario="grand-quest")
    box = page.locator(".map").get_attribute("viewBox")
    page.get_by_role("button", name="Look at the Labyrinth").click()
    assert page.locator(".map").get_attribute("viewBox") != box
    assert float((page.locator(".map").get_attribute("viewBox") or "").split()[0]) < 0
    page.get_by_role("button", name="Show my character").click()
    expect(page.locator(".map")).to_have_attribute("viewBox", box or "")


@pytest.mark.parametrize(
    ("scenario", "answers"),
    [("catacombs", 0), ("catacombs", 12), ("expedition", 2)],
)
def test_axe_finds_nothing_wrong(page: Page, scenario: str, answers: int) -> None:
    table = new(page, 3, "axe", scenario=scenario)
    table.play_beside(bold, answers)
    for summary in page.locator(".t-sheets summary").all()[:3]:
        summary.click()
    check_access(page)


def test_on_a_phone_all_fits_and_is_played_by_touch(phone: Page) -> None:
    table = lesson(phone)
    for answer in LESSON[:20]:
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        before = table.picture
        way = hot(phone, answer)
        if answer.startswith(("go", "secret")):
            way.locator(".badge").tap()
        else:
            phone.locator(f'.option[data-answer="{answer}"]').tap()
        table.wait_for_change(before)
    assert not table.errors


def test_on_a_phone_board_hero_and_log_are_panes(phone: Page) -> None:
    lesson(phone, LESSON.index("go:N") + 2)
    expect(phone.locator(".map")).to_be_visible()
    expect(phone.locator(".t-hero")).to_be_hidden()
    expect(phone.locator("[data-log]")).to_be_hidden()
    see_ones_pawn(phone)
    phone.get_by_role("tab", name="Hero").tap()
    expect(phone.locator(".t-hero")).to_be_visible()
    expect(phone.locator(".map")).to_be_hidden()
    phone.get_by_role("tab", name="Hero").press("ArrowRight")
    expect(phone.get_by_role("tab", name="Log").first).to_be_focused()
    expect(phone.locator("[data-log]")).to_be_visible()
    expect(phone.locator(".t-hero")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    check_access(phone)


def test_a_play_can_be_looked_at_again(page: Page) -> None:
    lesson(page, LESSON.index("go:W"))
    page.goto(page.url.split("?")[0] + "/replay")
    page.wait_for_selector("[data-replay][data-ready]")
    assert page.locator(".map .tile").count() == 0
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.locator(".map .tile")).to_have_count(4)


def test_play_now_opens_the_land_with_bots_and_a_quest(page: Page) -> None:
    page.goto("/")
    page.locator('form[action="/plays"]:has([value="talisman"]) button').click()
    table = Table(page)
    table.settle()
    expect(page.locator(".t-offer .heroes .t-card")).to_have_count(2)
    expect(page.locator(".t-offer .heroes .t-card").first).to_contain_text("Strength")
    table.click(".t-offer .heroes .t-card")
    now = page.locator(".t-goal [aria-current=step]")
    expect(now).to_contain_text("Go down a stair")
    page.locator(".t-goal summary").click()
    expect(page.locator(".t-way")).to_contain_text("try the portal")
    expect(page.locator(".t-way .total td")).to_have_count(3)
    page.locator(".t-goal summary").click()
    expect(page.locator(".t-way")).to_be_hidden()
    expect(page.locator(".t-others > li > details")).to_have_count(2)
    expect(page.locator(".t-mini")).to_have_count(2)  # both realms, with everybody in them
    expect(page.locator(".t-mini .dot")).to_have_count(3)
    expect(page.locator(".map .plot")).to_have_count(37)
    assert not table.errors


def test_what_waits_on_a_lit_square_is_told_before_one_goes(page: Page) -> None:
    table = new(page, 1, "before one goes", scenario="expedition")
    for number in range(20):
        if page.locator(".map .way .reach").count() and "clockwise" in " ".join(table.answers):
            break
        answer_by_key(table, bold(table.answers, number))
    way = page.locator('.map .way[data-answer^="clockwise"]').first
    way.locator(".reach").hover()
    told = (way.locator("title").text_content() or "").split(".")[0]
    expect(page.locator(".t-told")).to_contain_text(told)


def test_a_picture_begins_its_game(page: Page) -> None:
    page.goto("/new/talisman")
    expect(page.locator(".openings img")).to_have_count(3)
    page.locator('.openings button[value="catacombs"]').click()
    Table(page).settle()
    expect(page.locator(".t-bar")).to_contain_text("Catacombs")
    expect(page.locator(".t-others summary, .t-others p")).to_have_count(0)


def test_an_option_says_what_waits_where_it_leads_and_lights_its_place(page: Page) -> None:
    lesson(page, LESSON.index("go:N"))
    option = page.locator('.option[data-answer="go:W"]')
    expect(option.locator(".there")).to_have_text("Into the dark: you draw a tile.")
    way = hot(page, "go:W")
    expect(way).not_to_have_class(re.compile("aimed"))
    option.hover()
    expect(way).to_have_class(re.compile("aimed"))
    page.locator(".t-bar").hover()
    expect(way).not_to_have_class(re.compile("aimed"))
    option.focus()
    expect(way).to_have_class(re.compile("aimed"))


def test_the_quest_opens_over_the_map_and_closes_when_something_else_is_pressed(
    page: Page,
) -> None:
    table = new(page, 2, "a quest", scenario="expedition", quest="on")
    answer_by_key(table, table.answers[0])
    way = page.locator(".t-way")
    page.locator(".t-goal summary").click()
    expect(way).to_be_visible()
    page.keyboard.press("Escape")
    expect(way).to_be_hidden()
    expect(page.locator(".t-goal summary")).to_be_focused()
    page.keyboard.press("Enter")
    check_access(page)
    expect(way).to_be_visible()
    page.locator(".t-hero h2").click()
    expect(way).to_be_hidden()


def test_on_a_phone_the_map_ends_where_the_question_begins(phone: Page) -> None:
    table = new(phone, 6, "all in sight", scenario="expedition", quest="on")
    for number in range(8):
        answer_by_key(table, bold(table.answers, number))
        table.settle()
        phone.wait_for_function("""() => {
            const bottom = document.querySelector(".t-map").getBoundingClientRect().bottom;
            return bottom <= document.querySelector(".ask").getBoundingClientRect().top + 1;
        }""")
    phone.locator(".t-goal summary").tap()
    expect(phone.locator(".t-way")).to_be_visible()
    within = "e => e.scrollWidth <= e.clientWidth"
    assert phone.locator(".t-way").evaluate(within)
    words = phone.locator(".t-way tbody th").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert max(words) < 100  # no word is broken letter by letter
    lives = phone.locator(".t-panes .vitals [role=img]").first
    expect(lives).to_have_attribute("aria-label", re.compile("of . Lives"))
    expect(phone.locator(".trail .now")).to_be_visible()
    assert not table.errors


# -- without a browser ----------------------------------------------------------------------------


def test_everything_has_a_picture_and_a_text() -> None:
    sprite = (Path(__file__).parents[2] / "src" / SPRITE).read_text()
    pictures = set(re.findall(r'symbol id="([^"]+)"', sprite))
    drawn = {id: emblem(id) for id in (*ROWS, *EMBLEMS)}
    plain = {id for id, picture in drawn.items() if not picture}
    pictures |= {f"faces.svg#{id}" for id in FACES}
    assert {picture for picture in drawn.values() if picture} <= pictures
    assert all(id.endswith("quiet") or id.startswith(("ent-", "bare-")) for id in plain)
    assert "i-trap" not in drawn.values()
    drawing = drawings()["talisman"]
    assert all(drawing.text(id) for id in ROWS)


def test_neighbouring_spaces_lie_beside_each_other() -> None:
    plots = {plot.id: plot for plot in ON_LAND}
    assert len({(plot.x, plot.y) for plot in ON_LAND}) == len(ON_LAND) == 37
    for one, other in (("toll-bridge-outer", "toll-bridge-inner"), ("iron-gate", "wilderness")):
        assert plots[one].x == plots[other].x
        assert plots[other].y - plots[one].y == plots[one].high
    assert middle_of("expedition", "d4") == (350, 350)


@pytest.mark.parametrize("name", sorted(path.stem for path in JOURNALS.glob("*.journal")))
def test_the_plays_of_the_transcripts_can_be_drawn_with_every_option_in_its_place(
    name: str,
) -> None:
    game, drawing = find_game("talisman"), drawings()["talisman"]
    journal = read_journal((JOURNALS / f"{name}.journal").read_text())
    play = Play(game, journal.options, journal.seats)
    most = 0
    for number, entry in enumerate(journal.entries):
        question = play.question
        if isinstance(question, Decision) and number % 11 == 0:
            told = [event for event in play.events if event.is_for(question.seat)]
            parts = drawing.parts(play.view(question.seat), question, told=told)
            most = max(most, sum(len(part) for name, part in parts.items() if name != "land"))
            together = "".join(parts.values())
            lies = set(re.findall(r'data-answer="([^"]*)"', together))
            for among in re.findall(r'data-among="([^"]*)"', together):
                lies |= set(among.split())
            placed = {choice.answer for choice in drawing.choices(question) if choice.place}
            assert placed <= lies
        play.answer(entry.answer)
    assert drawing.score(play.view(0))
    assert drawing.luck(play.events, game.rows)
    assert most < 52_000


def test_a_fight_stays_on_the_table_until_something_else_is_met(page: Page) -> None:
    table = lesson(page, LESSON.index("go:N") + 1)
    fight = page.locator(".rolled.fight")
    expect(fight).to_contain_text("10 to 6")
    page.locator('.option[data-answer="stop"]').click()  # the turn ends, and the next begins
    expect(page.locator('.option[data-answer="stay"]')).to_be_visible()
    expect(fight).to_contain_text("10 to 6")
    expect(page.locator(".t-scene, [data-part=scene]").first).to_contain_text("Goblin")
    assert not table.errors
