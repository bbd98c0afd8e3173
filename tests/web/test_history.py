"""What somebody has played: every play, and what the results come to. Plots told in words."""

import re
from typing import Any

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import event

from tests.web.harness import Server
from tests.web.people import (
    COOKIE,
    PHRASE,
    begin,
    begin_today,
    claim,
    first,
    play_out,
    quickly,
    rows,
    somebody,
)
from undercroft.storage.database import open_database
from undercroft.storage.histories import Result, plays, results
from undercroft.storage.journals import Journals
from undercroft.web.draw.plots import MOST_POINTS, outcome_bars, score_plot
from undercroft.web.pages.account.statistics import Streak, statistics, streak_of_days

USUAL = {"mode": "solo", "games": "1"}


def a_result(**changes: Any) -> Result:
    base = Result("p", "tomb", "play", None, 1, USUAL, None, "escaped", False, 0, 10.0, False)
    return base._replace(**changes)


# -- counting -------------------------------------------------------------------------------------


def test_what_counts_and_what_does_not() -> None:
    latest_first = [
        a_result(won=True, outcome="won", score=68),
        a_result(kind="today", score=31),
        a_result(outcome="abandoned", score=0),  # counts as not won, but is no score
        a_result(options=USUAL | {"chronicle": "off"}, score=20),
        a_result(
            options={"mode": "series", "games": "3"}, score=900
        ),  # no score to set beside others
        a_result(practice=True, score=999, won=True),
        a_result(kind="practice", score=999, won=True),
        a_result(kind="branch", score=999, won=True),
        a_result(kind="upload", score=999, won=True),
        a_result(variant="game = 'tomb'", score=999, won=True),
    ]
    sheet = statistics(latest_first)["tomb"]
    assert (sheet.plays, sheet.wins) == (5, 1)
    assert [result.score for result in sheet.scores] == [20, 31, 68]
    assert sheet.best is not None
    assert (sheet.best.score, round(sheet.mean, 2)) == (68, 39.67)
    assert 0.03 < sheet.low < 0.2 < sheet.high < 0.7
    assert sheet.outcomes == {"escaped": 3, "won": 1, "abandoned": 1}


@pytest.mark.parametrize(
    ("wins", "expected"),
    [("", (0, 0)), ("1", (1, 1)), ("110", (0, 2)), ("0111011", (2, 3)), ("000", (0, 0))],
)
def test_streaks_of_wins(wins: str, expected: tuple[int, int]) -> None:
    latest_first = [a_result(won=won == "1") for won in reversed(wins)]
    sheets = statistics(latest_first)
    assert (sheets["tomb"].streak if wins else Streak(0, 0)) == expected


@pytest.mark.parametrize(
    ("days", "today", "expected"),
    [
        ([], "2026-11-15", (0, 0)),
        (["2026-11-15"], "2026-11-15", (1, 1)),
        (["2026-11-14"], "2026-11-15", (1, 1)),  # today is not over
        (["2026-11-13"], "2026-11-15", (0, 1)),
        (["2026-10-31", "2026-11-01", "2026-11-02", "2026-11-15"], "2026-11-15", (1, 3)),
        (["2025-12-31", "2026-01-01", "2026-01-01"], "2026-01-02", (2, 2)),
    ],
)
def test_streaks_of_days(days: list[str], today: str, expected: tuple[int, int]) -> None:
    found = [a_result(kind="today", day=day) for day in days]
    given_up = a_result(kind="today", day=today, outcome="abandoned")
    assert streak_of_days([*found, given_up], today) == expected


# -- plots ----------------------------------------------------------------------------------------


def test_a_plot_stays_within_its_frame_and_tells_wins_by_shape() -> None:
    scores = [(float(n % 70) - 5, n % 10 == 0) for n in range(300)]
    svg = score_plot("id", "Scores: <1>", scores)
    assert "Scores: &lt;1&gt;" in svg
    assert svg.count("<circle") + svg.count("<path") == MOST_POINTS
    assert svg.count("<path") == sum(won for _, won in scores[-MOST_POINTS:])
    heights = [float(y) for y in re.findall(r'cy="([-\d.]+)"', svg)]
    assert all(0 <= height <= 120 for height in heights)
    assert "style" not in svg
    for few in ([(0.0, False)], [(7.0, True)]):
        assert "nan" not in score_plot("id", "", few)


