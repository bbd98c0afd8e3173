import asyncio
from collections.abc import Coroutine, Iterator
from importlib import resources
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import select

from tests.storage.stores import Store
from undercroft import storage
from undercroft.storage import database
from undercroft.storage.database import open_database
from undercroft.storage.endings import Ended
from undercroft.storage.journals import Journals, Record, Seat
from undercroft.storage.people.accounts import deleted_plays
from undercroft.storage.seats import MOST_SAID, Seats
from undercroft.storage.tables import PLAYS


@pytest.fixture
def seats(store: Store) -> Iterator[Seats]:
    journals = Journals(open_database(store.url))
    yield Seats(journals)
    journals.close()


def run(*steps: Coroutine[Any, Any, None]) -> None:
    async def one_after_the_other() -> None:
        for step in steps:
            await step

    asyncio.run(one_after_the_other())


def a_table(seats: Seats, id: str = "p1", **others: Seat) -> Coroutine[Any, Any, None]:
    record = Record(id, "tin", 1, 1 + len(others), {}, None, "sealed", "7", "play", "ann")
    return seats.journals.create(record, [], {"P1": Seat("ann", "Ann"), **others})


def test_a_free_seat_goes_to_the_first_who_comes(seats: Seats) -> None:
    run(
        a_table(seats, P2=Seat(key="key"), P3=Seat(bot="bold")),
        seats.take("p1", "P2", "cat", "Cat"),
        seats.take("p1", "P2", "dan", "Dan"),
        seats.take("p1", "P3", "dan", "Dan"),
    )
    found = seats.find("key")
    assert found is not None
    play, role, seat = found
    assert (play, role, seat.guest, seat.name, seat.is_free) == ("p1", "P2", "cat", "Cat", False)
    assert seats.of("p1")["P3"] == Seat(bot="bold")
    assert seats.find("no such key") is None
    assert [record.id for record in seats.joined("cat")] == ["p1"]
    assert seats.joined("ann") == seats.joined("dan") == []


def test_the_lobby_lists_tables_with_a_seat_for_anybody(seats: Seats) -> None:
    run(
        a_table(seats, "open", P2=Seat(key="a", listed=True)),
        a_table(seats, "by-link", P2=Seat(key="b")),
        a_table(seats, "over", P2=Seat(key="c", listed=True)),
        seats.journals.append("over", 0, ["give-up"], ended=Ended("abandoned", (0, 0), ())),
    )
    (listed,) = seats.lobby()
    assert listed.record.id == "open"
    assert listed.seats["P2"].is_free
    run(seats.take("open", "P2", "cat", None))
    assert seats.lobby() == []


def test_a_bot_stands_in_and_gives_the_seat_back(seats: Seats) -> None:
    run(a_table(seats, P2=Seat("cat", "Cat")), seats.change("p1", "P2", bot="bold"))
    assert seats.of("p1")["P2"] == Seat("cat", "Cat", "bold")
    run(seats.change("p1", "P2", bot=None), seats.seen("p1", "cat"))
    assert seats.of("p1")["P2"].bot is None
    assert seats.of("p1")["P2"].seen


def test_talk_is_numbered_and_the_oldest_is_forgotten(seats: Seats) -> None:
    said = [seats.say("p1", "P1", str(n)) for n in range(MOST_SAID + 5)]
    run(a_table(seats), a_table(seats, "p2"), *said, seats.say("p2", "P1", "<b>"))
    talk = seats.talk("p1")
    assert [line.text for line in talk] == [str(n) for n in range(5, MOST_SAID + 5)]
    assert [line.number for line in talk] == [*range(5, MOST_SAID + 5)]
    assert [(line.role, line.text) for line in seats.talk("p2")] == [("P1", "<b>")]


def test_spectators_have_a_link_of_their_own(seats: Seats) -> None:
    run(a_table(seats))
    key = asyncio.run(seats.watch("p1"))
    assert asyncio.run(seats.watch("p1")) == key
    assert seats.watched(key) == "p1"
    assert seats.watched("p1") is None


def test_bots_of_old_databases_keep_their_seats(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files(storage) / "migrations"))
    engine = database._make_engine(database._read(store.url))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO plays (id, game, rules_version, seats, options, fate, kind, owner,"
            " created, changed) VALUES ('p1', 'tin', 1, 2, '{}', 'sealed', 'play', 'ann', 1, 1)"
        )
        connection.exec_driver_sql(
            "INSERT INTO seats (play, role, guest)"
            " VALUES ('p1', 'P1', 'ann'), ('p1', 'P2', 'bot:bold')"
        )
    engine.dispose()
    journals = Journals(open_database(store.url))
    assert Seats(journals).of("p1") == {"P1": Seat("ann"), "P2": Seat(bot="bold")}
    journals.close()


def test_same_deals_of_old_databases_still_race_and_a_deleted_rival_is_forgotten(
    store: Store,
) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files(storage) / "migrations"))
    engine = database._make_engine(database._read(store.url))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0009")
        connection.exec_driver_sql(
            "INSERT INTO plays (id, kind, parent, game, rules_version, seats, options, fate,"
            " owner, created, changed) VALUES"
            " ('a', 'play', NULL, 'tomb', 1, 1, '{}', 'sealed', 'ann', 1, 1),"
            " ('b', 'practice', 'a', 'tomb', 1, 1, '{}', 'sealed', 'ann', 1, 1),"
            " ('c', 'play', 'a', 'tomb', 1, 1, '{}', 'sealed', 'ann', 1, 1)"
        )
    engine.dispose()
    journals = Journals(open_database(store.url))
    rivals = {record.id: record.rival for record in journals.owned("ann")}
    assert rivals == {"a": None, "b": "a", "c": None}
    asyncio.run(journals.submit(deleted_plays(select(PLAYS.c.id).where(PLAYS.c.id == "a"))))
    assert [record.rival for record in journals.owned("ann")] == [None, None]
    journals.close()
