"""Servers wake each other through PostgreSQL; a wake-up that is lost is made up for."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.storage.stores import Postgresql, PostgresqlServer
from tests.storage.test_journals import a_record
from undercroft.storage.database import open_database
from undercroft.storage.journals import Journals, Seat
from undercroft.storage.seats import Seats
from undercroft.storage.wakeups import hear_wakeups


@contextmanager
def opened(url: str) -> Iterator[Journals]:
    journals = Journals(open_database(url))
    yield journals
    journals.close()


class Listener:
    """Listens beside a server's journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals
        self.heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.looked: asyncio.Queue[None] = asyncio.Queue()
        self.task = asyncio.create_task(
            hear_wakeups(
                journals.engine,
                lambda play, backend: self.heard.put_nowait((play, backend)),
                lambda: self.looked.put_nowait(None),
            )
        )

    async def next(self) -> tuple[str, int]:
        async with asyncio.timeout(60):
            return await self.heard.get()

    async def looks_again(self) -> None:
        async with asyncio.timeout(60):
            await self.looked.get()

    async def stop(self) -> None:
        self.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self.task


def test_an_answer_and_a_taken_seat_are_heard_by_the_other_server_and_name_no_more_than_the_play(
    postgresql: PostgresqlServer,
) -> None:
    async def play(one: Journals, two: Journals) -> None:
        listener = Listener(two)
        await listener.looks_again()
        await one.create(
            a_record(), [], {"P1": Seat("ann"), "fate": Seat(key="key")}
        )  # nobody can have it in memory
        await one.append("p1", 0, ["P1 next: deeper"])
        assert await listener.next() == ("p1", one.backend)
        await Seats(one).take("p1", "fate", "cat", None)
        assert await listener.next() == ("p1", one.backend)
        await two.append("p1", 1, ["P1 next: turn-back"])
        assert await listener.next() == ("p1", two.backend)  # its own: it knows
        assert one.backend != two.backend
        assert listener.heard.empty()
        await listener.stop()

    url = postgresql.make()
    with opened(url) as one, opened(url) as two:
        asyncio.run(play(one, two))


def test_who_lost_the_connection_looks_again_when_it_is_back(postgresql: PostgresqlServer) -> None:
    store = Postgresql(postgresql, "wakeups")

    async def play(journals: Journals) -> None:
        listener = Listener(journals)
        await listener.looks_again()
        await journals.create(a_record(), [])
        with store.lost():
            await asyncio.sleep(0.5)
            assert listener.looked.empty()
        await listener.looks_again()
        await journals.append("p1", 0, ["P1 next: deeper"])  # over a new connection of its own
        assert await listener.next() == ("p1", journals.backend)
        await listener.stop()

    with opened(store.url) as journals:
        asyncio.run(play(journals))
