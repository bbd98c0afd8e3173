"""What lies around the table: lessons, options, real cards, replays, journals, links, rules."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.web.harness import Server, Table, advised, set_up
from undercroft.games import catalogue

words = str.split
# the lesson as its notes advise it
LESSON = advised("tomb")
# the rulebook's own game (W-1): every card turned, and every answer
WALKTHROUGH = words(
    "5d 3s deeper qc js 9c deeper ad 3c 2d 4d deeper 8d 10s deeper 9s berserk deeper ks ah 5s draw "
    "jh draw 3d take draw kd draw 4s take draw joker draw 6d deeper 5c kc qs turn-back 7s draw 2s "
    "dodge drop:8d 8s draw jd draw ac draw as read-scroll draw 8c qd 6s 10d disarm kh 6c 9d 2c 7c"
)


def new(page: Page, **fields: str) -> Table:
    """Begin a play from the options page."""
    set_up(page, "tomb")
    for name, value in fields.items():
        place = page.locator(f'[name="{name.replace("_", "-").replace("option-", "option.")}"]')
        if place.first.get_attribute("type") == "radio":
            page.locator(f'[name="{name}"][value="{value}"]').check()
        elif place.first.evaluate("e => e.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    return table


def play_out(table: Table) -> Table:
    """Play to the end, turning back at once."""
    while not table.is_over:
        answers = table.answers
        table.press(str(1 + answers.index("turn-back")) if "turn-back" in answers else "1")
    return table


def test_the_lesson_teaches_the_game_by_playing_it(page: Page) -> None:
    table = Table(page)
    page.goto("/")
    page.locator("[action='/learn/tomb'] button").click()
    table.settle()
    notes = []
    for answer in LESSON:
        notes.append(page.locator(".coach").inner_text())
        assert answer in table.answers
        table.press(str(1 + table.answers.index(answer)))
    assert table.is_over
    assert page.locator(".end").get_attribute("data-outcome") == "escaped"
    assert all(notes)
    assert len(set(notes)) == len(notes)
    expect(page.locator(".coach")).to_contain_text("Daylight")
    turns = [line for line in table.lines if re.match(r"Turn \d+ \(", line)]
    assert 9 <= len(turns) <= 12
    assert not table.errors


def test_with_real_cards_the_rulebooks_own_game_is_refereed_to_its_end(page: Page) -> None:
    """The last dozen answers by hand; the others as a program gives them."""
    table = new(page, fate="real-cards")
    play = "/api" + urlsplit(page.url).path.replace("/play/", "/plays/")
    for given in WALKTHROUGH[:-12]:
        body = {"at": page.request.get(play).json()["at"], "answer": given}
        assert page.request.post(f"{play}/answers", data=body).ok
    page.reload()
    table.settle()
    for given in WALKTHROUGH[-12:]:
        before = table.picture
        if page.locator("#pick-card").count():
            page.locator("#pick-card").fill(given)
            page.keyboard.press("Enter")
        else:
            page.locator(f'.option[data-answer="{given}"]').click()
        table.wait_for_change(before)
    assert page.locator(".end").get_attribute("data-outcome") == "won"
    expect(page.locator(".end .score")).to_contain_text("4/68")
    expect(page.locator(".end .score")).to_contain_text("6800")


def test_a_card_that_cannot_come_is_refused_and_nothing_changes(page: Page) -> None:
    table = new(page, fate="real-cards")
    table.turn("5d")
    lines = table.lines
    for wrong in ("5d", "11z", "!!"):
        page.locator("#pick-card").fill(wrong)
        page.get_by_role("button", name="That one").click()
        expect(page.locator("[data-message]")).to_contain_text("expected")
        page.evaluate("document.querySelector('[data-message]').textContent = ''")
    assert table.lines == lines


def test_somebody_else_plays_fate_with_the_link_and_nobody_else_can(
    page: Page, browser: Browser, server: Server
) -> None:
    set_up(page, "tomb")
    page.locator('[name="fate"][value="somebody"]').check()
    page.get_by_role("button", name="Start").first.click()
    expect(page.locator(".waiting")).to_be_visible()
    link = page.locator(".invite a").get_attribute("href") or ""
    context = browser.new_context(base_url=server.url)
    fate = context.new_page()
    fate.goto(link)
    fate.get_by_role("button", name="Join").click()
    expect(page.locator(".invite")).to_be_hidden()  # nobody has to ask any more
    for card in ("qs", "10d"):
        Table(fate).turn(card)
    expect(page.locator(".option[data-answer='deeper']")).to_be_visible()
    expect(page.locator(".tomb-hand [data-glide='10d']")).to_have_count(1)
    expect(fate.locator(".waiting")).to_be_visible()
    third = browser.new_context(base_url=server.url).new_page()
    reply = third.goto(link)
    assert reply is not None
    assert reply.status == 404
    context.close()


def test_options_presets_and_variants_shape_the_play_and_bad_ones_are_told(page: Page) -> None:
    new(page, preset="ordeal")
    expect(page.locator(".heart-pile .count")).not_to_have_text("10")
    expect(page.locator(".torch.burnt").first).to_be_visible()
    variant = 'game = "tomb"\n[options]\nscroll = "hand"\n[rows.ks]\nworth = 15\n'
    new(page, variant=variant)
    expect(page.locator(".tomb-hand [data-glide='joker']")).to_have_count(1)
    set_up(page, "tomb")
    page.locator("[name=variant]").fill('game = "tomb"\n[rows.ks]\nworth = 1500\n')
    page.get_by_role("button", name="Start").first.click()
    expect(page.locator("[role=alert]")).to_contain_text("rows.ks.worth")
    expect(page.locator("[name=variant]")).to_have_value(re.compile("1500"))
    set_up(page, "tomb")
    page.locator('[name="option.mode"]').select_option("duel")
    page.get_by_role("button", name="Start").first.click()
    expect(page.locator("[role=alert]")).to_contain_text("2 seats")
    explained = page.locator(".one .hint")
    expect(explained).to_have_count(12)
    assert all(explained.all_inner_texts())


def test_one_seed_one_deal_and_todays_deal_is_begun_once(page: Page) -> None:
    first = new(page, seed="the same")
    lines = first.lines
    assert new(page, seed="the same").lines == lines
    page.goto("/today")
    page.locator("[action='/today/tomb'] button").click()
    Table(page).settle()
    today = page.url
    page.goto("/today")
    page.locator("[action='/today/tomb'] button").click()
    Table(page).settle()
    assert page.url == today


def test_a_finished_play_is_shared_replayed_and_dealt_again(
    page: Page, browser: Browser, server: Server
) -> None:
    table = play_out(new(page, seed="share me"))
    end = page.url
    page.get_by_role("button", name="Copy replay link").click()
    link = page.locator("[data-shared] a").get_attribute("href") or ""
    first = table.lines[:6]
    page.get_by_role("button", name="Same deal again").click()
    page.wait_for_url(lambda now: now != end and "/play/" in now)
    table.settle()
    assert table.lines[:6] == first
    context = browser.new_context(base_url=server.url)
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector("[data-ready]")
    other.keyboard.press("End")
    expect(other.locator("[data-log] li").last).to_contain_text("Escaped")
    assert other.locator("[data-branch]").count() == 0
    other.get_by_role("button", name="Play this deal").click()
    theirs = Table(other)
    theirs.settle()
    assert theirs.lines[:6] == first
    reply = other.goto(end)
    assert reply is not None
    assert reply.status == 404
    context.close()


def test_the_replay_slides_both_ways_links_to_a_moment_and_hides_what_is_to_come(
    page: Page,
) -> None:
    table = play_out(new(page, seed="replay"))
    lines, board = table.lines, table.board
    page.locator(".end a", has_text="Replay").click()
    page.wait_for_selector("[data-ready]")
    log = page.locator("[data-log] li")
    page.keyboard.press("End")
    expect(log).to_have_count(len(lines))
    assert log.all_inner_texts() == lines
    assert Table(page).board == board
    last = int(page.locator("#slider").get_attribute("max") or 0)
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    third = Table(page).board
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert Table(page).board == third
    expect(page).to_have_url(re.compile("#m3$"))
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector("[data-ready]")
    expect(page.locator("[data-where]")).to_have_text(f"3 of {last}")
    page.locator("#slider").fill(str(last))
    expect(log).to_have_count(len(lines))
    page.keyboard.press("Home")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("No spoilers").check()
    expect(page.locator("[data-where]")).to_have_text("0")
    assert page.locator("#slider").get_attribute("max") == "1"


def test_what_if_another_way_and_another_card_become_named_branches(page: Page) -> None:
    table = new(page, seed="branches")
    while "deeper" not in table.answers:
        table.press("1")
    play_out(table)
    page.goto(page.url + "/replay")
    page.wait_for_selector("[data-ready]")
    while page.locator("#branch-answer option[value='deeper']").count() == 0:
        page.keyboard.press("ArrowRight")
    page.get_by_text("What if …").click()
    page.locator("#branch-answer").select_option("deeper")
    page.get_by_label("Name of the branch").fill("Had I been braver")
    page.get_by_role("button", name="Play on from here").click()
    table.settle()
    expect(page.locator("header .tag", has_text="what if")).to_be_visible()
    assert any("Deeper" in line for line in table.lines)
    page.go_back()
    page.wait_for_selector("[data-ready]")
    page.get_by_role("button", name="Start").click()
    came = page.locator("#branch-answer option")
    expect(came).to_have_count(43)  # any card but the one that came
    if not page.locator("#branch-answer").is_visible():  # the browser may have kept it open
        page.get_by_text("What if …").click()
    page.locator("#branch-answer").select_option("ah")
    page.get_by_role("button", name="Play on from here").click()
    table.settle()
    expect(page.locator(".torch.burnt [data-glide='ah']")).to_have_count(1)
    page.go_back()
    page.reload()
    expect(page.locator(".branches a", has_text="Had I been braver")).to_be_visible()
    expect(page.locator(".branches a")).to_have_count(2)


def test_a_journal_goes_out_and_comes_in_and_a_bad_one_is_refused_by_its_line(
    page: Page, tmp_path: Path
) -> None:
    table = play_out(new(page, seed="journal"))
    with page.expect_download() as download:
        page.locator(".end-more summary").click()
        page.locator(".end a", has_text="Export").click()
    file = tmp_path / "a.journal"
    download.value.save_as(file)
    text = file.read_text()
    assert "seed: journal" in text
    page.goto("/")
    page.locator(".upload summary").click()
    page.locator("#journal-file").set_input_files(file)
    expect(page.locator("#journal-text")).to_have_value(text)
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("End")
    expect(page.locator("[data-log] li")).to_have_count(len(table.lines))
    for spoilt, told in (
        (text.replace("P1 next: turn-back", "P1 next: turn-round"), "line "),
        (text.replace("undercroft journal 1", "undercroft journal 9"), "line 1"),
        ("hello", "line 1"),
    ):
        page.goto("/")
        page.locator(".upload summary").click()
        page.locator("#journal-text").fill(spoilt)
        page.get_by_role("button", name="Import").click()
        expect(page.locator("[role=alert]")).to_contain_text(told)


def test_every_clause_that_a_table_names_is_an_anchor_of_the_rules_page(page: Page) -> None:
    table = play_out(new(page, seed="clauses"))
    assert table.lines
    links = set(
        page.eval_on_selector_all("a.clause", "all => all.map(a => a.getAttribute('href'))")
    )
    assert len(links) > 5
    page.goto("/rules/tomb")
    for link in links:
        anchor = link.split("#")[1]
        assert page.locator(f"[id='{anchor}']").count() == 1, anchor


def test_home_resumes_what_is_running_and_lists_what_is_finished(page: Page) -> None:
    new(page, seed="home")
    running = page.url
    page.goto("/")
    card = page.locator(".continue li").first
    expect(card.locator("img")).to_be_visible()
    assert found_by_axe(page) == []
    card.click()
    expect(page).to_have_url(running)
    Table(page).settle()
    play_out(Table(page))
    page.goto("/")
    expect(page.locator("#finished")).to_be_visible()


def test_a_play_is_given_up_after_a_second_word_and_can_be_taken_up_as_practice(
    page: Page,
) -> None:
    table = new(page, seed="given up")
    board = table.board
    page.locator(".give-up summary").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator(".end")).to_have_attribute("data-outcome", "abandoned")
    table.settle()
    expect(page.locator(".give-up")).to_be_hidden()
    assert found_by_axe(page) == []
    page.goto("/")
    expect(page.locator(".plays", has_text="abandoned, 0 points")).to_be_visible()
    page.locator(".plays a").first.click()
    table.settle()
    table.press("u")
    assert table.board == board
    expect(page.locator(".give-up")).to_be_visible()
    expect(page.locator("[data-practice]")).to_be_visible()
    assert not table.errors


def test_home_leads_to_every_game_for_one(page: Page) -> None:
    for game in catalogue().values():
        if game.seats[0] == 1:
            page.goto("/")
            page.locator(f'main a[href="/new/{game.id}"]').click()
            expect(page.locator("h1")).to_contain_text(game.title)


@pytest.mark.parametrize("game", [id for id, game in catalogue().items() if game.seats[0] == 1])
def test_any_game_for_one_can_be_played_here_drawn_or_as_text(page: Page, game: str) -> None:
    set_up(page, game)
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    for _ in range(4):
        if not table.is_over:
            table.click(".option, .outcome")
    assert table.board
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert found_by_axe(page) == []
    assert not table.errors


def test_settings_for_text_and_pace_are_kept(page: Page) -> None:
    page.goto("/")
    page.locator("details.settings summary").click()
    page.get_by_label("very large").check()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.size") == "huge"
    size = page.evaluate("getComputedStyle(document.body).fontSize")
    assert float(size.removesuffix("px")) > 20


SERIOUS = ("serious", "critical")


def found_by_axe(page: Page) -> list[str]:
    """Give what is serious, on a wide window and on a phone's."""
    found = []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        found += [
            f"{width}: {violation['id']}: {violation['nodes'][0]['html'][:150]}"
            for violation in Axe().run(page).response["violations"]
            if violation["impact"] in SERIOUS
        ]
    return found


def test_axe_finds_nothing_serious_on_any_page(page: Page) -> None:
    page.context.grant_permissions([])
    for path in ("/", "/new/tomb", "/rules/tomb", "/nowhere"):
        page.goto(path)
        assert found_by_axe(page) == [], path
    table = new(page, seed="axe 1280")
    assert found_by_axe(page) == [], "table"
    page.keyboard.press("o")
    page.wait_for_selector("[data-odds] li")
    assert found_by_axe(page) == [], "odds"
    page.keyboard.press("?")
    assert found_by_axe(page) == [], "help"
    page.keyboard.press("Escape")
    for _ in range(4):
        if not table.is_over:
            table.press("1")
    assert found_by_axe(page) == [], "later"
    play_out(table)
    page.locator(".end details").evaluate("d => { d.open = true }")
    assert found_by_axe(page) == [], "end"
    page.goto(page.url + "/replay")
    page.wait_for_selector("[data-ready]")
    page.keyboard.press("ArrowRight")
    assert found_by_axe(page) == [], "replay"
    new(page, fate="real-cards")
    assert found_by_axe(page) == [], "real cards"
    page.goto("/")
    page.locator("[action='/learn/tomb'] button").click()
    table.settle()
    assert found_by_axe(page) == [], "lesson"
