"""What players report of others, for the operator."""

from typing import Final, NamedTuple

from sqlalchemy import func, insert, literal, select, update

from undercroft.core.errors import Refused
from undercroft.storage.journals import Journals, now
from undercroft.storage.tables import REPORTS
from undercroft.storage.words import say

MOST_OPEN: Final = 20  # reports of one person that nobody has settled yet
MOST_OF_WHY: Final = 500  # characters


class Report(NamedTuple):
    """What somebody reports of another at a table."""

    number: int
    play: str
    reporter: str
    subject: str
    name: str | None  # what the other went by
    line: str | None  # what was said, if it is about that
    why: str
    made_at: int
    settled_at: int | None = None
    note: str | None = None


class Reports:
    """All reports, over the same database and writer as the journals."""

    def __init__(self, journals: Journals) -> None:
        self.journals = journals

    def all(self, *, settled: bool = False) -> list[Report]:
        """List the reports, the oldest first: those that are open, or all."""
        query = select(REPORTS).order_by(REPORTS.c.number)
        if not settled:
            query = query.where(REPORTS.c.settled_at.is_(None))
        with self.journals.reading() as connection:
            return [Report(*row) for row in connection.execute(query)]

    async def make(
        self, play: str, reporter: str, subject: str, name: str | None, line: str | None, why: str
    ) -> None:
        """Store a report, if its reporter has not made too many that are open."""
        mine = REPORTS.c.reporter == reporter, REPORTS.c.settled_at.is_(None)
        with self.journals.reading() as connection:
            count = select(func.count()).select_from(REPORTS).where(*mine)
            if connection.execute(count).scalar_one() >= MOST_OPEN:
                raise Refused(say("report.too-many"))
        number = func.coalesce(func.max(REPORTS.c.number), 0) + 1
        values = play, reporter, subject, name, line, why[:MOST_OF_WHY], now()
        columns = list(REPORTS.c)[: 1 + len(values)]
        row = select(
            number, *[literal(it, c.type) for it, c in zip(values, columns[1:], strict=True)]
        )
        await self.journals.submit([(insert(REPORTS).from_select(columns, row), None)])

    async def settle(self, number: int, note: str) -> None:
        """Note that a report has been seen to."""
        with self.journals.reading() as connection:
            found = connection.execute(select(REPORTS).where(REPORTS.c.number == number)).first()
        if found is None:
            raise Refused(say("admin.no-report", number=number))
        one = update(REPORTS).where(REPORTS.c.number == number)
        await self.journals.submit([(one.values(settled_at=now(), note=note[:200]), None)])
