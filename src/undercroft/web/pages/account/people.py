"""People: a profile with results, ratings and achievements; friends, and a challenge by name."""

import asyncio
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.games import catalogue
from undercroft.storage.histories import results
from undercroft.storage.people.accounts import Account, Accounts
from undercroft.storage.people.friends import MOST_FRIENDS, People
from undercroft.web.live.days import this_day
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.people.ratings import Ratings
from undercroft.web.live.people.seating import LINK, seats_for
from undercroft.web.live.requests import tables
from undercroft.web.pages.account.achievements import achievements
from undercroft.web.pages.account.statistics import statistics, streak_of_days
from undercroft.web.pages.page import day, fields, known, page, when
from undercroft.web.words import say

RATE: Final = 1 / 60  # friends and challenges a second and account, ...
BURST: Final = 10  # ... after so many at once


def me(request: Request) -> Account:
    """Give the account of the visitor; a guest has nobody to be friends with."""
    account: Account | None = request.scope["visit"].account
    if account is None:
        raise HTTPException(403, say("people.guest"))
    return account


async def called(request: Request, name: str) -> Account:
    """Find an account by its name."""
    accounts: Accounts = request.app.state.accounts
    found = await asyncio.to_thread(accounts.called, name)
    if found is None:
        raise HTTPException(404, say("people.unknown"))
    return found


def people(request: Request) -> People:
    """Give friends and invitations."""
    found: People = request.app.state.people
    return found


async def show(request: Request) -> Response:
    """Show somebody's profile: what anybody may know of an account."""
    account = await called(request, request.path_params["name"])
    journals, visit = request.app.state.journals, request.scope["visit"]
    ratings: Ratings = request.app.state.ratings
    found = await asyncio.to_thread(results, journals, account.id)
    own = visit.account is not None and visit.account.id == account.id
    mine = visit.account and not own
    added = await asyncio.to_thread(people(request).friends, visit.account.id) if mine else []
    context: dict[str, Any] = {}
    if own:
        context["friends"] = await asyncio.to_thread(people(request).friends, account.id)
        context["admirers"] = await asyncio.to_thread(people(request).admirers, account.id)
        context["invitations"] = await asyncio.to_thread(people(request).invitations, account.id)
    return page(
        request,
        "profile.html",
        account=account,
        since=day(account.created),
        own=own,
        may_add=bool(mine),
        friend=next((it for it in added if it.id == account.id), None),
        games=catalogue(),
        several=[game for game in catalogue().values() if game.seats[1] > 1],
        numbers=statistics(found),
        days=streak_of_days(found, this_day()),
        ratings=await ratings.of(account.id),
        earned=achievements(found),
        when=when,
        **context,
    )


async def mine(request: Request) -> Response:
    """Go to one's own profile."""
    return to(me(request).name)


async def befriend(request: Request) -> Response:
    """Add somebody as a friend, by name."""
    account, form = me(request), await fields(request)
    other = await called(request, form.get("name", ""))
    if other.id == account.id:
        raise HTTPException(422, say("people.yourself"))
    limit(request, account)
    if len(await asyncio.to_thread(people(request).friends, account.id)) >= MOST_FRIENDS:
        raise HTTPException(409, say("people.many-friends", most=MOST_FRIENDS))
    await people(request).add(account.id, other.id)
    return to(account.name if form.get("stay") else other.name)


async def part(request: Request) -> Response:
    """Be friends no more."""
    account, form = me(request), await fields(request)
    other = await called(request, form.get("name", ""))
    await people(request).remove(account.id, other.id)
    return to(account.name if form.get("stay") else other.name)


async def challenge(request: Request) -> Response:
    """Open a table and keep a seat at it for somebody, by name."""
    account, form = me(request), await fields(request)
    other = await called(request, form.get("name", ""))
    game = known(form.get("game", ""))
    if other.id == account.id:
        raise HTTPException(422, say("people.yourself"))
    if game.seats[1] == 1:
        raise HTTPException(422, say("lobby.alone", game=game.title))
    limit(request, account)
    bots = game.usual_bots[1:] if game.seats[0] > 1 else []
    seats = seats_for(account.id, [account.name, None], [LINK, *bots])
    live = await tables(request).create(account.id, NewTable(game=game.id, seats=seats))
    await people(request).invite(live.record.id, other.id)
    return RedirectResponse(f"/play/{live.record.id}", 303)


async def decline(request: Request) -> Response:
    """Say no to an invitation."""
    account = me(request)
    await people(request).decline(request.path_params["play"], account.id)
    return RedirectResponse("/", 303)


def limit(request: Request, account: Account) -> None:
    """Refuse what others would be bothered with too often, or by somebody who may not speak."""
    if tables(request).is_muted(account.id):
        raise HTTPException(403, say("people.muted"))
    if not request.app.state.greeters.take(account.id):
        raise HTTPException(429, say("gateway.too-often"))


def to(name: str) -> Response:
    """Go to somebody's profile."""
    return RedirectResponse(f"/people/{name}", 303)


ROUTES: Final = [
    Route("/people", mine),
    Route("/people/{name}", show),
    Route("/friends", befriend, methods=["POST"]),
    Route("/friends/part", part, methods=["POST"]),
    Route("/challenge", challenge, methods=["POST"]),
    Route("/invitations/{play}/decline", decline, methods=["POST"]),
]
