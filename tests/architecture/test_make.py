"""What make installs, and when: once, and again when its .venv can no longer be used."""

import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "tools/install-system-packages.sh"
MAKES, INSTALLS = "-m venv --clear .venv", "pip --disable-pip-version-check --no-input -qq install"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project with a .venv, installed as far as make can tell."""
    folder = tmp_path / "a copy"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    venv.create(folder / ".venv", symlinks=True)
    (packages,) = (folder / ".venv/lib").glob("python3*/site-packages")
    (packages / "pip.py").touch()
    (folder / ".venv/.installed").touch()
    return folder


def steps(folder: Path, target: str = "play") -> str:
    """Return what make would do."""
    return subprocess.check_output(  # noqa: S603 (our own)
        ["make", "-n", target, f"PYTHON={sys.executable}"],  # noqa: S607
        cwd=folder,
        text=True,
    )


def test_what_is_installed_is_not_installed_again(copy: Path) -> None:
    told = steps(copy)
    assert (MAKES in told, INSTALLS in told) == (False, False)
    assert ".venv/bin/undercroft serve" in told


def test_without_a_venv_one_is_made(copy: Path) -> None:
    shutil.rmtree(copy / ".venv")
    told = steps(copy)
    assert (MAKES in told, INSTALLS in told) == (True, True)


def test_a_venv_whose_python_is_gone_is_made_again(copy: Path) -> None:
    for python in (copy / ".venv/bin").glob("python*"):
        python.unlink()
    (copy / ".venv/bin/python").symlink_to("/no/such/python")
    told = steps(copy)
    assert (MAKES in told, INSTALLS in told) == (True, True)


def test_a_venv_whose_python_is_another_one_now_is_made_again(copy: Path) -> None:
    (packages,) = (copy / ".venv/lib").iterdir()
    packages.rename(packages.with_name("python3.5"))
    told = steps(copy)
    assert (MAKES in told, INSTALLS in told) == (True, True)


def test_in_a_folder_with_another_name_the_venv_is_made_again(copy: Path) -> None:
    told = steps(copy.rename(copy.with_name("another name")))
    assert (MAKES in told, INSTALLS in told) == (True, True)


@pytest.mark.parametrize(
    ("target", "asks"),
    [
        ("test", [SCRIPT]),
        ("docs", []),
        ("bench", []),
        ("dist", [f"{SCRIPT} compiler"]),
        ("fast", [f"{SCRIPT} compiler"]),
    ],
)
def test_only_tests_and_pictures_ask_for_what_the_tests_need(
    copy: Path, target: str, asks: list[str]
) -> None:
    assert re.findall(rf"{SCRIPT}(?: \w+)?\b", steps(copy, target)) == asks
