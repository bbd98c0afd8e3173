"""The pages: home, lessons, journals, the rules, and what is posted from them."""

import asyncio
import secrets
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qsl

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import BadJournal, Refused
from undercroft.core.journal import read_journal
from undercroft.core.play import verify
from undercroft.games import catalogue, find_game
from undercroft.storage.boards import players
from undercroft.storage.histories import wins
from undercroft.storage.journals import Record, StorageLost
from undercroft.web.draw.rules_page import article_of
from undercroft.web.live.days import is_still_dealt, this_day
from undercroft.web.live.lessons import lesson_of
from undercroft.web.live.records import Closed, outcome_of, title_of, why_closed
from undercroft.web.live.table import Live
from undercroft.web.live.tables import Tables, Unknown

log = structlog.get_logger("undercroft.web")
HUNG_UP: Final = 499  # as nginx counts them
JOURNAL_TYPE: Final = "text/plain; charset=utf-8"


# -- shared by all pages --------------------------------------------------------------------------


def page(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    """Draw a page."""
    state = request.app.state
    template = state.templates.get_template(f"web/{name}")
    visitor = request.scope.get("visit")
    html = template.render(build=state.build, path=request.url.path, visitor=visitor, **context)
    headers = {"cache-control": "no-store"}
    return Response(html, status, headers, media_type="text/html; charset=utf-8")


async def fields(request: Request) -> dict[str, str]:
    """Read a posted form."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100))
    except ValueError:
        raise HTTPException(400, "the form cannot be read") from None


def tables(request: Request) -> Tables:
    """Give the live plays."""
    found: Tables = request.app.state.tables
    return found


def see(live: Live, *, begin: bool = True) -> Response:
    """Go to a play's table; a new one is shown from its beginning."""
    return RedirectResponse(f"/play/{live.record.id}{'?begin=1' if begin else ''}", 303)


async def mine(request: Request) -> tuple[Live, list[str]]:
    """Give the play that the address names, if the guest has a part in it."""
    return await tables(request).of(request.path_params["play"], request.scope["guest"])


async def looked_on(request: Request) -> Live:
    """Give the play that a spectators' link is for, once it has begun."""
    live = await tables(request).watched(request.path_params["watch"])
    if live.waits:
        raise Refused("nobody has begun to play yet; look again when all seats are taken")
    return live


async def present(request: Request) -> tuple[Live, list[str]]:
    """Give the play that the address names, and what the guest is in it; spectators: nothing."""
    if "watch" in request.path_params:
        return await looked_on(request), []
    return await mine(request)


# -- home -----------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """Show the games, and the guest's plays."""
    journals = request.app.state.journals
    guest = request.scope["guest"]
    records: list[Record] = await asyncio.to_thread(journals.owned, guest)
    records += await asyncio.to_thread(tables(request).seats.joined, guest)
    records.sort(key=lambda record: record.changed, reverse=True)
    games = catalogue()
    day = this_day()
    return page(
        request,
        "home.html",
        games=games.values(),
        running=[record for record in records if record.outcome is None],
        finished=[record for record in records if record.outcome is not None],
        won=await asyncio.to_thread(wins, journals, guest, [record.id for record in records]),
        title_of=title_of,
        outcome_of=outcome_of,
        why_closed=why_closed,
        today=f"{datetime.now(UTC):%A, %d %B %Y}",
        finishers=await asyncio.to_thread(players, journals, day),
        dealt={r.game: r for r in records if (r.kind, r.day) == ("today", day)},
        when=when,
    )


def when(milliseconds: int) -> str:
    """Write a time for a list."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%d %b, %H:%M}"


def day(milliseconds: int) -> str:
    """Write a day for a list."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%d %b %Y}".lstrip("0")


# -- new plays ------------------------------------------------------------------------------------


def known(id: str) -> Any:
    """Find a game, or say that there is no such page."""
    if id not in catalogue():
        raise HTTPException(404, f"There is no game {id!r} here.")
    return find_game(id)


async def learn(request: Request) -> Response:
    """Begin a game's lesson."""
    id = request.path_params["game"]
    known(id)
    lesson = lesson_of(id)
    if lesson is None:
        raise HTTPException(404, "This game has no lesson yet.")
    live = await tables(request).create(
        request.scope["guest"],
        id,
        lesson.options,
        fate="lesson",
        kind="lesson",
        name=lesson.title,
        bots=lesson.bots,
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
    text = form.get("journal", "").replace("\r\n", "\n")
    try:
        read = await asyncio.to_thread(read_journal, text)
        live = await tables(request).upload(request.scope["guest"], read)
    except StorageLost:
        raise
    except Refused as error:
        return page(request, "error.html", 422, title="That journal does not fit", text=str(error))
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
        message = "Others are still playing this deal: the seed is told when the day is over."
        return JSONResponse({"verified": False, "message": message})
    try:
        await asyncio.to_thread(verify, live.game, live.journal)
    except Refused as error:
        return JSONResponse({"verified": False, "message": str(error)})
    count = sum(not line.startswith("P") for line in live.play.lines)
    return JSONResponse({"verified": True, "message": f"All {count} cards are as sealed."})


async def share(request: Request) -> Response:
    """Make a link by which others may look at a finished play."""
    live, roles = await mine(request)
    if not set(roles) & set(live.roles) or live.outcome is None:
        raise HTTPException(409, "Only a finished play of your own can be shared.")
    if live.record.share is None:
        token = secrets.token_urlsafe(12)
        await request.app.state.journals.share(live.record.id, token)
        live.record = live.record._replace(share=token)
    return JSONResponse({"path": f"/shared/{live.record.share}"})


# -- the rules ------------------------------------------------------------------------------------


async def rules(request: Request) -> Response:
    """Show a game's rules of record, with an anchor at each clause."""
    game = known(request.path_params["game"])
    article = await asyncio.to_thread(article_of, game, request.app.state.templates)
    return page(request, "rules.html", game=game, article=article)


# -- errors ---------------------------------------------------------------------------------------


async def refused(request: Request, error: Exception) -> Response:
    """Say why something was refused."""
    status = 404 if isinstance(error, Unknown) else 503 if isinstance(error, StorageLost) else 422
    status = 422 if isinstance(error, BadJournal) else status
    status = 410 if isinstance(error, Closed) else status
    return fail(request, status, str(error))


async def http_error(request: Request, error: Exception) -> Response:
    """Say what was expected of a request."""
    assert isinstance(error, HTTPException)  # noqa: S101 (it is registered for these)
    response = fail(request, error.status_code, error.detail)
    response.headers.update(error.headers or {})
    return response


async def hung_up(request: Request, error: Exception) -> Response:
    """Let a client go that went in the midst of what it sent: nobody reads this."""
    return Response(status_code=HUNG_UP)


async def broken(request: Request, error: Exception) -> Response:
    """Own up to a bug, without details."""
    log.error("bug", path=request.url.path, exc_info=error)
    return fail(request, 500, "Something is broken here, and it is not your doing.")


def fail(request: Request, status: int, text: str) -> Response:
    """Draw an error, as a page or for a program."""
    if request.url.path.startswith("/api/") or "json" in request.headers.get("accept", ""):
        return JSONResponse({"error": text}, status)
    titles = {
        404: "Not here",
        410: "This game can't be opened",
        422: "That does not fit",
        503: "One moment",
        405: "Not that way",
    }
    title = titles.get(status, "That went wrong")
    return page(request, "error.html", status, title=title, text=text)


ROUTES: Final = [
    Route("/", home),
    Route("/journals", upload, methods=["POST"]),
    Route("/learn/{game}", learn, methods=["POST"]),
    Route("/rules/{game}", rules),
    Route("/play/{play}/journal", journal),
    Route("/play/{play}/give-up", give_up, methods=["POST"]),
    Route("/play/{play}/share", share, methods=["POST"]),
    Route("/play/{play}/verify", check, methods=["POST"]),
]
