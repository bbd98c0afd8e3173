"""The tests of the app run on asyncio, as Textual does; some of them against a server."""

from collections.abc import Iterator

import pytest

from tests.web.harness import Server, running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("house"), deal="rose") as server:
        yield server
