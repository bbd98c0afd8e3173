"""The API of coming and going: a bot that plays for you, haste, giving up, and rematches."""

from contextlib import closing
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.seats import seat_of
from undercroft.protocol import CallShown, PlayShown
from undercroft.web.api.games import sent
from undercroft.web.api.long_poll import LONG, Ear
from undercroft.web.api.replies import answered, number, reply
from undercroft.web.api.schemas import (
    Again,
    Entry,
    SeatNamed,
    play_shown,
    role_seen,
)
from undercroft.web.live.presence import come_back, hurry, relieve
from undercroft.web.live.rematch import lay_again
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live


@answered
async def let_a_bot_play(request: Request) -> PlayShown:
    """Let a bot play for a seat."""
    live, roles, named = await sent(request, SeatNamed)
    eyes = seat_of(role_seen(live, roles, None))
    await relieve(tables(request), live, roles, named.role, eyes)
    return play_shown(live, roles)


@answered
async def take_back_seat(request: Request) -> PlayShown:
    """Take one's own seat back from a bot."""
    live, roles, named = await sent(request, SeatNamed)
    await come_back(tables(request), live, roles, named.role)
    return play_shown(live, roles)


@answered
async def make_haste(request: Request) -> PlayShown:
    """Let a bot answer for a player whose time is up, where that may be known."""
    live, roles, entry = await sent(request, Entry)
    live.check(entry.at, roles)
    await hurry(live, tables(request).journals, roles, seat_of(role_seen(live, roles, None)))
    return play_shown(live, roles)


@answered
async def give_up(request: Request) -> PlayShown:
    """Leave a play for good."""
    live, roles = await mine(request)
    await live.give_up(tables(request).journals, roles)
    return play_shown(live, roles)


@answered
async def play_again(request: Request) -> Response:
    """Lay the table again, for the same people."""
    live, roles, asked = await sent(request, Again)
    guest = request.scope["guest"]
    laid = await lay_again(tables(request), live, roles, guest, same=asked.same)
    return reply(play_shown(laid, laid.roles_of(guest)), 201)


@answered
async def hear_a_call(request: Request) -> CallShown:
    """Say where the others play again; if nobody has laid the table yet, wait a while for it."""
    seconds = min(number(request, "wait") or 0, LONG)
    live, roles = await mine(request)
    with closing(Ear(live, roles)) as ear:  # before it looks: nothing is missed
        call = await called(request, live, roles)
        if call.play is None and await ear.wait(ear.called, seconds):
            call = await called(request, live, roles)
    return call


async def called(request: Request, live: Live, roles: list[str]) -> CallShown:
    """Look whether somebody has laid the table again."""
    again = await tables(request).again(live)
    is_called = again is not None and again.is_for(live.guests_of(roles))
    return CallShown(again.record.id if again is not None and is_called else None)


ROUTES: Final = [
    Route("/api/plays/{play}/relieve", let_a_bot_play, methods=["POST"]),
    Route("/api/plays/{play}/return", take_back_seat, methods=["POST"]),
    Route("/api/plays/{play}/hurry", make_haste, methods=["POST"]),
    Route("/api/plays/{play}/give-up", give_up, methods=["POST"]),
    Route("/api/plays/{play}/again", play_again, methods=["POST"]),
    Route("/api/plays/{play}/again", hear_a_call),
]
