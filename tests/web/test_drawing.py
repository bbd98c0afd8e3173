"""Drawn parts are remembered; what is remembered is what would be drawn. Steps end in the whole."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from markupsafe import Markup

from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate
from undercroft.core.variants import with_variant
from undercroft.games import find_game
from undercroft.games.talisman.choices import Cast
from undercroft.games.talisman.components.rows import ROWS
from undercroft.games.tomb.events import EncounterMet
from undercroft.games.tomb.show.luck import luck
from undercroft.rulebook import for_players, read_clauses, rules_of
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals
from undercroft.web.draw.drawing import (
    MOST_VARIANTS,
    Drawing,
    drawing_of,
    drawings,
    shown,
    templates,
)
from undercroft.web.draw.rules_page import rules_html
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.tables import Tables
from undercroft.web.live.viewing.moments import Watcher
from undercroft.web.socket.connection import Connection


def plays(count: int, **options: Any) -> Any:
    """Play at random, giving the play at each question."""
    for seed in range(count):
        chance = random.Random(seed)
        play = Play(find_game("tomb"), options, fates=Seeded(str(seed)))
        yield play
        while play.question:
            play.answer(chance.choice(play.question.choices))
            yield play


def test_a_remembered_part_is_the_part_that_would_be_drawn() -> None:
    warm = drawings()["tomb"]
    for play in plays(12):
        cold = Drawing(find_game("tomb"), templates())
        view = play.view(0)
        assert warm.parts(view, play.question) == cold.parts(view, play.question)
        assert warm.prompt(play.question, False) == cold.prompt(play.question, False)


def test_a_drawing_escapes_what_comes_in_and_leaves_alone_what_has_been_drawn() -> None:
    drawn = Markup("<i>") * 2
    template = templates().from_string("{{ text }}{{ drawn }}{{ number }}")
    assert template.render(text="<b> & '", drawn=drawn, number=3) == "&lt;b&gt; &amp; &#39;<i><i>3"
    assert shown(drawn) is drawn


def test_a_log_line_is_what_the_words_say_whatever_was_told_before() -> None:
    warm = drawings()["tomb"]
    for play in plays(20):
        for event in play.events[-6:]:
            assert warm.line(event).text == play.game.words.event(event)


def test_a_duel_on_one_deal_is_laid_out_for_onlookers_too_and_shows_them_nothing() -> None:
    """Whoever looks on, or covers the screen, is sent the same parts as the players."""
    drawing = drawings()["tomb"]
    play = Play(find_game("tomb"), {"deal": "same"}, seats=2, fates=Seeded("rose"))
    while play.question:
        own, looked_on = (drawing.parts(play.view(seat), play.question) for seat in (0, None))
        assert own.keys() == looked_on.keys()
        assert drawing.layout(looked_on)
        assert "Cards stay hidden" in own["rivals"]
        seen = play.view(0).tombs[0]
        for card in {*seen.hand, *seen.column, *seen.torches}:
            assert f'data-glide="{card}"' not in "".join(looked_on.values())
        play.answer(play.question.choices[0])
    assert "Cards stay hidden" not in drawing.parts(play.view(None), None)["rivals"]


def test_an_encounter_lies_on_the_table_when_it_is_told_of() -> None:
    game = find_game("tomb")
    for seed in range(8):
        chance, fates = random.Random(seed), Seeded(str(seed))
        watcher = Watcher(Play(game), drawings()["tomb"].beats, (0,))
        watcher.settle()
        counts: Counter[str] = Counter()
        while question := watcher.play.question:
            if isinstance(question, Fate):
                watcher.play.answer(fates(question, counts[question.id]))
                counts[question.id] += 1
            else:
                watcher.play.answer(chance.choice(question.choices))
            watcher.settle()
        for moment in watcher.moments:
            event = watcher.play.events[moment.told - 1]
            if isinstance(event, EncounterMet):
                assert event.card in moment.views[0].tombs[0].column


def test_every_option_lies_on_the_table_where_it_can() -> None:
    """Each option's place is drawn as a button, but for those that lie on no card."""
    drawing = drawings()["tomb"]
    for play in plays(40):
        if play.question:
            drawn = "".join(drawing.parts(play.view(0), play.question).values())
            for choice in drawing.choices(play.question):
                assert choice.place, choice
                assert f'data-answer="{choice.answer}"' in drawn


