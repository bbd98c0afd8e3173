"""The guide to training says what is so."""

import doctest
import re
from pathlib import Path

import pytest

from undercroft.games import find_game
from undercroft.research.learning import Learning

PAGE = (Path(__file__).parents[2] / "docs/guide/training.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_what_is_typed_at_the_prompt_gives_what_is_shown():
    (session,) = [block for block in BLOCKS if block.startswith(">>>")]
    test = doctest.DocTestParser().get_doctest(session, {}, "training.md", None, None)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("block", [block for block in BLOCKS if not block.startswith(">>>")])
def test_the_code_runs(block, capsys):
    exec(compile(block.replace("deals=200", "deals=5"), "training.md", "exec"), {})  # noqa: S102


def test_the_sizes_are_what_they_are():
    row = re.compile(r"^\| [\w: ]+ \| (\d)(?:,| to) (\d) \| ([\d, to]+) \| (\d+) \|$", re.MULTILINE)
    rows = row.findall(PAGE)
    assert len(rows) == 4
    games = ("tomb", "tin", "labyrintheus", "talisman")
    for id, (least, most, sizes, actions) in zip(games, rows, strict=True):
        assert find_game(id).seats == (int(least), int(most))
        fewest, largest = (Learning(id, seats=int(n)) for n in (least, most))
        assert len(fewest.actions) == int(actions)
        numbers = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\d", sizes)]
        assert numbers == [fewest.encoder.size, largest.encoder.size]
