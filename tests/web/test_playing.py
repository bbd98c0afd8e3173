"""Whole games in a real browser, as people play them."""

import re
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.harness import Server, Table, set_up
from tests.web.held_line import HeldLine

SEED = "stone"  # asks whether to go deeper, then on and on, if the first option is taken


def play_now(page: Page) -> Table:
    """Begin a play by the one click."""
    table = Table(page)
    page.goto("/")
    page.locator("form:has([value=tomb]) button").first.click()
    table.settle()
    return table


def begin(page: Page) -> Table:
    """Begin a play that goes on for a while."""
    set_up(page, "tomb")
    page.get_by_label("Seed, for a deal you choose").fill(SEED)
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    return table


def test_a_newcomer_is_playing_within_one_click(page: Page) -> None:
    table = play_now(page)
    assert re.search(r"/play/[\w-]+$", page.url)
    assert table.answers or table.is_over
    assert not table.errors


def test_a_whole_game_by_mouse_on_the_table_itself(page: Page) -> None:
    table = begin(page)
    for turn in range(60):
        if table.is_over:
            break
        on_table = ".board .hot[data-answer='turn-back']" if turn > 3 else ".board .hot"
        if page.locator(on_table).count() == 0:
            on_table = ".board .hot" if page.locator(".board .hot").count() else ".option"
        table.click(on_table)
    assert table.is_over
    expect(page.locator(".end h2")).not_to_be_empty()
    page.locator(".end-more summary").click()
    page.get_by_role("button", name="Check every card").click()
    expect(page.locator("[data-verified]")).to_contain_text("are as sealed")
    assert not table.errors


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    table = Table(page)
    page.goto("/")
    tomb = page.locator("form:has([value=tomb]) button")
    for _ in range(30):
        page.keyboard.press("Tab")
        if tomb.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    table.settle()
    for turn in range(60):
        if table.is_over:
            break
        answers = table.answers
        table.press(str(1 + answers.index("turn-back")) if "turn-back" in answers and turn else "1")
    assert table.is_over
    assert page.evaluate("document.activeElement.id") == "end-title"
    page.locator("#tab-chronicle").press("Enter")
    expect(page.locator("[data-chronicle] p").first).to_be_visible()
    assert not table.errors


def test_help_hint_odds_and_log_by_their_keys(page: Page) -> None:
    table = begin(page)
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.help")).to_be_hidden()
    page.keyboard.down("o")
    expect(page.locator("[data-odds='deeper'] li, [data-odds='draw'] li").first).to_be_visible()
    shares = page.locator("[data-odds] li b").all_inner_texts()
    assert 97 <= sum(int(share.rstrip("%")) for share in shares) <= 103
    expect(page.locator("[data-odds] .chance")).to_have_count(page.locator(".option").count())
    page.wait_for_timeout(450)  # a key that is let go sooner was pressed, not held
    page.keyboard.up("o")
    expect(page.locator("[data-odds] li, [data-odds] .chance")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".option.hinted")).to_have_count(1, timeout=20_000)
    expect(page.locator("[data-message]")).to_contain_text(
        re.compile(r"Hint: \d\. .* is rated \d+")
    )
    page.keyboard.press("l")
    expect(page.locator("#panel-chronicle p").first).to_be_visible()
    assert not table.errors


def test_focus_stays_on_the_same_digit_across_updates(page: Page) -> None:
    table = begin(page)
    page.locator(".option").first.focus()
    table.press("Enter")
    kept = page.evaluate("document.activeElement.dataset.key")
    assert kept == ("end-title" if table.is_over else "option-1")


