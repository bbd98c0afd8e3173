"""Replays: every moment of a play, and what if it had gone on otherwise."""

import asyncio
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.storage.boards import has_met
from undercroft.storage.journals import Seat
from undercroft.web.days import is_still_dealt
from undercroft.web.eyes import FATE, Eyes, Moment, seat_of, watch
from undercroft.web.live import Live
from undercroft.web.pages import fields, mine, page, see, tables

EYES: Final = {"spectator": "a spectator's", "all": "all open: whoever is asked"}
ALL: Final = "all"  # the eyes of whoever is asked, and all that was told to anybody


def written(live: Live, eyes: str | None) -> dict[str, Any]:
    """Write every moment to somebody's eyes: each part's drawings once, and which of them is when.

    `eyes`: a role, `all`, or nobody's: a spectator's.
    """
    drawing, lines, all_open = live.drawing, live.play.lines, eyes == ALL
    seats = range(live.record.seats) if all_open else [seat_of(eyes)]
    watcher = watch(live.game, live.record, lines, drawing.beats, *seats)
    events = watcher.play.events
    pool: dict[str, list[str]] = {}
    moments, told, seat = [], 0, seats[0]
    for moment in watcher.moments:
        if all_open and isinstance(moment.question, Decision):
            seat = moment.question.seat
        heard = [event for event in events[: moment.told] if event.is_for(seat)]
        parts = drawing.parts(moment.views[seat], None, told=heard)
        news = [event for event in events[told : moment.told] if all_open or event.is_for(seat)]
        log = [drawing.line(event) for event in news]
        told = moment.told
        moments.append(
            {
                "parts": {name: _index(pool, name, part) for name, part in parts.items()},
                "log": "".join(line.html for line in log),
                "say": " ".join(line.text for line in log),
                "answers": moment.answers,
                "asked": _asked(live, moment, lines, seat),
            }
        )
    return {"pool": pool, "moments": moments}


def _index(pool: dict[str, list[str]], name: str, part: str) -> int:
    drawn = pool.setdefault(name, [])
    if part not in drawn:
        drawn.append(part)
    return drawn.index(part)


def _asked(live: Live, moment: Moment, lines: list[str], seat: Eyes) -> dict[str, Any] | None:
    """Say what was asked at a moment, what else could have been answered, and what was.

    While others have something to hide, only what the seat itself was asked is told.
    """
    question, drawing = moment.question, live.drawing
    own = isinstance(question, Decision) and question.seat == seat
    if question is None or not (own or live.is_open):
        return None
    given = lines[moment.answers].split(": ", 1)[1] if moment.answers < len(lines) else None
    return {
        "text": live.words.prompt(question),
        "fate": isinstance(question, Fate),
        "given": given,
        "choices": [[choice.answer, choice.text] for choice in drawing.choices(question)],
    }


async def replay(request: Request) -> Response:
    """Show a play of the guest's own, moment by moment."""
    live, roles = await mine(request)
    journals = request.app.state.journals
    branches = await asyncio.to_thread(journals.branches, live.record.id)
    source = f"/play/{live.record.id}/moments"
    return replay_page(request, live, source, branches, only_role(roles))


def eyes_of(live: Live, own: str | None) -> dict[str, str]:
    """Name those through whose eyes a finished play of several may be seen, one's own first."""
    if live.record.seats == 1 or live.outcome is None:
        return {}
    seats = {role: live.name_of(role) for role in live.roles}
    mine = {own: f"{seats[own]} (you)"} if own in seats else {}
    return mine | {r: n for r, n in seats.items() if r not in mine} | EYES


def replay_page(
    request: Request, live: Live, source: str, branches: Any, eyes: str | None
) -> Response:
    """Show a play, moment by moment."""
    first = watch(live.game, live.record, [], live.drawing.beats, None).moments[0]
    return page(
        request,
        "replay.html",
        game=live.game,
        styled=live.game.web is not None,
        record=live.record,
        own=source.startswith("/play/") and live.is_open,
        over=live.outcome is not None,
        layout=live.drawing.layout(live.drawing.parts(first.views[None], None)),
        source=source,
        branches=branches,
        eyes=eyes_of(live, eyes),
        words=live.words,
    )


async def moments(request: Request) -> Response:
    """Give every moment of a play of the guest's own."""
    live, roles = await mine(request)
    return _json(written(live, chosen(request, live, only_role(roles))))


