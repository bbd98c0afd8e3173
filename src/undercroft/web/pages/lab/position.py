"""The position editor: from a moment of a finished game, change what luck gave, and go on.

The address says it all: the moment, and which answers are changed (decision 11).
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.questions import Decision, Question
from undercroft.core.seats import FATE
from undercroft.describing import bot_title
from undercroft.lab.position import Position, set_up_position, study_of
from undercroft.lab.rearranging import Rearranged, rearranged
from undercroft.lab.study import Study
from undercroft.storage.journals import Seat
from undercroft.web.live.lab import quick_bots
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.table import Live
from undercroft.web.pages.lab.lab import begun, lab_of, read_study
from undercroft.web.pages.page import fields, page, see
from undercroft.web.words import say

MOST_CHANGES: Final = 30
_CHANGE: Final = re.compile(r"([0-9]{1,6}):(\S{1,200})")


class Wish(NamedTuple):
    """A moment, and what is to be changed before it: answers by number, from 0."""

    at: int
    changes: dict[int, str]

    def address(self, **more: object) -> str:
        """Write the rest of the page's address."""
        sets = [("set", f"{number}:{answer}") for number, answer in self.changes.items()]
        return urlencode([("at", self.at), *sets, *more.items()])

    def without(self, number: int) -> "Wish":
        """Leave an answer as it was."""
        return self._replace(changes={n: it for n, it in self.changes.items() if n != number})


def read_wish(at: str, sets: Sequence[str], most: int) -> Wish:
    """Read a moment and changes."""
    if not (at.isascii() and at.isdigit() and len(at) < 7 and int(at) <= most):
        raise HTTPException(422, say("replay.bad-moment", most=most))
    found = [_CHANGE.fullmatch(text) for text in sets]
    if len(found) > MOST_CHANGES or not all(found):
        raise HTTPException(422, say("position.bad-change", most=MOST_CHANGES))
    return Wish(int(at), {int(it[1]): it[2] for it in found if it})


async def finished(request: Request) -> Live:
    """Give the finished game that the address names: nothing in it is hidden any more."""
    live, _ = await mine(request)
    if live.outcome is None:
        raise HTTPException(409, say("position.not-over"))
    return live


async def laid(live: Live, wish: Wish) -> Rearranged:
    """Lay the table as wished, off the loop."""
    return await asyncio.to_thread(rearranged, live.game, live.journal, wish.at, wish.changes)


async def show(request: Request) -> Response:
    """Show the position, what luck gave before it, and what else could have come."""
    live, query = await finished(request), request.query_params
    wish = read_wish(query.get("at", ""), query.getlist("set"), len(live.play.entries))
    there = await laid(live, wish)
    number = query.get("change", "")
    asked = None
    if number.isascii() and number.isdigit() and len(number) < 7 and int(number) < wish.at:
        earlier = {n: it for n, it in wish.changes.items() if n < int(number)}
        asked = (await laid(live, Wish(int(number), earlier))).play.question
    play, drawing = there.play, live.drawing
    seat = play.question.seat if isinstance(play.question, Decision) else 0
    told = play.events_for(seat) if drawing.needs_events else ()
    return page(
        request,
        "position.html",
        live=live,
        game=live.game,
        record=live.record,
        styled=live.game.web is not None,
        layout=drawing.layout(drawing.parts(play.view(seat), None, told=told)),
        wish=wish,
        there=there,
        prompt=live.words.prompt(play.question) if play.question else None,
        draws=draws(live, there, wish),
        changing=int(number) if asked is not None else None,
        choices=choices(live, wish.without(int(number)), int(number), asked) if asked else [],
        bots=quick_bots(live.game.id),
        bot_title=bot_title,
    )


def draws(live: Live, there: Rearranged, wish: Wish) -> list[dict[str, Any]]:
    """List what luck gave before the position, the latest first."""
    found = []
    for number, (was, now) in enumerate(zip(there.entries, there.play.entries, strict=False)):
        if now.seat is None:
            found.append(
                {
                    "number": number,
                    "was": live.words.title(was.answer),
                    "now": live.words.title(now.answer),
                    "link": wish.address(change=number),
                    "undo": wish.without(number).address() if number in wish.changes else None,
                }
            )
    return found[::-1]


def choices(live: Live, wish: Wish, number: int, question: Question[Any]) -> list[tuple[str, str]]:
    """List what could have come instead: each leads to the page with that change."""
    return [
        (wish._replace(changes={**wish.changes, number: choice.answer}).address(), choice.text)
        for choice in live.drawing.choices(question)
    ]


async def go_on(request: Request) -> Response:
    """Play on from a position, choose what comes, or study what follows."""
    live, form = await finished(request), await fields(request)
    wish = read_wish(form.get("at", ""), form.get("sets", "").split(), len(live.play.entries))
    there = await laid(live, wish)
    if there.play.question is None:
        raise HTTPException(422, say("replay.over"))
    if form.get("do") == "study":
        return await study(request, live, there, form)
    if form.get("do") not in ("play", "choose"):
        raise HTTPException(422, say("position.do"))
    record, guest = live.record, request.scope["guest"]
    created = await tables(request).create(
        guest,
        NewTable(
            game=record.game,
            options=record.options,
            variant=record.variant,
            fate="sealed" if form["do"] == "play" else "real-cards",
            kind="branch",
            name=say("position.named", number=there.play.number + 1),
            parent=(record.id, there.play.number),
            answers=there.play.entries,
            seats={
                role: seat if live.is_bots(role) else Seat(guest, seat.name)
                for role, seat in live.seats.items()
                if role != FATE
            },
        ),
    )
    return see(created, begin=False)


async def study(
    request: Request, live: Live, there: Rearranged, form: Mapping[str, str]
) -> Response:
    """Have bots play on from a position many times."""
    wanted = read_study(live.game, {**form, "seats": str(live.record.seats)})
    variant = live.record.variant
    wanted = wanted._replace(variant=(say("lab.variant-file"), variant) if variant else None)
    journal = str(there.play.journal)
    begin: Study = study_of(wanted, journal)._replace(measured=False)
    position = Position(begin, journal, there.play.number)
    await asyncio.to_thread(partial(set_up_position, position))
    return begun(request, lab_of(request), position, request.scope["guest"])


ROUTES: Final = [
    Route("/play/{play}/position", show),
    Route("/play/{play}/position", go_on, methods=["POST"]),
]
