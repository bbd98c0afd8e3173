"""Bots think in worker processes: never where plays are served, and never for too long.

A worker is handed a decision and what its seat sees, and nothing else of the play; what comes back
is read as text. For a game's own bot that looks ahead it is handed the answers so far as well,
never the seed: the bot itself only gets to see games in which all that its seat cannot know has
been dealt anew (`Play.look`).

A worker that dies costs a retry on a fresh one. A bot that thinks for longer than its budget is cut
short, and the decision is taken by the random bot, so that the play goes on; a hint is not.
Visitors take turns: nobody's thoughts wait for more than one of anybody else's.
"""

import asyncio
import hmac
import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec
import structlog

from undercroft.bots.chances import weigh
from undercroft.core.errors import Refused
from undercroft.core.game import Advice, Game, Look, advice_of, is_outside
from undercroft.core.play import Play
from undercroft.core.questions import Decision, read_answer
from undercroft.core.records.journal import read_journal
from undercroft.core.running.handing import Handed, pack, unpack
from undercroft.core.variants import with_variant
from undercroft.games import catalogue, find_game
from undercroft.storage.journals import Record
from undercroft.web.gateway.limits import PAYER, Turns
from undercroft.web.gateway.metrics import THOUGHTS_LOST
from undercroft.web.live import processes
from undercroft.web.words import say

WEIGHER: Final = (
    "chances"  # no bot: asked how often each option wins, and in which part of the time
)
WEIGHING: Final = 0.4  # seconds for one part
LAST_RESORT: Final = "random"  # the bot that answers at once, whatever is asked
TRIES: Final = 2  # for a bot whose worker dies, before the last resort is asked
STARTING: Final = 60.0  # seconds for a fresh worker to start
PATIENCE: Final = 30.0  # seconds for it to find the game and read what it is asked
MOST_KEPT: Final = 50  # games and variants that a worker remembers
MOST_SAID: Final = 10_000  # bytes of an answer
MOST_WAITING: Final = 24  # thoughts of one visitor
log = structlog.get_logger("undercroft.web")


SAID: Final = msgspec.json.Decoder(  # an answer, an error, and why: a key and what it names
    tuple[str, str, str, dict[str, str | int | float]]
)


class CutShort(Refused):
    """No answer came, because of this: died, late, bug."""


class Task(NamedTuple):
    """What a worker is asked: all that it may know of a play."""

    play: str  # for the log
    game: str
    variant: str | None
    luck: str  # what the bot's own luck is made from: the same question, the same answer
    handed: bytes  # the decision and the view
    journal: str = ""  # the answers so far, for a game's own bot that looks ahead


def luck_for(secret: str, play: str, number: int) -> str:
    """Give the luck of a bot that thinks about a question: the same each time it is asked.

    The secret is in it, for a game's id stands in its address: nobody is to work a bot out.
    """
    return hmac.new(secret.encode(), f"bot {play} {number}".encode(), sha256).hexdigest()


def task_of(record: Record, play: Play, secret: str, bot: str = "") -> Task:
    """Write down the decision that is open, what its seat sees, and what the bot imagines from."""
    decision = play.question
    assert isinstance(decision, Decision)  # noqa: S101 (the caller has seen to it)
    handed = pack(play.game.rows, decision, play.view(decision.seat))
    luck = luck_for(secret, record.id, play.number)
    imagines = not is_outside(bot) and play.game.looks_ahead(bot)
    journal = str(play.journal) if imagines or bot.startswith(WEIGHER) else ""
    return Task(record.id, record.game, record.variant, luck, handed, journal)


