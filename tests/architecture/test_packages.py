"""What `make dist` packs."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As much of the project as a wheel is made of, with rules that somebody has compiled."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("pyproject.toml", "README.md", "LICENSE", "docs", "tools"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "src").mkdir()
    (folder / "src/undercroft").symlink_to(ROOT / "src/undercroft")
    (folder / "src/undercroft_direct/tomb").mkdir(parents=True)
    (folder / "src/undercroft_direct/tomb/rules.so").write_bytes(b"compiled")
    (folder / "src/undercroft_direct_tomb__mypyc.so").write_bytes(b"compiled")
    return folder


def wheel(project: Path, to: Path, compiled: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
    environment = {**os.environ, "UNDERCROFT_COMPILED": compiled}
    subprocess.run(command, cwd=project, env=environment, check=True, capture_output=True)  # noqa: S603
    (made,) = to.iterdir()
    return made


def test_a_wheel_is_pure_unless_compiled_rules_are_asked_for(project: Path, tmp_path: Path) -> None:
    pure = wheel(project, tmp_path / "pure", "0")
    assert pure.name.endswith("-py3-none-any.whl")
    assert not [name for name in ZipFile(pure).namelist() if "undercroft_direct" in name]


def test_a_wheel_with_compiled_rules_is_for_this_platform(project: Path, tmp_path: Path) -> None:
    made = wheel(project, tmp_path / "compiled", "1")
    assert f"-cp3{sys.version_info.minor}-" in made.name
    assert not made.name.endswith("-any.whl")
    names = ZipFile(made).namelist()
    assert {"undercroft_direct/tomb/rules.so", "undercroft_direct_tomb__mypyc.so"} <= {*names}
    assert "undercroft/docs/rules/tomb.md" in names
