"""Findings as tables in files, for spreadsheets and notebooks: CSV, and Parquet."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from undercroft.core.errors import Refused
from undercroft.core.extras import to_install
from undercroft.core.measuring.intervals import mean, mean_interval, wilson
from undercroft.lab.compare.comparison import Verdict
from undercroft.lab.compare.sweep import Swept
from undercroft.lab.compare.swept import measures
from undercroft.lab.profile import Portrait
from undercroft.lab.show.measured import tables_of
from undercroft.lab.show.profiled import cards_of
from undercroft.lab.study import Findings
from undercroft.lab.words import say

Value = str | int | float | bool | None


class Table(NamedTuple):
    """Headings, and rows under them; a column has values of one kind."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Value]]


def write_csv(table: Table, file: Path) -> None:
    """Write a CSV file; numbers have all digits that matter."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow(table.heads)
        for row in table.rows:
            out.writerow([f"{it:.10g}" if isinstance(it, float) else it for it in row])


def write_parquet(table: Table, file: Path) -> None:
    """Write a Parquet file."""
    arrow, parquet = arrows()
    columns = {head: [row[at] for row in table.rows] for at, head in enumerate(table.heads)}
    parquet.write_table(arrow.table(columns), file)


def arrows() -> tuple[Any, Any]:
    """Import PyArrow, which takes a while; say how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        command = to_install("lab")
        raise Refused(say("files.missing", name=error.name, command=command)) from None
    return pyarrow, pyarrow.parquet


# -- what is in them ------------------------------------------------------------------------------


def study_table(findings: Findings) -> Table:
    """A row for each share and mean of a study."""
    tally = findings.tally
    rows: list[list[Value]] = [
        ["", "outcome", name, tally.plays, times / tally.plays, *wilson(times, tally.plays)]
        for name, times in sorted(tally.outcomes.items())
    ]
    for seat, scores in enumerate(tally.scores):
        number, wins = str(seat + 1), tally.wins[seat]
        share = wins / tally.plays
        rows.append(["", "win", number, tally.plays, share, *wilson(wins, tally.plays)])
        points = [mean(scores), *mean_interval(scores)]
        rows.append(["", "score", number, tally.plays, *map(float, points)])
    for table, of_table in sorted(tables_of(tally.sheet).items()):
        for row, cells in sorted(of_table.items()):
            for column, it in sorted(cells.items()):
                bounds = map(float, (it.value, it.low, it.high))
                rows.append([table, row, column, it.times, *bounds])
    return Table(("table", "row", "column", "count", "value", "low", "high"), rows)


def verdict_table(verdict: Verdict) -> Table:
    """A row for each measure of a comparison."""
    heads = (
        *("table", "row", "column", "count", "is_share", "before", "after", "difference"),
        *("paired_low", "paired_high", "unpaired_low", "unpaired_high"),
    )
    rows: list[list[Value]] = [
        [
            *key,
            it.times,
            it.is_share,
            *map(float, (it.before, it.after, it.gap, *it.paired, *it.unpaired)),
        ]
        for key, it in verdict.compared.pairs.differences().items()
    ]
    return Table(heads, rows)


def swept_table(swept: Swept) -> Table:
    """A row for each cell and measure of a sweep."""
    names = [axis.name for axis in swept.sweep.axes]
    heads = ("measure", "value", "low", "high", "difference", "paired_low", "paired_high")
    rows: list[list[Value]] = []
    for (_, row, column), _, cells in measures(swept):
        for cell, pairs, it in zip(swept.sweep.cells, swept.pairs, cells, strict=True):
            bounds = (it.value, it.low, it.high, it.difference.gap, *it.difference.paired)
            name = f"{row} {column}".rstrip()
            rows.append([*cell, pairs.games, name, *map(float, bounds)])
    return Table([*names, "games", *heads], rows)


def profile_table(portrait: Portrait) -> Table:
    """A row for each card of a profile."""
    heads = (
        *("card", "games", "met", "used", "win", "win_low", "win_high"),
        *("score", "score_low", "score_high"),
    )
    rows: list[list[Value]] = [
        [
            it.id,
            it.win.times,
            it.met,
            it.used,
            *map(float, (it.win.gap, *it.win.paired, it.score.gap, *it.score.paired)),
        ]
        for it in cards_of(portrait)
    ]
    return Table(heads, rows)
