"""The API beside the pages: begin a play, look, answer, undo, download the journal."""

import asyncio
from contextlib import closing
from time import monotonic
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from undercroft.core.errors import Refused, RulesError
from undercroft.games import catalogue
from undercroft.protocol import PlayShown
from undercroft.storage.journals import Seat
from undercroft.web.api.long_poll import LONG, Ear
from undercroft.web.api.replies import Body, Query, answered, number
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
from undercroft.web.live.people.presence import look_in
from undercroft.web.live.people.seating import clean_name, seats_for
from undercroft.web.live.requests import mine, present, tables
from undercroft.web.live.table import Live
from undercroft.web.live.tables import Unknown
from undercroft.web.live.undo_requests import consent, take_back
from undercroft.web.words import say

T = TypeVar("T")
SEAT: Final = Query("seat", "If you have several seats: the one to see from.", str)

# -- plays ----------------------------------------------------------------------------------------


@answered()
async def games(request: Request) -> list[GameShown]:
    """List the games."""
    return [game_shown(game) for game in catalogue().values()]


@answered({422: "Something in it is not allowed; the error says what is."}, status=201)
async def create(request: Request, body: Body[NewPlay]) -> PlayShown:
    """Begin a game."""
    asked = await body.read()
    try:
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
    except RulesError as error:  # a variant cannot be laid
        raise Refused(str(error)) from error
    return play_shown(live, live.roles_of(request.scope["guest"]))


def wished_for(owner: str, asked: NewPlay) -> dict[str, Seat]:
    """Lay the seats that a program asks for."""
    if asked.bots and asked.seats:
        raise Refused(say("api.bots-or-seats"))
    names = [clean_name(name) for name in asked.names[: 1 + len(asked.seats)]]
    names += [None] * (1 + len(asked.seats) - len(names))
    return seats_for(owner, names, asked.seats)


@answered(
    queries=[
        Query("after", f"Wait up to {LONG} seconds, while the game is at this entry."),
        Query("told", "How many lines of the log you have already."),
        SEAT,
    ]
)
async def look(request: Request) -> PlayShown:
    """Show a game, at once or when it moves on."""
    seat, told = request.query_params.get("seat"), number(request, "told") or 0
    after, end = number(request, "after"), monotonic() + LONG
    known: PlayShown | None = None
    live, roles = await present(request)
    await look_in(tables(request), live, roles, request.scope["guest"])
    look = (request.scope["guest"], seat, told)
    ear = Ear.of_last(live, look)
    if ear is not None and ear.shown is not None and ear.shown.at == after:
        known, ear.shown = ear.shown, None
    while True:
        shown = play_shown(live, roles, seat=seat, told=told)
        known = known or shown
        left = end - monotonic()
        if after != known.at or not same(shown, known) or left < 0:
            if ear is not None:
                ear.shown = shown
            return shown
        with closing(Ear(live, roles, look)) as ear:
            await ear.wait(ear.news, min(left, shown.due or left))
        live, roles = await present(request)


def same(shown: PlayShown, known: PlayShown) -> bool:
    """Whether a play looks as it did; that time passes is no news, but that it is up."""
    still = (shown.due == 0) == (known.due == 0)
    return still and msgspec.structs.replace(shown, due=known.due) == known


@answered(
    {404: "That seat is taken, or never existed.", 409: "You already have a seat at that table."}
)
async def sit(request: Request, body: Body[Name]) -> PlayShown:
    """Take a seat by its key."""
    asked = await body.read()
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


async def sent(request: Request, body: Body[T]) -> tuple[Live, list[str], T]:
    """Give the play that the address names, the guest's roles in it, and the body."""
    live, roles = await mine(request)
    return live, roles, await body.read()


@answered({403: "The question is for another player.", 422: "That answer is not possible now."})
async def answer(request: Request, body: Body[GivenAnswer]) -> PlayShown:
    """Answer the open question; replies when the answer is stored."""
    live, roles, given = await sent(request, body)
    await live.answer(tables(request).journals, roles, given.answer, given.at)
    return play_shown(live, roles)


@answered(
    {
        403: "The answer was another player's, or has revealed something.",
        409: "The game has moved on since, or there is nothing to undo.",
    }
)
async def undo(request: Request, body: Body[Entry]) -> PlayShown:
    """Undo the last answer; in a game of several, ask the others."""
    live, roles, entry = await sent(request, body)
    await take_back(live, tables(request).journals, roles, entry.at)
    return play_shown(live, roles)


@answered(
    {
        403: "Other people play in this game.",
        409: "The game has moved on since, or there is nothing to redo.",
    }
)
async def redo(request: Request, body: Body[Entry]) -> PlayShown:
    """Redo what was undone last."""
    live, roles, entry = await sent(request, body)
    await live.undo(tables(request).journals, roles, entry.at, redo=True)
    return play_shown(live, roles)


@answered({403: "Nobody is asking you to agree."})
async def agree(request: Request, body: Body[Consent]) -> PlayShown:
    """Agree to another player's undo, or refuse it."""
    live, roles, said = await sent(request, body)
    await consent(live, tables(request).journals, roles, said.at, agrees=said.agrees)
    return play_shown(live, roles)


# -- texts ----------------------------------------------------------------------------------------


@answered({403: "Other players' hands stay hidden until the game is over."})
async def journal(request: Request) -> str:
    """Download the journal."""
    live, _ = await mine(request)
    return str(live.journal)


@answered({404: "You have no such game, or it has no variant."})
async def variant(request: Request) -> str:
    """Download the game's variant."""
    live, _ = await present(request)  # its rules are no secret to those who see it
    if live.record.variant is None:
        raise Unknown(say("api.no-variant"))
    return live.record.variant


ROUTES: Final = [
    Route("/api/games", games),
    Route("/api/plays", create, methods=["POST"]),
    Route("/api/plays/{play}", look),
    Route("/api/seats/{key}", sit, methods=["POST"]),
    Route("/api/plays/{play}/answers", answer, methods=["POST"]),
    Route("/api/plays/{play}/undo", undo, methods=["POST"]),
    Route("/api/plays/{play}/redo", redo, methods=["POST"]),
    Route("/api/plays/{play}/consent", agree, name="consent", methods=["POST"]),
    Route("/api/plays/{play}/journal", journal),
    Route("/api/plays/{play}/variant", variant),
    Route("/api/watch/{watch}", look, name="look-on"),
    Route("/api/watch/{watch}/variant", variant, name="variant-looked-on"),
]
