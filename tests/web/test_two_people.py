"""Several people in real browsers: two at one table, and two at one screen."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.access import check_access
from tests.web.harness import Server, Table, running, set_up
from tests.web.people import quickly


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), deal="together") as started:
        yield started


@pytest.fixture
def guests(browser: Browser, server: Server) -> Iterator[Any]:
    """Makes pages, each of somebody else."""
    with ExitStack() as stack:

        def guest(width: int = 1280, height: int = 800) -> Page:
            size: Any = {"width": width, "height": height}
            context = browser.new_context(viewport=size, base_url=server.url)
            context.add_init_script("localStorage.setItem('undercroft-speed', 'instant')")
            stack.callback(context.close)
            return context.new_page()

        yield guest


def lay(page: Page, game: str, *seats: str, **options: str) -> None:
    """Lay a table."""
    set_up(page, game)
    page.get_by_label("Your name").fill("Ann")
    for number, seat in enumerate(seats, 2):
        page.locator(f'[name="seat.P{number}"]').select_option(seat)
        if seat == "@here":
            page.locator(f'[name="name.P{number}"]').fill("Bea")
    for select in page.locator(f'[name^="seat."] >> nth={len(seats)}').all():
        select.select_option("")
    for name, value in options.items():
        field = name if name == "patience" else f"option.{name.replace('_', '-')}"
        page.locator(f'[name="{field}"]').select_option(value)
    page.get_by_role("button", name="Start").first.click()


def who_is_asked(ann: Page, bob: Page) -> tuple[Page, Page]:
    """Give first the one who is asked, whose page listens: an option is drawn before that."""
    option = 'body:has([data-state="open"]) .option'
    for _ in range(600):
        if ann.locator(option).count():
            return ann, bob
        if bob.locator(option).count():
            return bob, ann
        ann.wait_for_timeout(100)
    raise AssertionError("nobody is asked anything")


def sit_down_together(ann: Page, bob: Page, look: Callable[[Page], object] = Page.title) -> None:
    """Ann lays a table, and Bob comes by the link; `look` at each page on the way."""
    lay(ann, "tin", "@link")
    expect(ann.locator('[data-state="open"]')).to_be_visible()
    look(ann)
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    look(bob)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()


def test_two_browsers_at_one_table(guests: Any) -> None:
    ann, bob = guests(), guests(390, 844)
    table, other = Table(ann), Table(bob)
    sit_down_together(ann, bob, check_access)
    expect(ann.locator(".board")).to_be_visible()  # it begins by itself
    for page, name in ((ann, "Bob"), (bob, "You")):
        expect(page.locator('[data-state="open"]')).to_be_visible()
        expect(page.locator(".company")).to_contain_text(name)
    for _ in range(6):
        asked, waits = who_is_asked(ann, bob)
        expect(waits.locator(".waiting")).to_be_visible()
        expect(asked).to_have_title(re.compile("^\u25cf Your turn"))
        expect(waits).not_to_have_title(re.compile("^\u25cf"))
        before = asked.evaluate("document.querySelector('[data-log]').innerHTML")
        asked.locator(".option").first.click()
        for page in (ann, bob):
            page.wait_for_function(
                "before => document.querySelector('[data-log]').innerHTML !== before", arg=before
            )
    bob.locator("[data-tab=talk]").click()
    bob.get_by_placeholder("Say something").fill("<b>well</b>")
    bob.keyboard.press("Enter")
    expect(ann.locator("[data-unread]")).to_have_text("(1 new)")
    ann.locator("[data-tab=talk]").click()
    expect(ann.locator(".said li")).to_have_text("Bob <b>well</b> Report")
    ann.locator(".mute summary").click()
    ann.get_by_role("checkbox", name="Bob").check()
    expect(ann.locator(".said li")).to_be_hidden()
    check_access(ann)
    assert bob.evaluate("document.documentElement.scrollWidth") <= 390
    bob.close()
    expect(ann.locator(".company .away")).to_contain_text("Bob")
    assert not table.errors
    assert not other.errors


def test_people_are_called_by_their_names_whatever_these_are(guests: Any, server: Server) -> None:
    nasty, long = "<b>\"&'", "W" * 24
    ann, bob = guests(), guests(390, 844)
    lay(ann, "tin", "@link")
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    bob.get_by_label("Your name").fill(nasty)
    bob.get_by_role("button", name="Sit down").click()
    expect(ann.locator(".tin-others b")).to_have_text(nasty)
    expect(bob.locator(".tin-others b")).to_have_text("Ann")
    expect(bob.locator("[data-part='knight'] h2 .called")).to_have_text("You")
    said = {"Ann": f"Waiting for {nasty}.", nasty: "Waiting for Ann."}
    asked, waits = who_is_asked(ann, bob)
    expect(waits.locator(".waiting")).to_have_text(said["Ann" if waits is ann else nasty])
    asked.locator(".option").first.click()
    name = "Ann" if asked is ann else nasty
    for page, told in ((asked, "You choose"), (waits, f"{name} chooses")):
        expect(page.locator("[data-log] li", has_text=told)).to_have_count(1)
        assert page.locator("[data-log] b").count() == 0  # a name is no markup
    for game in ("tomb", "tin", "talisman", "labyrintheus"):
        others = ["@here"] if game == "tomb" else ["@here", "@here"]
        asked_for = {"game": game, "seats": others, "names": [long, "Bob", long]}
        reply = bob.request.post("/api/plays", data=asked_for, headers={"origin": server.url})
        bob.goto(f"/play/{reply.json()['id']}")
        expect(bob.locator('[data-state="open"]')).to_be_visible()
        assert bob.evaluate("document.documentElement.scrollWidth") <= 390, game


NOTES = """
window.notes = [];
window.Notification = class extends window.Notification {
  static get permission() { return "granted"; } // a browser without windows grants none
  constructor(title, options) {
    super(title, options);
    window.notes.push([title, options.body]);
  }
};
Object.defineProperty(document, "hidden", { get: () => true });
"""
NONE_FOR_PAGES = """() => {
  window.Notification = new Proxy(window.Notification, {
    construct() { window.notes.push("tried"); throw new TypeError("Illegal constructor."); },
  });
}"""


def test_who_looks_elsewhere_is_told_by_the_browser_that_it_is_their_turn(guests: Any) -> None:
    ann, bob = guests(), guests()
    for page in (ann, bob):
        page.context.grant_permissions(["notifications"])
        page.add_init_script(NOTES)
    tables = Table(ann), Table(bob)
    sit_down_together(ann, bob)
    asked, waits = who_is_asked(ann, bob)
    expect(waits.locator('body:has([data-state="open"]) .waiting')).to_be_visible()
    expect(waits.locator("[data-remind]")).to_be_hidden()
    assert waits.evaluate("notes") == []
    answer_until_asked(asked, waits)
    assert waits.evaluate("notes") == [["Dungeon in a Tin", "It's your turn."]]
    asked.evaluate(NONE_FOR_PAGES)  # as on many a phone
    answer_until_asked(waits, asked)
    assert asked.evaluate("notes") == ["tried"]
    assert not [*tables[0].errors, *tables[1].errors]


def answer_until_asked(asked: Page, waits: Page) -> None:
    """Have the one answer, the first option, until it is the other's turn."""
    for _ in range(30):
        before = asked.locator("[data-log]").inner_html()
        asked.locator(".option").first.click()
        asked.wait_for_function(
            "before => document.querySelector('[data-log]').innerHTML !== before"
            " && document.querySelector('.option, .waiting')",
            arg=before,
        )
        if asked.locator(".waiting").count():
            expect(waits.locator(".option").first).to_be_visible()
            return
    raise AssertionError("it is always the same one's turn")


