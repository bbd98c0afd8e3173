"""What reaches somebody at the plain table online: what they type, and what comes by itself."""

import os
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from undercroft.core.errors import Refused
from undercroft.terminal.client import PAUSES, Client, LineLost

SAYS_SO: Final = "game"  # of several that lose the connection, one says so


class Typed(NamedTuple):
    """A line was typed; `None`: there will be no more."""

    line: str | None


class Found(NamedTuple):
    """Something came by itself."""

    client: Client
    kind: str
    found: object


class Gone(NamedTuple):
    """The connection is lost."""

    client: Client
    why: str
    pause: int  # seconds until the next attempt
    when: float


Happening: TypeAlias = Typed | Found | Gone | Refused


class Ears:
    """Listens everywhere at once, and puts all that comes in one row."""

    def __init__(self) -> None:
        self._row: SimpleQueue[Happening] = SimpleQueue()
        self._listening: set[tuple[Client, str]] = set()
        self._back = Event()

    def next(self, client: Client) -> Happening:
        """Wait for whatever comes next, of this table."""
        while True:
            happening = self._row.get()
            if isinstance(happening, Found):
                self._listening.discard((happening.client, happening.kind))
            if not isinstance(happening, Found | Gone) or happening.client is client:
                return happening

    def retry(self) -> None:
        """Hear that the connection is back: wait no longer."""
        self._back.set()

    def listen(self, client: Client) -> None:
        """Listen to all that can be waited for; what was refused once is not asked again."""
        for kind, wait in client.waits().items():
            if (client, kind) not in self._listening:
                self._listening.add((client, kind))
                self._start(partial(self._await, client, kind, wait))

    def type(self, source: int) -> None:
        """Listen to what is typed, at this table and the next."""
        self._start(lambda: self._read(source))

    def _start(self, listen: Callable[[], None]) -> None:
        Thread(target=listen, daemon=True).start()

    def _read(self, source: int) -> None:
        """Read lines, without the locks of a stream: the program may end meanwhile."""
        rest = b""
        while content := os.read(source, 4096):
            *lines, rest = (rest + content).split(b"\n")
            for line in lines:
                self._row.put(Typed(line.decode(errors="replace").strip()))
            rest = rest[-4096:]
        if rest:
            self._row.put(Typed(rest.decode(errors="replace").strip()))
        self._row.put(Typed(None))

    def _await(self, client: Client, kind: str, wait: Callable[[], object]) -> None:
        tried = 0
        while True:
            try:
                self._row.put(Found(client, kind, wait()))
                return
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                if kind == SAYS_SO:
                    self._row.put(Gone(client, str(error), pause, monotonic()))
                self._back.wait(pause)
                self._back.clear()
            except Refused as error:
                if kind == SAYS_SO:
                    self._row.put(error)
                return
