"""Reading plays, and adding to them: answers that come together are committed together."""

import asyncio
import json
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    RootTransaction,
    Row,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,  # noqa: A004 (it is the pool's)
)

from undercroft.core.errors import Refused
from undercroft.core.records.entries import Consent, Entry, read_entry
from undercroft.storage.endings import Ended, Statement, notes_on
from undercroft.storage.tables import ACCOUNTS, ENTRIES, PLAYS, SEATS
from undercroft.storage.wakeups import CHANNEL, NOTIFY, backend_of
from undercroft.storage.words import say

MOST_AT_ONCE: Final = 500  # jobs in one transaction
TRIAL: Final = (  # a row is written as it is, and the right to the journals is used
    text("UPDATE alembic_version SET version_num = version_num"),
    delete(ENTRIES).where(ENTRIES.c.play == ""),
)
DEADLOCK: Final = "40P01"  # PostgreSQL's: two servers wait for each other, and one gives way


class Conflict(Refused):
    """Somebody else has added an entry of that number: what was known is out of date."""


class StorageLost(Refused):
    """The database cannot be reached now. Nothing has changed, unless it went in mid-commit.

    So callers load the play again before they go on. The reason is the driver's, and not for
    players: it names hosts and users.
    """

    def __init__(self, message: str, error: SQLAlchemyError) -> None:
        super().__init__(message)
        self.reason = _reason(error)


class Record(NamedTuple):
    """A play's row, without its entries."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: dict[str, str]
    variant: str | None
    fate: str
    seed: str | None
    kind: str
    owner: str
    name: str | None = None
    parent: str | None = None
    parent_at: int | None = None
    created: int = 0
    changed: int = 0
    outcome: str | None = None
    score: int | None = None
    share: str | None = None
    patience: int | None = None
    watch: str | None = None
    day: str | None = None
    practice: bool = False
    rival: str | None = None


class Seat(NamedTuple):
    """Who has a seat: a guest, a bot for good, a bot for a guest, or nobody yet."""

    guest: str | None = None
    name: str | None = None
    bot: str | None = None
    key: str | None = None
    listed: bool = False
    seen: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody may still take it."""
        return self.guest is None and self.bot is None


class Stored(NamedTuple):
    """A play as the database has it."""

    record: Record
    entries: list[Entry]
    seats: dict[str, Seat]  # by role: P1, P2 ... and fate
    since: int = 0  # when the last entry but pleas was added; milliseconds since 1970


