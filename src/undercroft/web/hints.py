"""What a sensible player would do, thought out in a worker process, never on the event loop."""

import asyncio
import random
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.storage.journals import Record
from undercroft.web.live import Live, game_of, journal_of

PREFERRED = ("cautious", "bold")  # the first of these that a game has gives the hints


@cache
def thinkers() -> Executor:
    """Start the worker process when the first hint is asked for."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def adviser(bots: object) -> str:
    """Name the bot that gives hints."""
    names = list(bots)  # type: ignore[call-overload]
    return next((name for name in PREFERRED if name in names), names[-1])


async def hint(live: Live) -> str | None:
    """Ask the adviser what to answer."""
    if not isinstance(live.question, Decision):
        return None
    loop = asyncio.get_running_loop()
    hidden = live.record._replace(seed=None, fate="real-cards")  # a bot needs no seed
    return await loop.run_in_executor(thinkers(), think, hidden, live.play.lines)


def think(record: Record, lines: list[str]) -> str | None:
    """Decide as the adviser would. Runs in the worker."""
    game = game_of(record)
    play = Play.resume(game, journal_of(record, lines, over=False))
    decision = play.question
    if not isinstance(decision, Decision):
        return None
    luck = random.Random(len(lines)).random  # the same question, the same hint
    bot = game.new_bot(adviser(game.bots), luck)
    return str(bot(decision, play.look(decision.seat, luck)))
