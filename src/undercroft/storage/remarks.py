"""Remarks on the decisions of a game that is reviewed together."""

from typing import Any, Final, NamedTuple

from sqlalchemy import Select, func, insert, select

from undercroft.storage.journals import Conflict, Journals, now
from undercroft.storage.tables import REMARKS

MOST: Final = 200  # on one game
LONGEST: Final = 300  # characters
TRIES: Final = 5  # somebody else may be faster


class Remark(NamedTuple):
    """What somebody said about a decision."""

    play: str
    number: int
    at: int  # the question's number
    guest: str
    name: str
    text: str
    said_at: int


class Remarks:
    """All remarks, in the database of the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def on(self, play: str) -> list[Remark]:
        """List what was said about a game, the earliest first."""
        return self._read(_REMARK.where(REMARKS.c.play == play).order_by(REMARKS.c.number))

    def by(self, guest: str) -> list[Remark]:
        """List what somebody has said."""
        mine = _REMARK.where(REMARKS.c.guest == guest)
        return self._read(mine.order_by(REMARKS.c.play, REMARKS.c.number))

    async def add(self, play: str, at: int, guest: str, name: str, text: str) -> bool:
        """Say something about a decision; False if enough was said about that game."""
        last = select(func.coalesce(func.max(REMARKS.c.number), -1)).where(REMARKS.c.play == play)
        for _ in range(TRIES):
            with self.journals.reading() as connection:
                number = connection.execute(last).scalar_one() + 1
            if number >= MOST:
                return False
            row = Remark(play, number, at, guest, name[:40], text[:LONGEST], now())._asdict()
            try:
                await self.journals.submit([(insert(REMARKS), row)])
            except Conflict:
                continue
            return True
        return False

    def _read(self, query: Select[Any]) -> list[Remark]:
        with self.journals.reading() as connection:
            return [Remark(*row) for row in connection.execute(query.limit(MOST * TRIES))]


_REMARK: Final = select(*[REMARKS.c[field] for field in Remark._fields])