class _Job(NamedTuple):
    statements: Sequence[Statement]
    entries: Sequence[tuple[str, int, str, int]]  # play, number, text, given_at
    wake: str | None  # the play that other servers are to look at again
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Journals:
    """All plays. One thread writes; callers wait for the commit."""

    def __init__(
        self, engine: Engine, note_loss: Callable[[StorageLost], None] = lambda lost: None
    ) -> None:
        self.engine = engine
        self._note_loss = note_loss
        self.is_shared = engine.dialect.name == "postgresql"  # other servers may write, too
        self.commits = 0
        self.last_write = (-inf, True)  # when, and whether it could be written
        self.backend: int | None = None  # PostgreSQL's name for the writer: its own news are none
        self._connection: Connection | None = None  # the writer's own
        self._is_closed = False
        self._insert_entries = str(insert(ENTRIES).compile(dialect=engine.dialect))
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journals", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()

    # -- reading ----------------------------------------------------------------------------------

    def load(self, play: str, since: int = 0) -> Stored | None:
        """Read a play, with its entries from a number on."""
        with self.reading() as connection:
            row = connection.execute(select(PLAYS).where(PLAYS.c.id == play)).one_or_none()
            if row is None:
                return None
            of_play = select(ENTRIES.c.text, ENTRIES.c.given_at).where(
                ENTRIES.c.play == play, ENTRIES.c.number >= since
            )
            rows = connection.execute(of_play.order_by(ENTRIES.c.number))
            given = [(read_entry(text), at) for text, at in rows]
            moved = (at for entry, at in reversed(given) if not isinstance(entry, Consent))
            return Stored(
                record_of(row),
                [entry for entry, _ in given],
                seats_of(connection, play),
                next(moved, row.changed),
            )

    def owned(self, guest: str, limit: int = 50) -> list[Record]:
        """List a guest's plays, the latest first."""
        mine = select(PLAYS).where(PLAYS.c.owner == guest)
        return self._records(mine.order_by(PLAYS.c.changed.desc()).limit(limit))

    def count(self, owner: str) -> tuple[int, bool]:
        """Count somebody's plays, and say whether it is somebody with an account."""
        plays = select(func.count()).where(PLAYS.c.owner == owner)
        accounts = select(func.count()).where(ACCOUNTS.c.id == owner)
        with self.reading() as connection:
            found = connection.execute(plays).scalar_one()
            return found, bool(connection.execute(accounts).scalar_one())

    def branches(self, play: str) -> list[Record]:
        """List the plays that branch off from one."""
        branched = select(PLAYS).where(PLAYS.c.parent == play, PLAYS.c.parent_at.is_not(None))
        return self._records(branched.order_by(PLAYS.c.created))

    def shared(self, share: str) -> str | None:
        """Find the play that a share link is for."""
        with self.reading() as connection:
            return connection.execute(
                select(PLAYS.c.id).where(PLAYS.c.share == share)
            ).scalar_one_or_none()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Lend a connection; `StorageLost` if there is none to be had.

        What no database takes (NUL, in PostgreSQL) is refused.
        """
        try:
            with self.engine.connect() as connection:
                try:
                    yield connection
                finally:
                    if self._is_closed:  # the pool that it came from is gone
                        connection.invalidate()
        except DataError as error:
            raise Refused(say("database.no-search")) from error
        except (DBAPIError, TimeoutError) as error:  # the latter: all connections are taken
            lost = StorageLost(say("database.lost"), error)
            self._note_loss(lost)
            raise lost from error

    def _records(self, query: Any) -> list[Record]:
        with self.reading() as connection:
            return [record_of(row) for row in connection.execute(query)]

    # -- writing ----------------------------------------------------------------------------------

    async def create(
        self,
        record: Record,
        entries: Sequence[Entry | str],
        seats: Mapping[str, Seat] | None = None,
        ended: Ended | None = None,
    ) -> None:
        """Write a new play. Unless told otherwise its owner is P1, and there is no other seat.

        Those who watch the play that it came from may want to know, at other servers, too.
        """
        at = now()
        row = record._replace(created=at, changed=at)._asdict()
        row["options"] = json.dumps(record.options)
        taken = seats or {"P1": Seat(record.owner)}
        rows = [{"play": record.id, "role": role, **seat._asdict()} for role, seat in taken.items()]
        statements: list[Statement] = [(insert(PLAYS), row), (insert(SEATS), rows)]
        statements += notes_on(record.id, ended, at) if ended else []
        await self.submit(statements, _rows(record.id, 0, entries, at), wake=record.parent)

    async def append(
        self,
        play: str,
        number: int,
        entries: Sequence[Entry | str],
        ended: Ended | None = None,
        reopened: bool = False,
    ) -> None:
        """Add entries from a number on; back when they are durable.

        `ended` notes how the play came out, `reopened` takes the notes off. `Conflict` means that
        nothing was written.
        """
        at = now()
        statements = notes_on(play, ended, at) if ended or reopened else []
        await self.submit(statements, _rows(play, number, entries, at), wake=play)

    async def share(self, play: str) -> str:
        """Return the key with which anyone may see a game that is over."""
        return await self.key(play, PLAYS.c.share)

    async def key(self, play: str, column: Column[Any]) -> str:
        """Return a key of a game. The first to ask makes it; all others get the same."""
        unmade = update(PLAYS).where(PLAYS.c.id == play, column.is_(None))
        fresh = unmade.values({column: secrets.token_urlsafe(12)})
        await self.submit([(fresh, None)], wake=play)
        return await asyncio.to_thread(self._key, play, column)

    def _key(self, play: str, column: Column[Any]) -> str:
        with self.reading() as connection:
            return str(connection.execute(select(column).where(PLAYS.c.id == play)).scalar_one())

    async def try_to_write(self) -> None:
        """Write a row as it is; `StorageLost` if nothing can be written now."""
        await self.submit([(statement, None) for statement in TRIAL])

    async def submit(
        self,
        statements: Sequence[Statement],
        entries: Sequence[tuple[str, int, str, int]] = (),
        wake: str | None = None,
    ) -> None:
        """Have something written, with whatever else is waiting; back when it is durable.

        `wake`: the play that other servers are to look at again.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Job(statements, entries, wake, loop, done))
        await done

    # -- the writer's thread ----------------------------------------------------------------------

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs, last = [job], False
            while len(jobs) < MOST_AT_ONCE:
                try:
                    waiting = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if waiting is None:
                    last = True
                    break
                jobs.append(waiting)
            self._settle(jobs)
            if last:
                return

    def _settle(self, jobs: list[_Job]) -> None:
        """Commit jobs together; if one of them spoils it, each by itself."""
        try:
            self._commit(jobs)
            _answer(jobs, None)
        except Exception as error:  # those who wait must hear of it
            if not isinstance(error, IntegrityError):
                self._reconnect()
            if len(jobs) > 1 and not _is_lost(error):
                for job in jobs:
                    self._settle([job])
            else:
                refusal = _refusal(error)
                if isinstance(refusal, StorageLost):
                    self.last_write = (time.monotonic(), False)
                    self._note_loss(refusal)
                _answer(jobs, refusal)

    def _commit(self, jobs: Sequence[_Job]) -> None:
        """Do jobs in one transaction.

        A connection that was lost while nobody needed it is found dead only now; then they are done
        once more, over a new one. That is safe: nothing was to be committed yet, and if somebody
        else has answered meanwhile, the number of an entry, which is unique, tells.
        """
        kept = self._connection is not None
        try:
            transaction = self._do(jobs)
        except DBAPIError as error:
            if not kept or not error.connection_invalidated:
                raise
            self._reconnect()
            transaction = self._do(jobs)
        with transaction:
            self.commits += 1
        self.last_write = (time.monotonic(), True)

    def _do(self, jobs: Sequence[_Job]) -> RootTransaction:
        """Do jobs in a transaction that is yet to be committed."""
        if self._connection is None:
            self._connection = self.engine.connect()
            if self.is_shared:
                self.backend = backend_of(self._connection)
        connection = self._connection
        transaction = connection.begin()
        try:
            entries: list[tuple[str, int, str, int]] = []
            for job in jobs:
                _run(connection, job.statements)
                entries += job.entries
            if entries:  # many a second: compiled once, and handed over as they are
                entries.sort()  # one order for all servers: none waits for another in a circle
                connection.exec_driver_sql(self._insert_entries, entries)
            if self.is_shared and (wake := {job.wake for job in jobs if job.wake}):
                connection.exec_driver_sql(NOTIFY, (CHANNEL, sorted(wake)))
        except BaseException:
            transaction.rollback()
            raise
        return transaction

    def _reconnect(self) -> None:
        """Begin with a new connection when the old one may be broken."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


def _is_lost(error: Exception) -> bool:
    """Whether an error is the database's own, and not that of one job among many."""
    deadlock = isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") == DEADLOCK
    return isinstance(error, OperationalError | InterfaceError) and not deadlock


