"""Questions that pass by themselves: as much as a player wants, and nobody can tell."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from tests.web.harness import Table, set_up
from tests.web.sitting import answer, lay, table_of_two
from undercroft.core.game import Game
from undercroft.core.questions import Decision
from undercroft.games import catalogue, find_game
from undercroft.web.live import tables
from undercroft.web.live.people.passes import LEVELS, Passes

LABYRINTHEUS = find_game("labyrintheus")


def asked(id: str, *options: str, seat: int = 0, **about: object) -> Decision[Any]:
    return Decision(seat, id, [*options], about)


@pytest.mark.parametrize("game", catalogue().values(), ids=list(catalogue()))
def test_what_a_game_lets_pass_has_an_answer_that_passes(game: Game[Any, Any]) -> None:
    safe = game.passes | game.harmless
    for question, given in game.asides.items():
        assert given in game.words.tables["options"][question]
        assert given in safe


def test_each_level_asks_what_it_says() -> None:
    foreign = asked("roll", "play:wrong-foot", "pass", seat=1, fighter=0)
    own = asked("roll", "play:wrong-foot", "pass", seat=1, fighter=1)
    prep = asked("prep", "equip", "done", seat=1)
    given = {}
    for level in LEVELS:
        passes = Passes()
        passes.let(["P2"], level, stop=False)
        given[level] = [passes.of(it, LABYRINTHEUS) for it in (foreign, own, prep)]
    assert given == {
        "always": [None, None, None],
        "matters": ["pass", None, None],
        "stop": ["pass", "pass", None],
    }
    assert Passes().of(foreign, LABYRINTHEUS) is None  # a program that says nothing is asked
    tin = find_game("tin")
    passes = Passes()
    passes.let(["P1"], "matters", stop=False)
    potions = [asked("potion", "drink", "skip", hearts=hearts) for hearts in (4, 2)]
    assert [passes.of(it, tin) for it in potions] == ["skip", None]
    window = asked("window", "cast:sp-mend", "done", lives=4, xp=0)
    talisman = find_game("talisman")
    assert passes.of(window, talisman) is None
    passes.let(["P1"], "stop", stop=False)
    assert passes.of(window, talisman) == "done"


def test_a_stop_holds_for_one_question() -> None:
    passes, window = Passes(), asked("roll", "play:wrong-foot", "pass", fighter=1)
    passes.let(["P1"], "stop", stop=True)
    assert [passes.of(window, LABYRINTHEUS) for _ in range(3)] == [None, "pass", "pass"]


def test_nobody_can_tell_whether_a_seat_that_lets_all_pass_was_asked(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game twice: where Bob lets all pass, nothing that Ann is sent waits for him."""
    monkeypatch.setattr(tables, "new_seed", lambda: "passing")
    logs, waited = {}, {}
    for level in ("always", "stop"):
        play = table_of_two(ann, bob, "labyrintheus", **{"option__persona-choice": "random"})
        one, two = wires(ann, play), wires(bob, play)
        one.hear()
        two.hear()
        two.send("auto", level=level)
        two.refusal("lift", role="P9")  # what was sent before it has been read
        waited[level] = 0
        for _ in range(36):
            seen: Any = bob.get(f"/api/plays/{play}").json()
            label = seen["question"]["label"] if seen["question"] else ""
            waited[level] += label.removeprefix("P2 ") in LABYRINTHEUS.asides
            if seen["outcome"] is None:
                answer(play, ann, bob, pick=-1)
        one.refusal("lift", role="P9")
        steps = [step for frame in one.frames for step in frame.get("steps", ())]
        logs[level] = "".join(step["log"] for step in steps)
    assert waited["always"] > 0  # he held something, and she had to wait for him to pass ...
    assert waited["stop"] == 0  # ... but here it goes on at once, in the frame of her own answer
    length = min(map(len, logs.values()))
    assert length > 2_000
    assert logs["always"][:length] == logs["stop"][:length]