def test_bars_are_as_long_as_their_counts() -> None:
    svg = outcome_bars("id", "Outcomes", {"<won>": 1, "dead": 4})
    short, long = (float(width) for width in re.findall(r'<rect[^>]* width="([\d.]+)"', svg))
    assert long == pytest.approx(4 * short)
    assert "&lt;won&gt;" in svg


# -- the page -------------------------------------------------------------------------------------


def test_the_page_lists_every_play_by_pages_and_by_game(server: Server) -> None:
    ann = somebody(server)
    tomb = [begin(ann) for _ in range(26)]
    tin = begin(ann, "tin")
    whole = ann.get("/me").text
    assert "Page 1 of 2, 27 games" in whole
    assert whole.count("<li>") == 25
    second = ann.get("/me?page=2").text
    listed = [play for play in [*tomb, tin] if f"/play/{play}" in whole + second]
    assert len(listed) == 27
    assert tin in ann.get("/me?game=tin").text
    assert not any(play in ann.get("/me?game=tin").text for play in tomb)
    for odd in ("?page=0", "?page=x", "?page=99999", "?game=none", "?page=-1", "?page=%00"):
        assert ann.get(f"/me{odd}").status_code == 200


def test_the_numbers_are_those_of_the_plays_and_nobody_elses(server: Server) -> None:
    ann, bob = somebody(server), somebody(server)
    claim(ann, "Annabel")
    ends = [play_out(ann, begin(ann), choose)["outcome"] for choose in (first, quickly)]
    ends.append(play_out(ann, begin_today(ann), first)["outcome"])
    scores = [end["scores"][0] for end in ends]
    play_out(bob, begin(bob))
    given_up = begin(ann)
    ann.post(f"/play/{given_up}/give-up")
    again = ann.post(f"/play/{given_up}/again", data={"same": "1"})  # the deal is known: practice
    play_out(ann, again.headers["location"].split("/")[2].split("?")[0])
    play_out(ann, begin(ann, seed="one that I know"))
    html = ann.get("/me").text
    assert "chosen seed" in html
    numbers = dict(re.findall(r"<dt>(.*?)</dt><dd>(?:<a[^>]*>)?([\d.]+)", html))
    assert (numbers["Games"], numbers["Won"]) == (
        "4",
        str(sum(bool(end["winners"]) for end in ends)),
    )
    if max(scores) > 1:  # else there is nothing to plot
        assert float(numbers["Best score"]) == max(scores)
        assert float(numbers["Average score"]) == pytest.approx(sum(scores) / 3, abs=0.06)
    assert numbers["Daily deals in a row"] == "1"


def test_a_sheet_shows_the_latest_games_and_each_game_has_a_way_back(server: Server) -> None:
    dee = somebody(server)
    ends = [play_out(dee, begin(dee), choose)["outcome"] for choose in (first, quickly)]
    going = begin(dee)
    html = dee.get("/me").text
    told = ", ".join("won" if end["winners"] else "not won" for end in ends)
    assert f'aria-label="Latest last: {told}"' in html
    assert html.count("/review") == 2  # of the two that are over
    assert f'<a class="button" href="/play/{going}">Continue</a>' in html
    (form,) = re.findall(r'<form method="post" action="/plays">.*?</form>', html)
    assert 'name="game" value="tomb"' in form