def _refusal(error: Exception) -> Exception:
    match error:
        case IntegrityError():
            return Conflict(say("database.conflict"))
        case DataError() | UnicodeError():
            return Refused(say("database.no-text"))
        case DBAPIError() | TimeoutError():
            return StorageLost(say("database.not-saved"), error)
    return error


def _reason(error: SQLAlchemyError) -> str:
    """Return what the driver says, on one line; of a statement nothing that it was to write."""
    reason = str(error.orig if isinstance(error, DBAPIError) else error)
    return (
        " ".join(reason.split()) if isinstance(error, OperationalError) else reason.split("\n")[0]
    )


def _run(connection: Connection, statements: Iterable[Statement]) -> None:
    for statement, parameters in statements:
        connection.execute(statement, parameters)


def _answer(jobs: list[_Job], error: Exception | None) -> None:
    """Tell those who wait how it went, each loop in one go."""
    by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for job in jobs:
        by_loop.setdefault(job.loop, []).append(job.done)
    for loop, waiting in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, waiting, error)


def _resolve(waiting: list[asyncio.Future[None]], error: Exception | None) -> None:
    for done in waiting:
        if done.done():
            continue  # the caller has gone
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _rows(
    play: str, first: int, entries: Sequence[Entry | str], now: int
) -> list[tuple[str, int, str, int]]:
    return [(play, number, str(entry), now) for number, entry in enumerate(entries, first)]


def record_of(row: Row[Any]) -> Record:
    """Read a play's row."""
    return Record(**{**row._mapping, "options": json.loads(row.options)})


def seats_of(connection: Connection, play: str) -> dict[str, Seat]:
    """Read who has a play's seats."""
    query = select(SEATS).where(SEATS.c.play == play).order_by(SEATS.c.role)
    return {
        row.role: Seat(row.guest, row.name, row.bot, row.key, row.listed, row.seen)
        for row in connection.execute(query)
    }


def now() -> int:
    """Give the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