def test_when_time_is_up_those_who_play_may_let_a_bot_answer_and_those_who_look_on_not(
    guests: Any,
) -> None:
    ann, bob, eve = guests(), guests(), guests()
    for page in (ann, bob, eve):
        page.clock.install()
    lay(ann, "tin", "@link", patience="300")
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    bob.get_by_role("button", name="Sit down").click()
    asked, waits = who_is_asked(ann, bob)
    expect(waits.locator('body:has([data-state="open"]) .waiting')).to_be_visible()
    ann.get_by_role("button", name="Copy spectator link").click()
    eve.goto(ann.locator("[data-shared] a").get_attribute("href") or "")
    for page, left in ((asked, "You have"), (waits, "left to answer"), (eve, "left to answer")):
        expect(page.locator("[data-due]")).to_contain_text(left)
        page.clock.fast_forward(301_000)
    expect(asked.locator("[data-due]")).to_contain_text("Your time is up")
    expect(waits.get_by_role("button", name="Let a bot answer")).to_be_visible()
    expect(eve.locator("[data-due]")).to_have_text("Time's up.")
    expect(waits.locator('[data-state="open"]')).to_be_visible()  # who has no line is not heard
    waits.get_by_role("button", name="Let a bot answer").click()
    expect(waits.locator("[data-message]")).to_contain_text("time left")  # the server has a clock