def test_focus_stays_with_the_question_while_cards_come_one_by_one(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
    table = begin(page)
    page.evaluate(
        """() => {
            window.lost = 0;
            const look = () => { window.lost += document.activeElement === document.body; };
            new MutationObserver(look).observe(document.querySelector("[data-play]"),
                { childList: true, subtree: true });
        }"""
    )
    for _ in range(3):
        if table.is_over:
            break
        page.locator(".option").first.focus()
        table.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('.option, #end-title')")
    assert page.evaluate("window.lost") == 0
    page.close()


def test_help_opens_at_its_top(page: Page) -> None:
    begin(page)
    page.set_viewport_size({"width": 1280, "height": 420})
    page.keyboard.press("?")
    expect(page.locator("#help-title")).to_be_in_viewport()
    assert page.evaluate("document.querySelector('[data-help]').scrollTop") == 0


def test_undo_to_the_start_and_forward_again(page: Page) -> None:
    table = begin(page)
    boards, logs = [table.board], [table.lines]
    for _ in range(5):
        if table.is_over:
            break
        table.press("1")
        boards.append(table.board)
        logs.append(table.lines)
    for before in range(len(boards) - 2, -1, -1):
        table.press("u")
        assert (table.board, table.lines) == (boards[before], logs[before])
    expect(page.locator("[data-practice]")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for after in range(1, len(boards)):
        table.press("r")
        assert (table.board, table.lines) == (boards[after], logs[after])
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert not table.errors


def test_a_reload_in_mid_turn_shows_the_very_same_table(page: Page) -> None:
    table = begin(page)
    for _ in range(3):
        if not table.is_over:
            table.press("1")
    board, lines, answers = table.board, table.lines, table.answers
    page.reload()
    table.settle()
    assert (table.board, table.lines, table.answers) == (board, lines, answers)


def test_two_pages_of_one_play_go_together_and_a_stale_click_is_redrawn(page: Page) -> None:
    table = begin(page)
    other = Table(page.context.new_page())
    other.page.goto(page.url)
    other.settle()
    before = other.picture
    table.press("1")
    other.wait_for_change(before)
    assert (other.board, other.lines) == (table.board, table.lines)
    # a page that believes in an older entry is refused, and shown how it stands
    frame = page.evaluate(
        """() => new Promise(done => {
            const socket = new WebSocket(location.href.replace('http', 'ws') + '/socket');
            const heard = [];
            socket.onmessage = event => {
                heard.push(JSON.parse(event.data));
                const late = {do: 'answer', at: 0, answer: 'deeper'};
                if (heard.length === 1) socket.send(JSON.stringify(late));
                if (heard.length === 3) { socket.close(); done(heard); }
            };
        })"""
    )
    assert [frame[1]["kind"], frame[1]["why"], frame[2]["kind"]] == ["refused", "stale", "table"]
    assert frame[2]["at"] == frame[0]["at"]


def test_the_page_comes_back_by_itself_when_the_server_was_killed(
    page: Page, server: Server
) -> None:
    table = begin(page)
    if not table.is_over:
        table.press("1")
    board, lines = table.board, table.lines
    server.kill()
    expect(page.locator('[data-state="lost"], [data-state="closing"]')).to_be_visible()
    server.start()
    expect(page.locator('[data-state="open"]')).to_be_visible()
    assert (table.board, table.lines) == (board, lines)
    if not table.is_over:
        table.press("1")
        assert len(table.lines) > len(lines)


def test_what_is_answered_while_the_line_is_gone_is_sent_when_it_is_back(
    page: Page, server: Server
) -> None:
    table = begin(page)
    lines = table.lines
    server.kill()
    expect(page.locator('[data-state="lost"], [data-state="closing"]')).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("[data-message]")).to_contain_text(
        "Your answer will be sent once you're back"
    )
    server.start()
    expect(page.locator('[data-state="open"]')).to_be_visible()
    expect(page.locator("[data-message]")).to_be_empty()
    expect(page.locator("[data-log] li").nth(len(lines))).to_be_attached()


@pytest.fixture
def line(server: Server) -> Iterator[HeldLine]:
    relay = HeldLine(server.port)
    yield relay
    relay.close()


def seconds_until_lost(page: Page) -> float:
    """Wait until the page says that its line is lost, and give the seconds that it took.

    They are counted by a clock that ticks as the page's own does, every 0.2 s: on a crowded machine
    both tick late.
    """
    asked = """() => new Promise(done => {
        let ticks = 0;
        const ticking = setInterval(() => {
            ticks += 1;
            if (document.querySelector("[data-state]").dataset.state !== "lost") return;
            clearInterval(ticking);
            done(ticks / 5);
        }, 200);
    })"""
    took: float = page.evaluate(asked)
    return took


def over(line: HeldLine, browser: Browser) -> Table:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=line.url)
    context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
    return begin(context.new_page())


