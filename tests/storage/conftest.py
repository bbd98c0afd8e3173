from pathlib import Path

import pytest

from tests.storage.stores import Postgresql, Sqlite, Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        return Sqlite(tmp_path / "plays.db")
    return Postgresql(request.getfixturevalue("postgresql"), "plays")
