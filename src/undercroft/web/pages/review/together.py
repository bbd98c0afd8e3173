"""A review that several look at: a player leads, the others follow or look around."""

import asyncio
from threading import Lock
from typing import Any, Final, NamedTuple

from cachetools import LRUCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.core.play import Play
from undercroft.core.seats import seat_of
from undercroft.review.found import Review
from undercroft.review.report import counts, headline, ledger, percentiles
from undercroft.storage.remarks import LONGEST, Remark, Remarks
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, page
from undercroft.web.pages.replay import shared_game
from undercroft.web.pages.review.review import chosen as chosen_own
from undercroft.web.pages.review.review import reviews, shown
from undercroft.web.words import say

RATE: Final = 1 / 10  # remarks a second and person, ...
BURST: Final = 10  # ... after so many at once
MOST_KEPT: Final = 300  # moments that are kept as they were drawn

_DRAWN: Final[LRUCache[tuple[str, str, int], str]] = LRUCache(MOST_KEPT)
_DRAWING: Final = Lock()


class Opened(NamedTuple):
    """A review that was opened to those who have the link."""

    live: Live
    role: str
    found: Review
    at: int  # the question at which the leader is
    leads: bool  # whether the visitor may lead


async def begin(request: Request) -> Response:
    """Open a review of one's own to those who get the link."""
    live, role = await chosen_own(request, (await fields(request)).get("seat"))
    found = reviews(request).kept(live, role)
    if found is None or not found.decisions:
        raise HTTPException(409, say("together.not-reviewed"))
    if live.record.share is None:
        key = await request.app.state.journals.share(live.record.id)
        live.record = live.record._replace(share=key)
    if reviews(request).lead(live, role) is None:
        reviews(request).go_to(live, role, found.decisions[0].number)
    return RedirectResponse(f"/shared/{live.record.share}/review?seat={role}", 303)


async def opened(request: Request) -> Opened:
    """Give the review that a link is for."""
    live, role = await shared_game(request), request.query_params.get("seat", "P1")
    if role not in live.roles:
        raise HTTPException(404, say("together.closed"))
    found, at = reviews(request).kept(live, role), reviews(request).lead(live, role)
    if found is None or at is None:
        raise HTTPException(404, say("together.closed"))
    leads = bool({*live.roles_of(request.scope["guest"])} & {*live.roles})
    return Opened(live, role, found, at, leads)


async def show(request: Request) -> Response:
    """Show a review to those who look at it together."""
    it = await opened(request)
    journals = request.app.state.journals
    branches = await asyncio.to_thread(journals.branches, it.live.record.id)
    return page(
        request,
        "together.html",
        game=it.live.game,
        words=it.live.words,
        styled=it.live.game.web is not None,
        record=it.live.record,
        role=it.role,
        called=it.live.name_of(it.role),
        leads=it.leads,
        may_speak=_speaker(request, it) is not None,
        at=it.at,
        link=f"{request.url.path}?seat={it.role}",
        sums=ledger(it.found),
        percentiles=percentiles(it.found),
        counts=counts(it.found),
        titles=[(one.number, headline(one, it.found.aim)) for one in it.found.decisions],
        branches=branches,
        longest=LONGEST,
        board=await asyncio.to_thread(_board, it, it.at),
    )


async def now(request: Request) -> Response:
    """Say where the leader is."""
    it = await opened(request)
    said = await asyncio.to_thread(Remarks(request.app.state.journals).on, it.live.record.id)
    return _json({"at": it.at, "remarks": len(said)})


async def lead(request: Request) -> Response:
    """Lead those who follow to a decision."""
    it = await opened(request)
    if not it.leads:
        raise HTTPException(403, say("together.not-leader"))
    at = _number(it, (await fields(request)).get("at", ""))
    await asyncio.to_thread(reviews(request).go_to, it.live, it.role, at)
    return _json({"at": at})


async def moment(request: Request) -> Response:
    """Give the table at a decision, what its options were worth, and what was said about it."""
    it = await opened(request)
    at = _number(it, request.query_params.get("at", ""))
    said = await asyncio.to_thread(Remarks(request.app.state.journals).on, it.live.record.id)
    return _json(
        {
            "board": await asyncio.to_thread(_board, it, at),
            "told": _told(request, it, at, [one for one in said if one.at == at]),
            "remarks": len(said),
        }
    )


async def remark(request: Request) -> Response:
    """Say something about a decision: the game's players may, and those with an account."""
    it = await opened(request)
    form, guest = await fields(request), request.scope["guest"]
    at, text = _number(it, form.get("at", "")), " ".join(form.get("text", "").split())
    name = _speaker(request, it)
    if name is None or request.app.state.moderation.is_muted(guest):
        raise HTTPException(403, say("together.no-remarks"))
    if not 1 <= len(text) <= LONGEST:
        raise HTTPException(422, say("together.long", most=LONGEST))
    if not request.app.state.remarkers.take(guest):
        raise HTTPException(429, say("together.too-often"))
    remarks = Remarks(request.app.state.journals)
    if not await remarks.add(it.live.record.id, at, guest, name, text):
        raise HTTPException(409, say("together.full"))
    return _json({"at": at})


def _speaker(request: Request, it: Opened) -> str | None:
    """Give the name under which a visitor may say something; nobody knows other guests."""
    visit, guest = request.scope["visit"], request.scope["guest"]
    if visit.account is not None:
        return str(visit.account.name)
    own = [role for role in it.live.roles_of(guest) if role in it.live.roles]
    return it.live.name_of(own[0]) if own else None


def _number(it: Opened, text: str) -> int:
    for one in it.found.decisions:
        if f"{one.number}" == text:
            return one.number
    raise HTTPException(422, say("together.no-decision"))


def _board(it: Opened, at: int) -> str:
    """Draw the table as the seat saw it at a decision; equal ones once."""
    key = it.live.record.id, it.role, at
    with _DRAWING:
        drawn = _DRAWN.get(key)
    if drawn is None:
        live, seat = it.live, seat_of(it.role)
        play = Play(live.game, live.record.options, live.record.seats)
        for entry in live.play.entries[:at]:
            play.answer(entry.answer)
        parts = live.drawing.parts(play.view(seat), None, told=play.events_for(seat))
        drawn = str(live.drawing.layout(parts))
        with _DRAWING:
            _DRAWN[key] = drawn
    return drawn


def _told(request: Request, it: Opened, at: int, said: list[Remark]) -> str:
    one = next(one for one in it.found.decisions if one.number == at)
    template = request.app.state.templates.get_template("web/together-moment.html")
    return str(template.render(one=shown(one, it.found), said=said))


def _json(value: dict[str, Any]) -> Response:
    return JSONResponse(value, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/play/{play}/review/together", begin, methods=["POST"]),
    Route("/shared/{share}/review", show),
    Route("/shared/{share}/review/now", now),
    Route("/shared/{share}/review/now", lead, methods=["POST"]),
    Route("/shared/{share}/review/moment", moment),
    Route("/shared/{share}/review/remarks", remark, methods=["POST"]),
]
