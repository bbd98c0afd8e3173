"""`undercroft new-game` writes a game that passes everything as it is."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.driving import undercroft
from undercroft.cli.new_game import ROOT, write_game
from undercroft.core.errors import Refused

PASSES = """
import sys
import pytest
import undercroft.games
undercroft.games.__path__.append("src/undercroft/games")
from tests.contract.checks import CHECKS
game = undercroft.games.find_game("vault")
for check in CHECKS:
    check(game, 2, "rose")
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/games/vault"]))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a folder with what a checkout has for it: the example."""
    shutil.copytree(ROOT / "examples/lamps", tmp_path / "examples/lamps")
    return tmp_path


def test_the_new_game_passes_its_tests_the_contract_and_lint(checkout: Path) -> None:
    files = write_game("vault", checkout)
    assert Path("docs/rules/vault.md") in files
    shutil.copy(ROOT / "pyproject.toml", checkout)
    env = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": "/usr/bin:/bin"}
    commands = [
        [sys.executable, "-c", PASSES],
        [sys.executable, "-m", "ruff", "check", "--no-cache", "src", "tests"],
        [sys.executable, "-m", "ruff", "format", "--no-cache", "--check", "src", "tests"],
    ]
    for command in commands:
        done = subprocess.run(  # noqa: S603 (our own)
            command, cwd=checkout, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_overwrites_nothing(checkout: Path) -> None:
    write_game("vault", checkout)
    with pytest.raises(Refused, match="the game 'vault' exists"):
        write_game("vault", checkout)


@pytest.mark.parametrize("name", ["Vault", "the vault", "../vault", "v", ""])
def test_a_name_is_one_that_a_folder_can_have(checkout: Path, name: str) -> None:
    with pytest.raises(Refused, match="cannot name a game"):
        write_game(name, checkout)


def test_a_game_there_already_is_refused_in_one_line(tmp_path: Path) -> None:
    done = undercroft(tmp_path, "new-game", "tomb")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the game 'tomb' exists" in done.stderr
