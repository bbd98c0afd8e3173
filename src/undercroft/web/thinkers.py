"""Bots think in worker processes: never where plays are served, and never for too long.

A worker that dies costs a retry on a fresh one. A bot that thinks for longer than its budget is cut
short, and the decision is taken by the random bot, so that the play goes on. Visitors take turns:
nobody's thoughts wait for more than one of anybody else's.
"""

import asyncio
import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final
from zlib import crc32

import structlog

from undercroft.core.errors import Refused
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.storage.journals import Record
from undercroft.web.limits import PAYER, Turns
from undercroft.web.metrics import THOUGHTS_LOST
from undercroft.web.records import game_of, journal_of

LAST_RESORT: Final = "random"  # the bot that answers at once, whatever is asked
TRIES: Final = 2  # for a bot whose worker dies, before the last resort is asked
STARTING: Final = 60.0  # seconds for a fresh worker to start
PATIENCE: Final = 30.0  # seconds for it to catch up with a play
MOST_KEPT: Final = 50  # plays that a worker remembers
MOST_WAITING: Final = 24  # thoughts of one visitor
log = structlog.get_logger("undercroft.web")


class CutShort(Refused):
    """No answer came, because of this: died, late, bug."""


class Thinkers:
    """So many worker processes. A play always goes to the same one, which remembers it."""

    def __init__(self, count: int, budget: float) -> None:
        self._thinkers = [Thinker(budget) for _ in range(count)]

    async def ask(self, bot: str, record: Record, lines: list[str]) -> str:
        """Ask a bot to answer the decision that is open."""
        thinker = self._thinkers[crc32(record.id.encode()) % len(self._thinkers)]
        hidden = record._replace(seed=None, fate="real-cards")  # a bot needs no seed
        loop = asyncio.get_running_loop()
        payer = PAYER.get()
        visitor = payer.name if payer is not None else record.owner
        if thinker.turns.waiting(visitor) >= MOST_WAITING:
            raise Refused(f"{MOST_WAITING} of your thoughts wait already; try again in a moment")
        async with thinker.turns.turn(visitor):
            return await loop.run_in_executor(thinker.thread, thinker.ask, bot, hidden, lines[:])

    @property
    def workers(self) -> list[int]:
        """The worker processes that there are now."""
        return [pid for thinker in self._thinkers if (pid := thinker.pid) is not None]

    def close(self) -> None:
        """Stop them all."""
        for thinker in self._thinkers:
            thinker.close()


class Thinker:
    """One worker process, started when it is needed, and the thread that waits for it."""

    def __init__(self, budget: float, patience: float = PATIENCE) -> None:
        self.budget = budget
        self.patience = patience
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="thinker")
        self.turns = Turns()
        self._process: BaseProcess | None = None
        self._line: Connection
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        process = self._process
        return process.pid if process is not None else None

    def ask(self, bot: str, record: Record, lines: list[str]) -> str:
        """Have a bot answer; if it cannot, the last resort does."""
        for _ in range(TRIES):
            try:
                return self._try(bot, record, lines, self.budget)
            except CutShort as error:
                self._end()
                why = str(error)
                THOUGHTS_LOST.labels(why).inc()
                log.warning("thought lost", bot=bot, why=why, play=record.id)
                if why != "died":  # it would only do the same again
                    break
        try:
            return self._try(LAST_RESORT, record, lines, self.patience)
        except CutShort as error:
            self._end()
            raise Refused("the bots cannot think now; try again in a moment") from error

    def _try(self, bot: str, record: Record, lines: list[str], budget: float) -> str:
        if self._closed:
            raise Refused("the server stops")
        try:
            if self._process is None:
                self._start()
            self._line.send((bot, record, lines))
            self._receive(self.patience)  # it has caught up, and thinks from now on
            return self._receive(budget)
        except (EOFError, OSError):
            raise CutShort("died") from None

    def _receive(self, seconds: float) -> str:
        if not self._line.poll(seconds):
            raise CutShort("late")
        answer, error = self._line.recv()
        if error:
            log.error("bug in a bot", error=error)
            raise CutShort("bug")
        return str(answer)

    def _start(self) -> None:
        spawn = get_context("spawn")
        self._line, other = spawn.Pipe()
        process = spawn.Process(target=work, args=(other,), daemon=True)
        process.start()
        self._process = process
        other.close()  # so that the line breaks when the worker dies
        self._receive(STARTING)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
            self._process = None

    def close(self) -> None:
        """Stop, whatever is being thought about."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # whoever waits for it hears that it has died
        self.thread.shutdown()
        self._end()


# -- in the worker --------------------------------------------------------------------------------


def work(line: Connection) -> None:
    """Answer, until whoever asks has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sees to us
    os.nice(5)  # those who play come first
    plays: dict[str, Play] = {}
    line.send(("", ""))  # ready
    while True:
        try:
            bot, record, lines = line.recv()
        except (EOFError, OSError):
            return
        try:
            play = catch_up(plays, record, lines)
            line.send(("", ""))
            line.send((think(bot, record, play), ""))
        except OSError:
            return
        except Exception as error:
            plays.pop(record.id, None)
            line.send(("", f"{type(error).__name__}: {error}"))


def think(bot: str, record: Record, play: Play) -> str:
    """Decide as a bot would."""
    decision = play.question
    assert isinstance(decision, Decision)  # noqa: S101 (whoever asks has seen to it)
    luck = random.Random(f"{record.id} {play.number}").random  # the same question, the same answer
    return str(play.game.new_bot(bot, luck)(decision, play.look(decision.seat, luck)))


def catch_up(plays: dict[str, Play], record: Record, lines: list[str]) -> Play:
    """Give the play as it stands: as it was thought about last, and what came since."""
    play = plays.pop(record.id, None)
    known = play.lines if play is not None else []
    if play is None or lines[: len(known)] != known:  # something was undone
        play = Play.resume(game_of(record), journal_of(record, lines, over=False))
    else:
        for line in lines[len(known) :]:
            play.answer(line.split(": ", 1)[1])
    plays[record.id] = play
    if len(plays) > MOST_KEPT:
        del plays[next(iter(plays))]
    return play