def test_a_long_history_costs_few_queries_that_use_an_index(server: Server) -> None:
    cas = somebody(server)
    play_out(cas, begin(cas))
    ((owner,),) = rows(server, "SELECT owner FROM plays ORDER BY created DESC LIMIT 1")
    journals = Journals(open_database(f"sqlite:///{server.data / 'undercroft.db'}"))
    asked: list[tuple[str, Any]] = []

    def hear(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
        asked.append((statement, values))

    event.listen(journals.engine, "before_cursor_execute", hear)
    listed, count = plays(journals, owner, "tomb", 0, 25)
    assert (len(listed), count, len(results(journals, owner))) == (1, 1, 1)
    event.remove(journals.engine, "before_cursor_execute", hear)
    assert len(asked) == 3
    with journals.reading() as connection:
        for statement, values in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            assert not [row for row in plan if str(row[-1]).startswith("SCAN")], plan
    journals.close()


def test_the_debt_book_is_read_from_both_sides(server: Server) -> None:
    ann, bob = somebody(server), somebody(server)
    claim(ann, "Annette")
    owed, duels, play = 0, 0, ""
    while not owed or duels < 2:
        play = lay_duel(server, ann, bob)
        while not (shown := ann.get(f"/api/plays/{play}").json())["outcome"]:
            who, choose = (ann, quickly) if shown["question"]["yours"] else (bob, first)
            shown = who.get(f"/api/plays/{play}").json()
            answers = [option["answer"] for option in shown["question"]["options"]]
            given = {"at": shown["at"], "answer": choose(answers)}
            assert who.post(f"/api/plays/{play}/answers", json=given).status_code == 200
        mine, theirs = (
            row[0]
            for row in rows(server, "SELECT chips FROM seats WHERE play = ? ORDER BY role", play)
        )
        assert mine == -theirs
        assert mine % 3 == 0
        owed, duels = owed + theirs, duels + 1
    assert "played a duel" in somebody(server).get("/me/debts").text
    here, there = ann.get("/me/debts").text, bob.get("/me/debts").text
    assert "Bobby" in here
    assert "Annette" in there
    debtor, creditor = (here, there) if owed > 0 else (there, here)
    assert f"<td>you owe {abs(owed)}</td>" in debtor
    assert f"<td>you are owed {abs(owed)}</td>" in creditor
    assert f"{duels} duels" in ann.get("/me").text
    for person, role in ((ann, "P1"), (bob, "P2")):
        query = "SELECT won FROM seats WHERE role = ? AND play = ?"
        expected = ", won" if rows(server, query, role, play)[0][0] else ", not won"
        for listed in (person.get("/").text, person.get("/me").text):
            (line,) = re.findall(
                rf'<li>(?:<span>)?<a href="/play/{play}">.*?</li>', listed, re.DOTALL
            )
            assert f"</b>{expected}" in line


def lay_duel(server: Server, host: httpx2.Client, guest: httpx2.Client) -> str:
    """Lay a table of two for stakes, and have the guest come by the link."""
    form = {"game": "tomb", "seat.P2": "@link", "option.stake": "3"}
    reply = host.post("/plays", data=form)
    assert reply.status_code == 303, reply.text
    play = reply.headers["location"].split("/")[2].split("?")[0]
    ((key,),) = rows(server, "SELECT key FROM seats WHERE play = ? AND role = 'P2'", play)
    assert guest.post(f"/join/{key}", data={"name": "Bobby"}).status_code == 303
    return play


# -- in a browser ---------------------------------------------------------------------------------


def test_a_log_in_at_phone_width_and_every_page_is_free_of_barriers(
    browser: Browser, server: Server
) -> None:
    desk = somebody(server)
    claim(desk, "Wanderer")
    for choose in (first, quickly):
        play_out(desk, begin(desk), choose)
    play_out(desk, begin_today(desk))
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=server.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto("/")
    page.get_by_text("Menu").click()
    assert barriers(page) == []
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_label("Password")).to_be_visible()
    assert barriers(page) == []
    page.get_by_label("Name").fill("Wanderer")
    page.get_by_label("Password").fill("not my password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No account")
    assert barriers(page) == []
    errors.clear()  # the browser notes the status
    page.get_by_label("Password").fill(PHRASE)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/")
    page.get_by_text("Menu").click()
    expect(page.get_by_role("link", name="Wanderer")).to_be_visible()
    for address in ("/", "/me", "/me/debts", "/account", "/today/tomb"):
        page.goto(address)
        assert barriers(page) == [], address
        too_wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not too_wide, address
    page.goto("/me")
    expect(page.locator("svg.plot")).to_have_count(page.locator("svg.plot title").count())
    page.get_by_text("How they ended").or_(page.get_by_text("Scores and endings")).first.click()
    assert barriers(page) == []
    page.get_by_text("Menu").click()
    page.get_by_role("link", name="Account").click()
    page.get_by_role("button", name="Log out A Python program").click()
    expect(page.get_by_role("status")).to_contain_text("logged out")
    assert barriers(page) == []
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page).to_have_url(f"{server.url}/")
    page.get_by_text("Menu").click()
    expect(page.get_by_role("link", name="Sign up")).to_be_visible()
    assert COOKIE in {cookie["name"] for cookie in context.cookies()}
    page.goto("/account")
    assert barriers(page) == []
    page.goto("/recover")
    assert barriers(page) == []
    page.goto("/account")
    page.get_by_label("Name").fill("Wayfarer")
    page.get_by_label("Password").fill(PHRASE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading")).to_contain_text("Welcome, Wayfarer!")
    expect(page.locator("code")).to_contain_text("-")
    assert barriers(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    assert not errors
    context.close()


def barriers(page: Page) -> list[str]:
    return [violation["id"] for violation in Axe().run(page).response["violations"]]
