"""A race against a finished game on the same deal, which runs beside one's own.

Shown are numbers alone, never a card: how the other stood after as many answers as the racer has
given by now. How that game ended is told once the racer has given as many answers.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.language.standing import standing_now
from undercroft.core.play import Play
from undercroft.core.records.entries import Answered
from undercroft.storage.boards import board
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, known, page
from undercroft.web.pages.replay import check_met, dealt_again
from undercroft.web.pages.today import read_day
from undercroft.web.words import say

RACER: Final = 0  # whose answers count, in both games: the first seat's
MOST_KEPT: Final = 50


class Courses:
    """How the first seat stood after each of its answers, in the games raced against lately."""

    def __init__(self) -> None:
        self._kept: LRUCache[str, list[str]] = LRUCache(MOST_KEPT)

    async def of(self, live: Live) -> list[str]:
        """Play a finished game again, and note how it stood each time its player was asked."""
        kept = self._kept.get(live.record.id)
        if kept is None:
            play = Play(live.game, live.record.options, live.record.seats)
            kept = [how(live, play)]
            for number, given in enumerate(live.play.entries):
                play.answer(given.answer)
                if given.seat == RACER:
                    kept.append("")
                kept[-1] = how(live, play)
                if number % 20 == 19:
                    await asyncio.sleep(0)
            self._kept[live.record.id] = kept
        return kept


def how(live: Live, play: Play) -> str:
    """Say how the first seat stands, in numbers."""
    return standing_now(live.game, play.view(RACER))


def own_answers(answers: Sequence[Answered]) -> int:
    """Count the first seat's answers."""
    return sum(given.seat == RACER for given in answers)


async def race(request: Request) -> Response:
    """Show how both stand after as many answers: a part of the table's page."""
    live, _ = await mine(request)
    rival = live.record.rival
    other = await tables(request).find(rival) if rival else None
    if other is None or other.outcome is None:
        raise HTTPException(404, say("race.none"))
    course, given = await request.app.state.courses.of(other), own_answers(live.play.entries)
    over = given >= len(course) - 1
    own_game = other.record.owner == live.record.owner
    return page(
        request,
        "race.html",
        rival=say("race.own-game") if own_game else other.names[RACER],
        theirs=course[min(given, len(course) - 1)],
        outcome=other.words.title(other.outcome.name) if over else "",
        own=how(live, live.play),
    )


async def race_of_day(request: Request) -> Response:
    """Race a game that stands on a day's board; today's, once one's own is over."""
    game, day = request.path_params["game"], read_day(request.path_params["day"])
    wanted = (await fields(request)).get("of")
    standings = await asyncio.to_thread(board, request.app.state.journals, game, day)
    if not known(game).race or all(row.play != wanted for row in standings):
        raise HTTPException(404, say("race.none"))
    other = await tables(request).find(str(wanted))
    await check_met(request, other.record)
    return await dealt_again(request, other, races=True)


ROUTES: Final = [
    Route("/play/{play}/race", race),
    Route("/today/{game}/{day}/race", race_of_day, methods=["POST"]),
]
