"""The review of a finished game, made in the background: begun, watched, cancelled, kept."""

import re
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from msgspec.json import encode
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from tests.web.access import check_access
from tests.web.harness import Server, running
from tests.web.people import COOKIE, begin, begin_today, first, play_out, somebody
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.review.budget import Budget
from undercroft.review.found import Value
from undercroft.review.reviewing import review

WAIT = 120  # seconds: a crowded machine is slow, not wrong


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("reviews"), review=3) as started:
        yield started


def finished(person: httpx2.Client, **options: object) -> str:
    play = begin(person, **options)  # type: ignore[arg-type]
    play_out(person, play, first)
    return play


def made(person: httpx2.Client, play: str) -> str:
    """Have a game reviewed; give the page."""
    assert person.post(f"/play/{play}/review").status_code == 303
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        state = person.get(f"/play/{play}/review/progress").json()
        if state["done"]:
            return person.get(f"/play/{play}/review").text
        assert state["progress"] is not None
        time.sleep(0.2)
    raise AssertionError("no review")


def test_a_game_is_reviewed_in_the_background_once_it_is_over_and_kept(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    play = begin(ann, seed="7")
    early = ann.get(f"/play/{play}/review")
    assert (early.status_code, "once it is over" in early.text) == (409, True)
    play_out(ann, play, first)
    assert "Review this game" in ann.get(f"/play/{play}/review").text
    shown = made(ann, play)
    for text in ("Luck and play", "What mattered most", "<svg", "All decisions"):
        assert text in shown
    assert ann.get(f"/play/{play}/review").text == shown  # it is kept
    assert ben.get(f"/play/{play}/review").status_code in (403, 404)
    assert ann.get(f"/play/{play}/review?seat=P2").status_code == 422
    assert (server.data / "reviews" / f"{play}-P1.json").exists()


def test_one_review_at_a_time_and_one_can_be_cancelled(server: Server) -> None:
    ann = somebody(server)
    one, other = finished(ann), finished(ann)
    assert ann.post(f"/play/{one}/review").status_code == 303
    refused = ann.post(f"/play/{other}/review")
    assert refused.status_code in (409, 422)
    assert "One review at a time" in refused.text
    assert ann.post(f"/play/{one}/review/cancel").status_code == 303
    state = ann.get(f"/play/{one}/review/progress").json()
    assert state == {"progress": None, "done": False}
    assert "Review this game" in ann.get(f"/play/{one}/review").text
    end = time.monotonic() + WAIT
    while ann.post(f"/play/{other}/review").status_code != 303:  # until the process has noticed
        assert time.monotonic() < end
        time.sleep(0.2)
    assert not (server.data / "reviews" / f"{one}-P1.json").exists()


def keep_a_review(server: Server, person: httpx2.Client, play: str) -> int:
    """Keep a review in which the first decision was a blunder; give its number."""
    journal = read_journal(person.get(f"/play/{play}/journal").text)
    found = review(find_game("tomb"), journal, budget=Budget(playouts=1500))
    one = found.decisions[0]
    better = next(tried.option for tried in one.options if tried.option != one.taken)
    blunder = replace(one, mark="blunder", best=better, cost=Value(0.2, 0.1))
    found = replace(found, lost=0.2, decisions=(blunder, *found.decisions[1:]))
    folder = server.data / "reviews"
    folder.mkdir(exist_ok=True)
    (folder / f"{play}-P1.json").write_bytes(encode(found))
    return one.number


def visit(server: Server, browser: Browser, person: httpx2.Client, **screen: Any) -> Page:
    """Open a page as a person who came before."""
    context = browser.new_context(base_url=server.url, **screen)
    context.add_cookies([{"name": COOKIE, "value": person.cookies[COOKIE], "url": server.url}])
    return context.new_page()


def test_a_review_leads_to_the_moment_and_to_another_try(server: Server, browser: Browser) -> None:
    ann = somebody(server)
    play = finished(ann, seed="7")
    number = keep_a_review(server, ann, play)
    page = visit(server, browser, ann)
    page.goto(f"/play/{play}")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("heading", name="Luck and play")).to_be_visible()
    check_access(page)
    mark = page.get_by_role("link", name=f"Answer {number + 1}: Blunder \N{MINUS SIGN}20%")
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-branch] [name=at]")).to_have_value(f"{number}")
    expect(page.locator("[data-asked] .given")).to_contain_text("Chosen: ")
    there = page.url
    page.keyboard.press("End")
    expect(page).not_to_have_url(there)
    page.get_by_role("link", name=f"Answer {number + 1}: Blunder").click()  # under the slider
    expect(page.locator("[data-branch] [name=at]")).to_have_value(f"{number}")
    check_access(page)
    page.get_by_role("link", name="Review", exact=True).click()
    card = page.locator(f"#d{number}")
    expect(card.get_by_role("heading", name="Blunder \N{MINUS SIGN}20%")).to_be_visible()
    said = card.get_by_role("listitem").all_inner_texts()
    assert [text.split()[0] for text in said] == ["You", "Better"]
    card.get_by_role("button", name="Try again from here").click()
    expect(page).not_to_have_url(re.compile(play))
    expect(page.locator("[data-board]")).to_be_visible()
    page.context.close()


