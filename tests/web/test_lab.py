"""The lab: a variant put together in a form, run in the background, kept, opened and played."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import msgspec
import pytest
from playwright.sync_api import Browser, expect

from tests.web.access import check_access
from tests.web.harness import Server, running
from tests.web.people import COOKIE, first, play_out, somebody
from tests.web.people import begin as begin_game
from undercroft.lab.profile import Profile
from undercroft.lab.study import Study
from undercroft.web.live.lab import Found, Job, work

WAIT = 120  # seconds: a crowded machine is slow, not wrong
NINE = {"row.9s.number": "10", "title": "A stronger nine", "plays": "60", "seed": "7"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("lab"), lab=30) as started:
        yield started


def begin(person: httpx2.Client, do: str, game: str = "tomb", **form: str) -> str:
    reply = person.post(f"/lab/{game}", data={"do": do, **form})
    assert reply.status_code == 303, reply.text
    return reply.headers["location"]


def done(person: httpx2.Client, run: str) -> str:
    """Wait for a run; give its page."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        state = person.get(f"{run}/progress").json()
        if state["done"]:
            return person.get(run).text
        assert state["progress"] is not None
        time.sleep(0.2)
    raise AssertionError("no result")


def test_a_variant_is_put_together_and_has_a_page_from_which_it_is_played(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    opened = ann.post("/lab/tomb", data={"do": "add", "add": "9s", "option.start-hp": "8"})
    assert 'name="row.9s.number"' in opened.text
    assert "row.9s.worth" not in opened.text  # a monster is no treasure
    assert 'value="8"' in opened.text
    dropped = ann.post("/lab/tomb", data={"do": "drop:9s", "row.9s.number": "10"})
    assert "row.9s.number" not in dropped.text
    page = begin(ann, "keep", **{**NINE, "row.9s.copies": "1", "option.start-hp": "8"})
    shown = ben.get(page).text  # anyone with the address
    assert "A stronger nine" in shown
    assert "number: 9 → 10" in shown
    text = ben.get(f"{page}/download").text
    assert text.splitlines()[:2] == ['game = "tomb"', 'title = "A stronger nine"']
    assert "number = 10" in text
    again = ben.get(f"/lab/tomb?variant={page.rpartition('/')[2]}").text
    assert 'value="10"' in again
    table = ben.post("/plays", data={"game": "tomb", "variant": text})
    assert table.status_code == 303
    play = table.headers["location"].split("?")[0]
    assert ben.get(f"/api{play.replace('play', 'plays')}/variant").text == text.strip()


def test_a_new_card_is_added_changed_kept_and_played_with(server: Server) -> None:
    ann = somebody(server)
    pick = {"add": "quarry-maul", "new": "Iron Maul"}
    opened = ann.post("/lab/labyrintheus", data={"do": "new", **pick}).text
    assert 'name="row.iron-maul.attack"' in opened
    card = {"like.iron-maul": "quarry-maul", "called.iron-maul": "Iron Maul"}
    form = {**card, "row.iron-maul.attack": "5"}
    page = begin(ann, "keep", "labyrintheus", **form)
    shown = ann.get(page).text
    assert "Iron Maul: a new card like Quarry Maul" in shown
    assert "attack: 3 → 5" in shown
    text = ann.get(f"{page}/download").text
    assert "[cards.iron-maul]" in text
    again = ann.get(f"/lab/labyrintheus?variant={page.rpartition('/')[2]}").text
    assert 'name="like.iron-maul"' in again
    assert 'value="5"' in again
    dropped = ann.post("/lab/labyrintheus", data={"do": "drop:iron-maul", **form}).text
    assert "iron-maul" not in dropped
    for given, said in (
        ({"do": "new", **pick, **form}, "already"),
        ({"do": "new", "add": "quarry-maul", "new": ""}, "small letters"),
        ({"do": "new", "add": "quarry-maul", "new": "Quarry Maul"}, "already"),
        ({"do": "new", "add": "nobody", "new": "Maul"}, "no component"),
        ({"do": "keep", **form, "like.iron-maul": "nobody"}, "no component"),
    ):
        reply = ann.post("/lab/labyrintheus", data=given)
        assert (reply.status_code, said in reply.text) == (422, True), given
    table = ann.post("/plays", data={"game": "labyrintheus", "variant": text})
    assert table.status_code == 303
    assert ann.get(table.headers["location"]).status_code == 200


def test_a_comparison_is_made_in_the_background_kept_and_its_games_are_opened(
    server: Server,
) -> None:
    ann, ben = somebody(server), somebody(server)
    form = {**NINE, "row.9s.number": "14", "plays": "150"}
    run = begin(ann, "compare", **form)
    shown = done(ann, run)
    for text in ("150 games played twice on equal luck", "95% paired", "<svg", "Repeat it"):
        assert text in shown
    assert ben.get(run).text.count("<svg") == shown.count("<svg")
    assert run in ann.get("/lab").text
    assert run not in ben.get("/lab").text
    assert "as changed" in shown
    opened = ben.post(f"{run}/open", data={"game": "1"})
    assert opened.status_code == 303
    where, _, at = opened.headers["location"].partition("#a")
    assert int(at) > 0
    assert ben.get(where).status_code == 200
    game = ben.get(where.replace("/play/", "/api/plays/").removesuffix("/replay")).json()
    assert game["outcome"] is not None
    journal = ben.get(where.replace("/replay", "/journal")).text
    assert "seed: 7/" in journal


def test_a_study_has_tables_and_games_to_open(server: Server) -> None:
    ann = somebody(server)
    shown = done(ann, begin(ann, "study", plays="40", seed="7"))
    assert "40 games by cautious" in shown
    assert len(re.findall(r"Game \d+:", shown)) == 10
    assert "undercroft study tomb" in shown
    begin(ann, "study", plays="10", seed="7")  # at once: the first is over


def test_a_number_is_varied_and_curves_are_drawn(server: Server) -> None:
    ann = somebody(server)
    form = {"row.9s.number": "9", "over": "9s.number", "first": "7", "last": "9"}
    shown = done(ann, begin(ann, "sweep", plays="10", seed="7", **form))
    assert "3 cells of 10 games each" in shown
    assert shown.count("<polyline") > 3
    assert "undercroft sweep tomb" in shown
    assert "--over 9s.number=7..9" in shown


def test_a_profile_says_what_cards_skill_and_choices_do(server: Server) -> None:
    ann = somebody(server)
    shown = done(ann, begin(ann, "profile", plays="10", seed="7"))
    for text in ("10 games", "<svg", "undercroft profile tomb --plays 10 --seed 7"):
        assert text in shown
    run = begin(ann, "profile", game="talisman", plays="10000", seed="7")
    assert ann.post(f"{run}/cancel").status_code == 303
    assert ann.get(run).status_code == 404


def test_a_profile_that_has_taken_long_enough_tells_what_it_has_found(tmp_path: Path) -> None:
    work(Job(Profile(Study("tomb", ("random",), 500, "7", 1)), tmp_path / "run.json", seconds=0))
    _, found = (tmp_path / "run.json").read_bytes().split(b"\n", 1)
    run = msgspec.json.decode(found, type=Found)
    assert (run.played, run.wanted) == (1, 500)


def test_a_run_that_has_taken_long_enough_tells_what_it_has_found(tmp_path: Path) -> None:
    study = Study("tomb", ("random",), 5_000, "7", 1)
    work(Job(study, tmp_path / "run.json", seconds=0))
    _, found = (tmp_path / "run.json").read_bytes().split(b"\n", 1)
    run = msgspec.json.decode(found, type=Found)
    assert (run.played, run.wanted) == (10, 5_000)
    assert len(run.games) == 10


def test_one_run_at_a_time_and_one_can_be_cancelled_by_its_owner(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    run = begin(ann, "study", plays="10000", bot="expert")
    refused = ann.post("/lab/tomb", data={"do": "study"})
    assert (refused.status_code, "One run at a time" in refused.text) == (422, True)
    assert ben.post(f"{run}/cancel").status_code == 403
    assert ann.post(f"{run}/cancel").status_code == 303
    assert ann.get(f"{run}/progress").json() == {"progress": None, "done": False}
    gone = ann.get(run)
    assert (gone.status_code, "No such run" in gone.text) == (404, True)
    end = time.monotonic() + WAIT
    while ann.post("/lab/tomb", data={"do": "study", "plays": "10"}).status_code != 303:
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"do": "keep"}, "changes nothing yet"),
        ({"do": "compare"}, "changes nothing yet"),
        ({"do": "compare", **NINE, "row.9s.number": "x"}, "expected a whole number"),
        ({"do": "compare", **NINE, "row.9s.number": "9" * 30}, "expected a whole number"),
        ({"do": "compare", **NINE, "row.9s.rank": "3"}, "unknown key"),
        ({"do": "compare", **NINE, "row.nobody.number": "3"}, "no component"),
        ({"do": "compare", **NINE, "option.luck": "3"}, "unknown option"),
        ({"do": "compare", **NINE, "title": "a\nb"}, "expected a text of one line"),
        ({"do": "study", "plays": "10001"}, "10 to 10,000 games"),
        ({"do": "study", "plays": "-5"}, "10 to 10,000 games"),
        ({"do": "study", "seats": "9"}, "1 to 2 seats"),
        ({"do": "study", "bot": "os:system"}, "No bot"),
        ({"do": "study", "others": "os:system", "seats": "2"}, "No bot"),
        ({"do": "study", "seed": "a b"}, "without spaces"),
        ({"do": "add", "add": "nobody"}, "no component"),
        ({"do": "sweep", "over": "9s.number"}, "Pick what to vary"),
        ({"do": "sweep", "over": "stake", "first": "9", "last": "3"}, "last value from 9"),
        ({"do": "sweep", "over": "stake", "first": "1", "last": "90"}, "2 to 12 values"),
        ({"do": "dance"}, "Press one of the buttons"),
        ({}, "Press one of the buttons"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    server: Server, form: dict[str, str], said: str
) -> None:
    reply = somebody(server).post("/lab/tomb", data=form)
    assert reply.status_code == 422
    (line,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', reply.text)
    assert said in line


def test_bots_that_look_ahead_are_for_the_command_line(server: Server) -> None:
    ann = somebody(server)
    assert 'value="seer"' not in ann.get("/lab/labyrintheus").text
    reply = ann.post("/lab/labyrintheus", data={"do": "study", "bot": "seer"})
    assert (reply.status_code, "it looks ahead" in reply.text) == (422, True)


def test_addresses_that_nothing_is_at(server: Server) -> None:
    ann = somebody(server)
    for path in ("/lab/chess", "/lab/run/x", f"/lab/run/{'0' * 16}-{'a' * 16}"):
        assert ann.get(path).status_code == 404
    for path in ("/lab/variant/x", "/lab/variant/..%2f..%2fsecret", f"/lab/variant/{'0' * 16}"):
        assert ann.get(path).status_code == 404
    nothing = ann.post(f"/lab/run/{'0' * 16}-{'a' * 16}/open", data={"game": "0"})
    assert nothing.status_code == 422
    crowded = {f"row.9s.{number}": "1" for number in range(1000)}
    assert ann.post("/lab/tomb", data=crowded).status_code == 400


# -- the position editor --------------------------------------------------------------------------


@pytest.fixture
def over(server: Server) -> tuple[httpx2.Client, str, list[str]]:
    """A person with a finished game, and its answers."""
    person = somebody(server)
    play = begin_game(person, seed="7")
    play_out(person, play, first)
    journal = person.get(f"/play/{play}/journal").text
    return person, play, journal.split("\n\n", 1)[1].splitlines()


def test_what_luck_gave_is_changed_and_the_game_goes_on(
    over: tuple[httpx2.Client, str, list[str]],
) -> None:
    ann, play, lines = over
    card = lines[0].removeprefix("draw deck: ")
    page = f"/play/{play}/position"
    shown = ann.get(page, params={"at": 12, "change": 0}).text
    assert "What comes as answer 1?" in shown
    other = next(it for it in ("2s", "3s") if it != card)
    assert f"set=0%3A{other}" in shown
    changed = ann.get(page, params={"at": 12, "set": f"0:{other}"})
    assert changed.status_code == 200
    assert "(was" in changed.text
    begun = ""
    for do, fate in (("play", "sealed"), ("choose", "real-cards")):
        reply = ann.post(page, data={"at": "12", "sets": f"0:{other}", "do": do})
        assert reply.status_code == 303
        begun = reply.headers["location"].removeprefix("/play/")
        journal = ann.get(f"/play/{begun}/journal").text
        assert f"\ndraw deck: {other}\n" in journal
        assert ("sealed: " in journal) == (fate == "sealed")
    assert ann.get(f"/play/{begun}/position?at=0").status_code == 409  # it goes on


def test_a_study_begins_at_a_moment(over: tuple[httpx2.Client, str, list[str]]) -> None:
    ann, play, _ = over
    form = {"at": "9", "do": "study", "plays": "20", "seed": "3"}
    reply = ann.post(f"/play/{play}/position", data=form)
    assert reply.status_code == 303, reply.text
    shown = done(ann, reply.headers["location"])
    assert "From answer 10: " in shown
    assert "20 games by cautious" in shown
    opened = ann.post(f"{reply.headers['location']}/open", data={"game": "0"})
    assert opened.headers["location"].endswith("/replay#a9")
    assert ann.get(opened.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("at=x", "Expected a moment from 0"),
        ("at=9999", "Expected a moment from 0"),
        ("", "Expected a moment from 0"),
        ("at=9&set=1", "changes such as 12:9d"),
        ("at=9&set=0:zz", "is not open to"),
        ("at=9&set=9:2s", "choose one from 1 to 9"),
        ("at=9&" + "&".join(["set=0:2s"] * 31), "Expected at most 30 changes"),
    ],
)
def test_a_position_that_cannot_be(
    over: tuple[httpx2.Client, str, list[str]], query: str, said: str
) -> None:
    ann, play, _ = over
    reply = ann.get(f"/play/{play}/position?{query}")
    assert (reply.status_code, said in reply.text) == (422, True)
    form = {key: value for key, _, value in (pair.partition("=") for pair in query.split("&"))}
    if query.count("set=") <= 1:
        sent = {"at": form.get("at", ""), "sets": form.get("set", ""), "do": "play"}
        assert ann.post(f"/play/{play}/position", data=sent).status_code == 422


