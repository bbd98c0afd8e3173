"""Puzzles in the browser: the day's, the next, one's own; nothing is told before the answer."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.access import check_access
from tests.web.harness import Server
from tests.web.people import somebody
from tests.web.test_review import finished, keep_a_review
from undercroft.games import find_game
from undercroft.puzzles.bank import of_day, shipped
from undercroft.web.live.days import this_day

PHONE = {"width": 390, "height": 844}
WRONG = "Not the best."


def test_the_first_try_at_a_puzzle_counts_and_shows_what_each_option_is_worth(
    server: Server,
) -> None:
    ann, tomb = somebody(server), find_game("tomb")
    puzzle = of_day(tomb, this_day())
    at = f"/puzzles/tomb/{puzzle.id}"
    assert ann.get("/puzzles/tomb/today").headers["location"] == at
    asked = ann.get(at).text
    assert "Checked in" not in asked
    assert f'value="{puzzle.best.option}"' in asked
    assert ann.post(f"{at}/play", data={"answer": puzzle.best.option}).status_code == 409
    assert ann.post(at, data={"answer": "fly"}).status_code == 422
    assert ann.post(at, data={"answer": puzzle.usual}).status_code == 303
    told = ann.get(at).text
    for text in (WRONG, "Checked in", "best", "yours", f"Puzzle rating: {puzzle.rating}."):
        assert text in told
    ann.post(at, data={"answer": puzzle.best.option})  # the first one counts
    assert WRONG in ann.get(at).text
    assert "<dd>0 of 1</dd>" in ann.get("/puzzles").text
    following = ann.get("/puzzles/tomb/next").headers["location"]
    assert following != at
    other = next(one for one in shipped(tomb) if following.endswith(one.id))
    ann.post(following, data={"answer": other.best.option})
    assert "1 puzzle solved in a row." in ann.get(following).text
    shelf = ann.get("/puzzles").text
    assert "<dd>1 of 2</dd>" in shelf
    assert f"2 of {len(shipped(tomb))} puzzles tried" in shelf
    assert "tried" not in somebody(server).get("/puzzles").text
    table = ann.post(f"{at}/play", data={"answer": puzzle.best.option})
    assert (table.status_code, table.headers["location"].startswith("/play/")) == (303, True)
    assert ann.get(table.headers["location"]).status_code == 200


@pytest.mark.parametrize("path", ["/puzzles/tomb/none", "/puzzles/tome/today", "/puzzles/tomb/%00"])
def test_what_is_no_puzzle_is_not_found(server: Server, path: str) -> None:
    assert somebody(server).get(path).status_code == 404


def test_an_error_from_a_review_comes_back_until_it_is_solved(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    play = finished(ann, seed="7")
    number = keep_a_review(server, ann, play)
    assert "Solve your errors as puzzles" in ann.get(f"/play/{play}/review").text
    ann.get(f"/play/{play}/review")  # it is kept once
    at = f"/puzzles/tomb/{play}-P1-{number}"
    assert ann.get("/puzzles").text.count(at) == 1
    assert ben.get(at).status_code == 404
    answers = [
        part.partition('"')[0]
        for part in ann.get(f"{at}?again").text.split('name="answer" value="')
    ][1:]
    verdicts = {}
    for answer in answers:
        assert at in ann.get("/puzzles").text
        ann.post(at, data={"answer": answer})
        verdicts[answer] = WRONG not in ann.get(at).text
        if verdicts[answer]:
            break
    assert any(verdicts.values())
    assert at not in ann.get("/puzzles").text


def test_a_puzzle_is_solved_by_keyboard_on_a_phone(server: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=server.url, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Puzzles", exact=False).first.click()
    page.get_by_role("link", name="Puzzle of the day").first.click()
    expect(page.get_by_role("heading", name="puzzle of the day")).to_be_visible()
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press("1")
    expect(page.get_by_text("Checked in")).to_be_visible()
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.keyboard.press("n")
    expect(page.get_by_text("The first try counts.")).to_be_visible()
    context.close()
