"""Laying a table: the form for a new play, and the page on which it is played."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.core.seats import FATE
from undercroft.describing import bot_title, choice_title, option_title, preset_title
from undercroft.storage.journals import Seat, StorageLost
from undercroft.web.live.ending import sealed_of
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.people.presence import company
from undercroft.web.live.people.seating import LOBBY, WISHES, clean_name, seats_for
from undercroft.web.live.people.talk import signals
from undercroft.web.live.rematch import lay_again
from undercroft.web.live.requests import mine, tables, watched_game
from undercroft.web.live.table import Live
from undercroft.web.live.tables import at_once
from undercroft.web.live.viewing.moments import watch
from undercroft.web.live.viewing.screens import Screen
from undercroft.web.pages.lobby import (
    PATIENCES,
    name_of,
    remember_name,
    spoken_time,
    waiting_room,
)
from undercroft.web.pages.page import fields, known, page, see
from undercroft.web.words import say

# -- new plays ------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """Show every option of a game."""
    others = request.query_params.get("with") == "lobby"
    given = {"seat.P2": LOBBY} if others else {}
    return new_page(request, request.path_params["game"], given, None)


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
        option_title=option_title,
        choice_title=choice_title,
        preset_title=preset_title,
        bot_title=bot_title,
        usual=at_once(game).bots,
        wishes={wish: say(f"seat-for.{wish[1:]}") for wish in WISHES},
        patiences={seconds: spoken_time(seconds) for seconds in PATIENCES},
        called=name_of(request),
        given=given,
        error=error,
    )


async def create(request: Request) -> Response:
    """Begin a play from a form."""
    form = await fields(request)
    id = form.get("game", "")
    game = known(id)
    options = {
        name.removeprefix("option."): ",".join(map(str.strip, value.split(",")))
        for name, value in form.items()
        if name.startswith("option.") and value
    }
    patience = form.get("patience", "")
    name = clean_name(form.get("name.P1", ""))
    try:
        wanted = NewTable(
            game=id,
            options=options,
            preset=form.get("preset") or None,
            variant=form.get("variant", "").strip() or None,
            fate=form.get("fate") or "sealed",
            seed=form.get("seed", "").strip() or None,
            bots=() if "seat.P2" in form else game.usual_bots,
            seats=wished_for(request.scope["guest"], form),
            patience=int(patience) if patience in map(str, PATIENCES) else None,
        )
        if form.keys() <= {"game", "preset"}:
            wanted = at_once(game, wanted.preset)
        live = await tables(request).create(request.scope["guest"], wanted)
    except StorageLost:
        raise
    except Refused as error:
        return new_page(request, id, form, str(error), 422)
    return remember_name(see(live), name, secure=request.app.state.settings.secure)


def wished_for(owner: str, form: Mapping[str, str]) -> dict[str, Seat]:
    """Lay the seats that a form asks for; those that nobody is to have are left out."""
    seats = [f"P{number}" for number in range(2, 10) if form.get(f"seat.P{number}")]
    names = [clean_name(form.get(f"name.{role}", "")) for role in ("P1", *seats)]
    return seats_for(owner, names, [form[f"seat.{role}"] for role in seats])


async def again(request: Request) -> Response:
    """Play again with the same options: another deal, or the same one when the play is over."""
    live, roles = await mine(request)
    same = bool((await fields(request)).get("same"))
    return see(await lay_again(tables(request), live, roles, request.scope["guest"], same=same))


# -- the table ------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """Show a play's table, or where to wait for it."""
    live, roles = await mine(request)
    waits = live.waits and live.outcome is None
    return waiting_room(request, live, roles) if waits else show_table(request, live, roles)


async def look_on(request: Request) -> Response:
    """Show a table to a spectator."""
    return show_table(request, await watched_game(request), [])


def show_table(request: Request, live: Live, roles: list[str]) -> Response:
    """Show a table; from then on its socket keeps it up to date."""
    screen = Screen(live, roles)
    few = 0 < len(live.entries) < 20 and not screen.is_shared
    begin = request.query_params.get("begin") == "1" and few
    if begin:
        first = watch(live.game, live.record, [], live.drawing.beats, screen.seat)
        parts = screen.passing(first.moments[0])
        lines = screen.lines(first.play.events_for(screen.seat))
    else:
        parts = screen.standing()
        lines = screen.lines(live.play.events_for(screen.seat))
    record = live.record
    drawn: Any = live.drawing.shared
    return page(
        request,
        "table.html",
        game=live.game,
        styled=live.game.web is not None,
        live=live,
        record=record,
        roles=roles,
        parts=parts,
        layout=live.drawing.layout(parts),
        lines=lines,
        at=0 if begin else live.number(roles),
        sealed=sealed_of(record),
        help=live.words.tables.get("help", {}).get("text", ""),
        fate_key=live.seats[FATE].key if FATE in live.open_seats and "P1" in roles else None,
        company=drawn.company(company(live, roles, screen.seat), live.waits),
        talks=len(live.guests) > 1,
        signals=signals(),
        races=bool(roles and live.game.race and record.rival),
        socket=f"/play/{record.id}/socket" if roles else f"/watch/{record.watch}/socket",
    )


ROUTES: Final = [
    Route("/plays", create, methods=["POST"]),
    Route("/new/{game}", new),
    Route("/play/{play}", table),
    Route("/play/{play}/again", again, methods=["POST"]),
    Route("/watch/{watch}", look_on),
]
