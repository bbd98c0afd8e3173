"""Compiling a game's direct text with mypyc, which comes with mypy."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from undercroft.core.errors import UndercroftError
from undercroft.core.extras import to_install
from undercroft.core.running.direct import FOLDER


class CannotCompile(UndercroftError):
    """Something that compiling needs is missing, or mypyc refused the text."""


def what_is_missing() -> str | None:
    """Say in a line what compiling needs and does not find."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    packages = {}
    if not any(map(which, (compiler, "cc", "gcc", "clang"))):
        packages["a C compiler"] = "gcc"
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        packages["Python's C headers"] = "python3-dev"
    if packages:
        install = f"apt-get install {' '.join(packages.values())}"
        return f"{' and '.join(packages)} (Debian, Ubuntu: {install})"
    for module in ("mypyc", "setuptools"):
        if find_spec(module) is None:
            return f"{module} ({to_install('fast')})"
    return None


def compile_text(package: str, sources: Path, paths: Sequence[Path]) -> None:
    """Compile a package's modules in place, into one library in the folder of all packages."""
    missing = what_is_missing()
    if missing is not None:
        raise CannotCompile(f"compiling needs {missing}")
    found = os.pathsep.join([str(sources), *filter(None, sys.path)])
    environment = {**os.environ, "MYPYPATH": str(FOLDER.parent), "PYTHONPATH": found}
    with TemporaryDirectory() as made:
        relative = [str(path.relative_to(sources)) for path in paths]
        library = package.replace(".", "_")
        done = subprocess.run(  # noqa: S603 (our own text)
            [sys.executable, "-m", "undercroft.fast.extending", made, library, *relative],
            cwd=sources,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    if done.returncode:
        raise CannotCompile(f"mypyc refused the direct text:\n{done.stdout[-3000:]}")
