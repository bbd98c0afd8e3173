"""Sweeps: cells on equal luck, and what is refused."""

import csv
import json
import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.driving import in_one_go
from undercroft.core.errors import BadOption, BadVariant
from undercroft.lab.compare.comparison import Comparison, compare
from undercroft.lab.compare.sweep import (
    MOST_CELLS,
    Axis,
    Sweep,
    Swept,
    cell_at,
    cells_of,
    lay_grid,
    read_axis,
    run_sweep,
    study_of,
)
from undercroft.lab.compare.swept import swept_as_data, swept_as_page, swept_as_text
from undercroft.lab.show.files import swept_table, write_csv
from undercroft.lab.show.svg import Curve, Point, bars, curves, scale
from undercroft.lab.study import Study, set_up

TOMB = Study("tomb", ("cautious",), 60, "7", measured=False)
WIN, SCORE = ("", "win", "1"), ("", "score", "1")


def laid(*over: str, sample: int | None = None, study: Study = TOMB) -> Sweep:
    return lay_grid(study, [*map(read_axis, over)], sample)


def found(sweep: Sweep, workers: int = 1) -> Swept:
    return run_sweep(sweep, workers, lambda _: None)


@pytest.fixture(scope="module")
def swept() -> Swept:
    return found(laid("start-hp=6,10", "start-torches=0..2"))


# -- the grid -------------------------------------------------------------------------------------


def test_axes() -> None:
    assert read_axis("start-hp=6..10") == Axis("start-hp", range(6, 11))
    assert read_axis("scroll=deck,hand,deck") == Axis("scroll", ["deck", "hand"])
    axes = [Axis("a", range(2)), Axis("b", ["x", "y", "z"])]
    assert [cell_at(axes, at) for at in (0, 1, 3)] == [("0", "x"), ("0", "y"), ("1", "x")]


def test_numbers_of_components_go_into_a_variant() -> None:
    text = 'game = "tomb"\ntitle = "Hard"\n[options]\nstart-hp = 8\n[rows.ks]\nworth = 15\n'
    base = TOMB._replace(variant=("hard.toml", text))
    sweep = laid("9s.number=9,12", "ks.worth=7", study=base)
    setting = set_up(study_of(sweep, ("12", "7")))
    assert (setting.game.rows["9s"].number, setting.game.rows["ks"].worth) == (12, 7)  # type: ignore[attr-defined]
    assert setting.options.given()["start-hp"] == "8"
    plain = set_up(study_of(laid("ks.worth=15", study=base), ("15",)))
    assert plain.game.variant == set_up(base).game.variant  # nothing was changed


def test_a_sample_is_picked_by_the_seed() -> None:
    over = ("ks.worth=0..99", "kh.worth=0..99")
    one, again = (laid(*over, sample=5) for _ in range(2))
    assert len({*one.cells}) == 5
    assert one == again != laid(*over, sample=5, study=TOMB._replace(seed="8"))
    assert laid("start-hp=6..10", sample=50).cells == laid("start-hp=6..10").cells


@pytest.mark.parametrize(
    ("over", "trouble"),
    [
        (["start-hp"], "write NAME=FIRST..LAST"),
        (["start-hp=6,,7"], "write NAME=FIRST..LAST"),
        (["start-hp=10..6"], r"runs backwards; write 6\.\.10"),
        (["start-hp=5..6"], "option start-hp: expected one of"),
        (["start-hp=6", "start-hp=7"], "given twice"),
        (["torches=1..2"], "unknown option 'torches'"),
        (["11s.number=1"], "unknown component '11s': undercroft rows tomb lists them"),
        (["9s.size=1"], "9s has no number 'size'; use one of: number, copies"),
        (
            ["ks.worth=0..999999999", "kh.worth=0..999999999"],
            "a sweep of 1,000,000,000,000,000,000",
        ),
        ([f"ks.worth=0..{MOST_CELLS}"], "at most 400; narrow a range"),
    ],
)
def test_what_cannot_be_swept_is_refused(over: list[str], trouble: str) -> None:
    with pytest.raises(BadOption, match=trouble):
        laid(*over)


def test_a_number_out_of_range_is_refused() -> None:
    with pytest.raises(BadVariant, match=r"rows.9s.number: expected a whole number from 0 to 99"):
        laid("9s.number=98..101")


# -- what is found --------------------------------------------------------------------------------


