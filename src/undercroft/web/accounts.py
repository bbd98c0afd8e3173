"""Accounts: claim a name, log in and out, have another password, take all along, be forgotten."""

import asyncio
from typing import Any, Final

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.storage.accounts import Account, Accounts, BadName, NameTaken, folded, read_name
from undercroft.web.border import Guests
from undercroft.web.limits import Buckets, address_of
from undercroft.web.lobby import NAME
from undercroft.web.pages import fields, page, tables
from undercroft.web.passwords import (
    BadPassword,
    hash_password,
    is_outdated,
    is_password,
    read_password,
)
from undercroft.web.sessions import Sessions, Visit

log = structlog.get_logger("undercroft.web")
WRONG: Final = "No account has that name and password."


class TooOften(Refused):
    """Somebody tries passwords too fast."""


class Doors:
    """Lets nobody try passwords faster than a person would, by client and by name."""

    def __init__(self, rate: float, burst: float) -> None:
        self.clients, self.names = Buckets(rate, burst), Buckets(rate, burst)

    def knock(self, request: Request, name: str) -> None:
        """Let one attempt through, or refuse it."""
        client = address_of(request.scope["client"])
        if not (self.clients.take(client) and self.names.take(folded(name)[:80])):
            log.warning("log-in throttled", client=client)
            raise TooOften("Too many attempts. Wait a minute, then try again.")


class WrongPassword(Refused):
    """Not the account's password."""


class NotSure(Refused):
    """Something that cannot be taken back was not meant for certain."""


# -- what pages here share ------------------------------------------------------------------------


def visit_of(request: Request) -> Visit:
    """Give whoever visits."""
    visit: Visit = request.scope["visit"]
    return visit


def accounts(request: Request) -> Accounts:
    """Give the accounts."""
    found: Accounts = request.app.state.accounts
    return found


def account_page(request: Request, status: int = 200, **context: Any) -> Response:
    """Show the account, or how to have one; `errors` stand beside the fields they are about."""
    given = {"errors": {}, "given": {}, "done": None, **context}
    return page(request, "account.html", status, account=visit_of(request).account, **given)


def login_page(request: Request, status: int = 200, **context: Any) -> Response:
    """Show the way in."""
    return page(request, "login.html", status, **{"error": None, "given": {}, **context})


def enter(request: Request, account: Account) -> None:
    """Let the visitor be an account."""
    visit_of(request).become(account.id, account.epoch)
    sessions: Sessions = request.app.state.sessions
    sessions.forget(account.id)


def leave(request: Request) -> None:
    """Let the visitor be a new guest."""
    guests: Guests = request.app.state.guests
    visit_of(request).become(guests.new())


def nameless(response: Response) -> Response:
    """Forget what somebody went by at tables."""
    response.delete_cookie(NAME)
    return response


# -- claiming, coming, going ----------------------------------------------------------------------


async def show(request: Request) -> Response:
    """Show the account."""
    done = {
        "password": "The password is changed; other devices are logged out.",
        "name": "Welcome!",
    }
    return account_page(request, done=done.get(request.query_params.get("done", "")))


async def claim(request: Request) -> Response:
    """Claim a name: the guest's plays are kept for it."""
    visit, form = visit_of(request), await fields(request)
    if visit.account is not None:
        return RedirectResponse("/account", 303)
    try:
        name = read_name(form.get("name", ""))
        password = read_password(form.get("password", ""), name)
        doors(request).knock(request, name)
        if await asyncio.to_thread(accounts(request).called, name):
            raise NameTaken("Somebody else goes by that name already.")
        account = await accounts(request).claim(name, await hash_password(password), visit.guest)
    except (BadName, NameTaken, BadPassword, TooOften) as error:
        field = "password" if isinstance(error, BadPassword) else "name"
        return account_page(request, status_of(error), errors={field: str(error)}, given=form)
    tables(request).outdate(await asyncio.to_thread(accounts(request).plays_of, account.id))
    enter(request, account)
    log.info("name claimed", account=account.id)
    return RedirectResponse("/account?done=name", 303)


async def login(request: Request) -> Response:
    """Log in: what the guest of this device has played comes along."""
    if request.method == "GET":
        return login_page(request)
    form = await fields(request)
    name, password = form.get("name", ""), form.get("password", "")
    try:
        doors(request).knock(request, name)
    except TooOften as error:
        return login_page(request, 429, error=str(error), given=form)
    account = await asyncio.to_thread(accounts(request).called, name)
    if not await is_password(account and account.password, password) or account is None:
        return login_page(request, 403, error=WRONG, given=form)
    visit = visit_of(request)
    if visit.account is None:
        moved = await asyncio.to_thread(accounts(request).plays_of, visit.guest)
        await accounts(request).take_along(visit.guest, account.id)
        tables(request).outdate(moved)
    if is_outdated(account.password):
        await accounts(request).rehash(account, await hash_password(password))
    enter(request, account)
    log.info("logged in", account=account.id)
    return RedirectResponse("/", 303)


async def logout(request: Request) -> Response:
    """Log out: whoever comes next from this device is a new guest."""
    if visit_of(request).account is not None:
        leave(request)
    return nameless(RedirectResponse("/", 303))


# -- changing and ending --------------------------------------------------------------------------


async def change_password(request: Request) -> Response:
    """Have another password; other devices are logged out."""
    account, form = visit_of(request).account, await fields(request)
    if account is None:
        return RedirectResponse("/login", 303)
    try:
        await prove(request, account, form.get("password", ""))
        new = read_password(form.get("new-password", ""), account.name)
    except (BadPassword, TooOften, WrongPassword) as error:
        field = "new-password" if isinstance(error, BadPassword) else "old-password"
        return account_page(request, status_of(error), errors={field: str(error)})
    enter(request, await accounts(request).change_password(account, await hash_password(new)))
    log.info("password changed", account=account.id)
    return RedirectResponse("/account?done=password", 303)


async def forget(request: Request) -> Response:
    """Delete the account, or a guest's plays, for good."""
    visit, form = visit_of(request), await fields(request)
    try:
        if form.get("sure") != "yes":
            raise NotSure("Tick the box if you mean it: nothing can bring it back.")
        if visit.account is not None:
            await prove(request, visit.account, form.get("password", ""))
    except (NotSure, TooOften, WrongPassword) as error:
        return account_page(request, status_of(error), errors={"forget": str(error)})
    gone = await asyncio.to_thread(accounts(request).plays_of, visit.guest)
    await accounts(request).delete(visit.guest)
    tables(request).outdate(gone)
    request.app.state.sessions.forget(visit.guest)
    leave(request)
    log.info("account deleted" if visit.account else "guest deleted")
    return nameless(RedirectResponse("/", 303))


async def prove(request: Request, account: Account, password: str) -> None:
    """See that whoever visits knows the password, and has not just found the device open."""
    doors(request).knock(request, account.name)
    if not await is_password(account.password, password):
        raise WrongPassword("That is not your password.")


def doors(request: Request) -> Doors:
    """Give the throttle."""
    found: Doors = request.app.state.doors
    return found


def status_of(error: Refused) -> int:
    """Say with which status a form is shown again."""
    statuses = {TooOften: 429, NameTaken: 409, WrongPassword: 403}
    return statuses.get(type(error), 422)


ROUTES: Final = [
    Route("/account", show),
    Route("/account", claim, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/forget", forget, methods=["POST"]),
    Route("/login", login, methods=["GET", "POST"]),
    Route("/logout", logout, methods=["POST"]),
]
