"""The tests of the app run on asyncio, as Textual does; some of them against a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.harness import Server, running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", deal="rose") as server:
        yield server
