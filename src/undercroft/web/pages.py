"""The pages: home, a new play, the table, the rules, and what is posted from them."""

import asyncio
import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from importlib import resources
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
from undercroft.rulebook import rules_of
from undercroft.storage.journals import Record, StorageLost
from undercroft.web.drawing import drawings
from undercroft.web.ending import sealed_of
from undercroft.web.eyes import FATE, watch
from undercroft.web.lessons import lesson_of
from undercroft.web.live import Live
from undercroft.web.rulespage import rules_html
from undercroft.web.screens import Screen
from undercroft.web.settings import Settings
from undercroft.web.tables import Tables, Unknown, usual_bots

log = structlog.get_logger("undercroft.web")
JOURNAL_TYPE: Final = "text/plain; charset=utf-8"


# -- shared by all pages --------------------------------------------------------------------------


def page(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    """Draw a page."""
    state = request.app.state
    template = state.templates.get_template(f"web/{name}")
    html = template.render(build=state.build, path=request.url.path, **context)
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


# -- home -----------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    """Show the games, and the guest's plays."""
    journals = request.app.state.journals
    records: list[Record] = await asyncio.to_thread(journals.owned, request.scope["guest"])
    games = catalogue()
    return page(
        request,
        "home.html",
        games=[
            (game, bool(lesson_of(id)), has_cover(game))
            for id, game in games.items()
            if is_there(game)
        ],
        also=[
            game
            for game in games.values()
            if game.seats[0] == 1 and not drawings()[game.id].has_table
        ],
        running=[record for record in records if record.outcome is None],
        finished=[record for record in records if record.outcome is not None],
        titles={id: game.title for id, game in games.items()},
        words={id: game.words for id, game in games.items()},
        today=f"{datetime.now(UTC):%A, %d %B %Y}",
        when=when,
    )


def is_there(game: Any) -> bool:
    """Whether a game is to be shown: it has a table of its own here, and bots for other seats."""
    return bool((game.seats[0] == 1 or game.bots) and drawings()[game.id].has_table)


def has_cover(game: Any) -> bool:
    """Whether a game has a picture of its own."""
    return (resources.files(game.package) / "static/cover.svg").is_file()


def when(milliseconds: int) -> str:
    """Write a time for a list."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%d %b, %H:%M}"


# -- new plays ------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """Show every option of a game."""
    return new_page(request, request.path_params["game"], {}, None)


def new_page(
    request: Request, id: str, given: dict[str, str], error: str | None, status: int = 200
) -> Response:
    """Show the options of a game, as far as they are filled in, and what is wrong with them."""
    game = known(id)
    return page(
        request,
        "new.html",
        status,
        game=game,
        words=game.words.tables,
        specs=game.option_specs,
        usual=usual_bots(game),
        given=given,
        error=error,
    )


def known(id: str) -> Any:
    """Find a game, or say that there is no such page."""
    if id not in catalogue():
        raise HTTPException(404, f"There is no game {id!r} here.")
    return find_game(id)


async def create(request: Request) -> Response:
    """Begin a play from a form."""
    form = await fields(request)
    id = form.get("game", "")
    game = known(id)
    seats = [bot for name, bot in sorted(form.items()) if name.startswith("seat.") and bot]
    options = {
        name.removeprefix("option."): value
        for name, value in form.items()
        if name.startswith("option.") and value
    }
    try:
        live = await tables(request).create(
            request.scope["guest"],
            id,
            options,
            preset=form.get("preset") or None,
            variant=form.get("variant", "").strip() or None,
            fate=form.get("fate") or "sealed",
            seed=form.get("seed", "").strip() or None,
            bots=seats if "seat.P2" in form else usual_bots(game),
        )
    except StorageLost:
        raise
    except Refused as error:
        return new_page(request, id, form, str(error), 422)
    return see(live)


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


async def today(request: Request) -> Response:
    """Begin, or go on with, today's deal: the same for all guests of this server."""
    id = request.path_params["game"]
    known(id)
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    guest = request.scope["guest"]
    journals = request.app.state.journals
    records: list[Record] = await asyncio.to_thread(journals.owned, guest, 500)
    for record in records:
        if (record.kind, record.name, record.game) == ("today", day, id):
            return RedirectResponse(f"/play/{record.id}", 303)
    settings: Settings = request.app.state.settings
    key = settings.secret().encode()
    seed = hmac.new(key, f"{id} {day}".encode(), hashlib.sha256).hexdigest()[:32]
    bots = usual_bots(find_game(id))
    return see(
        await tables(request).create(guest, id, seed=seed, kind="today", name=day, bots=bots)
    )


async def again(request: Request) -> Response:
    """Play again with the same options: another deal, or the same one when the play is over."""
    live, _ = await mine(request)
    form = await fields(request)
    record = live.record
    if record.kind == "lesson":
        bots = usual_bots(live.game)
        return see(await tables(request).create(request.scope["guest"], record.game, bots=bots))
    same = bool(form.get("same")) and live.outcome is not None
    live = await tables(request).create(
        request.scope["guest"],
        record.game,
        record.options,
        variant=record.variant,
        fate=record.fate,
        seed=record.seed if same else None,
        name="The same deal again" if same else None,
        bots=live.bots,
    )
    return see(live)


async def give_up(request: Request) -> Response:
    """Leave a play for good."""
    live, roles = await mine(request)
    await live.give_up(request.app.state.journals, roles)
    return see(live, begin=False)


async def upload(request: Request) -> Response:
    """Take in a journal."""
    form = await fields(request)
    text = form.get("journal", "").replace("\r\n", "\n")
    try:
        live = await tables(request).upload(request.scope["guest"], read_journal(text))
    except StorageLost:
        raise
    except Refused as error:
        return page(request, "error.html", 422, title="That journal does not fit", text=str(error))
    return RedirectResponse(f"/play/{live.record.id}/replay", 303)


# -- the table ------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """Show a play's table; from then on its socket keeps it up to date."""
    live, roles = await mine(request)
    screen = Screen(live, roles)
    few = 0 < len(live.entries) < 20 and not screen.is_shared
    begin = request.query_params.get("begin") == "1" and few
    if begin:
        first = watch(live.game, live.record, [], live.drawing.beats, screen.seat)
        parts = screen.passing(first.moments[0])
        lines = [live.drawing.line(event) for event in first.play.events_for(screen.seat)]
    else:
        parts = screen.standing()
        lines = [live.drawing.line(event) for event in live.play.events_for(screen.seat)]
    record = live.record
    return page(
        request,
        "table.html",
        game=live.game,
        styled=live.drawing.has_table,
        live=live,
        record=record,
        roles=roles,
        parts=parts,
        layout=live.drawing.layout(parts),
        lines=lines,
        at=0 if begin else live.at,
        sealed=sealed_of(record),
        help=live.game.words.tables.get("help", {}).get("text", ""),
        fate_key=live.seats[FATE].key if FATE in live.open_seats and "P1" in roles else None,
    )


async def journal(request: Request) -> Response:
    """Download a play's journal."""
    live, _ = await mine(request)
    name = f"{live.record.game}-{live.record.id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(str(live.journal), headers=headers)


async def check(request: Request) -> Response:
    """Check every card of a finished play against its opened seal."""
    live, _ = await mine(request)
    try:
        await asyncio.to_thread(verify, live.game, live.journal)
    except Refused as error:
        return JSONResponse({"verified": False, "message": str(error)})
    count = sum(not line.startswith("P") for line in live.play.lines)
    return JSONResponse({"verified": True, "message": f"All {count} cards are as sealed."})


async def share(request: Request) -> Response:
    """Make a link by which others may look at a finished play."""
    live, roles = await mine(request)
    if "P1" not in roles or live.outcome is None:
        raise HTTPException(409, "Only a finished play of your own can be shared.")
    if live.record.share is None:
        token = secrets.token_urlsafe(12)
        await request.app.state.journals.share(live.record.id, token)
        live.record = live.record._replace(share=token)
    return JSONResponse({"path": f"/shared/{live.record.share}"})


async def join(request: Request) -> Response:
    """Show what taking a seat means, or take it."""
    key, guest = request.path_params["key"], request.scope["guest"]
    seats = tables(request).seats
    found = await asyncio.to_thread(seats.find, key)
    if found is None or found[2].guest not in (None, guest):
        raise HTTPException(404, "That seat is taken, or was never there.")
    play, role, seat = found
    if seat.is_free and request.method == "GET":
        return page(request, "join.html", role=role)
    if seat.is_free:
        live = await tables(request).find(play)
        if live.roles_of(guest):
            raise HTTPException(409, "Somebody else must play fate: you are the hero already.")
        await seats.take(play, role, guest, None)
        live.reseat(await asyncio.to_thread(seats.of, play))
        for onlooker in tuple(live.onlookers):
            onlooker.greet()
    return RedirectResponse(f"/play/{play}", 303)


# -- the rules ------------------------------------------------------------------------------------


async def rules(request: Request) -> Response:
    """Show a game's rules of record, with an anchor at each clause."""
    game = known(request.path_params["game"])
    html = await asyncio.to_thread(rules_html, rules_of(game.id))
    return page(request, "rules.html", game=game, html=html)


# -- errors ---------------------------------------------------------------------------------------


async def refused(request: Request, error: Exception) -> Response:
    """Say why something was refused."""
    status = 404 if isinstance(error, Unknown) else 503 if isinstance(error, StorageLost) else 422
    status = 422 if isinstance(error, BadJournal) else status
    return fail(request, status, str(error))


async def http_error(request: Request, error: Exception) -> Response:
    """Say what was expected of a request."""
    assert isinstance(error, HTTPException)  # noqa: S101 (it is registered for these)
    response = fail(request, error.status_code, error.detail)
    response.headers.update(error.headers or {})
    return response


async def broken(request: Request, error: Exception) -> Response:
    """Own up to a bug, without details."""
    log.error("bug", path=request.url.path, exc_info=error)
    return fail(request, 500, "Something is broken here, and it is not your doing.")


def fail(request: Request, status: int, text: str) -> Response:
    """Draw an error, as a page or for a program."""
    if request.url.path.startswith("/api/") or "json" in request.headers.get("accept", ""):
        return JSONResponse({"error": text}, status)
    titles = {404: "Not here", 422: "That does not fit", 503: "One moment", 405: "Not that way"}
    return page(request, "error.html", status, title=titles.get(status, "No"), text=text)


ROUTES: Final = [
    Route("/", home),
    Route("/plays", create, methods=["POST"]),
    Route("/journals", upload, methods=["POST"]),
    Route("/new/{game}", new),
    Route("/learn/{game}", learn, methods=["POST"]),
    Route("/today/{game}", today, methods=["POST"]),
    Route("/rules/{game}", rules),
    Route("/join/{key}", join, methods=["GET", "POST"]),
    Route("/play/{play}", table),
    Route("/play/{play}/journal", journal),
    Route("/play/{play}/again", again, methods=["POST"]),
    Route("/play/{play}/give-up", give_up, methods=["POST"]),
    Route("/play/{play}/share", share, methods=["POST"]),
    Route("/play/{play}/verify", check, methods=["POST"]),
]
