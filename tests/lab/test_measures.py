"""What games measure of their plays: counted right, added up in any order, told in their words."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from examples import well
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.measuring.intervals import difference, estimate, mean
from undercroft.core.measuring.measures import Notes, Sheet
from undercroft.core.play import simulate
from undercroft.core.running.direct import interpreted
from undercroft.games import catalogue
from undercroft.lab.compare.pairs import FEW
from undercroft.lab.show.columns import MINUS, number
from undercroft.lab.show.measured import tables_as_data, tables_as_text, tables_of
from undercroft.lab.show.report import as_data, as_text, classes_of
from undercroft.lab.study import CHUNK, Study, play_chunks, run
from undercroft.lab.words import LAB

GUIDE = Path(__file__).parents[2] / "docs/guide/studies.md"
GAMES = [*catalogue().values()]
SEATED = [
    (game.id, seats) for game in GAMES for seats in sorted({*game.seats, min(3, game.seats[1])})
]


def found(study: Study, workers: int = 1) -> dict[str, Any]:
    return as_data(run(study, workers, lambda _: None))


# -- sheets ---------------------------------------------------------------------------------------


def test_what_was_noted_is_counted():
    notes = Notes()
    notes.note("knights", "all", won=True, hearts=3, depth=None)
    notes.note("knights", "all", won=False, hearts=3, depth=4)
    assert notes.counted() == {
        ("knights", "all", "won", True): 1,
        ("knights", "all", "won", False): 1,
        ("knights", "all", "hearts", 3): 2,
        ("knights", "all", "depth", 4): 1,
    }


def test_sheets_add_up_however_they_are_split():
    luck = random.Random(7)
    seen = [(luck.choice("ab"), luck.random() < 0.3, luck.randint(0, 5)) for _ in range(200)]

    def noted(some: list[tuple[str, bool, int]]) -> Sheet:
        notes = Notes()
        for row, had, value in some:
            notes.note("table", row, yes=had, number=value)
            notes.compare("things", row, had, value)
        return notes.counted()

    for _ in range(5):
        cuts = sorted(luck.sample(range(200), 4))
        parts = [seen[a:b] for a, b in zip([0, *cuts], [*cuts, 200], strict=True)]
        luck.shuffle(parts)
        whole = Sheet()
        for part in parts:
            whole.update(noted(part))
        assert whole == noted(seen)
        assert tables_as_data(whole) == tables_as_data(noted(seen))


# -- estimates ------------------------------------------------------------------------------------


def test_yes_and_no_make_a_share():
    found = estimate({True: 5, False: 5})
    assert found.is_share
    assert (found.times, found.value) == (10, 0.5)
    assert (found.low, found.high) == pytest.approx((0.2366, 0.7634), abs=0.0001)
    assert str(found) == "50.0 ±26.3%"


def test_numbers_make_a_mean_even_if_they_are_none_but_0_and_1():
    found = estimate({0: 50, 1: 50})
    assert not found.is_share
    assert found.value == 0.5
    assert found.high - found.value == pytest.approx(1.96 * 0.5025 / 10, abs=0.0001)
    assert str(estimate({7: 1})) == "7.00"  # one observation says nothing about its error
    assert str(estimate({-7: 1})) == "\N{MINUS SIGN}7.00"


def test_a_difference_of_shares_is_newcombes():
    """Newcombe 1998, example (a), method 10: 56 of 70 against 48 of 80."""
    found = difference(estimate({True: 56, False: 14}), estimate({True: 48, False: 32}))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=0.0001)


def test_a_difference_of_means_adds_their_variances():
    one, other = estimate({2: 30, 4: 30}), estimate({1: 20, 2: 20})
    found = difference(one, other)
    assert found.value == 1.5
    halves = (one.high - one.value, other.high - other.value)
    assert (found.high - found.value) ** 2 == pytest.approx(halves[0] ** 2 + halves[1] ** 2)


# -- tables ---------------------------------------------------------------------------------------


def compared(**things: tuple[int, int, int, int]) -> Sheet:
    """Compare things: wins and losses with it, wins and losses without it."""
    notes = Notes()
    for thing, (won, lost, won_without, lost_without) in things.items():
        for had, value, times in (
            (True, True, won),
            (True, False, lost),
            (False, True, won_without),
            (False, False, lost_without),
        ):
            for _ in range(times):
                notes.compare("cards", thing, had, value)
    return notes.counted()


def test_compared_things_come_by_what_they_bring_and_the_least_seen_last():
    sheet = compared(
        poor=(10, 90, 50, 50), rare=(FEW - 1, 0, 50, 50), rich=(90, 10, 50, 50), none=(0, 0, 5, 5)
    )
    lines = [*tables_as_text(sheet, well.GAME)]
    assert [line.split()[0] for line in lines[2:6]] == ["rich", "poor", "rare", "none"]
    data = tables_as_data(sheet)["cards"]
    assert data["rich"]["difference"]["share"] == pytest.approx(0.4)
    assert data["rich"]["with"] == {
        "count": 100,
        "share": 0.9,
        "interval": pytest.approx([0.8256, 0.9448], abs=0.0001),
    }
    assert "difference" not in data["none"]


def test_components_come_in_their_order_and_numbers_by_size():
    notes = Notes()
    for row in ("gem-3", "gem-1", "gem-1"):
        notes.note("gems", row, hauled=True)
    for row in ("10", "9", "9"):
        notes.note("turns", row, points=1)
    lines = [
        line.strip() for line in tables_as_text(notes.counted(), well.GAME) if line.startswith("  ")
    ]
    rows = [line.split("  ")[0] for line in lines]
    assert rows == ["row", "a gem worth 1", "a gem worth 3", "row", "9", "10"]


def test_columns_are_aligned_and_headed_by_the_games_words():
    game = catalogue()["tomb"]
    notes = Notes()
    notes.note("costs", "10d", hit_points=9, cards=0, treasure=10)
    assert [*tables_as_text(notes.counted(), game)] == [
        "What encounters cost",
        "  Encounter       met  hit points  cards lost  treasure lost",
        "  10 of diamonds    1        9.00        0.00          10.00",
        "",
    ]


# -- studies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_measuring_changes_nothing_else(game: Game[Any, Any]) -> None:
    study = Study(game.id, ("random",), 5, "7")
    measured, plain = (run(study._replace(measured=m), 1, lambda _: None) for m in (True, False))
    assert bool(measured.tally.sheet) == (game.measure is not None)
    assert not plain.tally.sheet
    assert replace(measured.tally, sheet=Sheet()) == plain.tally
    assert as_data(plain)["measures"] == {}


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_what_is_not_measured_need_not_be_told(name: str, seats: int) -> None:
    game = interpreted(catalogue()[name])
    assert game.measure is not None
    options, _ = game.read_options({}, seats)
    sheets, heard = [], []
    for measuring in (True, False):
        luck, notes, events = random.Random(6).random, Notes(), list[Event]()
        bots = [game.new_bot("random", luck) for _ in range(seats)]
        for _ in range(5):
            told: list[Event] = []
            play = simulate(game, options, seats, bots, luck, told, measuring=measuring)
            game.measure(told, play.outcome, notes)
            events += told
        sheets.append(notes.counted())
        heard.append(events)
    assert sheets[0] == sheets[1]
    assert heard[0] == [event for event in heard[1] if type(event) in game.measured]


@pytest.mark.parametrize(("game", "plays"), [("tomb", CHUNK + 7), ("tin", CHUNK + 3)])
def test_one_worker_and_two_measure_the_same(game: str, plays: int) -> None:
    study = Study(game, ("random",), plays, "7")
    one, two = (found(study, workers)["measures"] for workers in (1, 2))
    assert one == two
    assert one["cards"]


@pytest.mark.parametrize(("name", "seats"), SEATED)
def test_everything_measured_has_words(name: str, seats: int) -> None:
    game = catalogue()[name]
    words = game.words.tables.get("measures", {})
    tally = play_chunks(Study(name, ("random",), 10, "7", seats=seats), [0])
    for table, rows in tables_of(tally.sheet).items():
        assert {"title", "row", "seen"} <= words[table].keys()
        for row, cells in rows.items():
            assert cells.keys() <= words[table].keys(), table
            titled = row in words[table] or game.words.title(row) != row or row in game.rows
            assert row.isdigit() or titled, (table, row)


def test_a_report_has_the_tables_and_without_measures_none():
    study = Study("tomb", ("random",), 50, "7")
    measured, plain = (
        as_text(run(study._replace(measured=m), 1, lambda _: None)) for m in (True, False)
    )
    assert "How encounters were settled" in measured
    assert "How encounters were settled" not in plain


def test_the_guides_measure_works_on_the_games_example():
    """A game without a measure gets one by the lines in the guide."""
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    names = {**vars(well), "Sequence": Sequence, "Notes": Notes}
    exec(compile(code, GUIDE.name, "exec"), names)  # noqa: S102 (our own page)
    notes, luck = Notes(), random.Random(7)
    bots = [well.GAME.new_bot("random", luck.random)]
    options, seats = well.GAME.read_options({})
    outcomes: Counter[str] = Counter()
    hauls = 0
    for _ in range(40):
        events: list[Event] = []
        play = simulate(well.GAME, options, seats, bots, luck.random, events)
        names["measure"](events, play.outcome, notes)
        outcomes[play.outcome.name] += 1
        hauls += len(events)
    sheet = notes.counted()
    plays = tables_of(sheet)["plays"]
    assert well.GAME.measure is None
    assert {name: row["rich"].times for name, row in plays.items()} == outcomes
    assert sum(row["hauls"].value * row["hauls"].times for row in plays.values()) == hauls
    assert {row for table, row, *_ in sheet if table == "stones"} == well.ROWS.keys()


def test_the_mean_of_what_is_measured_is_that_of_the_scores():
    plays = CHUNK + 50  # so that two sheets are added
    findings = run(Study("tomb", ("random",), plays, "7"), 1, lambda _: None)
    games = tables_of(findings.tally.sheet)["games"]
    assert games["all"]["points"].value == pytest.approx(mean(findings.tally.scores[0]))
    assert {row: cells["points"].times for row, cells in games.items()} == {
        "all": plays,
        **findings.tally.outcomes,
    }


def note_haul(notes: Notes, place: str, things: int) -> None:
    notes.note("hauls", place, things=things, empty=not things)
    notes.note("hauls", "all", things=things, lamp=None)


def test_what_is_seen_often_is_counted_as_often() -> None:
    luck = random.Random(5)
    things = frozenset({"rope", "lamp", "coin"})
    at_once, at_the_end = Notes(), Notes()
    expected: Counter[tuple[str, str, str, float]] = Counter()
    for _ in range(300):
        place, had = luck.choice(["cellar", "door"]), {one for one in things if luck.random() < 0.4}
        note_haul(at_once, place, len(had))
        at_the_end.observe(note_haul, place, len(had))
        for notes in (at_once, at_the_end):
            notes.among("things", things, had | {"elsewhere"}, len(had))
            notes.compare("others", "rope", "rope" in had, len(had))
        for thing in things:
            expected["things", thing, "with" if thing in had else "without", len(had)] += 1
        expected["others", "rope", "with" if "rope" in had else "without", len(had)] += 1
        for row in (place, "all"):
            expected["hauls", row, "things", len(had)] += 1
        expected["hauls", place, "empty", not had] += 1
    assert at_once.counted() == at_the_end.counted() == expected
    assert at_the_end.counted() == expected  # again


def test_thousands_are_written_with_a_comma_wherever_a_number_stands() -> None:
    assert number(12_345.6, is_share=False) == "12,346"
    assert number(-1_234, is_share=False, signed=True) == f"{MINUS}1,234"
    assert str(estimate(Counter([1_500, 1_500]))).startswith("1,500.00")
    assert classes_of(Counter([1_000, 1_001]))[0][0] == "1,000"
    assert LAB.words.fill("{games:game|games}", {"games": 1_000}) == "1,000 games"
