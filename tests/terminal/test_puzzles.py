"""Puzzles in both faces: asked, answered, counted once, and the next one follows."""

from io import StringIO
from pathlib import Path

import pytest

from tests.terminal.piloting import SIZES, at_table, press, shown, until
from undercroft.games import catalogue, find_game
from undercroft.puzzles.bank import shipped
from undercroft.terminal.app.puzzles import PuzzleScreen
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.plain.console import Console
from undercroft.terminal.plain.puzzles import solve
from undercroft.terminal.solving import FILE, read_tries

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


@pytest.mark.anyio
@pytest.mark.parametrize("size", SIZES)
async def test_puzzles_are_in_the_start_list_and_solved_there(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    figure = len(catalogue()) + 2  # after the games, and Online
    async with at_table(tmp_path, size=size) as (app, pilot):
        assert "Puzzles" in shown(app)
        await press(pilot, [str(figure)])
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        assert "a puzzle (rating" in shown(app)
        await press(pilot, ["1"])
        await until(pilot, lambda: "Checked in" in shown(app))
        (kept,) = read_tries(tmp_path / FILE)
        assert ("Right. It wins" in shown(app)) == kept.solved
        await press(pilot, ["1"])  # it is answered already
        assert read_tries(tmp_path / FILE) == [kept]
        await press(pilot, ["enter"])
        await until(pilot, lambda: "Checked in" not in shown(app))
        await press(pilot, ["g"] * len(catalogue()))
        assert "a puzzle (rating" in shown(app)
        await press(pilot, ["q"])
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await press(pilot, ["home", "p"])
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
