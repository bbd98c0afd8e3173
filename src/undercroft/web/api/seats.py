"""The API of coming and going: a bot that plays for you, haste, giving up, and rematches."""

from contextlib import closing
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from undercroft.core.seats import seat_of
from undercroft.protocol import CallShown, PlayShown
from undercroft.web.api.games import sent
from undercroft.web.api.long_poll import LONG, Ear
from undercroft.web.api.replies import Body, Query, answered, number
from undercroft.web.api.schemas import (
    Again,
    Entry,
    SeatNamed,
    play_shown,
    role_seen,
)
from undercroft.web.live.people.presence import come_back, hurry, relieve
from undercroft.web.live.rematch import lay_again
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live


@answered(
    {
        403: "The player in that seat is here, or has time left.",
        422: "No person has that seat, or only bots would be left.",
    }
)
async def let_a_bot_play(request: Request, body: Body[SeatNamed]) -> PlayShown:
    """Let a bot play for you, or for a player who is away or out of time."""
    live, roles, named = await sent(request, body)
    eyes = seat_of(role_seen(live, roles, None))
    await relieve(tables(request), live, roles, named.role, eyes)
    return play_shown(live, roles)


@answered({403: "That seat is not yours."})
async def take_back_seat(request: Request, body: Body[SeatNamed]) -> PlayShown:
    """Take your own seat back from a bot."""
    live, roles, named = await sent(request, body)
    await come_back(tables(request), live, roles, named.role)
    return play_shown(live, roles)


@answered({403: "There is time left, as far as you may know.", 422: "No bot can answer right now."})
async def make_haste(request: Request, body: Body[Entry]) -> PlayShown:
    """Let a bot answer once for a player whose time is up."""
    live, roles, entry = await sent(request, body)
    live.check(entry.at, roles)
    await hurry(live, tables(request).journals, roles, seat_of(role_seen(live, roles, None)))
    return play_shown(live, roles)


@answered({403: "Other people play in this game."})
async def give_up(request: Request) -> PlayShown:
    """End a game for good; one that is over stays as it is."""
    live, roles = await mine(request)
    await live.give_up(tables(request).journals, roles)
    return play_shown(live, roles)


@answered(
    {
        403: "Only players can begin a rematch, not fate.",
        422: "The game can no longer be played here.",
    },
    status=201,
)
async def play_again(request: Request, body: Body[Again]) -> PlayShown:
    """Begin a rematch for the same people, and tell the others."""
    live, roles, asked = await sent(request, body)
    guest = request.scope["guest"]
    laid = await lay_again(tables(request), live, roles, guest, same=asked.same)
    return play_shown(laid, laid.roles_of(guest))


@answered(queries=[Query("wait", f"Wait this many seconds for it, up to {LONG}.")])
async def hear_a_call(request: Request) -> CallShown:
    """Say where another player has begun a rematch, at once or when one does."""
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
    Route("/api/plays/{play}/relieve", let_a_bot_play, name="relieve", methods=["POST"]),
    Route("/api/plays/{play}/return", take_back_seat, name="return", methods=["POST"]),
    Route("/api/plays/{play}/hurry", make_haste, name="hurry", methods=["POST"]),
    Route("/api/plays/{play}/give-up", give_up, name="give-up", methods=["POST"]),
    Route("/api/plays/{play}/again", play_again, name="again", methods=["POST"]),
    Route("/api/plays/{play}/again", hear_a_call, name="called"),
]