def test_cells_are_compared_on_equal_luck(swept: Swept) -> None:
    """A cell differs from the first as a comparison of the two says."""
    first, last = swept.sweep.cells[0], swept.sweep.cells[-1]
    studies = (study_of(swept.sweep, cell) for cell in (first, last))
    before, after = studies
    pairs = compare(Comparison(before, after), 1, lambda _: None).compared.pairs
    for key in (WIN, SCORE):
        assert cells_of(swept, key)[-1].difference == pairs.differences()[key]
        assert cells_of(swept, key)[0].difference.gap == 0


def test_one_worker_and_two_sweep_the_same(swept: Swept) -> None:
    assert swept_table(found(swept.sweep, 2)) == swept_table(swept)


def test_a_sweep_as_text_data_and_csv(swept: Swept, tmp_path: Path) -> None:
    text, data = swept_as_text(swept), swept_as_data(swept)
    assert "6 cells of 60 games each, seed 7" in text
    assert data["cells"][-1]["at"] == {"start-hp": "10", "start-torches": "2"}
    write_csv(swept_table(swept), tmp_path / "swept.csv")
    with (tmp_path / "swept.csv").open(newline="") as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 6 * len(data["cells"][0]["measures"])
    shares = [float(row["value"]) for row in rows if row["measure"].startswith("outcome")]
    assert sum(shares) == pytest.approx(6)


# -- pages ----------------------------------------------------------------------------------------


def pictures(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]  # noqa: S314 (our own)


def test_a_sweep_as_a_page(swept: Swept) -> None:
    html = swept_as_page(swept, "undercroft sweep tomb --seed 7 <&>")
    assert "undercroft sweep tomb --seed 7 &lt;&amp;&gt;" in html
    plots = pictures(html)
    assert len(plots) == len(swept_as_data(swept)["cells"][0]["measures"])
    names = {it.text for it in plots[0].iter() if it.tag.endswith("text")}
    curves = {f"Burnt-out torches {count}" for count in range(3)}
    assert curves | {"Starting hit points"} <= names
    assert len([it for it in plots[0].iter() if it.tag.endswith("polygon")]) == 3


def test_every_report_is_one_file_with_no_outside_link(tmp_path: Path) -> None:
    (tmp_path / "nine.toml").write_text('game = "tomb"\n[rows.9s]\nnumber = 10 # <b>\n')
    commands = [
        "study tomb --plays 60 --seed 7 --html study.html",
        "study tomb --plays 60 --where turn>3 --html where.html",
        "compare tomb --variant nine.toml --plays 60 --seed 7 --html compare.html",
        "sweep tomb --over start-hp=6,10 --plays 20 --seed 7 --html sweep.html --csv sweep.csv",
        "sweep tomb --over 9s.number=9,10 --plays 20 --seed 7 --json",
    ]
    done = in_one_go(tmp_path, commands)
    for command, each in done.items():
        assert (each.returncode, each.stderr) == (0, ""), command
    for command in commands[:4]:
        html = (tmp_path / command.split("--html ")[1].split()[0]).read_text("utf-8")
        typed = command.split(" --seed")[0].replace("turn>3", "'turn>3'")
        assert f"<pre>undercroft {typed}" in unescape(html)
        assert "--seed " in html
        assert "rules version 1, Python 3" in html
        assert not re.search(r"<(script|link|img|iframe)|\b(src|href)=|url\(|@import", html)
        assert {*re.findall(r"https?://[^\"' ]*", html)} <= {"http://www.w3.org/2000/svg"}
        assert pictures(html)
    assert "number = 10 # &lt;b&gt;" in (tmp_path / "compare.html").read_text("utf-8")
    assert len(json.loads(done[commands[4]].stdout)["cells"]) == 2


def test_scales_are_round_and_hold_all() -> None:
    for low, high in ((0.0, 1.0), (6.2, 9.9), (-3, 41), (5, 5), (0.0012, 0.0013)):
        steps = scale(low, high)
        assert steps[0] <= low
        assert steps[-1] >= high
        assert 2 <= len(steps) <= 8
    assert scale(6.2, 9.9) == [6, 7, 8, 9, 10]


def test_plots_of_one_point_and_of_odd_names() -> None:
    point = Point(3, 5, 5, 5, note="<only>")
    ElementTree.fromstring(curves([Curve("a&b", [point])], [(3, "3")], "x", "%"))  # noqa: S314
    ElementTree.fromstring(bars([("<none>", 0, "0")]))  # noqa: S314
