"""The command that adds an extra works without Undercroft being on a package index."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from undercroft.core.extras import to_install

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def test_the_command_takes_the_undercroft_that_is_installed() -> None:
    """Without an index, pip has no other; what the extra needs is here, so nothing is fetched."""
    command = [*shlex.split(to_install("terminal")), "--no-index", "--dry-run", "-qq"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_names_this_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/home/a friend/bin/python")
    assert (
        to_install("web") == "'/home/a friend/bin/python' -m pip install 'undercroft[web]'"
    )  # fit to be pasted


def test_extras_that_are_named_are_there() -> None:
    named = {
        extra
        for file in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r'to_install\("(\w+)"\)', file.read_text())
    }
    assert {"web", "terminal", "lab", "cluster"} <= named <= EXTRAS.keys()


def test_pages_install_from_a_copy_or_a_file() -> None:
    """On no page may pip look for the name alone where Undercroft is not installed yet."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        for source, extras in re.findall(
            r"install [^\n|]*?'?([\w./-]+)\[([\w,]+)\]", page.read_text()
        ):
            assert source in {".", "undercroft"} or source.endswith(".whl"), page
            assert {*extras.split(",")} <= EXTRAS.keys(), page
            assert source != "undercroft" or page.name == "install.md", page
