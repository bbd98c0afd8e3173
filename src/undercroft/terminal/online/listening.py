"""What reaches somebody at a server's table: what they type, what happens, what is said."""

import os
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic, sleep
from typing import NamedTuple, TypeAlias

from undercroft.core.errors import Refused
from undercroft.terminal.online.client import PAUSES
from undercroft.terminal.online.server import LineLost, Server, Shown, Talk


class Typed(NamedTuple):
    """A line was typed; `None`: there will be no more."""

    line: str | None


class Gone(NamedTuple):
    """The line to the server is gone."""

    why: str
    pause: int  # seconds until the next attempt
    when: float


class Called(NamedTuple):
    """Others have laid the table again."""

    play: str


Happening: TypeAlias = Typed | Shown | Talk | Gone | Called | Refused


class Ears:
    """Listens everywhere at once, and puts all that comes in one row."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._play = ""  # the one that is listened to
        self._row: SimpleQueue[tuple[str, Happening]] = SimpleQueue()
        self._back = Event()

    def next(self) -> Happening:
        """Wait for whatever comes next, of this table."""
        while True:
            play, happening = self._row.get()
            if play in (self._play, ""):
                return happening

    def retry(self) -> None:
        """Hear that the line is back: wait no longer."""
        self._back.set()

    def type(self, source: int) -> None:
        """Listen to what is typed, at this table and the next."""
        self._start(lambda: self._read(source))

    def watch(self, play: str, at: Callable[[], int]) -> None:
        """Listen to a play, from the entry that is known on; to others no longer."""
        self._play = play
        self._start(lambda: self._watch(play, at))

    def talk(self) -> None:
        """Listen to the others."""
        play = self._play
        self._start(lambda: self._hear(play))

    def await_call(self) -> None:
        """Listen whether the others play again."""
        play = self._play
        self._start(lambda: self._await_call(play))

    def _start(self, listen: Callable[[], None]) -> None:
        Thread(target=listen, daemon=True).start()

    def _read(self, source: int) -> None:
        """Read lines, without the locks of a stream: the program may end meanwhile."""
        rest = b""
        while content := os.read(source, 4096):
            *lines, rest = (rest + content).split(b"\n")
            for line in lines:
                self._row.put(("", Typed(line.decode(errors="replace").strip())))
            rest = rest[-4096:]
        if rest:
            self._row.put(("", Typed(rest.decode(errors="replace").strip())))
        self._row.put(("", Typed(None)))

    def _watch(self, play: str, at: Callable[[], int]) -> None:
        tried = 0
        while play == self._play:
            try:
                shown = self._server.look(play, at())
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                self._row.put((play, Gone(str(error), pause, monotonic())))
                self._back.wait(pause)
                self._back.clear()
            except Refused as error:
                self._row.put((play, error))
                return
            else:
                tried = 0
                self._row.put((play, shown))

    def _hear(self, play: str) -> None:
        first: int | None = None
        while play == self._play:
            try:
                talk = self._server.talk(play, first)
            except LineLost:
                sleep(PAUSES[2])  # who watches the play says so
            except Refused:
                return
            else:
                self._row.put((play, talk))
                first = talk.lines[-1].number + 1 if talk.lines else first or 0

    def _await_call(self, play: str) -> None:
        while play == self._play:
            try:
                call = self._server.call(play)
            except LineLost:
                sleep(PAUSES[2])
            except Refused:  # the server is of another version
                return
            else:
                if call.play is not None:
                    self._row.put((play, Called(call.play)))
                    return
