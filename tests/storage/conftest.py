from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.stores import Postgresql, Sqlite, Store
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        return Sqlite(tmp_path / "plays.db")
    return Postgresql(request.getfixturevalue("postgresql"), "plays")


@pytest.fixture
def journals(store: Store) -> Iterator[Journals]:
    opened = Journals(open_database(store.url))
    yield opened
    opened.close()