def test_a_position_is_for_its_players(
    server: Server, over: tuple[httpx2.Client, str, list[str]]
) -> None:
    (ann, play, _), ben = over, somebody(server)
    assert ben.get(f"/play/{play}/position?at=3").status_code in (403, 404)
    refused = ann.post(f"/play/{play}/position", data={"at": "3", "do": "dance"})
    assert refused.status_code == 422


def test_the_form_has_three_steps_and_what_is_rarely_wanted_is_folded(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 1080}, base_url=server.url)
    page = context.new_page()
    page.goto("/lab/labyrintheus")
    steps = page.locator(".step > legend").all_inner_texts()
    assert steps == ["What changes?", "Who plays?", "What do you want to know?"]
    compare = page.get_by_role("button", name="Compare with printed game")
    box = compare.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 1080  # all three are in sight
    for folded in ("Name of a new card", "Seed", "What to vary", "Last round"):
        expect(page.get_by_label(folded, exact=True)).to_be_hidden()
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true })")
    expect(page.get_by_label("What to vary")).to_be_visible()
    check_access(page)
    context.close()


def test_by_keyboard_on_a_phone_and_for_everybody(server: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
    page = context.new_page()

    def check() -> None:
        check_access(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.goto("/")
    page.locator("main").get_by_role("link", name="Lab").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Lab", exact=True)).to_be_visible()
    check()
    page.locator('main a[href="/lab/tomb"]').click()
    page.get_by_label("Component").select_option("9s")
    page.get_by_role("button", name="Change it").click()
    page.get_by_label("number").fill("12")
    page.get_by_label("Games to play").fill("30")
    check()
    page.get_by_role("button", name="Compare with printed game").click()
    expect(page.get_by_role("heading", name="Repeat it at the command line")).to_be_visible(
        timeout=WAIT * 1000
    )
    check()
    plot = page.locator(".report svg").first.bounding_box()
    assert plot is not None
    assert plot["x"] + plot["width"] <= 390  # nothing of it is cut off
    page.get_by_role("link", name="This variant").click()
    expect(page.get_by_text("number: 9 → 12")).to_be_visible()
    check()
    page.get_by_role("button", name="Play this variant").click()
    expect(page.locator("[data-board]")).to_be_visible()
    context.close()


def test_the_editor_opens_from_the_replay(
    server: Server, browser: Browser, over: tuple[httpx2.Client, str, list[str]]
) -> None:
    ann, play, _ = over
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": COOKIE, "value": ann.cookies[COOKIE], "url": server.url}])
    page = context.new_page()
    page.goto(f"/play/{play}/replay#a9")
    page.wait_for_selector("[data-ready]")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Change the position").click()
    expect(page.get_by_role("heading", name="Before answer 10")).to_be_visible()
    page.get_by_role("link", name="Change 1", exact=True).click()
    instead = page.get_by_role("region", name="What comes as answer 1?")
    instead.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("[?&]set="))
    expect(page.get_by_role("heading", name="Before answer")).to_be_visible()
    check_access(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Play on from here").click()
    expect(page).not_to_have_url(re.compile("/position"))
    expect(page.locator("[data-board]")).to_be_visible()
    context.close()
