"""Puzzles that somebody has tried, and errors of their own that come back until they are solved."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, func, insert, select, update

from undercroft.storage.journals import Conflict, Journals, now
from undercroft.storage.tables import PUZZLES

MOST_OWN: Final = 200  # errors of one person's that wait; then no more are kept
MOST_READ: Final = 5_000  # tries that a rating is made of


class Try(NamedTuple):
    """A puzzle that somebody has tried, or is to try."""

    game: str
    puzzle: str
    answer: str | None
    solved: bool
    rating: int | None  # of the puzzle; none if it is somebody's own
    own: str | None  # JSON


_TRY: Final = select(*[PUZZLES.c[field] for field in Try._fields])


class Tries:
    """Everybody's tries, in the database of the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def of(self, guest: str) -> list[Try]:
        """List somebody's first tries at puzzles that ship with games, the earliest first."""
        mine = _TRY.where(PUZZLES.c.guest == guest, PUZZLES.c.rating.is_not(None))
        return self._read(mine.order_by(PUZZLES.c.tried_at, PUZZLES.c.puzzle).limit(MOST_READ))

    def due(self, guest: str) -> list[Try]:
        """List the errors of one's own that are not solved yet, the oldest first."""
        mine = _TRY.where(
            PUZZLES.c.guest == guest, PUZZLES.c.own.is_not(None), PUZZLES.c.solved.is_(False)
        )
        return self._read(mine.order_by(PUZZLES.c.tried_at, PUZZLES.c.puzzle).limit(MOST_OWN))

    def one(self, guest: str, game: str, puzzle: str) -> Try | None:
        """Find what somebody has made of a puzzle."""
        mine = PUZZLES.c.guest == guest, PUZZLES.c.game == game, PUZZLES.c.puzzle == puzzle
        return next(iter(self._read(_TRY.where(*mine))), None)

    async def note(
        self, guest: str, game: str, puzzle: str, answer: str, rating: int, *, solved: bool
    ) -> None:
        """Note the first try at a puzzle; later ones change nothing."""
        known: dict[str, object] = {"guest": guest, "game": game, "puzzle": puzzle}
        row = known | {"answer": answer, "solved": solved, "rating": rating, "tried_at": now()}
        try:
            await self.journals.submit([(insert(PUZZLES), row)])
        except Conflict:
            return

    async def keep_own(self, guest: str, game: str, puzzles: Mapping[str, str]) -> None:
        """Keep errors as puzzles, by their names; those that are kept already stay as they are."""
        mine = PUZZLES.c.guest == guest, PUZZLES.c.own.is_not(None)
        known = select(PUZZLES.c.puzzle).where(*mine, PUZZLES.c.puzzle.in_([*puzzles]))
        waiting = select(func.count()).where(*mine, PUZZLES.c.solved.is_(False))
        with self.journals.reading() as connection:
            seen = {*connection.execute(known).scalars()}
            room = MOST_OWN - connection.execute(waiting).scalar_one()
        rows = [
            {"guest": guest, "game": game, "puzzle": name, "solved": False, "own": text}
            | {"tried_at": now()}
            for name, text in puzzles.items()
            if name not in seen
        ][: max(room, 0)]
        if rows:
            try:
                await self.journals.submit([(insert(PUZZLES), row) for row in rows])
            except Conflict:
                return  # another page of the same visitor was faster

    async def answer_own(
        self, guest: str, game: str, puzzle: str, answer: str, *, solved: bool
    ) -> None:
        """Note the last try at an error of one's own; what is solved stays so."""
        mine = PUZZLES.c.guest == guest, PUZZLES.c.game == game, PUZZLES.c.puzzle == puzzle
        change = update(PUZZLES).where(*mine, PUZZLES.c.solved.is_(False))
        values = {"answer": answer, "solved": solved, "tried_at": now()}
        await self.journals.submit([(change.values(**values), None)])

    def _read(self, query: Select[Any]) -> list[Try]:
        with self.journals.reading() as connection:
            return [Try(*row) for row in connection.execute(query)]
