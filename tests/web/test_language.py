"""Pages in the language that is made up: what is not in brackets there stands in no catalogue."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.made_up import FREE, outside
from tests.web.harness import Server, Table, running, set_up
from undercroft.games import catalogue

NAME, PHRASE = "Wanderer", "seven quiet lanterns"
WIDTHS = {"desktop": (1280, 800), "phone": (390, 844)}

# The rule: whatever a person reads or hears stands in brackets, but for
# - what says that it is no language: <kbd>, <code>, and `translate="no"` (names, ids, links);
# - documents, which say in which language they are: the rules of record;
# - numbers, signs, seats (P2), clauses (T-12) and squares (b3).
OPEN = "open => document.querySelectorAll('details').forEach((it) => (it.open = open))"
READ = """() => {
  const own = 'kbd, code, [translate="no"], main [lang], script, style, noscript, textarea';
  const shown = (element) => element.closest('option') !== null
    ? element.closest('select').checkVisibility()
    : element.checkVisibility({ visibilityProperty: true });
  const isInline = (element) => getComputedStyle(element).display.startsWith('inline')
    && !['BUTTON', 'INPUT', 'SELECT', 'OPTION'].includes(element.tagName);
  const blocks = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(own) || !shown(parent)) continue;
    let block = parent;
    while (isInline(block)) block = block.parentElement;
    blocks.set(block, [...(blocks.get(block) ?? []), node.data]);
  }
  const read = [document.title, ...[...blocks.values()].map((pieces) => pieces.join(' '))];
  const names = ['aria-label', 'aria-roledescription', 'title', 'placeholder', 'alt'];
  for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    if (element.closest(own)) continue;
    for (const name of names) read.push(element.getAttribute(name) ?? '');
  }
  for (const title of document.body.querySelectorAll('svg title'))
    if (!title.closest(own)) read.push(title.textContent);
  return read.map((text) => text.trim().replace(/\\s+/g, ' ')).filter(Boolean);
}"""
WIDE = """() => {
  const scrolls = (element) => {
    for (let it = element.parentElement; it && it !== document.body; it = it.parentElement)
      if (getComputedStyle(it).overflowX !== 'visible' || it.tagName === 'svg') return true;
    return false;
  };
  const shown = [...document.body.querySelectorAll('*')].filter((it) => it.checkVisibility());
  const isWide = (element) => element.getBoundingClientRect().right > innerWidth + 1;
  const wide = shown.filter((element) => isWide(element) && !scrolls(element));
  const all = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  return all.concat(wide.map((element) => element.outerHTML.slice(0, 120)));
}"""


def check(page: Page) -> None:
    """See that a page speaks the language of its catalogue, and is no wider than its window."""
    page.wait_for_load_state("load")
    page.evaluate(OPEN, True)
    read: list[str] = page.evaluate(READ)
    wide: list[str] = page.evaluate(WIDE)
    page.evaluate(OPEN, False)
    assert any(text.startswith("[") for text in read)
    assert [text for text in read if not FREE.fullmatch(outside(text))] == []
    assert wide == []


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("[Undo·] u", " u"),
        ("[It was [Nov·] 3··] and [so]", " and "),
        ("[never closed", "[never closed"),
        ("closed] twice", "closed] twice"),
    ],
)
def test_what_is_outside_of_brackets_is_found(text: str, rest: str) -> None:
    assert outside(text) == rest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERCROFT_LANGUAGE", "xx")
        with running(tmp_path_factory.mktemp("server")) as started:
            yield started


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Callable[[str], Page]]:
    contexts: list[BrowserContext] = []

    def one_more(device: str) -> Page:
        width, height = WIDTHS[device]
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=server.url
        )
        context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
        contexts.append(context)
        return context.new_page()

    yield one_more
    for context in contexts:
        context.close()


def answer(table: Table, times: int) -> None:
    """Give the last of the open answers, so often."""
    for _ in range(times):
        table.settle()
        if table.is_over:
            return
        table.click(".option >> nth=-1")


on_both = pytest.mark.parametrize("device", WIDTHS)
of_each_game = pytest.mark.parametrize("game", catalogue())


@on_both
def test_pages_that_anybody_can_open(visitors: Callable[[str], Page], device: str) -> None:
    page = visitors(device)
    games = [f"/{page}/{game}" for page in ("new", "rules", "today", "lab") for game in catalogue()]
    about = ("/settings", "/offline", "/people", "/today", "/puzzles", "/puzzles/tomb/today")
    accounts = ("/me", "/me/debts", "/account", "/login", "/recover", "/lab")
    for path in ("/", "/lobby", *accounts, *about, *games):
        page.goto(path)
        check(page)
    for path in ("/nothing", "/today/tomb/2020-01-01", "/today/tomb/soon", "/play/nothing"):
        page.goto(path)
        check(page)


@on_both
def test_an_account(visitors: Callable[[str], Page], server: Server, device: str) -> None:
    page, name = visitors(device), f"{NAME}-{device}"
    page.goto("/account")
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill("password1234")
    page.locator("form[action='/account'] button").click()
    expect(page.locator(".error")).to_be_visible()
    check(page)
    page.locator("[name=password]").fill(PHRASE)
    page.locator("form[action='/account'] button").click()
    expect(page.locator("#code")).to_be_visible()
    check(page)
    page.goto("/account")
    check(page)
    page.locator("form[action='/logout'] button").click()
    expect(page).to_have_url(f"{server.url}/")
    page.goto("/login")
    page.locator("[name=name]").fill(name)
    page.locator("[name=password]").fill("not the right one")
    page.locator("form[action='/login'] button").click()
    expect(page.locator(".error")).to_be_visible()
    check(page)
    page.locator("[name=password]").fill(PHRASE)
    page.locator("form[action='/login'] button").click()
    expect(page).to_have_url(f"{server.url}/")
    for path in ("/account", "/me", "/settings", "/people"):
        page.goto(path)
        check(page)


def test_people(visitors: Callable[[str], Page]) -> None:
    page, other = visitors("phone"), visitors("desktop")
    for visitor, name in ((page, "Lantern"), (other, "Cartographer")):
        visitor.goto("/account")
        visitor.locator("[name=name]").fill(name)
        visitor.locator("[name=password]").fill(PHRASE)
        visitor.locator("form[action='/account'] button").click()
        expect(visitor.locator("#code")).to_be_visible()
    other.goto("/people/lantern")
    other.locator("form[action='/friends'] button").click()
    expect(other.locator("form[action='/friends/part']")).to_be_visible()
    check(other)
    other.locator("form[action='/challenge'] button").click()
    other.wait_for_selector('[data-state="open"]')
    check(other)
    for path in ("/", "/people"):
        page.goto(path)
        expect(page.locator(".invited li")).to_have_count(1)
        check(page)


@on_both
def test_coming_together(visitors: Callable[[str], Page], device: str) -> None:
    ann, bob, eve = visitors(device), visitors(device), visitors(device)
    set_up(ann, "tomb")
    ann.locator("[name='name.P1']").fill("")
    ann.locator("[name='option.mode']").select_option("duel")
    ann.locator("[name='seat.P2']").select_option("@lobby")
    ann.locator("[name=patience]").select_option("300")
    ann.locator("form.options-form button").first.click()
    ann.wait_for_selector('[data-state="open"]')
    check(ann)
    bob.goto("/lobby")
    check(bob)
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    check(bob)
    bob.locator("main form button").click()
    for page in (ann, bob):
        page.wait_for_selector('[data-state="open"]')
        page.wait_for_selector(".option, .waiting")
        check(page)
    with ann.expect_response("**/watch") as made:
        ann.locator("[data-share$='/watch']").click()
    eve.goto(made.value.json()["path"])
    eve.wait_for_selector('[data-state="open"]')
    check(eve)


def test_the_lab(visitors: Callable[[str], Page]) -> None:
    page = visitors("phone")
    page.goto("/lab/tomb")
    page.locator("[name=add]").select_option("9s")
    page.locator("[value=add]").click()
    expect(page.locator("[name='row.9s.number']")).to_be_visible()
    page.locator("[name=plays]").fill("20")
    page.locator("[value=compare]").click()
    expect(page.locator(".error")).to_be_visible()
    check(page)
    page.locator("[name='row.9s.number']").fill("14")
    page.locator("form summary").first.click()
    page.locator("[name='option.start-hp']").select_option("8")
    page.locator("[value=compare]").click()
    expect(page.locator("#repeat")).to_be_visible(timeout=120_000)
    check(page)
    page.locator("a.primary").click()
    expect(page.locator("#changes")).to_be_visible()
    check(page)


@on_both
@of_each_game
def test_a_table(visitors: Callable[[str], Page], device: str, game: str) -> None:
    page = visitors(device)
    page.goto("/")
    page.locator(f"form[action='/plays']:has([value={game}]) button").click()
    table = Table(page)
    table.settle()
    page.locator("[data-tool=hint]").click()  # a short deal may be over soon
    page.locator("[data-tool=odds]").click()
    for _ in range(3):
        answer(table, 1)
        table.settle()
        check(page)
    page.locator("[data-tool=help]").click()
    expect(page.locator("dialog[data-help]")).to_be_visible()
    check(page)
    assert not table.errors


@on_both
def test_the_end_and_what_comes_after(visitors: Callable[[str], Page], device: str) -> None:
    page = visitors(device)
    page.goto("/today/tomb")
    page.locator("main form button").click()
    table = Table(page)
    table.settle()
    while not table.is_over:
        answer(table, 1)
    check(page)
    end = page.url
    for path in ("/", "/me", "/today/tomb"):
        page.goto(path)
        check(page)
    page.goto(end.split("?")[0] + "/story")
    check(page)
    page.goto(end.split("?")[0] + "/position?at=5&change=0")
    check(page)
    page.goto(end.split("?")[0] + "/replay")
    page.wait_for_selector("[data-ready]")
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        check(page)
