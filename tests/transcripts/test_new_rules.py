"""`make rules` in a copy of the tree: what it keeps, makes again and loses, and what it says."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREE = ("src/undercroft", "tests", "tools", "docs")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree, with two of Tomb's puzzles, and a small table of play."""
    for folder in TREE:
        ignored = shutil.ignore_patterns("__pycache__", "undercroft_direct*")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / file)
    tomb = tmp_path / "src/undercroft/games/tomb"
    puzzles = (tomb / "puzzles.jsonl").read_text().splitlines(keepends=True)
    (tomb / "puzzles.jsonl").write_text(puzzles[0] + puzzles[1].replace('"moves":"', '"moves":"9 '))
    tables = json.loads((tomb / "skills.json").read_text())
    (tomb / "skills.json").write_text(json.dumps([tables[0] | {"games": 10, "playouts": 100}]))
    return tmp_path


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own)
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_rules_version_renews_all_that_ships(copy: Path) -> None:
    ours = copy / "tests/transcripts/tomb"
    for name in ("walkthrough", "solo-lost"):
        journal = ours / f"{name}.journal"
        journal.write_text(journal.read_text().replace("P1 next: deeper", "P1 next: fly"))
    steps = ("transcripts", "survey", "puzzles", "skills", "pages")
    chosen = [f"--step={step}" for step in steps]
    done = python(copy, "tools/new_rules.py", "tomb", "--raise", *chosen, "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "solo-lost: recorded, by seed 'solo-lost " in done.stdout
    assert "solo-won: kept" in done.stdout
    assert "The transcript walkthrough is lost: played by hand" in done.stdout
    rows = [line.split() for line in done.stdout.partition("rules version 2")[2].splitlines()]
    table = {row[0]: row[1:4] for row in rows if row and row[0] in steps}
    assert table["transcripts"] == ["10", "1", "1"]
    assert table["puzzles"] == ["1", "0", "1"]
    assert table["skills"] == ["0", "1", "0"]
    assert table["survey"][1:] == ["0", "0"]
    assert "docs/guide/puzzles.md:" in done.stdout
    tests = ("tests/contract/test_shipped.py", "tests/docs/test_pages.py", "tests/transcripts")
    checks = "(tomb and not walkthrough and not every and not new_rules) or (numbers and tomb)"
    checked = python(copy, "-m", "pytest", "-q", *tests, "-k", checks)
    assert checked.returncode == 0, checked.stdout


def test_what_is_of_older_rules_says_what_to_type(copy: Path) -> None:
    init = copy / "src/undercroft/games/tomb/__init__.py"
    init.write_text(init.read_text().replace("rules_version=1,", "rules_version=2,"))
    tests = ("tests/contract/test_shipped.py", "tests/transcripts/test_transcripts.py")
    done = python(copy, "-m", "pytest", "-q", *tests, "-k", "tomb")
    assert done.returncode == 1
    assert "solo-won.journal was played by version 1 of the rules, and tomb is at 2" in done.stdout
    assert "2 of 2 in its puzzles.jsonl are of [1]" in done.stdout
    assert "1 of 1 in its skills.json are of [1]" in done.stdout
    assert "make rules game=tomb" in done.stdout


def test_a_transcript_that_is_told_otherwise_says_what_to_type(copy: Path) -> None:
    journal = copy / "tests/transcripts/tomb/solo-won.journal"
    journal.write_text(journal.read_text().replace("P1 next: turn-back", "P1 next: fly", 1))
    done = python(copy, "-m", "pytest", "-q", "tests/transcripts", "-k", "tomb and solo-won")
    assert "solo-won.journal no longer replays as it was recorded: " in done.stdout
    assert "make rules game=tomb raise=yes" in done.stdout
