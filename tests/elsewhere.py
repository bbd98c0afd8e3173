"""A game of one's own, in a folder outside of the package."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def add_vault(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy Lamps as a game called vault, which programs started from now on find."""
    vault = folder / "mine/vault"
    shutil.copytree(ROOT / "examples/lamps", vault, ignore=shutil.ignore_patterns("test_*"))
    for file in vault.glob("*.py"):
        text = file.read_text().replace("examples.lamps", "mine.vault")
        file.write_text(text.replace('id="lamps"', 'id="vault"'))
    monkeypatch.setenv("UNDERCROFT_GAMES", "mine.vault")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return vault


def change(file: Path, before: str, after: str) -> None:
    """Change a file where it reads so."""
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
