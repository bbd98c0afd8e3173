"""Bots at work: hints, and seats of their own. They think in a worker process."""

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
MOST_KEPT = 50  # plays that the worker remembers


@cache
def thinkers() -> Executor:
    """Start the worker process when it is needed first."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


def adviser(bots: object) -> str:
    """Name the bot that gives hints."""
    names = list(bots)  # type: ignore[call-overload]
    return next((name for name in PREFERRED if name in names), names[-1])


async def hint(live: Live) -> str | None:
    """Ask the adviser what to answer."""
    if not isinstance(live.question, Decision):
        return None
    return await think_for(adviser(live.game.bots), live.record, live.play.lines)


async def think_for(bot: str, record: Record, lines: list[str]) -> str:
    """Ask a bot to answer the decision that is open."""
    loop = asyncio.get_running_loop()
    hidden = record._replace(seed=None, fate="real-cards")  # a bot needs no seed
    return await loop.run_in_executor(thinkers(), think, bot, hidden, lines)


# -- in the worker --------------------------------------------------------------------------------

_PLAYS: dict[str, Play] = {}  # the plays thought about last, by their id


def think(bot: str, record: Record, lines: list[str]) -> str:
    """Decide as a bot would."""
    play = _caught_up(record, lines)
    decision = play.question
    assert isinstance(decision, Decision)  # noqa: S101 (whoever asks has seen to it)
    luck = random.Random(f"{record.id} {len(lines)}").random  # the same question, the same answer
    return str(play.game.new_bot(bot, luck)(decision, play.look(decision.seat, luck)))


def _caught_up(record: Record, lines: list[str]) -> Play:
    """Give the play as it stands: as it was thought about last, and what came since."""
    play = _PLAYS.pop(record.id, None)
    known = play.lines if play is not None else []
    if play is None or lines[: len(known)] != known:  # something was undone
        play = Play.resume(game_of(record), journal_of(record, lines, over=False))
    else:
        for line in lines[len(known) :]:
            play.answer(line.split(": ", 1)[1])
    _PLAYS[record.id] = play
    if len(_PLAYS) > MOST_KEPT:
        del _PLAYS[next(iter(_PLAYS))]
    return play
