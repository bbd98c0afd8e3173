"""The pages: home, lessons, journals, the rules, and what is posted from them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.core.play import verify
from undercroft.core.records.journal import read_journal
from undercroft.games import catalogue
from undercroft.lessons import lessons_of
from undercroft.storage.boards import players
from undercroft.storage.histories import wins
from undercroft.storage.journals import Record, StorageLost
from undercroft.storage.people.friends import People
from undercroft.web.draw.rules_page import article_of
from undercroft.web.live.days import is_still_dealt, this_day
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.people.presence import company
from undercroft.web.live.records import outcome_of, title_of, why_closed
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, known, long_day, page, see, when
from undercroft.web.pages.race import how
from undercroft.web.words import say

SHOWN: Final = 4  # games in a list of the home page; the history has all of them


# -- home -----------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """Show the games, and the guest's plays."""
    journals = request.app.state.journals
    guest = request.scope["guest"]
    records: list[Record] = await asyncio.to_thread(journals.owned, guest)
    records += await asyncio.to_thread(tables(request).seats.joined, guest)
    records.sort(key=lambda record: record.changed, reverse=True)
    games = catalogue()
    account = request.scope["visit"].account
    people: People = request.app.state.people
    return page(
        request,
        "home.html",
        games=list(games.values()),
        by_id=games,
        invitations=await asyncio.to_thread(people.invitations, guest) if account else (),
        running=[record for record in records if record.outcome is None],
        finished=[record for record in records if record.outcome is not None],
        shown=SHOWN,
        covers={
            id: f"/static/{id}/{game.web.cover}"
            for id, game in games.items()
            if game.web and game.web.cover
        },
        open_tables=len(await asyncio.to_thread(tables(request).seats.lobby)),
        won=await asyncio.to_thread(wins, journals, guest, [record.id for record in records]),
        title_of=title_of,
        lessons=lessons_of,
        outcome_of=outcome_of,
        why_closed=why_closed,
        day=this_day(),
        today=long_day(datetime.now(UTC)),
        finishers=sum((await asyncio.to_thread(players, journals, this_day())).values()),
        when=when,
    )


async def stands(request: Request) -> Response:
    """Say how open plays of the guest stand: asked for by the page, which need not wait for it."""
    told: dict[str, str] = {}
    for play in request.query_params.getlist("play")[:SHOWN]:
        with suppress(Refused):  # not the guest's, or no one can play there
            live, roles = await tables(request).of(play, request.scope["guest"])
            told[play] = how_it_stands(live, roles)
    return JSONResponse(told, headers={"cache-control": "no-store"})


def how_it_stands(live: Live, roles: Sequence[str]) -> str:
    """Tell somebody how far a play is, and for whom it waits, if not for that player."""
    seats = company(live, roles, None)
    if free := sum(seat.state == "free" for seat in seats):
        return say("list.free", count=free)
    numbers = how(live, live.play) if [*roles] == ["P1"] else ""  # a race is the first seat's
    asked = next((seat.called for seat in seats if seat.asked and not seat.yours), None)
    waiting = say("prompt.waiting", name=asked) if asked else ""
    return " ".join(filter(None, (numbers, waiting)))


# -- new plays ------------------------------------------------------------------------------------


async def learn(request: Request) -> Response:
    """Begin a game's lesson: the first, if none is named."""
    id = request.path_params["game"]
    known(id)
    name = request.path_params.get("lesson")
    lesson = next((it for it in lessons_of(id) if name in (None, it.name)), None)
    if lesson is None:
        raise HTTPException(404, say("error.no-lesson"))
    live = await tables(request).create(
        request.scope["guest"],
        NewTable(
            game=id,
            options=lesson.options,
            fate="lesson",
            kind="lesson",
            name=lesson.title,
            bots=lesson.bots,
        ),
    )
    return see(live)


async def give_up(request: Request) -> Response:
    """Leave a play for good."""
    live, roles = await mine(request)
    await live.give_up(request.app.state.journals, roles)
    return RedirectResponse("/lobby", 303) if live.waits else see(live, begin=False)


async def upload(request: Request) -> Response:
    """Take in a journal."""
    form = await fields(request)
    text = form.get("journal", "")
    try:
        read = await asyncio.to_thread(read_journal, text)
        live = await tables(request).upload(request.scope["guest"], read)
    except StorageLost:
        raise
    except Refused as error:
        return page(request, "error.html", 422, title=say("error.bad-journal"), text=str(error))
    return RedirectResponse(f"/play/{live.record.id}/replay", 303)


# -- the table ------------------------------------------------------------------------------------


async def journal(request: Request) -> Response:
    """Download a play's journal."""
    live, _ = await mine(request)
    name = f"{live.record.game}-{live.record.id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(str(live.journal), headers=headers)


async def check(request: Request) -> Response:
    """Check every card of a finished play against its opened seal."""
    live, _ = await mine(request)
    if live.outcome and is_still_dealt(live.record):
        message = say("error.seed-later")
        return JSONResponse({"verified": False, "message": message})
    try:
        await asyncio.to_thread(verify, live.game, live.journal)
    except Refused as error:
        return JSONResponse({"verified": False, "message": str(error)})
    count = sum(entry.seat is None for entry in live.play.entries)
    return JSONResponse({"verified": True, "message": say("end.verified", count=count)})


async def share(request: Request) -> Response:
    """Make a link by which others may look at a finished play."""
    live, roles = await mine(request)
    if not set(roles) & set(live.roles) or live.outcome is None:
        raise HTTPException(409, say("error.only-finished"))
    if live.record.share is None:
        key = await request.app.state.journals.share(live.record.id)
        live.record = live.record._replace(share=key)
    return JSONResponse({"path": f"/shared/{live.record.share}"})


# -- the rules ------------------------------------------------------------------------------------


async def rules(request: Request) -> Response:
    """Show a game's rules of record, with an anchor at each clause."""
    game = known(request.path_params["game"])
    article = await asyncio.to_thread(article_of, game, request.app.state.templates)
    return page(request, "rules.html", game=game, article=article)


ROUTES: Final = [
    Route("/", home),
    Route("/stands", stands),
    Route("/journals", upload, methods=["POST"]),
    Route("/learn/{game}", learn, methods=["POST"]),
    Route("/learn/{game}/{lesson}", learn, methods=["POST"]),
    Route("/rules/{game}", rules),
    Route("/play/{play}/journal", journal),
    Route("/play/{play}/give-up", give_up, methods=["POST"]),
    Route("/play/{play}/share", share, methods=["POST"]),
    Route("/play/{play}/verify", check, methods=["POST"]),
]
