"""For all tests: a crowded machine is slow, not wrong; the same examples each time.

What Hypothesis tries is the same in every run of a tree, so that a failure belongs to the change
that made it. `UNDERCROFT_EXAMPLES=new` tries others; nightly runs set it.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.storage.stores import PostgresqlServer

settings.register_profile(
    "crowded", deadline=None, derandomize=os.environ.get("UNDERCROFT_EXAMPLES") != "new"
)
settings.load_profile("crowded")

if sys.dont_write_bytecode:  # each program that a test starts would compile every module anew
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / "build/pycache")

# native code is compiled once for all the programs that tests start, each with data of its own
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    started = PostgresqlServer()
    yield started
    started.close()
