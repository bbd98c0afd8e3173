"""The tests of the app run on asyncio, as Textual does; some of them against a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.house import House


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data")
    yield house
    if house.process.poll() is None:
        house.close()
