"""How a person likes pages and tables: chosen by scripts, kept with an account."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.storage.people.accounts import Accounts
from undercroft.web.pages.page import SETTINGS, allowed, fields, page
from undercroft.web.words import say


async def show(request: Request) -> Response:
    """Show what may be chosen; a script marks what is."""
    chosen = {name: values for name, values in SETTINGS.items() if name != "volume"}
    hints = ("sound", "confirm", "hints", "auto", "dice")
    return page(request, "settings.html", settings=chosen, hints=hints, felts=("felt", "back"))


async def keep(request: Request) -> Response:
    """Keep with an account what was chosen: all of it at once, so that nothing is mixed up."""
    account = request.scope["visit"].account
    if account is None:
        raise HTTPException(409, say("settings.guest"))
    accounts: Accounts = request.app.state.accounts
    await accounts.keep_settings(account.id, allowed(await fields(request)))
    request.app.state.sessions.forget(account.id)
    return Response(status_code=204)


ROUTES: Final = [Route("/settings", show), Route("/settings", keep, methods=["POST"])]
