"""Findings as tables in files."""

import csv
import json
import re
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

from tests.cli.driving import in_one_go
from undercroft.cli.lab.keeping import writable
from undercroft.core.errors import Refused
from undercroft.core.extras import to_install

COMMANDS = {
    "study": "study tomb --plays 30",
    "where": "study tomb --plays 30 --where turn>3",
    "compare": "compare tomb --option start-hp=7 --plays 20",
    "sweep": "sweep tomb --over start-hp=6,10 --plays 20",
    "profile": "profile tomb --plays 2",
}


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    commands = [
        f"{command} --seed 7 --workers 1 --json --csv {name}.csv --parquet {name}.parquet"
        for name, command in COMMANDS.items()
    ]
    done = in_one_go(tmp_path, commands)
    for name, command in zip(COMMANDS, commands, strict=True):
        assert (done[command].returncode, done[command].stderr) == (0, ""), command
        with (tmp_path / f"{name}.csv").open(newline="") as file:
            heads, *lines = csv.reader(file)
        table = pyarrow.parquet.read_table(tmp_path / f"{name}.parquet")
        assert table.column_names == heads
        rows = [[*row.values()] for row in table.to_pylist()]
        written = [
            [f"{it:.10g}" if isinstance(it, float) else str(it) for it in row] for row in rows
        ]
        assert written == lines
        assert lines
    study = json.loads(done[commands[0]].stdout)
    rows = pyarrow.parquet.read_table(tmp_path / "study.parquet").to_pylist()
    wins = next(row for row in rows if (row["row"], row["column"]) == ("win", "1"))
    assert wins["value"] == study["win_rate"]
    assert [wins["low"], wins["high"]] == study["win_rate_interval"]


def test_without_pyarrow_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refused, match=re.escape(to_install("lab"))):
        writable(parquet=tmp_path / "a.parquet")
    writable(tmp_path / "a.csv")