def test_the_list_of_decisions_shows_all_or_errors_alone_without_a_script(
    server: Server, browser: Browser
) -> None:
    ann = somebody(server)
    play = finished(ann, seed="7")
    keep_a_review(server, ann, play)
    page = visit(server, browser, ann, java_script_enabled=False)
    page.goto(f"/play/{play}/review")
    listed = page.locator(".decisions > li")
    expect(listed.first).to_be_hidden()
    page.locator("summary", has_text="decisions").first.click()
    expect(listed.first).to_be_visible()
    assert all(one.is_visible() for one in listed.all())
    page.get_by_label("Errors only").check()
    shown = [one.is_visible() for one in listed.all()]
    assert shown == ["is-error" in str(one.get_attribute("class")) for one in listed.all()]
    assert not all(shown)
    expect(listed.first).to_contain_text("Blunder \N{MINUS SIGN}20%")
    listed.first.locator("summary").press("Enter")
    expect(listed.first.get_by_text("Better", exact=True)).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(("theme", "width"), [("dark", 390), ("light", 1280), ("contrast", 320)])
def test_a_review_with_everything_unfolded_is_for_everybody_and_fits(
    server: Server, browser: Browser, theme: str, width: int
) -> None:
    ann = somebody(server)
    play = finished(ann, seed="7")
    keep_a_review(server, ann, play)
    page = visit(server, browser, ann, viewport={"width": width, "height": 800})
    look = {"name": "undercroft-look", "value": f"theme-{theme}", "url": server.url}
    page.context.add_cookies([look])  # type: ignore[list-item]
    page.goto(f"/play/{play}/review")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    page.locator("details.settings").evaluate("one => { one.open = false }")
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_what_a_deal_could_give_waits_for_the_day_and_the_board_ranks_by_play(
    server: Server,
) -> None:
    ann, ben = somebody(server), somebody(server)
    play = finished(ann, seed="deal-7")
    keep_a_review(server, ann, play)
    shown = ann.get(f"/play/{play}/review").text
    for text in ("What this deal could give", "Best of 1 game: yours", "expert"):
        assert text in shown
    play_out(ben, begin(ben, seed="deal-7"))
    assert "Best of 2 games:" in ann.get(f"/play/{play}/review").text
    today = begin_today(ann)
    play_out(ann, today)
    keep_a_review(server, ann, today)
    board = ann.get("/today/tomb").text
    assert ("By play" in board, "%</td>" in board) == (True, True)
    shown = ann.get(f"/play/{today}/review").text
    assert "Luck and play" in shown
    assert "What this deal could give" not in shown
