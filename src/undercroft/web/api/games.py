"""The API beside the pages: begin a play, look, answer, undo, download the journal."""

import asyncio
from contextlib import closing
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused, UndercroftError
from undercroft.games import catalogue
from undercroft.protocol import PlayShown
from undercroft.storage.journals import Seat
from undercroft.web.api.long_poll import LONG, Ear
from undercroft.web.api.openapi import describe
from undercroft.web.api.replies import answered, body, number, problem, reply, text
from undercroft.web.api.schemas import (
    Consent,
    Entry,
    GameShown,
    GivenAnswer,
    Name,
    NewPlay,
    game_shown,
    play_shown,
)
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.presence import look_in
from undercroft.web.live.requests import mine, present, tables
from undercroft.web.live.seating import clean_name, seats_for
from undercroft.web.live.table import Live
from undercroft.web.live.tables import Unknown
from undercroft.web.live.undo_requests import consent, take_back
from undercroft.web.words import say

# -- plays ----------------------------------------------------------------------------------------


@answered
async def games(request: Request) -> list[GameShown]:
    """List the games."""
    return [game_shown(game) for game in catalogue().values()]


async def create(request: Request) -> Response:
    """Begin a play; of a variant that cannot be laid, that is told, too."""
    try:
        asked = await body(request, NewPlay)
        live = await tables(request).create(
            request.scope["guest"],
            NewTable(
                game=asked.game,
                options=asked.options,
                preset=asked.preset,
                variant=asked.variant,
                fate=asked.fate,
                seed=asked.seed,
                bots=asked.bots,
                seats=wished_for(request.scope["guest"], asked),
                patience=asked.patience,
            ),
        )
    except UndercroftError as error:
        return problem(error)
    return reply(play_shown(live, live.roles_of(request.scope["guest"])), 201)


def wished_for(owner: str, asked: NewPlay) -> dict[str, Seat]:
    """Lay the seats that a program asks for."""
    if asked.bots and asked.seats:
        raise Refused(say("api.bots-or-seats"))
    names = [clean_name(name) for name in asked.names[: 1 + len(asked.seats)]]
    names += [None] * (1 + len(asked.seats) - len(names))
    return seats_for(owner, names, asked.seats)


@answered
async def look(request: Request) -> PlayShown:
    """Show a play; if there is nothing new after an entry, wait a while for it."""
    seat, told = request.query_params.get("seat"), number(request, "told") or 0
    after, end = number(request, "after"), monotonic() + LONG
    known: PlayShown | None = None
    live, roles = await present(request)
    await look_in(tables(request), live, roles, request.scope["guest"])
    while True:
        shown = play_shown(live, roles, seat=seat, told=told)
        known = known or shown
        left = end - monotonic()
        if after != known.at or not same(shown, known) or left < 0:
            return shown
        with closing(Ear(live, roles)) as ear:
            await ear.wait(ear.news, min(left, shown.due or left))
        live, roles = await present(request)


def same(shown: PlayShown, known: PlayShown) -> bool:
    """Whether a play looks as it did; that time passes is no news, but that it is up."""
    still = (shown.due == 0) == (known.due == 0)
    return still and msgspec.structs.replace(shown, due=known.due) == known


@answered
async def sit(request: Request) -> PlayShown:
    """Take a seat by its key."""
    asked = await body(request, Name)
    seats = tables(request).seats
    found = await asyncio.to_thread(seats.find, request.path_params["key"])
    guest = request.scope["guest"]
    if found is None or not (found[2].is_free or found[2].guest == guest):
        raise Unknown(say("join.gone"))
    live = await tables(request).find(found[0])
    if found[2].is_free:
        await tables(request).sit(live, found[1], guest, clean_name(asked.name))
    return play_shown(live, live.roles_of(guest))


# -- answers --------------------------------------------------------------------------------------


async def sent(request: Request, type_: type[Any]) -> tuple[Live, list[str], Any]:
    """Give the play that the address names, the guest's roles in it, and the body."""
    live, roles = await mine(request)
    return live, roles, await body(request, type_)


@answered
async def answer(request: Request) -> PlayShown:
    """Answer the open question."""
    live, roles, given = await sent(request, GivenAnswer)
    await live.answer(tables(request).journals, roles, given.answer, given.at)
    return play_shown(live, roles)


@answered
async def undo(request: Request) -> PlayShown:
    """Take the last answer back; among several, ask the others for it."""
    live, roles, entry = await sent(request, Entry)
    await take_back(live, tables(request).journals, roles, entry.at)
    return play_shown(live, roles)


@answered
async def redo(request: Request) -> PlayShown:
    """Redo what was undone last."""
    live, roles, entry = await sent(request, Entry)
    await live.undo(tables(request).journals, roles, entry.at, redo=True)
    return play_shown(live, roles)


@answered
async def agree(request: Request) -> PlayShown:
    """Agree that somebody takes an answer back, or refuse."""
    live, roles, said = await sent(request, Consent)
    await consent(live, tables(request).journals, roles, said.at, agrees=said.agrees)
    return play_shown(live, roles)


# -- texts ----------------------------------------------------------------------------------------


@answered
async def journal(request: Request) -> Response:
    """Give a play's journal."""
    live, _ = await mine(request)
    return text(str(live.journal))


@answered
async def variant(request: Request) -> Response:
    """Give the variant that a play is of: its rules are no secret to those who see it."""
    live, _ = await present(request)
    if live.record.variant is None:
        raise Unknown(say("api.no-variant"))
    return text(live.record.variant)


async def openapi(request: Request) -> Response:
    """Give the description."""
    return JSONResponse(describe())


ROUTES: Final = [
    Route("/api/openapi.json", openapi),
    Route("/api/games", games),
    Route("/api/plays", create, methods=["POST"]),
    Route("/api/plays/{play}", look),
    Route("/api/seats/{key}", sit, methods=["POST"]),
    Route("/api/plays/{play}/answers", answer, methods=["POST"]),
    Route("/api/plays/{play}/undo", undo, methods=["POST"]),
    Route("/api/plays/{play}/redo", redo, methods=["POST"]),
    Route("/api/plays/{play}/consent", agree, methods=["POST"]),
    Route("/api/plays/{play}/journal", journal),
    Route("/api/plays/{play}/variant", variant),
    Route("/api/watch/{watch}", look),
    Route("/api/watch/{watch}/variant", variant),
]
