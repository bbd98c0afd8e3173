"""For all tests: a crowded machine is slow, not wrong; the same examples each time.

What Hypothesis tries is the same in every run of a tree, so that a failure belongs to the change
that made it. `UNDERCROFT_EXAMPLES=new` tries others; nightly runs set it.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.storage.stores import PostgresqlServer

settings.register_profile(
    "crowded", deadline=None, derandomize=os.environ.get("UNDERCROFT_EXAMPLES") != "new"
)
settings.load_profile("crowded")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    started = PostgresqlServer()
    yield started
    started.close()