def test_a_cover_lies_between_two_at_one_screen(guests: Any) -> None:
    page = guests()
    heard: list[str] = []
    page.on("websocket", lambda it: it.on("framereceived", lambda said: heard.append(str(said))))
    table = Table(page)
    lay(page, "labyrintheus", "@here", "contender", persona_choice="random")
    expect(page.locator('[data-state="open"]')).to_be_visible()
    for _ in range(600):  # the page is drawn before its socket has said anything
        if "data-lift" in "".join(heard):
            break
        page.wait_for_timeout(100)
    lifted = 0
    for _ in range(25):
        expect(page.locator(".option, [data-lift], [data-tool=cover], .end").first).to_be_visible()
        if page.locator("[data-lift]").count():
            # nobody's hand is on the page, and what came before shows nothing of the next one
            hands = hands_of(page)
            shown = page.locator("[data-play]").inner_html()
            assert not any(f'data-glide="{card}"' in shown for hand in hands for card in hand)
            next_role = page.locator("[data-lift]").first.get_attribute("data-lift") or ""
            next_hand, sent = hands[int(next_role[1]) - 1], "".join(heard)
            assert next_hand
            assert "data-lift" in sent
            assert not any(f'glide=\\"{card}' in sent for card in next_hand)
            expect(page.locator(".pack .treasure")).to_have_count(0)
            if lifted == 1:
                check_access(page)
            heard.clear()
            page.locator("[data-lift]").first.click()
            expect(page.locator("[data-lift]")).to_have_count(0)
            open_now = page.locator("[data-play]").inner_html()
            assert all(f'data-glide="{card}"' in open_now for card in next_hand)
            lifted += 1
        elif page.locator("[data-tool=cover]").count():
            page.locator("[data-tool=cover]").click()
            expect(page.locator("[data-lift]")).to_have_count(1)
        else:
            before = table.picture
            heard.clear()
            page.keyboard.press("p" if page.locator("[data-pass]").count() else "1")
            page.wait_for_function(
                "before => document.querySelector('[data-log]').innerHTML"
                " + document.querySelector('[data-part=\"prompt\"]').innerHTML !== before"
                " && !document.querySelector('[data-sent]')",
                arg=before,
            )
    assert lifted > 2
    assert not table.errors


def hands_of(page: Page) -> list[list[str]]:
    """What both who share the screen hold; asked for beside the page."""
    play = re.search(r"/play/([\w-]+)", page.url)
    assert play
    seen = [page.request.get(f"/api/plays/{play[1]}?seat=P{n}").json() for n in (1, 2)]
    return [it["view"]["heroes"][n]["known"] for n, it in enumerate(seen)]


def test_without_secrets_the_screen_turns_and_fits_a_phone(guests: Any) -> None:
    page = guests(390, 844)
    table = Table(page)
    lay(page, "tin", "@here")
    table.settle()
    knights = set()
    for _ in range(8):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        knights.add(page.locator(".company .asked b").inner_text())
        table.press("1")
    assert knights == {"Ann", "Bea"}
    assert not table.errors


def test_the_lobby_and_the_form_are_for_everybody(guests: Any) -> None:
    ann, bob = guests(), guests(390, 844)
    lay(ann, "tin", "@lobby")
    expect(ann.locator(".company .free")).to_be_visible()
    bob.goto("/lobby")
    check_access(bob)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator(".option, .waiting").first).to_be_visible()
    bob.goto("/new/tin")
    check_access(bob)
    assert bob.get_by_label("Your name").input_value() == "Bob"


WIDER = """() => [...document.querySelectorAll(".ask *, .telling *")]
    .filter(one => one.checkVisibility() && !one.closest(".visually-hidden, .log, .scroll, table"))
    .filter(one => {
        const box = one.getBoundingClientRect();
        const panel = one.closest(".ask, .telling").getBoundingClientRect();
        return box.right > panel.right + 1 || box.left < panel.left - 1;
    }).map(one => one.outerHTML.slice(0, 80))"""


