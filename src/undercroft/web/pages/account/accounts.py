"""Accounts: claim a name, log in and out, change or recover a password, be deleted."""

import asyncio
from functools import cache
from typing import Any, Final

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.games import catalogue
from undercroft.storage.people.accounts import Account, Accounts, NameTaken
from undercroft.storage.people.names import BadName, read_name
from undercroft.storage.people.sessions import Session
from undercroft.web.gateway.login_throttle import LoginThrottle, TooOften, cookies_of
from undercroft.web.gateway.moderation import Moderation
from undercroft.web.gateway.sessions import Sessions, Visit
from undercroft.web.gateway.visitors import Devices, Guests
from undercroft.web.live.people.names import title_of
from undercroft.web.live.requests import tables
from undercroft.web.pages.account.passwords import (
    BadPassword,
    hash_password,
    is_outdated,
    is_password,
    new_code,
    read_code,
    read_password,
)
from undercroft.web.pages.lobby import NAME
from undercroft.web.pages.page import day, fields, page
from undercroft.web.words import say

log = structlog.get_logger("undercroft.web")
DONE: Final = ("password", "ended", "others")  # what the page says has just been done


class WrongPassword(Refused):
    """Not the account's password."""


class NotSure(Refused):
    """Something that cannot be undone was not confirmed."""


# -- what pages here share ------------------------------------------------------------------------


def visit_of(request: Request) -> Visit:
    """Give the visitor."""
    visit: Visit = request.scope["visit"]
    return visit


def accounts(request: Request) -> Accounts:
    """Give the accounts."""
    found: Accounts = request.app.state.accounts
    return found


def sessions(request: Request) -> Sessions:
    """Give the sessions."""
    found: Sessions = request.app.state.sessions
    return found


def moderation(request: Request) -> Moderation:
    """Give what operators have ordered."""
    found: Moderation = request.app.state.moderation
    return found


async def account_page(request: Request, status: int = 200, **context: Any) -> Response:
    """Show the account, or how to have one; `errors` stand beside the fields they are about."""
    visit = visit_of(request)
    given = {"errors": {}, "given": {}, "done": None, **context}
    found: list[Session] = []
    if visit.account is not None:
        found = await asyncio.to_thread(sessions(request).stored.of, visit.account.id)
    return page(
        request, "account.html", status, account=visit.account, sessions=found, day=day, **given
    )


def login_page(request: Request, status: int = 200, **context: Any) -> Response:
    """Show the way in."""
    return page(request, "login.html", status, **{"error": None, "given": {}, **context})


def recover_page(request: Request, status: int = 200, **context: Any) -> Response:
    """Show the way in without a password."""
    return page(request, "recover.html", status, **{"errors": {}, "given": {}, **context})


def code_page(request: Request, title: str, code: str) -> Response:
    """Show a recovery code, this once."""
    return page(request, "code.html", title=title, code=code)


async def enter(request: Request, account: Account, response: Response) -> Response:
    """Let the visitor be an account, on a device that is known from now on."""
    agent = request.headers.get("user-agent", "")
    await sessions(request).begin(visit_of(request), account.id, agent)
    devices: Devices = request.app.state.devices
    devices.remember(response, cookies_of(request), account.id)
    return response


def leave(request: Request) -> None:
    """Let the visitor be a new guest."""
    guests: Guests = request.app.state.guests
    visit_of(request).become(guests.new())


def nameless(response: Response) -> Response:
    """Forget what somebody went by at tables."""
    response.delete_cookie(NAME)
    return response


@cache
def bots() -> frozenset[str]:
    """Name the bots of all games, which nobody else may be called."""
    games = catalogue().values()
    ids = {bot for game in games for bot in game.bots}
    return frozenset(ids | {title_of(bot, game.words) for game in games for bot in game.bots})


# -- claiming, coming, going ----------------------------------------------------------------------


async def show(request: Request) -> Response:
    """Show the account."""
    done = request.query_params.get("done")
    return await account_page(request, done=say(f"account.done-{done}") if done in DONE else None)