def test_a_drawn_table_is_a_few_kilobytes() -> None:
    drawing = drawings()["tomb"]
    sizes = [
        sum(map(len, drawing.parts(play.view(0), play.question).values())) for play in plays(9)
    ]
    assert max(sizes) < 16_000
    assert sum(sizes) / len(sizes) < 8_000


class Ear:
    """A socket that only listens."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    async def send(self, message: Any) -> None:
        self.frames.append(msgspec.json.decode(message["text"]))


@pytest.mark.parametrize("steps", [True, False])
def test_the_steps_that_are_sent_end_in_the_table_as_it_stands(tmp_path: Path, steps: bool) -> None:
    async def play_and_compare(tables: Tables, seed: str) -> None:
        live = await tables.create("ann", NewTable(game="tomb", seed=seed))
        ear = Ear()
        page = Connection(ear, tables, live, ["P1"], steps=steps)  # type: ignore[arg-type]
        page.begin(None)
        live.connections.add(page)
        writing = asyncio.create_task(page.write())
        chance = random.Random(seed)
        while live.question:
            choice = chance.choice(list(map(str, live.question.choices)))
            await live.answer(tables.journals, ["P1"], choice, live.number(["P1"]))
            if chance.random() < 0.2:
                await live.undo(tables.journals, ["P1"], live.number(["P1"]), redo=False)
        async with asyncio.timeout(60):
            while not page._out.empty():  # noqa: ASYNC110 (a queue tells nobody that it is empty)
                await asyncio.sleep(0)
        writing.cancel()
        shown: dict[str, str] = {}
        log = ""
        for frame in ear.frames:
            log = "" if frame["again"] else log
            for step in frame["steps"]:
                shown |= step["parts"]
                log += step["log"]
                assert bool(shown["prompt"]) == (step is frame["steps"][-1] and not frame["over"])
        fresh = Connection(Ear(), tables, live, ["P1"], steps=steps)  # type: ignore[arg-type]
        fresh.begin(None)
        last = msgspec.json.decode(fresh._out.get_nowait() or b"")
        assert ear.frames[-1]["at"] == last["at"] == live.number(["P1"])
        assert shown == last["steps"][0]["parts"]
        assert log == last["steps"][0]["log"]

    async def run() -> None:
        journals = Journals(open_database(f"sqlite:///{tmp_path}/plays.db"))
        try:
            tables = Tables(journals, 100)
            for seed in range(10):
                await play_and_compare(tables, f"steps {seed}")
        finally:
            journals.close()

    asyncio.run(run())


def test_plays_that_were_forgotten_are_made_anew_from_the_database(tmp_path: Path) -> None:
    async def run() -> None:
        journals = Journals(open_database(f"sqlite:///{tmp_path}/plays.db"))
        try:
            tables = Tables(journals, 3)
            created = [
                await tables.create("ann", NewTable(game="tomb", seed=str(n))) for n in range(10)
            ]
            for live in reversed(created):
                again, roles = await tables.of(live.record.id, "ann")
                assert roles == ["P1"]
                assert again.play.view(0) == live.play.view(0)
                assert again.play.lines == live.play.lines
                assert (again is live) == (live in created[-3:])
        finally:
            journals.close()

    asyncio.run(run())


def test_a_variants_own_numbers_are_drawn() -> None:
    rich = with_variant('game = "tomb"\n[rows.5d]\nworth = 50\n', "rich.toml", find_game)
    assert rich.rows["5d"].worth == 50  # type: ignore[attr-defined]


def test_the_drawing_of_a_variant_in_use_is_kept_however_many_others_come() -> None:
    def worth(n: int) -> Game[Any, Any]:
        return with_variant(f'game = "tomb"\n[rows.5d]\nworth = {n}\n', f"{n}.toml", find_game)

    used = worth(50)
    drawing = drawing_of(used)
    for n in range(MOST_VARIANTS + 2):
        drawing_of(worth(51 + n))
        assert drawing_of(used) is drawing


@pytest.mark.parametrize("id", sorted(drawings()))
def test_every_label_in_a_games_templates_is_among_its_words(id: str) -> None:
    drawing = drawings()[id]
    loader = templates().loader
    assert loader is not None
    pages = [page for page in loader.list_templates() if page.startswith(f"{id}/")]
    sources = [loader.get_source(templates(), page)[0] for page in pages]
    used = {key for source in sources for key in re.findall(r'\blabel\("([^"]+)"', source)}
    assert sorted(used - drawing.words.tables.get("table", {}).keys()) == []


def test_a_table_is_drawn_while_a_spell_may_save_a_life() -> None:
    play = Play(find_game("talisman"), {}, 2, Seeded("saved"))
    spell: Any = ROWS["sp-guarding-hand"]
    options = [Cast(spell), "suffer"]
    asked = Decision(0, "life-spell", options, {"foe": "ice-dragon", "lives": 5}, secret=True)
    drawn = drawings()["talisman"].parts(play.view(0), asked, told=play.events_for(0))
    assert drawn["scene"]


def test_a_label_is_filled() -> None:
    assert "Turn 3 of 200" in drawings()["tin"].label("turn", turn=3, cap=200, rescued="")


def test_luck_is_counted_beside_what_was_to_be_expected() -> None:
    """Over many plays luck evens out."""
    got = expected = 0.0
    for play in plays(150):
        if play.outcome:
            counted = luck(play.events, play.game.rows)
            got += counted.won
            expected += counted.chances
            assert counted.turned == sum(line.startswith("draw") for line in play.lines)
            assert all(average <= 4 for _, _, average in counted.kinds)
    assert abs(got - expected) < 0.1 * expected


def test_rules_pages_show_html_as_text() -> None:
    html, _ = rules_html("- **T-1** <script>alert(1)</script>\n- **T-1** again\n")
    assert "<script>" not in html
    assert html.count('id="T-1"') == 1


def test_rules_pages_have_contents_that_lead_somewhere() -> None:
    html, sections = rules_html("# A\n\n## 1 B\n\n### c\n\n## 2. `D` (or not)\n")
    assert [(section.level, section.title) for section in sections] == [
        ("h1", "A"),
        ("h2", "1 B"),
        ("h2", "2. D"),
    ]
    assert all(html.count(f'id="{section.id}"') == 1 for section in sections)


def test_rules_pages_leave_out_what_is_for_implementers() -> None:
    page = """## 1 Play