def chosen(request: Request, live: Live, own: str | None) -> str | None:
    """Read through whose eyes somebody looks: one's own, and when the play is over anybody's."""
    wanted = request.query_params.get("eyes")
    if wanted is None or wanted == own:
        return own
    if wanted not in eyes_of(live, own):
        raise HTTPException(422, "Only a finished play can be seen through others' eyes.")
    return wanted


def only_role(roles: list[str]) -> str | None:
    """Give the role whose eyes are somebody's own; those who share a screen look on."""
    return roles[0] if len(roles) == 1 else None


async def shared(request: Request) -> Response:
    """Show a finished play to whoever has the link."""
    live, source = await _shared(request), f"{request.url.path}/moments"
    return replay_page(request, live, source, (), "P1")


async def shared_moments(request: Request) -> Response:
    """Give every moment of a shared play."""
    live = await _shared(request)
    return _json(written(live, chosen(request, live, "P1")))


async def _shared(request: Request) -> Live:
    share = request.path_params["share"]
    play = await asyncio.to_thread(request.app.state.journals.shared, share)
    live = await tables(request).find(play) if play else None
    if live is None or live.outcome is None:
        raise HTTPException(404, "There is no such shared play.")
    record, journals = live.record, request.app.state.journals
    if record.day and is_still_dealt(record):
        who = request.scope["guest"]
        if not await asyncio.to_thread(has_met, journals, who, record.game, record.day):
            raise HTTPException(403, "Play today's deal first, or wait until the day is over.")
    return live


async def same_deal(request: Request) -> Response:
    """Play the deal of a shared play."""
    live = await _shared(request)
    record = live.record
    if record.fate != "sealed":
        raise HTTPException(409, "That play had real cards, which cannot be dealt again.")
    guest = request.scope["guest"]
    name = "A shared deal"
    options, variant, seed = record.options, record.variant, record.seed
    created = await tables(
        request
    ).create(
        guest,
        record.game,
        options,
        variant=variant,
        seed=seed,
        kind="practice",  # whoever has the link may have seen the cards
        name=name,
        day=record.day,
        bots=[live.bot_of(role) or live.game.rule_of_thumb for role in live.roles[1:]],
    )
    return see(created)


async def branch(request: Request) -> Response:
    """Go on from a moment with another answer, a seat's or fate's.

    While a play goes on its deck is nobody's to look into: the branch is dealt anew from there. The
    branch of a finished play meets the same luck.
    """
    live, _ = await mine(request)
    if not live.is_open:
        raise HTTPException(409, "While others have hands to hide nobody can try what they do.")
    form = await fields(request)
    at, lines, record = form.get("at", ""), live.play.lines, live.record
    if not (at.isascii() and at.isdigit() and len(at) < 6 and int(at) <= len(lines)):
        raise HTTPException(422, f"A moment is a number from 0 to {len(lines)}.")
    kept = lines[: int(at)]
    question: Question[Any] | None = watch(
        live.game, record, kept, live.drawing.beats
    ).play.question
    if question is None:
        raise HTTPException(422, "The play is over at that moment.")
    choice = read_answer(question, form.get("answer", ""))
    name = form.get("name", "").strip()[:100] or f"What if: {live.words.title(str(choice))}"
    created = await tables(request).create(
        request.scope["guest"],
        record.game,
        record.options,
        variant=record.variant,
        fate=record.fate,
        seed=record.seed if live.outcome else None,
        kind="lesson" if record.kind == "lesson" else "branch",
        name=name,
        parent=(record.id, int(at)),
        lines=[*kept, f"{question.label}: {choice}"],
        seats={
            role: seat if live.is_bots(role) else Seat(request.scope["guest"], seat.name)
            for role, seat in live.seats.items()
            if role != FATE
        },
        day=record.day if live.outcome else None,
    )
    return see(created, begin=False)


def _json(value: Any) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


ROUTES: Final = [
    Route("/play/{play}/replay", replay),
    Route("/play/{play}/moments", moments),
    Route("/play/{play}/branch", branch, methods=["POST"]),
    Route("/shared/{share}", shared),
    Route("/shared/{share}/moments", shared_moments),
    Route("/shared/{share}/again", same_deal, methods=["POST"]),
]