def test_one_undo_takes_back_the_last_real_answer_with_the_passes_after_it(
    ann: TestClient, wires: Any
) -> None:
    """What is asked when Ann undoes is what she answered herself, one after the other."""
    play = lay(ann, "labyrintheus", "random", **{"option__persona-choice": "random"})
    wire = wires(ann, play)
    wire.hear()
    wire.send("auto", level="stop")
    wire.refusal("lift", role="P9")
    asked: list[str] = []
    while (shown := ann.get(f"/api/plays/{play}").json())["outcome"] is None and len(asked) < 24:
        asked.append(shown["question"]["prompt"])
        answer(play, ann, pick=-1)
    for prompt in reversed(asked):
        shown = ann.post(f"/api/plays/{play}/undo", json={"at": shown["at"]}).json()
        assert shown["question"]["prompt"] == prompt
    assert not shown["undo"]
    for prompt in asked[1:]:
        shown = ann.post(f"/api/plays/{play}/redo", json={"at": shown["at"]}).json()
        assert shown["question"]["prompt"] == prompt


def test_an_undo_among_several_takes_ones_own_passes_along_and_counts_as_one(
    ann: TestClient, bob: TestClient, wires: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "new_seed", lambda: "2")
    play = table_of_two(ann, bob, "labyrintheus", **{"option__persona-choice": "random"})
    people = (ann, bob)
    pair = [wires(one, play) for one in people]
    for wire in pair:
        wire.hear()
        wire.send("auto", level="stop")
        wire.refusal("lift", role="P9")
    for _ in range(3):
        answer(play, *people, pick=-1)
    before: Any = [one.get(f"/api/plays/{play}").json() for one in people]
    who, came = answer(play, *people, pick=-1)
    assert came == 2  # in this deal: `cleanup: done`, and `turn: pass` by itself
    pair[who].send("undo", at=people[who].get(f"/api/plays/{play}").json()["at"])
    plea = pair[1 - who].hear(having="'plea': {'name")
    pair[1 - who].send("consent", at=plea["at"], agrees=True)
    pair[who].hear(having="'again': True")
    back: Any = [one.get(f"/api/plays/{play}").json() for one in people]
    assert back[who]["question"]["prompt"] == before[who]["question"]["prompt"]
    assert {it["at"] // 1_000_000 for it in back} == {1}


# -- in a real browser ----------------------------------------------------------------------------


def dungeon(page: Page, **settings: str) -> Table:
    """Begin a game of Tin, with some settings."""
    set_up(page, "tin")
    for name, value in settings.items():
        page.evaluate(f"localStorage.setItem('undercroft-{name}', '{value}')")
    page.get_by_label("Seed, for a deal you choose").fill("rose")
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    return table


def potions_asked(page: Page, table: Table) -> int:
    """Play by the hints for a while; count how often a potion is asked about."""
    asked = 0
    for _ in range(14):
        asked += page.locator('.option[data-answer="drink"]').count()
        page.keyboard.press("h")
        page.wait_for_selector(".option.hinted", timeout=20_000)
        table.click(".option.hinted")
        if table.is_over:
            break
    return asked


def test_the_key_stops_what_would_pass_and_the_setting_says_how_much(page: Page) -> None:
    table = dungeon(page, auto="stop")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    expect(page.locator("[data-message]")).to_have_text("You will be asked at your next question.")
    page.keyboard.press("s")
    assert potions_asked(page, table) == 0
    page.goto("/settings")
    page.get_by_role("group", name="Ask me").get_by_label("every time").check()
    page.go_back()
    table.settle()
    expect(stop).to_be_hidden()
    assert not table.errors


def test_dice_wait_for_the_press_of_a_player_who_throws_them(page: Page) -> None:
    table = dungeon(page, dice="own", auto="stop")
    roll = page.get_by_role("button", name="Roll", exact=True)
    for _ in range(14):
        before = table.picture
        page.locator(".option").last.click()
        page.wait_for_function(
            "before => document.querySelector('.roll') || document.querySelector('.option')"
            " && !document.querySelector('[data-sent]') && document.querySelector('[data-log]')"
            ".innerHTML + document.querySelector('[data-part=prompt]').innerHTML !== before",
            arg=before,
        )
        if roll.count():
            break
    expect(roll).to_be_focused()
    assert "Rolled" not in table.lines[-1]
    page.keyboard.press("Enter")
    expect(roll).to_have_count(0)
    table.settle()
    assert any("Rolled" in line for line in table.lines)
    assert not table.errors
