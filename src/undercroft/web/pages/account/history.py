"""What the visitor has played: every play by pages, and what the results come to."""

import asyncio
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.game import Game
from undercroft.games import catalogue, find_game
from undercroft.storage.debts import book, duels
from undercroft.storage.histories import plays, results, wins
from undercroft.web.draw.plots import outcome_bars, rate_bar, score_plot
from undercroft.web.live.days import this_day
from undercroft.web.live.records import outcome_of, title_of, why_closed
from undercroft.web.pages.account.statistics import Statistics, statistics, streak_of_days
from undercroft.web.pages.page import page, when
from undercroft.web.words import say

A_PAGE: Final = 25  # plays


class Sheet(NamedTuple):
    """A game's statistics, as they are shown."""

    game: Game[Any, Any]
    numbers: Statistics
    rate: Markup
    form: str  # told in words
    scores: Markup | None
    outcomes: Markup


async def me(request: Request) -> Response:
    """Show statistics and history."""
    journals, guest = request.app.state.journals, request.scope["guest"]
    query = request.query_params
    game = query.get("game") if query.get("game") in catalogue() else None
    text = query.get("page", "1")
    at = max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    skip = (at - 1) * A_PAGE
    listed, count = await asyncio.to_thread(plays, journals, guest, game, skip, A_PAGE)
    found = await asyncio.to_thread(results, journals, guest)
    sheets = [sheet_of(id, numbers) for id, numbers in statistics(found).items()]
    return page(
        request,
        "me.html",
        account=request.scope["visit"].account,
        sheets=sheets,
        finished=sum(sheet.numbers.plays for sheet in sheets),
        wins=sum(sheet.numbers.wins for sheet in sheets),
        duels=len(await asyncio.to_thread(duels, journals, guest)),
        days=streak_of_days(found, this_day()),
        listed=listed,
        won=await asyncio.to_thread(wins, journals, guest, [record.id for record in listed]),
        count=count,
        at=at,
        pages=max(1, -(-count // A_PAGE)),
        chosen=game,
        games=catalogue(),
        day=this_day(),
        title_of=title_of,
        outcome_of=outcome_of,
        why_closed=why_closed,
        when=when,
    )


def sheet_of(id: str, numbers: Statistics) -> Sheet:
    """Draw a game's statistics."""
    game = find_game(id)
    outcomes = {game.words.title(name): count for name, count in numbers.outcomes.items()}
    told = ", ".join(
        say("history.outcome-told", outcome=name, count=count) for name, count in outcomes.items()
    )
    scores = None
    if has_scores(numbers):
        points = [(result.score, result.won) for result in numbers.scores]
        last = ", ".join(f"{score:g}" for score, _ in points[-10:])
        scores = score_plot(f"scores-{id}", say("history.scores-told", scores=last), points)
    bars = outcome_bars(f"outcomes-{id}", say("history.outcomes-told", outcomes=told), outcomes)
    rate = rate_bar(numbers.wins / numbers.plays, numbers.low, numbers.high)
    form = ", ".join(say("list.won" if won else "list.not-won") for won in numbers.form)
    return Sheet(game, numbers, rate, say("history.form-told", form=form), scores, bars)


def has_scores(numbers: Statistics) -> bool:
    """Whether scores say more than who won."""
    return any(result.score > 1 for result in numbers.scores)


async def debts(request: Request) -> Response:
    """Show the debt book: who owes whom after all duels."""
    journals, guest = request.app.state.journals, request.scope["guest"]
    found = await asyncio.to_thread(duels, journals, guest)
    staked = [game for game in catalogue().values() if game.stakes]
    return page(
        request, "debts.html", games=staked, book=book(found), duels=found[:A_PAGE], when=when
    )


ROUTES: Final = [Route("/me", me), Route("/me/debts", debts)]
