"""Puzzles at the plain table: asked, answered, counted once, and the next one follows."""

from io import StringIO
from pathlib import Path

from undercroft.games import find_game
from undercroft.puzzles.bank import shipped
from undercroft.terminal.plain.console import Console
from undercroft.terminal.plain.puzzles import FILE, read_tries, solve

TOMB = find_game("tomb")


def solved(folder: Path, *typed: str) -> str:
    said = StringIO()
    solve(TOMB, shipped(TOMB)[0], folder, Console(StringIO("\n".join(typed) + "\n"), said))
    return said.getvalue()


def test_a_puzzle_is_answered_and_its_options_are_told(tmp_path: Path) -> None:
    first = shipped(TOMB)[0]
    said = solved(tmp_path, "nonsense", first.best.option, "", "q")
    for text in ("Right. It wins", "Checked in", "1 puzzle solved in a row", "Enter: the next"):
        assert text in said
    assert said.count("a puzzle (rating") == 2
    wrong = solved(tmp_path, first.usual, "q")
    assert "Not the best" in wrong
    (kept,) = read_tries(tmp_path / FILE)  # the first try counts
    assert (kept.puzzle, kept.solved) == (first.id, True)


def test_whoever_has_enough_leaves_and_a_torn_line_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"game": "tomb"\n')
    assert "Checked in" not in solved(tmp_path, "q")
    assert read_tries(tmp_path / FILE) == []
