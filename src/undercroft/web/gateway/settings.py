"""How a server is set up."""

import contextlib
import os
import re
import secrets
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from undercroft.core.errors import Refused
from undercroft.web.words import say

_SECRET: Final = re.compile(r"[!-~]{32,}")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where the server listens, where it keeps things, and what it puts up with."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # by default SQLite in the data folder
    workers: int = 1  # processes that serve; more than one need PostgreSQL
    thinkers: int = 1  # processes, beside each worker, in which bots think, ...
    budget: float = 5  # ... and the seconds that they may think about one decision
    review: float = 45  # seconds of work that the review of a game may take, ...
    lab: float = 60  # ... and a study or a comparison in the lab
    hosts: tuple[str, ...] = ()  # further names by which browsers may call this server
    secure: bool = False  # behind HTTPS: cookies are for HTTPS alone
    metrics_token: str | None = None  # to read the counters from another machine
    head_seconds: float = 10  # for a request's line and headers to come, ...
    body_seconds: float = 30  # ... and for its body
    most_head: int = 32_768  # bytes
    most_live: int = 2_000  # plays kept in memory
    most_body: int = 200_000  # bytes
    most_frame: int = 4_096  # bytes
    ping: float = 20  # seconds between pings to an idle socket, and for their answers
    requests: float = 20  # pages and API calls a second and client, ...
    requests_burst: float = 120  # ... after so many at once
    creations: float = 1  # new plays a second and client
    creations_burst: float = 30
    logins: float = 1 / 30  # log-ins a second and client, and a second and name, ...
    logins_burst: float = 10
    answers: float = 30  # frames a second and visitor, over all its sockets
    answers_burst: float = 120
    share: float = 0.25  # of a process's time for a visitor while others are there, ...
    share_burst: float = 0.1  # ... after so many seconds at once; an address has twice as much
    at_once: int = 32  # requests of a visitor under way; an address has four times as many
    sockets: int = 16  # open tables of a visitor, ...
    sockets_address: int = 128  # ... of all who come from one address, ...
    sockets_total: int = 4_000  # ... and of all
    games: int = 1_000  # stored for a guest; an account may have ten times as many
    lobby_tables: int = 5  # of one visitor that wait in the lobby
    log_json: bool = field(default=True)

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database or f"sqlite:///{self.data / 'undercroft.db'}"

    @property
    def names(self) -> frozenset[str]:
        """The names by which this server may be called."""
        return frozenset({"127.0.0.1", "localhost", "[::1]", self.host, *self.hosts})

    def each(self, rate: float) -> float:
        """Give the part of a rate that one worker allows: each counts for itself."""
        return rate / self.workers

    def secret(self) -> str:
        """Read the secret that signs cookies; made on the first start, for the owner's eyes.

        One that is not whole would let anyone forge a cookie: it is refused.
        """
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self.data / "secret"
        if not file.exists():
            _make_secret(file)
        text = file.read_bytes().decode("ascii", "replace").strip()
        if not _SECRET.fullmatch(text):
            raise Refused(say("server.secret", file=file))
        return text


def _make_secret(file: Path) -> None:
    """Write a secret whole or not at all; of two processes that start at once, one makes it."""
    handle, new = tempfile.mkstemp(prefix="secret-", dir=file.parent)  # for the owner alone
    try:
        with os.fdopen(handle, "w") as opened:
            opened.write(secrets.token_hex(32))
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(new, file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        os.unlink(new)
    if sys.platform != "win32":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