async def claim(request: Request) -> Response:
    """Claim a name: the guest's games are kept for it."""
    visit, form = visit_of(request), await fields(request)
    if visit.account is not None:
        return RedirectResponse("/account", 303)
    code = new_code()
    try:
        name = read_name(form.get("name", ""), bots())
        doors(request).knock(request, name, None)
        password = await read_password(form.get("password", ""), name)
        if await asyncio.to_thread(accounts(request).owner_of, name):
            raise NameTaken(say("account.name-taken"))
        hashes = await hash_password(password), await hash_password(code)
        account = await accounts(request).claim(name, hashes[0], visit.guest, hashes[1])
    except (BadName, NameTaken, BadPassword, TooOften) as error:
        field = "password" if isinstance(error, BadPassword) else "name"
        return await account_page(request, status_of(error), errors={field: str(error)}, given=form)
    tables(request).outdate(await asyncio.to_thread(accounts(request).plays_of, account.id))
    tables(request).outdate(await asyncio.to_thread(accounts(request).marked, name))
    log.info("name claimed", account=account.id)
    await moderation(request).carry(visit.guest, account.id)
    visit.account = account
    return await enter(request, account, code_page(request, say("code.welcome", name=name), code))


async def login(request: Request) -> Response:
    """Log in: what the guest of this device has played comes along."""
    if request.method == "GET":
        return login_page(request)
    form = await fields(request)
    name, password = form.get("name", ""), form.get("password", "")
    account = await asyncio.to_thread(accounts(request).called, name)
    try:
        doors(request).knock(request, name, account)
    except TooOften as error:
        return login_page(request, 429, error=str(error), given=form)
    if not await is_password(account and account.password, password) or account is None:
        return login_page(request, 403, error=say("login.wrong"), given=form)
    await bring_along(request, account)
    if is_outdated(account.password):
        await accounts(request).rehash(account, await hash_password(password))
    log.info("logged in", account=account.id)
    return await enter(request, account, RedirectResponse("/", 303))


async def bring_along(request: Request, account: Account) -> None:
    """Make what a guest has played an account's, unless that is banned."""
    visit = visit_of(request)
    if visit.account is None and not moderation(request).is_banned(account.id):
        moved = await asyncio.to_thread(accounts(request).plays_of, visit.guest)
        await accounts(request).take_along(visit.guest, account.id)
        tables(request).outdate(moved)
        await moderation(request).carry(visit.guest, account.id)


async def logout(request: Request) -> Response:
    """Log out: the session is over, and the next visitor on this device is a new guest."""
    visit = visit_of(request)
    if visit.account is not None:
        if visit.session is not None:
            await sessions(request).end(visit.account.id, visit.session)
        leave(request)
    return nameless(RedirectResponse("/", 303))


async def recover(request: Request) -> Response:
    """Have another password without the old one, by the recovery code; it works once."""
    if request.method == "GET":
        return recover_page(request)
    form = await fields(request)
    name, code = form.get("name", ""), new_code()
    account = await asyncio.to_thread(accounts(request).called, name)
    try:
        doors(request).knock(request, name, account)
        known = account and account.recovery
        if not await is_password(known, read_code(form.get("code", ""))) or account is None:
            raise WrongPassword(say("recover.wrong"))
        password = await read_password(form.get("new-password", ""), account.name)
        hashes = await hash_password(password), await hash_password(code)
        if not await accounts(request).recover(account, *hashes):
            raise WrongPassword(say("recover.wrong"))
    except (BadPassword, TooOften, WrongPassword) as error:
        field = "new-password" if isinstance(error, BadPassword) else "code"
        return recover_page(request, status_of(error), errors={field: str(error)}, given=form)
    sessions(request).forget(account.id)
    await bring_along(request, account)
    log.info("password recovered", account=account.id)
    visit_of(request).account = account
    return await enter(
        request, account, code_page(request, say("code.welcome-back", name=account.name), code)
    )


