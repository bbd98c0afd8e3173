"""The tests of the app run on asyncio, as Textual does."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
