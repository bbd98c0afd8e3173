"""Coming together: the lobby, links to seats, the waiting room, and watching."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import BadJournal, BadVariant
from undercroft.core.seats import FATE
from undercroft.describing import bot_title, changed_options, preset_of, preset_title, told_option
from undercroft.games import catalogue, find_game
from undercroft.storage.journals import Conflict, Record, Seat, StorageLost
from undercroft.web.gateway.sessions import Visit
from undercroft.web.gateway.visitors import keep
from undercroft.web.live.days import is_still_dealt
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.people.names import title_of as title
from undercroft.web.live.people.presence import company
from undercroft.web.live.people.seating import LOBBY, clean_name, seats_for
from undercroft.web.live.records import Closed, title_of, why_closed
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, known, page
from undercroft.web.words import say

NAME: Final = "undercroft-name"  # the cookie that keeps what a guest goes by


# -- names ----------------------------------------------------------------------------------------


def name_of(request: Request) -> str:
    """Say what somebody goes by: an account's name, or what a guest went by last."""
    visit: Visit = request.scope["visit"]
    if visit.account is not None:
        return visit.account.name
    return clean_name(unquote(request.cookies.get(NAME, ""))) or ""


def remember_name(response: Response, name: str | None, *, secure: bool) -> Response:
    """Keep what a guest goes by."""
    if name:
        keep(response, NAME, quote(name), secure=secure)
    return response


# -- the lobby ------------------------------------------------------------------------------------


async def lobby(request: Request) -> Response:
    """List the tables that have a seat for anybody."""
    found = await asyncio.to_thread(tables(request).seats.lobby)
    guest = request.scope["guest"]
    shown = [it for it in found if not why_closed(it.record)]
    listed: list[dict[str, Any]] = [
        {
            "play": record.id,
            "game": record.game,
            "title": title_of(record),
            "options": record.options,
            "settings": [told_option(find_game(record.game), *it) for it in record.options.items()],
            "host": seats["P1"].name or say("lobby.unknown-host"),
            "free": sum(seat.is_free for seat in seats.values()),
            "seats": record.seats,
            "patience": record.patience,
            "yours": any(seat.guest == guest for seat in seats.values()),
        }
        for record, seats in shown
    ]
    if "json" in request.headers.get("accept", ""):
        return JSONResponse({"tables": listed})
    for table, (record, seats) in zip(listed, shown, strict=True):
        table |= {"terms": terms_of(record), "people": people_at(record, seats)}
    part = request.query_params.get("part") == "1"
    return page(
        request,
        "lobby-tables.html" if part else "lobby.html",
        listed=listed,
        called=name_of(request),
        games=catalogue(),
        together=[game for game in catalogue().values() if game.seats[1] > 1],
    )


def terms_of(record: Record) -> dict[str, Any]:
    """Say by which preset, options and times a table is played, in words."""
    game = find_game(record.game)
    preset = preset_of(game, record.options, record.seats)
    changed = {} if preset else changed_options(game, record.options, record.seats)
    return {
        "preset": preset_title(game, preset) if preset else None,
        "settings": [told_option(game, *option) for option in changed.items()],
        "patience": per_answer(record.patience) if record.patience else None,
    }


def people_at(record: Record, seats: Mapping[str, Seat]) -> list[dict[str, str]]:
    """Say who has which seat of a table that waits."""
    words = find_game(record.game).words
    return [
        {
            "role": role,
            "name": seat.name or (title(seat.bot, words) if seat.bot else say("list.guest")),
            "state": "free" if seat.is_free else "bot" if seat.bot else "here",
        }
        for role, seat in seats.items()
        if role != FATE
    ]


async def together(request: Request) -> Response:
    """Take the next free seat of a game, at the table that has waited longest, or open one."""
    game = known(request.path_params["game"])
    if game.seats[1] == 1:
        raise HTTPException(404, say("lobby.alone", game=game.title))
    guest, name = request.scope["guest"], clean_name((await fields(request)).get("name", ""))
    secure = request.app.state.settings.secure
    found = await asyncio.to_thread(tables(request).seats.lobby)
    for record, _ in reversed(found):
        if record.game != game.id or why_closed(record):
            continue
        with suppress(Conflict, Closed):  # another was faster: on to the next
            live = await tables(request).find(record.id)
            free = [role for role, seat in live.seats.items() if seat.is_free and seat.listed]
            if not live.roles_of(guest):
                await tables(request).sit(live, free[0] if free else "P1", guest, name)
            response = RedirectResponse(f"/play/{record.id}", 303)
            return remember_name(response, name, secure=secure)
    seats = seats_for(guest, [name, None], [LOBBY, *game.usual_bots[1:]])
    live = await tables(request).create(guest, NewTable(game=game.id, seats=seats))
    response = RedirectResponse(f"/play/{live.record.id}", 303)
    return remember_name(response, name, secure=secure)


