"""The plain table in the language that is made up, and the catalogue against its callers."""

import re
from pathlib import Path

import pytest

from tests.cli.driving import Done, undercroft
from tests.made_up import FREE, check_catalogue, outside
from undercroft import terminal
from undercroft.terminal.words import TERMINAL

TYPED = re.compile(r"(^|(?<=\] ))> .*$", re.MULTILINE)


@pytest.mark.parametrize(
    ("how", "typed"),
    [
        (["tomb"], ["1", "2", "h", "o", "c", "t", "u", "99", "", "r", "help", "1", "s"]),
        (["tomb"], [*"1" * 60, "u", "s"]),
        (["tomb", "--real-cards"], ["h", "o", "nothing", "4s", "u", "u", "r", "r", "s"]),
        (["tomb", "--seats", "2", "--bot", "cautious"], ["1", "1", "1", "u", "s"]),
    ],
    ids=["commands", "to the end", "real cards", "a bot"],
)
def test_every_line_stands_in_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: list[str], typed: list[str]
) -> None:
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    seed = [] if "--real-cards" in how else ["--seed", "7"]
    done = undercroft(tmp_path, "play", *how, "--plain", *seed, typed="\n".join([*typed, ""]))
    check(done)


def check(done: Done) -> None:
    assert (done.returncode, done.stderr) == (0, "")
    said = outside(TYPED.sub("", done.stdout))
    assert [line for line in said.split("\n") if not FREE.fullmatch(line)] == []


def test_every_text_that_is_asked_for_is_there_and_has_its_fields() -> None:
    assert check_catalogue(TERMINAL.words, Path(terminal.__path__[0])) > 100
