"""The command line in the language that is made up: help, and what it says to usual mistakes."""

import re
from pathlib import Path

import pytest

from tests.cli.driving import in_one_go
from tests.made_up import FREE, check_catalogue, outside
from undercroft import cli
from undercroft.cli.words import CLI

COMMANDS = [*CLI.words.tables["commands"]]
ADMIN = [*CLI.words.tables["admin-commands"]]

# What is typed is no language: commands, options, placeholders, types, and the lines of examples.
TYPED = re.compile(
    r"""(?m)^ +(?:eval "\$\()?undercroft( .*)?$|\bundercroft\b|--?[a-z-]+|\b[A-Z]+\b|<[\w|]+>"""
)
OWN = re.compile(r"(?<!\[)\[(default|env|environment|required)\b")

MISTAKES = [
    "nonsense",
    "pley",
    "--nonsense",
    "play",
    "play --seed 3",
    "play --resume --seed 3",
    "play tomb --sed 3",
    "play tomb --seed",
    "play tomb --plain=3",
    "play tomb --seats x",
    "play tomb --option start-hp",
    "play tomb --seed 1 --real-cards",
    "study",
    "study tomb --plays 0",
    "serve --port 70000",
    "serve --bot-budget 0",
    "games tomb more",
    "rows tomb nonsense",
    "rows tomb 11s",
    "compare tomb",
    "compare tomb --option start-hp=8 --until half",
    "new-game X",
    "admin nonsense",
    "admin delete",
    "admin delete nonsense x",
    "replay nothing.journal",
]


def test_help_stands_in_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    asked = [*COMMANDS, *(f"admin {command}" for command in ADMIN)]
    done = in_one_go(tmp_path, ["--help", *(f"{command} --help" for command in asked)])
    for command, each in done.items():
        assert (each.returncode, each.stderr) == (0, ""), command
        assert not OWN.search(each.stdout), command
        said = outside(each.stdout)
        for name in COMMANDS + ADMIN:
            said = re.sub(rf"(?m)^  {name} ", "", said)
        assert FREE.fullmatch(TYPED.sub("", said)), (command, TYPED.sub("", said))


def test_usual_mistakes_are_told_from_the_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERCROFT_LANGUAGE", "xx")
    for command, done in in_one_go(tmp_path, MISTAKES).items():
        assert (done.returncode, done.stdout) == (2, ""), command
        assert FREE.fullmatch(outside(done.stderr.removeprefix("undercroft: "))), done.stderr
        assert done.stderr.count("\n") == 1


def test_every_text_that_is_asked_for_is_there_and_has_its_fields() -> None:
    assert check_catalogue(CLI.words, Path(cli.__path__[0])) > 80
