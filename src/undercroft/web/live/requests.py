"""The game that a request is about, and what its visitor is in it."""

from starlette.requests import Request

from undercroft.core.errors import Refused
from undercroft.web.live.table import Live
from undercroft.web.live.tables import Tables
from undercroft.web.words import say


def tables(request: Request) -> Tables:
    """Give the live plays."""
    found: Tables = request.app.state.tables
    return found


async def mine(request: Request) -> tuple[Live, list[str]]:
    """Give the play that the address names, if the guest has a part in it."""
    return await tables(request).of(request.path_params["play"], request.scope["guest"])


async def watched_game(request: Request) -> Live:
    """Give the play that a spectators' link is for, once it has begun."""
    live = await tables(request).watched(request.path_params["watch"])
    if live.waits:
        raise Refused(say("table-error.not-started"))
    return live


async def present(request: Request) -> tuple[Live, list[str]]:
    """Give the play that the address names, and what the guest is in it; spectators: nothing."""
    if "watch" in request.path_params:
        return await watched_game(request), []
    return await mine(request)