# -- changing and ending --------------------------------------------------------------------------


async def change_password(request: Request) -> Response:
    """Have another password; other devices are logged out."""
    account, form = visit_of(request).account, await fields(request)
    if account is None:
        return RedirectResponse("/login", 303)
    try:
        await prove(request, account, form.get("password", ""))
        new = await read_password(form.get("new-password", ""), account.name)
    except (BadPassword, TooOften, WrongPassword) as error:
        field = "new-password" if isinstance(error, BadPassword) else "old-password"
        return await account_page(request, status_of(error), errors={field: str(error)})
    await accounts(request).change_password(account, await hash_password(new))
    sessions(request).forget(account.id)
    log.info("password changed", account=account.id)
    return await enter(request, account, RedirectResponse("/account?done=password", 303))


async def renew_code(request: Request) -> Response:
    """Have another recovery code; the old one is void."""
    account, form = visit_of(request).account, await fields(request)
    if account is None:
        return RedirectResponse("/login", 303)
    try:
        await prove(request, account, form.get("password", ""))
    except (TooOften, WrongPassword) as error:
        return await account_page(request, status_of(error), errors={"recovery": str(error)})
    code = new_code()
    await accounts(request).renew_recovery(account, await hash_password(code))
    sessions(request).forget(account.id)
    return code_page(request, say("code.new"), code)


async def end_session(request: Request) -> Response:
    """Log one device out."""
    visit = visit_of(request)
    if visit.account is None:
        return RedirectResponse("/login", 303)
    session = request.path_params["session"]
    await sessions(request).end(visit.account.id, session)
    if session == visit.session:
        leave(request)
        return nameless(RedirectResponse("/", 303))
    return RedirectResponse("/account?done=ended", 303)


async def end_other_sessions(request: Request) -> Response:
    """Log all other devices out."""
    visit = visit_of(request)
    if visit.account is None:
        return RedirectResponse("/login", 303)
    await sessions(request).end_others(visit.account.id, visit.session)
    return RedirectResponse("/account?done=others", 303)


async def forget(request: Request) -> Response:
    """Delete the account, or a guest's games, for good."""
    visit, form = visit_of(request), await fields(request)
    try:
        if form.get("sure") != "yes":
            raise NotSure(say("account.not-sure"))
        if visit.account is not None:
            await prove(request, visit.account, form.get("password", ""))
    except (NotSure, TooOften, WrongPassword) as error:
        return await account_page(request, status_of(error), errors={"forget": str(error)})
    gone = await asyncio.to_thread(accounts(request).plays_of, visit.guest)
    await accounts(request).delete(visit.guest)
    tables(request).outdate(gone)
    sessions(request).forget(visit.guest)
    leave(request)
    log.info("account deleted" if visit.account else "guest deleted")
    return nameless(RedirectResponse("/", 303))


async def prove(request: Request, account: Account, password: str) -> None:
    """See that the visitor knows the password, and has not just found the device open."""
    doors(request).knock(request, account.name, account)
    if not await is_password(account.password, password):
        raise WrongPassword(say("account.wrong-password"))


def doors(request: Request) -> LoginThrottle:
    """Give the throttle."""
    found: LoginThrottle = request.app.state.doors
    return found


def status_of(error: Refused) -> int:
    """Say with which status a form is shown again."""
    statuses = {TooOften: 429, NameTaken: 409, WrongPassword: 403}
    return statuses.get(type(error), 422)


ROUTES: Final = [
    Route("/account", show),
    Route("/account", claim, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/recovery", renew_code, methods=["POST"]),
    Route("/account/sessions/end", end_other_sessions, methods=["POST"]),
    Route("/account/sessions/{session}/end", end_session, methods=["POST"]),
    Route("/account/forget", forget, methods=["POST"]),
    Route("/login", login, methods=["GET", "POST"]),
    Route("/logout", logout, methods=["POST"]),
    Route("/recover", recover, methods=["GET", "POST"]),
]
