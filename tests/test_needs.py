"""What the system lacks: tests are left out and counted, and one line installs it all."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tools/install-system-packages.sh"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of programs, for PATH: those of a bare Debian, and somebody who is not root."""
    for name in ("bash", "cat", "dirname", "env", "tr", "uname"):
        found = which(name)
        assert found
        (tmp_path / name).symlink_to(found)
    for name, does in {"id": "echo 1000", "apt-get": "exit 1", "sudo": "exit 1"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(bare: Path, *command: object, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 (our own)
        [str(part) for part in command],
        env={**os.environ, "PATH": str(bare), **more},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


LINE = "  sudo apt-get update && sudo apt-get install -y"


def test_who_cannot_install_packages_gets_one_line_to_paste(bare: Path) -> None:
    done = run(bare, SCRIPT, PYTHON="no-such-python")
    assert done.returncode == 1
    missing = "chromium libatomic1 tmux g++ python3-dev sqlite3"
    assert done.stderr.splitlines()[-1] == f"{LINE} {missing}"


def test_without_sudo_the_line_asks_for_roots_password(bare: Path) -> None:
    (bare / "sudo").unlink()
    done = run(bare, SCRIPT, "how", "tmux", "g++")
    assert done.stdout == "su -c 'apt-get update && apt-get install -y tmux g++'\n"


def test_what_could_not_be_tested_is_counted_and_fails_the_run(bare: Path) -> None:
    passes = "tests/docs/test_commands.py::test_there_are_commands"
    in_tmux = "tests/terminal/test_in_tmux.py::test_tomb_is_played_to_its_end"
    native = "tests/lab/test_native.py::test_the_result_depends_on_the_seed_alone"
    command = (sys.executable, "-m", "pytest", "-n1", "-p", "no:cacheprovider")
    done = run(bare, *command, passes, in_tmux, native)
    assert done.returncode == 1
    told, line, counts = done.stdout.splitlines()[-3:]
    assert told == "2 tests were not run, for want of g++ (1), tmux (1). To install:"
    assert line == f"{LINE} g++ tmux"
    assert "1 passed, 2 skipped" in counts
