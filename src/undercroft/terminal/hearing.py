"""What reaches somebody at a server's table: what they type, what happens, what is said."""

import os
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import NamedTuple, TypeAlias

from undercroft.core.errors import Refused
from undercroft.terminal.remote import PAUSES
from undercroft.terminal.server import LineLost, Server, Shown, Talk


class Typed(NamedTuple):
    """A line was typed; `None`: there will be no more."""

    line: str | None


class Gone(NamedTuple):
    """The line to the server is gone."""

    why: str
    pause: int  # seconds until the next attempt
    when: float


Happening: TypeAlias = Typed | Shown | Talk | Gone | Refused


class Ears:
    """Listens everywhere at once, and puts all that comes in one row."""

    def __init__(self, server: Server, play: str) -> None:
        self._server, self._play = server, play
        self._row: SimpleQueue[Happening] = SimpleQueue()
        self._back = Event()

    def next(self) -> Happening:
        """Wait for whatever comes next."""
        return self._row.get()

    def retry(self) -> None:
        """Hear that the line is back: wait no longer."""
        self._back.set()

    def type(self, source: int) -> None:
        """Listen to what is typed."""
        self._start(lambda: self._read(source))

    def watch(self, at: Callable[[], int]) -> None:
        """Listen to the play, from the entry that is known on."""
        self._start(lambda: self._watch(at))

    def talk(self) -> None:
        """Listen to the others."""
        self._start(self._hear)

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

    def _watch(self, at: Callable[[], int]) -> None:
        tried = 0
        while True:
            try:
                shown = self._server.look(self._play, at())
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                self._row.put(Gone(str(error), pause, monotonic()))
                self._back.wait(pause)
                self._back.clear()
            except Refused as error:
                self._row.put(error)
                return
            else:
                tried = 0
                self._row.put(shown)
                if shown.outcome is not None:
                    return

    def _hear(self) -> None:
        first: int | None = None
        while True:
            try:
                talk = self._server.talk(self._play, first)
            except LineLost:
                sleep(PAUSES[2])  # who watches the play says so
            except Refused:
                return
            else:
                self._row.put(talk)
                first = talk.lines[-1].number + 1 if talk.lines else first or 0
