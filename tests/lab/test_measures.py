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
from undercroft.games import catalogue
from undercroft.lab.compare.pairs import FEW
from undercroft.lab.show.columns import MINUS, number
from undercroft.lab.show.measured import tables_as_data, tables_as_text, tables_of
from undercroft.lab.show.report import as_data, as_text, classes_of
from undercroft.lab.study import CHUNK, Study, play_chunk, run
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
    sheet = Sheet()
    sheet.note("knights", "all", won=True, hearts=3, depth=None)
    sheet.note("knights", "all", won=False, hearts=3, depth=4)
    assert sheet == {
        ("knights", "all", "won", True): 1,
        ("knights", "all", "won", False): 1,
        ("knights", "all", "hearts", 3): 2,
        ("knights", "all", "depth", 4): 1,
    }


def test_sheets_add_up_however_they_are_split():
    luck = random.Random(7)
    notes = [(luck.choice("ab"), luck.random() < 0.3, luck.randint(0, 5)) for _ in range(200)]

    def noted(some: list[tuple[str, bool, int]]) -> Sheet:
        sheet = Sheet()
        for row, had, value in some:
            sheet.note("table", row, yes=had, number=value)
            sheet.compare("things", row, had, value)
        return sheet

    for _ in range(5):
        cuts = sorted(luck.sample(range(200), 4))
        parts = [notes[a:b] for a, b in zip([0, *cuts], [*cuts, 200], strict=True)]
        luck.shuffle(parts)
        whole = Sheet()
        for part in parts:
            whole.update(noted(part))
        assert whole == noted(notes)
        assert tables_as_data(whole) == tables_as_data(noted(notes))


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
    sheet = Sheet()
    for thing, (won, lost, won_without, lost_without) in things.items():
        for had, value, times in (
            (True, True, won),
            (True, False, lost),
            (False, True, won_without),
            (False, False, lost_without),
        ):
            for _ in range(times):
                sheet.compare("cards", thing, had, value)
    return sheet


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
    sheet = Sheet()
    for row in ("gem-3", "gem-1", "gem-1"):
        sheet.note("gems", row, hauled=True)
    for row in ("10", "9", "9"):
        sheet.note("turns", row, points=1)
    lines = [line.strip() for line in tables_as_text(sheet, well.GAME) if line.startswith("  ")]
    rows = [line.split("  ")[0] for line in lines]
    assert rows == ["row", "a gem worth 1", "a gem worth 3", "row", "9", "10"]


def test_columns_are_aligned_and_headed_by_the_games_words():
    game = catalogue()["tomb"]
    sheet = Sheet()
    sheet.note("costs", "10d", hit_points=9, cards=0, treasure=10)
    assert [*tables_as_text(sheet, game)] == [
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
    tally = play_chunk(Study(name, ("random",), 10, "7", seats=seats), 0)
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
    names = {**vars(well), "Sequence": Sequence, "Sheet": Sheet}
    exec(compile(code, GUIDE.name, "exec"), names)  # noqa: S102 (our own page)
    sheet, luck = Sheet(), random.Random(7)
    bots = [well.GAME.new_bot("random", luck.random)]
    options, seats = well.GAME.read_options({})
    outcomes: Counter[str] = Counter()
    hauls = 0
    for _ in range(40):
        events: list[Event] = []
        play = simulate(well.GAME, options, seats, bots, luck.random, events)
        names["measure"](events, play.outcome, sheet)
        outcomes[play.outcome.name] += 1
        hauls += len(events)
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


def note_haul(sheet: Sheet, place: str, things: int) -> None:
    sheet.note("hauls", place, things=things, empty=not things)
    sheet.note("hauls", "all", things=things, lamp=None)


def test_notes_of_many_games_come_to_the_same_sheet() -> None:
    """A study counts at the end what it noted as it came."""
    luck = random.Random(5)
    sheet, notes = Sheet(), Notes()
    things = ("rope", "lamp", "coin")
    for _ in range(300):
        depth, had = luck.randrange(4) or None, {thing for thing in things if luck.random() < 0.4}
        for kept in (sheet, notes):
            kept.note("games", "all", depth=depth, won=depth == 2)
            kept.observe(note_haul, "cellar" if depth else "door", len(had))
            kept.among("things", things, had | {"elsewhere"}, len(had))
            kept.compare("others", "rope", "rope" in had, depth or 0)
    assert notes.counted() == sheet


def test_thousands_are_written_with_a_comma_wherever_a_number_stands() -> None:
    assert number(12_345.6, is_share=False) == "12,346"
    assert number(-1_234, is_share=False, signed=True) == f"{MINUS}1,234"
    assert str(estimate(Counter([1_500, 1_500]))).startswith("1,500.00")
    assert classes_of(Counter([1_000, 1_001]))[0][0] == "1,000"
    assert LAB.words.fill("{games:game|games}", {"games": 1_000}) == "1,000 games"