def test_a_line_that_is_dead_is_seen_and_what_is_pressed_is_seen_to_wait(
    browser: Browser, line: HeldLine
) -> None:
    table = over(line, browser)
    page = table.page
    lines = table.lines
    line.hold()
    option = page.locator(".option").first
    option.click()
    expect(option).to_have_attribute("data-sent", "Sending…")
    assert option.evaluate("o => getComputedStyle(o, '::after').content") == '"Sending…"'
    assert seconds_until_lost(page) < 3
    expect(page.locator("[data-state-text]")).to_have_text("Reconnecting…")
    expect(page.locator("[data-message]")).to_contain_text("Your answer will be sent")
    line.go_on()
    expect(page.locator('[data-state="open"]')).to_be_visible()
    expect(page.locator("[data-log] li").nth(len(lines))).to_be_attached()
    expect(page.locator("[data-message]")).to_be_empty()
    expect(page.locator("[data-sent]")).to_have_count(0)
    assert not table.errors
    page.context.close()


def test_a_page_whose_line_never_comes_back_finds_another_and_sends_its_answer(
    browser: Browser, line: HeldLine
) -> None:
    table = over(line, browser)
    page = table.page
    lines = table.lines
    line.hold()
    assert seconds_until_lost(page) < 3  # though nobody has pressed anything
    page.keyboard.press("1")
    expect(page.locator("[data-message]")).to_contain_text("Your answer will be sent")
    line.go_on_anew()
    expect(page.locator('[data-state="open"]')).to_be_visible()
    expect(page.locator("[data-log] li").nth(len(lines))).to_be_attached()
    page.context.close()


def test_a_bot_that_thinks_for_long_is_no_dead_line(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url)
    begin(page)
    replies = page.evaluate(
        """() => new Promise(done => {
            const socket = new WebSocket(location.href.replace('http', 'ws') + '/socket');
            const heard = [];
            socket.onopen = () => {
                for (let i = 0; i < 12; i += 1) socket.send('{"do":"hint"}');
                socket.send('{"do":"beat"}');
            };
            socket.onmessage = event => {
                heard.push(JSON.parse(event.data).kind);
                if (heard.filter(kind => kind === "hint").length === 12) done(heard);
            };
        })"""
    )
    assert replies.index("beat") < replies.index("hint")
    page.close()


def test_a_server_that_is_told_to_stop_tells_its_clients_and_is_gone_at_once(
    page: Page, server: Server
) -> None:
    begin(page)
    page.evaluate(
        """() => {
            window.code = null;
            const socket = new WebSocket(location.href.replace('http', 'ws') + '/socket');
            socket.onclose = event => { window.code = event.code; };
            return new Promise(done => { socket.onopen = () => done(1); });
        }"""
    )
    assert server.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
    page.wait_for_function("() => window.code !== null")
    assert page.evaluate("window.code") == 1012
    server.start()
    expect(page.locator('[data-state="open"]')).to_be_visible()


def test_on_a_phone_all_fits_the_width_and_can_be_played(phone: Page) -> None:
    table = begin(phone)
    for _ in range(12):
        if table.is_over:
            break
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        before = table.picture
        phone.locator(".option").first.tap()
        table.wait_for_change(before)
    small = phone.eval_on_selector_all(
        ".option, .tools button",
        "all => all.filter(b => b.getBoundingClientRect().height < 24).length",
    )
    assert small == 0
    assert not table.errors


def test_cards_come_one_after_the_other_and_a_key_brings_the_rest(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.url)
    context.add_init_script("localStorage.setItem('undercroft-speed', 'slow')")
    page = context.new_page()
    table = Table(page)
    set_up(page, "tomb")
    page.get_by_label("Seed, for a deal you choose").fill("steps")
    page.get_by_role("button", name="Start").first.click()
    page.wait_for_selector('[data-state="open"]')
    page.wait_for_function(
        "() => document.querySelector('.tomb-column .card') && !document.querySelector('.option')"
    )  # more is to come
    page.keyboard.press("1")
    page.wait_for_selector(".option")
    assert table.lines
    assert not table.errors
    context.close()
