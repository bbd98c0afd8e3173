"""What tests need from the system. Without it they are not run, which the end of the run says.

`tools/install-system-packages.sh` knows what is missing, and how it is installed.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

SCRIPT: Final = Path(__file__).parents[1] / "tools/install-system-packages.sh"
NOT_RUN: Final = "not run, for want of "


def script(*arguments: str) -> str:
    """Return what the script prints, for the Python that runs the tests."""
    done = subprocess.run(  # noqa: S603 (our own)
        [SCRIPT, *arguments],
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@cache
def missing() -> frozenset[str]:
    """Return what the system lacks."""
    return frozenset(script("missing").split())


def need(*packages: str) -> None:
    """Leave the test out if one of these is missing."""
    lacking = sorted(missing().intersection(packages))
    if lacking:
        pytest.skip(NOT_RUN + " ".join(lacking))


def left_out(reasons: Iterable[str]) -> list[str]:
    """Describe what was not run, by the reasons of all skipped tests."""
    wanting = [told.partition(NOT_RUN)[2].split() for told in reasons if NOT_RUN in told]
    if not wanting:
        return []
    times = Counter(package for packages in wanting for package in packages)
    each = ", ".join(f"{package} ({count})" for package, count in sorted(times.items()))
    tests = "1 test was" if len(wanting) == 1 else f"{len(wanting)} tests were"
    return [
        f"{tests} not run, for want of {each}. To install:",
        f"  {script('how', *sorted(times))}",
    ]
