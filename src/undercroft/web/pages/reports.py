"""Reports: what players tell of others, for the operator."""

import asyncio
from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from undercroft.core.errors import Refused
from undercroft.storage.operators.reports import MOST_OF_WHY, Reports
from undercroft.web.live.people.seating import nfc
from undercroft.web.live.requests import mine, tables
from undercroft.web.pages.page import fields
from undercroft.web.words import say

RATE: Final = 1 / 60  # reports a second and person, ...
BURST: Final = 5  # ... after so many at once
log = structlog.get_logger("undercroft.web")


async def report(request: Request) -> Response:
    """Take a report on another player, or on something they have said."""
    live, _ = await mine(request)
    guest, form = request.scope["guest"], await fields(request)
    role, why = form.get("role", ""), " ".join(nfc(form.get("why", "")).split())
    subject = live.seats[role].guest if role in live.seats else None
    if subject is None or subject == guest:
        raise Refused(say("report.choose"))
    if not 1 <= len(why) <= MOST_OF_WHY:
        raise Refused(say("report.length", most=MOST_OF_WHY))
    if not request.app.state.reporters.take(guest):
        return JSONResponse({"error": say("report.too-many")}, 429)
    line = None
    if (number := form.get("line", "")).isdecimal():
        said = await asyncio.to_thread(tables(request).seats.talk, live.record.id)
        spoken = (it.text for it in said if it.number == int(number) and it.role == role)
        line = next(spoken, None)
    reports = Reports(tables(request).journals)
    await reports.make(live.record.id, guest, subject, live.name_of(role), line, why)
    log.info("reported", play=live.record.id)
    message = say("report.done", name=live.name_of(role))
    return JSONResponse({"message": message}, 201)


ROUTES: Final = [Route("/play/{play}/report", report, methods=["POST"])]