class Thinkers:
    """So many worker processes. A play always goes to the same one."""

    def __init__(self, count: int, budget: float, secret: str) -> None:
        self._thinkers = [Thinker(budget) for _ in range(count)]
        self._secret = secret

    async def ask(self, bot: str, record: Record, play: Play, *, or_random: bool = True) -> Advice:
        """Ask a bot to answer the decision that is open, and why.

        If it cannot, the last resort answers, or else `CutShort` says so.
        """
        thinker = self._of(record)
        task = task_of(record, play, self._secret, bot)
        loop = asyncio.get_running_loop()
        payer = PAYER.get()
        visitor = payer.name if payer is not None else record.owner
        if thinker.turns.waiting(visitor) >= MOST_WAITING:
            raise Refused(say("table-error.thoughts", count=MOST_WAITING))
        async with thinker.turns.turn(visitor):
            ask = partial(thinker.ask, bot, task, or_random=or_random)
            return await loop.run_in_executor(thinker.thread, ask)

    def wake(self, record: Record) -> None:
        """Start the worker of a play, so that the first answer need not wait for it."""
        thinker = self._of(record)
        with suppress(RuntimeError):  # the server is stopping
            thinker.thread.submit(thinker.wake)

    def _of(self, record: Record) -> "Thinker":
        return self._thinkers[crc32(record.id.encode()) % len(self._thinkers)]

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

    def wake(self) -> None:
        """Start the worker, if there is none; where that fails, the first question tries again."""
        if self._process is None and not self._closed:
            try:
                self._start()
            except (CutShort, OSError, EOFError):
                self._end()

    def ask(self, bot: str, task: Task, *, or_random: bool = True) -> Advice:
        """Have a bot answer; if it cannot, the last resort does, or else `CutShort` says why."""
        why = ""
        for _ in range(TRIES):
            try:
                return self._try(bot, task, self.budget)
            except CutShort as error:
                self._end()
                why = str(error)
                THOUGHTS_LOST.labels(why).inc()
                log.warning("thought lost", bot=bot, why=why, play=task.play)
                if why != "died":  # it would only do the same again
                    break
        if not or_random:
            raise CutShort(why)
        try:
            return self._try(LAST_RESORT, task, self.patience)
        except CutShort as error:
            self._end()
            raise Refused(say("table-error.no-bots-now")) from error

    def _try(self, bot: str, task: Task, budget: float) -> Advice:
        if self._closed:
            raise Refused(say("table-error.stopping"))
        try:
            if self._process is None:
                self._start()
            self._line.send((bot, task))
            self._receive(self.patience)  # it knows what is asked, and thinks from now on
            return self._receive(budget)
        except (EOFError, OSError):
            raise CutShort("died") from None

    def _receive(self, seconds: float) -> Advice:
        if not self._line.poll(seconds):
            raise CutShort("late")
        try:
            answer, error, reason, names = SAID.decode(self._line.recv_bytes(MOST_SAID))
        except msgspec.MsgspecError as unreadable:
            answer, error, reason, names = "", str(unreadable), "", {}
        if error:
            log.error("bug in a bot", error=error)
            raise CutShort("bug")
        return Advice(answer, reason, names)

    def _start(self) -> None:
        spawn = get_context("spawn")
        self._line, other = spawn.Pipe()
        process = spawn.Process(target=work, args=(other,), daemon=True)
        processes.start(process)
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
            process.kill()  # those who wait for it hear that it has died
        self.thread.shutdown()
        self._end()


# -- in the worker --------------------------------------------------------------------------------


def work(line: Connection) -> None:
    """Answer, until the server has gone."""
    processes.ignore_interrupts()
    os.nice(5)  # those who play come first

    def tell(advice: Advice, error: str = "") -> None:
        answer, reason, names = advice
        plain = {name: it if isinstance(it, int | float) else str(it) for name, it in names.items()}
        line.send_bytes(msgspec.json.encode((answer, error, reason, plain)))

    nothing = Advice("")
    catalogue()  # it takes longer than most thoughts
    tell(nothing)  # ready
    while True:
        try:
            bot, task = line.recv()
        except (EOFError, OSError):
            return
        try:
            game = find(task.game, task.variant)
            decision, view = unpack(game.rows, task.handed)
            look = look_of(game, decision, view, task.journal)
            tell(nothing)
            tell(think(game, bot, decision, look, task.luck))
        except OSError:
            return
        except Exception as error:
            tell(nothing, f"{type(error).__name__}: {error}"[: MOST_SAID // 10])


def look_of(game: Game[Any, Any], decision: Decision[Any], view: Any, journal: str) -> Look[Any]:
    """Give a bot something to look at; with a journal, something to imagine from, too."""
    return Play.resume(game, read_journal(journal)).look(decision.seat) if journal else Handed(view)


def think(
    game: Game[Any, Any], bot: str, decision: Decision[Any], look: Look[Any], luck: str
) -> Advice:
    """Decide as a bot would, and why; what is no legal answer is a bug of the bot's."""
    if bot.startswith(WEIGHER):
        found = weigh(decision, look, game.rule_of_thumb, f"{luck} {bot}", WEIGHING)
        return Advice(str(found.worlds), WEIGHER, found.wins)
    made = game.new_bot(bot, random.Random(luck).random)
    answer, reason, names = advice_of(made, decision, look)
    return Advice(str(read_answer(decision, answer)), reason, names)


@lru_cache(MOST_KEPT)
def find(game: str, variant: str | None) -> Game[Any, Any]:
    """Find a game, or make its variant, once."""
    return with_variant(variant, "variant", find_game, kept=True) if variant else find_game(game)