def test_at_the_end_no_panel_is_wider_than_its_place_whatever_is_shared(guests: Any) -> None:
    ann, bob = guests(), guests()
    lay(ann, "labyrintheus", "@link", "contender", persona_choice="random")
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    bob.get_by_role("button", name="Sit down").click()
    expect(ann.locator(".board")).to_be_visible()
    expect(ann.locator('[data-state="open"]')).to_be_visible()  # its script has begun
    play = ann.url.rsplit("/", 1)[1].split("?")[0]
    ann.get_by_role("button", name="Copy spectator link").click()
    expect(ann.get_by_role("button", name=re.compile("^Cop(y|ied)$"))).to_be_visible()
    for width in (1280, 390):
        ann.set_viewport_size({"width": width, "height": 800})
        assert ann.evaluate(WIDER) == []
    play_out(play, ann, bob)
    ann.goto(f"/play/{play}")
    ann.get_by_role("button", name="Copy replay link").click()
    expect(ann.locator(".end .link-box button")).to_be_visible()
    for width in (1280, 390):
        ann.set_viewport_size({"width": width, "height": 800})
        assert ann.evaluate(WIDER) == []
        assert ann.evaluate("document.querySelector('.ask').scrollWidth") <= width
        check_access(ann)


def test_the_log_is_at_its_latest_line_after_talk(guests: Any) -> None:
    ann, bob = guests(), guests()
    sit_down_together(ann, bob)
    for _ in range(8):
        asked, _ = who_is_asked(ann, bob)
        before = asked.locator("[data-log]").inner_html()
        asked.locator(".option").first.click()
        asked.wait_for_function(
            "before => document.querySelector('[data-log]').innerHTML !== before", arg=before
        )
    ann.wait_for_function(
        "() => (it => it.scrollHeight > it.clientHeight)(document.querySelector('.log'))"
    )
    ann.locator("[data-tab=talk]").click()
    ann.locator("[data-tab=log]").click()
    left = (
        "(it => it.scrollHeight - it.clientHeight - it.scrollTop)(document.querySelector('.log'))"
    )
    assert ann.evaluate(left) < 2


def play_out(play: str, *people: Page) -> None:
    """Have each answer, beside the pages, until the game is over; going home where that may be."""
    for _ in range(800):
        for page in people:
            shown = page.request.get(f"/api/plays/{play}").json()
            if shown["outcome"] is not None:
                return
            if shown["question"] and shown["question"]["yours"]:
                answers = [option["answer"] for option in shown["question"]["options"]]
                given = {"at": shown["at"], "answer": quickly(answers)}
                page.request.post(f"/api/plays/{play}/answers", data=given)
    raise AssertionError("the game does not end")


def test_of_two_who_want_a_rematch_the_second_joins_the_first(guests: Any) -> None:
    ann, bob = guests(), guests()
    lay(ann, "tomb", "@link")
    bob.goto(ann.locator("a[data-absolute]").get_attribute("href") or "")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(ann.locator(".board")).to_be_visible()
    play = ann.url.rsplit("/", 1)[1].split("?")[0]
    play_out(play, ann, bob)
    for page in (ann, bob):  # both look at the end before either presses anything
        page.goto(f"/play/{play}")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    with ThreadPoolExecutor() as pool:  # at once, as two impatient people do
        asked = [
            pool.submit(
                httpx2.post,
                f"{page.url}/again",
                cookies={it["name"]: it["value"] for it in page.context.cookies()},
                data={"same": ""},
            )
            for page in (ann, bob)
        ]
    paths = {reply.result().headers["location"].split("?")[0] for reply in asked}
    assert len(paths) == 1
    new = paths.pop().rsplit("/", 1)[1]
    for page, name in ((ann, "Bob"), (bob, "You")):
        page.get_by_role("button", name="Rematch").click()
        expect(page).to_have_url(re.compile(rf"/play/{new}(\?|$)"))
        expect(page.locator(".company")).to_contain_text(name)
    play_out(new, ann, bob)
    ann.goto(f"/play/{play}")  # from the first game's end, once the rematch is over: another one
    ann.get_by_role("button", name="Rematch").click()
    expect(ann).not_to_have_url(re.compile(f"/play/({play}|{new})"))
    expect(ann.locator(".company")).to_contain_text("Bob")