### State (for implementers)

kept in `unseen`

```
## no heading
```

### Cards

draw one

---

## 2 Events (for implementers)

### SC-01 A scenario

---

## 3 End

over

---

## 4 Modules (for implementers)

`rules.py`
"""
    shown = [line for line in for_players(page).splitlines() if line]
    assert shown == ["## 1 Play", "### Cards", "draw one", "---", "## 3 End", "over"]


@pytest.mark.parametrize("game", ["tomb", "tin", "labyrintheus", "talisman"])
def test_players_can_read_every_clause_that_their_game_names(game: str) -> None:
    page = for_players(rules_of(game))
    assert "(for implementers)" in rules_of(game)
    assert "(for implementers)" not in page
    named = {*clauses_in(find_game(game).words.tables)}
    assert len(named) > 20
    clauses = dict(read_clauses(page))
    assert sorted(named - {*clauses}) == []
    assert [clause for clause, text in clauses.items() if "*" in text] == []


def clauses_in(words: Mapping[str, Any]) -> Iterator[str]:
    for name, value in words.items():
        if name == "clause":
            yield value
        elif isinstance(value, Mapping):
            yield from clauses_in(value)


@pytest.mark.parametrize(("game", "bar"), [("labyrintheus", "status"), ("talisman", "bar")])
def test_after_the_end_it_is_nobodys_turn(game: str, bar: str) -> None:
    drawing, chance = drawings()[game], random.Random(0)
    play = Play(find_game(game), {"round-cap": 20}, seats=2, fates=Seeded("over"))
    assert "Game over" not in drawing.parts(play.view(0), None, told=play.events)[bar]
    while play.question:
        play.answer(chance.choice(play.question.choices))
    for seat in (0, 1, None):
        parts = drawing.parts(play.view(seat), None, told=play.events)
        assert "Game over" in parts[bar]
        drawn = unescape("".join(parts.values()))
        signs = ("Your turn", "'s turn", " plays", " acting", '"playing"', " active")
        assert not [sign for sign in signs if sign in drawn]