async def turns(request: Request) -> Response:
    """Name the plays with others that wait for the guest."""
    guest = request.scope["guest"]
    found = await asyncio.to_thread(tables(request).seats.shared, guest)
    yours = []
    for play in found:
        with suppress(Closed, BadJournal, BadVariant):  # no one can play there
            live = await tables(request).find(play)
            if live.asked_of(live.roles_of(guest)):
                yours.append(play)
    return JSONResponse({"plays": yours}, headers={"cache-control": "no-store"})


UNITS: Final = {"weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}
PATIENCES: Final = (60, 5 * 60, 15 * 60, 3600, 86_400, 3 * 86_400, 604_800)  # to choose from


def spoken_time(seconds: int) -> str:
    """Say how long it is, in the largest unit that fits."""
    unit = next(unit for unit, length in UNITS.items() if seconds % length == 0)
    return say(f"patience.{unit}", count=seconds // UNITS[unit])


def per_answer(seconds: int) -> str:
    """Say how long somebody may take to answer."""
    return say("patience.per-answer", time=spoken_time(seconds))


async def sit(request: Request) -> Response:
    """Take a seat that is free to anybody."""
    try:
        live = await tables(request).find(request.path_params["play"])
    except Closed:
        raise HTTPException(404, say("lobby.no-seat")) from None
    free = [role for role, seat in live.seats.items() if seat.is_free and seat.listed]
    if live.roles_of(request.scope["guest"]):
        return RedirectResponse(f"/play/{live.record.id}", 303)
    if not free:
        raise HTTPException(404, say("lobby.no-seat"))
    return await take(request, live, free[0])


async def take(request: Request, live: Live, role: str) -> Response:
    """Sit down, under the name that the form gives."""
    name = clean_name((await fields(request)).get("name", ""))
    try:
        await tables(request).sit(live, role, request.scope["guest"], name)
    except StorageLost:
        raise
    except Conflict as error:
        raise HTTPException(409, str(error)) from None
    response = RedirectResponse(f"/play/{live.record.id}", 303)
    return remember_name(response, name, secure=request.app.state.settings.secure)


async def join(request: Request) -> Response:
    """Show what taking a seat means, or take it."""
    guest = request.scope["guest"]
    found = await asyncio.to_thread(tables(request).seats.find, request.path_params["key"])
    if found is None or not (found[2].is_free or found[2].guest == guest):
        raise HTTPException(404, say("join.gone"))
    play, role, seat = found
    if not seat.is_free:
        return RedirectResponse(f"/play/{play}", 303)
    live = await tables(request).find(play)
    if request.method == "POST":
        return await take(request, live, role)
    return page(
        request,
        "join.html",
        role=role,
        fate=role == FATE,
        live=live,
        seated=live.roles_of(guest),
        seats=company(live, [], None),
        called=name_of(request),
        terms=terms_of(live.record),
    )


# -- the waiting room -----------------------------------------------------------------------------


def waiting_room(request: Request, live: Live, roles: list[str]) -> Response:
    """Show who has come, and the links for those who have not."""
    seats = company(live, roles, None)
    drawn: Any = live.drawing.shared
    return page(
        request,
        "waiting.html",
        live=live,
        company=drawn.company(seats, True),
        host="P1" in roles,
        links=any(seat.link for seat in seats),
        listed=any(seat.is_free and seat.listed for seat in live.seats.values()),
        terms=terms_of(live.record),
        bot_title=bot_title,
    )


async def fill(request: Request) -> Response:
    """Let bots have the free seats, and begin."""
    live, roles = await mine(request)
    if "P1" not in roles:
        raise HTTPException(409, say("waiting.only-host"))
    if not live.game.bots:
        raise HTTPException(409, say("waiting.no-bots"))
    form = await fields(request)
    bot = live.game.bot_named(form.get("bot") or live.game.rule_of_thumb)
    await tables(request).fill(live, bot)
    return RedirectResponse(f"/play/{live.record.id}", 303)


# -- watching -------------------------------------------------------------------------------------


async def invite(request: Request) -> Response:
    """Make a spectator link."""
    live, roles = await mine(request)
    if not set(roles) & set(live.roles):
        raise HTTPException(409, say("error.only-players"))
    if is_still_dealt(live.record):
        raise HTTPException(409, say("error.watch-later"))
    if live.record.watch is None:
        key = await tables(request).seats.watch(live.record.id)
        live.record = live.record._replace(watch=key)
        live.reseat(live.seats)
    return JSONResponse({"path": f"/watch/{live.record.watch}"})


ROUTES: Final = [
    Route("/lobby", lobby),
    Route("/together/{game}", together, methods=["POST"]),
    Route("/turns", turns),
    Route("/join/{key}", join, methods=["GET", "POST"]),
    Route("/play/{play}/sit", sit, methods=["POST"]),
    Route("/play/{play}/fill", fill, methods=["POST"]),
    Route("/play/{play}/watch", invite, methods=["POST"]),
]
