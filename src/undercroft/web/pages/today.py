"""Today's deal of each game, and the boards of this day and those before it."""

import asyncio
from datetime import date
from typing import Any, Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.game import Game
from undercroft.games import catalogue
from undercroft.review.report import within
from undercroft.storage.boards import (
    Begun,
    Standing,
    board,
    play_of_day,
    players,
    seed_of_day,
    week,
    worse,
)
from undercroft.storage.histories import results
from undercroft.web.live.days import day_after, day_before, settled_seed, this_day, week_of
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.requests import tables
from undercroft.web.live.reviews import Reviews
from undercroft.web.pages.account.statistics import streak_of_days
from undercroft.web.pages.page import known, long_day, page, see
from undercroft.web.words import say

MOST_REVIEWED: Final = 200  # of a board, whose reviews are looked for
MOST_SHOWN: Final = 50  # rows of a board; one's own is shown wherever it stands


class Deal(NamedTuple):
    """A game's deal of today, and what somebody has made of it."""

    game: Game[Any, Any]
    finishers: int
    begun: Begun | None
    rank: int | None  # on the board


async def show_all(request: Request) -> Response:
    """Show today's deal of every game."""
    journals, guest, day = request.app.state.journals, request.scope["guest"], this_day()
    finishers = await asyncio.to_thread(players, journals, day)
    deals = []
    for id, game in catalogue().items():
        begun = await asyncio.to_thread(play_of_day, journals, guest, id, day)
        over = begun is not None and begun.outcome is not None
        standings = await asyncio.to_thread(board, journals, id, day) if over else []
        rank = next((row.rank for row in standings if row.owner == guest), None)
        deals.append(Deal(game, finishers.get(id, 0), begun, rank))
    streak = streak_of_days(await asyncio.to_thread(results, journals, guest), day)
    spoken = long_day(date.fromisoformat(day))
    return page(request, "deals.html", deals=deals, streak=streak, spoken=spoken)


async def begin(request: Request) -> Response:
    """Begin, or go on with, today's deal: the same for all guests of this server."""
    game = known(request.path_params["game"])
    day, guest = this_day(), request.scope["guest"]
    journals = request.app.state.journals
    begun = await asyncio.to_thread(play_of_day, journals, guest, game.id, day)
    if begun is not None:
        return RedirectResponse(f"/play/{begun.play}", 303)
    seed = await asyncio.to_thread(seed_of_day, journals, game.id, day)
    if seed is None:  # the first to come: whatever deals it, all others get the same
        seed = await asyncio.to_thread(settled_seed, request.app.state.secret, game, day)
    live = await tables(request).create(
        guest,
        NewTable(
            game=game.id,
            seed=seed,
            kind="today",
            name=day,
            bots=game.usual_bots,
            day=day,
        ),
    )
    return see(live)


async def show(request: Request) -> Response:
    """Show a game's board of a day."""
    game = known(request.path_params["game"])
    today = this_day()
    day = read_day(request.path_params.get("day", today))
    if day > today:
        raise HTTPException(404, say("today.not-yet"))
    journals, guest = request.app.state.journals, request.scope["guest"]
    standings = await asyncio.to_thread(board, journals, game.id, day)
    begun = await asyncio.to_thread(play_of_day, journals, guest, game.id, day)
    own = next((row for row in standings if row.owner == guest), None)
    weekly = await asyncio.to_thread(week, journals, game.id, week_of(day))
    return page(
        request,
        "today.html",
        game=game,
        day=day,
        spoken=long_day(date.fromisoformat(day)),
        is_today=day == today,
        before=day_before(day) if date.fromisoformat(day) > date.min else None,
        after=day_after(day) if day < today else None,
        standings=standings[:MOST_SHOWN],
        by_play=await asyncio.to_thread(by_play, request.app.state.reviews, standings),
        count=len(standings),
        own=own,
        better=round(100 * worse(standings, own)) if own else 0,
        begun=begun,
        races=game.race and (day < today or (begun is not None and begun.outcome is not None)),
        weekly=weekly[:MOST_SHOWN],
        guest=guest,
        others=[other for other in catalogue().values() if other.id != game.id],
    )


def by_play(reviews: Reviews, standings: list[Standing]) -> list[tuple[Standing, str]]:
    """Rank those whose games were reviewed by how well they played, with what that was worth."""
    played = reviews.played(row.play for row in standings[:MOST_REVIEWED])
    rows = [row for row in standings if row.play in played]
    rows.sort(key=lambda row: -played[row.play].value)
    return [
        (row._replace(rank=rank), within(played[row.play], "win", signed=True))
        for rank, row in enumerate(rows[:MOST_SHOWN], 1)
    ]


def read_day(text: str) -> str:
    """Read a day as it stands in an address."""
    try:
        day = str(date.fromisoformat(text))
    except ValueError:
        day = ""
    if day != text:
        raise HTTPException(404, say("today.bad-day"))
    return day


ROUTES: Final = [
    Route("/today", show_all),
    Route("/today/{game}", begin, methods=["POST"]),
    Route("/today/{game}", show),
    Route("/today/{game}/{day}", show),
]
