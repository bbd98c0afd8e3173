"""The table for everybody: without motion, by ear, in an older browser, at one's own pace."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.harness import Server, Table
from tests.web.test_playing import begin

WATCH_MOTION = """
window.most = 0;
window.glides = 0;
const start = document.startViewTransition?.bind(document);
if (start) document.startViewTransition = swap => { window.glides += 1; return start(swap); };
const watch = () => {
    const running = document.getAnimations().filter(a => a.playState === 'running');
    window.most = Math.max(window.most, running.length);
    requestAnimationFrame(watch);
};
requestAnimationFrame(watch);
"""


@pytest.fixture
def page_with(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page at normal speed, with a script that comes before all others."""
    contexts = []

    def opened(script: str = "", **settings: object) -> Page:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800},
            base_url=server.url,
            **settings,  # type: ignore[arg-type]
        )
        contexts.append(context)
        if script:
            context.add_init_script(script)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def take_some(table: Table, times: int = 3) -> None:
    """Take the first option a few times, waiting for all cards to come."""
    for _ in range(times):
        if not table.is_over:
            table.click(".option")


def test_who_wants_no_motion_gets_none_and_the_table_goes_on(
    page_with: Callable[..., Page],
) -> None:
    page = page_with(WATCH_MOTION)
    page.emulate_media(reduced_motion="reduce")
    table = begin(page)
    before = table.board
    take_some(table)
    assert table.board != before
    assert page.evaluate("[window.most, window.glides]") == [0, 0]
    assert not table.errors


def test_others_see_cards_glide(page_with: Callable[..., Page]) -> None:
    page = page_with(WATCH_MOTION)
    table = begin(page)
    take_some(table, 1)
    page.wait_for_function("() => window.most > 0 && window.glides > 0")
    assert not table.errors


def test_a_browser_without_view_transitions_plays_a_whole_game(
    page_with: Callable[..., Page],
) -> None:
    page = page_with("delete Document.prototype.startViewTransition")
    table = begin(page)
    assert not page.evaluate("'startViewTransition' in document")
    for _ in range(60):
        if table.is_over:
            break
        answers = table.answers
        way = "turn-back" if "turn-back" in answers else answers[0]
        table.click(f'.option[data-answer="{way}"]')
    assert table.is_over
    assert not table.errors


def spoken(page: Page) -> str:
    return page.locator("[data-live]").inner_text()


@pytest.mark.parametrize("speed", ["instant", "slow"])
def test_the_live_region_speaks_what_happened_and_what_is_asked(
    page_with: Callable[..., Page], speed: str
) -> None:
    page = page_with(f"localStorage.setItem('undercroft-speed', '{speed}')")
    table = begin(page)
    page.locator("[data-play]").dispatch_event("pointerdown")  # brings what is still to come
    page.wait_for_selector(".option")
    for _ in range(3):
        lines = len(table.lines)
        page.locator(".option").first.click()
        page.wait_for_function(
            "n => document.querySelectorAll('[data-log] li').length > n", arg=lines
        )
        page.locator("[data-play]").dispatch_event("pointerdown")  # ... and so does a press
        page.wait_for_selector(".option")
        prompt = page.locator(".prompt-text").inner_text()
        expect(page.locator("[data-live]")).to_contain_text(prompt)
        said = spoken(page)
        assert table.lines[-1].rsplit(" ", 1)[0] in said  # without its clause
        assert said.count(prompt) == 1
    # what is taken back is not told again from the beginning
    table.press("u")
    assert page.locator(".prompt-text").inner_text() in spoken(page)
    assert table.lines[0].rsplit(" ", 1)[0] not in spoken(page)


def test_too_large_a_frame_is_refused_and_the_play_goes_on(page: Page) -> None:
    table = begin(page)
    lines = table.lines
    code = page.evaluate(
        """() => new Promise(done => {
            const socket = new WebSocket(location.href.replace('http', 'ws') + '/socket');
            socket.onclose = event => done(event.code);
            const big = {do: 'answer', at: 1, answer: 'x'.repeat(5000)};
            socket.onopen = () => socket.send(JSON.stringify(big));
        })"""
    )
    assert code == 1009
    assert table.lines == lines
    table.press("1")
    assert len(table.lines) > len(lines)


def test_play_again_is_another_deal_and_same_deal_again_the_same(page: Page) -> None:
    table = begin(page)
    first, url = table.lines, page.url
    page.get_by_role("button", name="Undo").wait_for()
    while not table.is_over:
        answers = table.answers
        table.press(str(1 + answers.index("turn-back")) if "turn-back" in answers else "1")
    end = page.url
    page.get_by_role("button", name="Same deal again").click()
    page.wait_for_url(lambda now: now != end and "/play/" in now)
    table.settle()
    assert page.url != url
    assert table.lines == first
    page.goto(end)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda now: now != end and "/play/" in now)
    table.settle()
    assert table.lines != first
    assert not table.errors


def test_the_pace_is_kept_and_can_be_changed_at_the_table(
    page_with: Callable[..., Page],
) -> None:
    page = page_with()
    begin(page)
    speed = "document.documentElement.dataset.speed"
    assert page.evaluate(speed) == "normal"
    for chosen in ("slow", "instant", "normal"):
        page.locator("details.settings summary").click()
        page.locator(f'[data-setting="speed"][value="{chosen}"]').first.check()
        page.reload()
        page.wait_for_selector('[data-state="open"]')
        assert page.evaluate(speed) == chosen
        page.locator("details.settings summary").click()
        expect(page.get_by_role("radio", name=chosen).first).to_be_checked()
        page.locator("details.settings summary").click()


def test_each_text_size_is_larger_than_the_one_before_and_the_table_still_fits(
    page_with: Callable[..., Page],
) -> None:
    page = page_with()
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page)
    sizes = []
    for size in ("small", "normal", "large", "huge"):
        page.evaluate("size => localStorage.setItem('undercroft-size', size)", size)
        page.reload()
        page.wait_for_selector('[data-state="open"]')
        sizes.append(
            page.evaluate(
                "parseFloat(getComputedStyle(document.querySelector('.option')).fontSize)"
            )
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, size
    assert sizes == sorted(set(sizes))
