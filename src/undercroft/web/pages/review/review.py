"""The review of a finished game: what each decision cost, and what luck gave."""

import asyncio
from typing import Any, Final, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.puzzles.own import errors_of
from undercroft.review.found import ERRORS, Judged, Review
from undercroft.review.report import amount, counts, ledger, moment, percentiles, within
from undercroft.review.words import say as say_review
from undercroft.storage.puzzles import Tries
from undercroft.web.draw.plots import chance_plot
from undercroft.web.live.deals import Deal, deal_of
from undercroft.web.live.requests import mine
from undercroft.web.live.reviews import Reviews
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, page
from undercroft.web.words import say

RATE: Final = 1 / 120  # reviews a second and person, ...
BURST: Final = 6  # ... after so many at once


class Line(NamedTuple):
    """An option, as it is shown."""

    option: str
    told: str
    worth: str
    is_taken: bool
    is_best: bool


class Shown(NamedTuple):
    """A decision, as it is shown."""

    number: int
    mark: str
    title: str  # of the mark
    prompt: str
    cost: str
    before: str
    luck: str
    options: list[Line]
    better: str | None  # the option to try instead


def reviews(request: Request) -> Reviews:
    """Give the reviews."""
    found: Reviews = request.app.state.reviews
    return found


async def chosen(request: Request, wanted: str | None) -> tuple[Live, str]:
    """Give the finished game that the address names, and the visitor's own seat in it."""
    live, roles = await mine(request)
    own = [role for role in roles if role.startswith("P")]
    if live.play.outcome is None or live.given_up:
        raise HTTPException(409, say("review.not-over"))
    if not own or (wanted and wanted not in own):
        raise HTTPException(422, say("review.seats", seats=own))
    return live, wanted or own[0]


async def show(request: Request) -> Response:
    """Show a review, how far it has come, or how to begin one."""
    live, role = await chosen(request, request.query_params.get("seat"))
    found, made = reviews(request).kept(live, role), reviews(request).progress(live, role)
    roles = [other for other in (await mine(request))[1] if other.startswith("P")]
    about: dict[str, Any] = {
        "game": live.game,
        "record": live.record,
        "role": role,
        "others": [other for other in roles if other != role],
        "name_of": live.name_of,
        "progress": made,
        "found": found,
    }
    if found is not None:
        about |= drawn(live, found) | {"grave": await keep_errors(request, live, role, found)}
        journals = request.app.state.journals
        deal = await asyncio.to_thread(deal_of, journals, live, role)
        about["deal"] = told_deal(live, deal, request.scope["guest"]) if deal else []
    return page(request, "review.html", **about)


async def keep_errors(request: Request, live: Live, role: str, found: Review) -> bool:
    """Keep the graver errors: they come back as puzzles. Say whether there are any."""
    errors = await asyncio.to_thread(errors_of, live.game, live.play.journal, found)
    named = {
        f"{live.record.id}-{role}-{number}": msgspec.json.encode(puzzle).decode()
        for number, puzzle in errors.items()
    }
    if named:
        tries = Tries(request.app.state.journals)
        await tries.keep_own(request.scope["guest"], live.record.game, named)
    return bool(named)


def told_deal(live: Live, deal: Deal, guest: str) -> list[str]:
    """Say what others have made of the same deal, a line each."""
    lines = []
    if deal.people is not None:
        best = deal.people
        whose = "you" if best.owner == guest else "other"
        lines.append(
            say(
                f"review.deal-{whose}",
                outcome=live.words.title(best.outcome),
                score=f"{best.score:g}",
                games=best.games,
            )
        )
    for one in deal.bots:
        bot, outcome = live.words.title(one.bot), live.words.title(one.outcome)
        key = "review.deal-bot-won" if one.won else "review.deal-bot"
        lines.append(say(key, bot=bot, outcome=outcome, score=f"{one.score:g}"))
    return lines


def drawn(live: Live, found: Review) -> dict[str, Any]:
    """Draw a review: its sums, its plot, its errors and moments, and every decision."""
    aim = found.aim
    decisions = [shown(one, found) for one in found.decisions]
    path = [(one.number, one.before, one.mark) for one in found.decisions]
    title = say(
        "review.plot",
        start=within(found.start, aim),
        outcome=amount(found.outcome, aim),
    )
    source = f"/play/{live.record.id}/replay#a"
    return {
        "sums": ledger(found),
        "counts": counts(found),
        "percentiles": percentiles(found),
        "policy": live.words.title(found.policy),
        "lost": amount(found.lost, aim) if found.lost else "",
        "plot": chance_plot("chances", title, path, found.outcome, aim == "win", source),
        "errors": sorted(
            (one for one in decisions if one.mark in ERRORS),
            key=lambda one: -next(j.cost.value for j in found.decisions if j.number == one.number),
        ),
        "decisions": decisions,
        "luckiest": [(at, moment(at, luck, news, aim)) for at, luck, news in found.luckiest],
        "unluckiest": [(at, moment(at, luck, news, aim)) for at, luck, news in found.unluckiest],
    }


def shown(one: Judged, found: Review) -> Shown:
    """Write a decision's numbers."""
    aim, is_error = found.aim, one.mark in ERRORS
    options = [
        Line(
            tried.option,
            tried.told,
            within(tried.worth, aim),
            tried.option == one.taken,
            is_error and tried.option == one.best,
        )
        for tried in one.options
    ]
    return Shown(
        number=one.number,
        mark=one.mark,
        title=say_review(f"mark.{one.mark}"),
        prompt=one.prompt,
        cost=amount(-one.cost.value, aim, signed=True) if is_error else "",
        before=amount(one.before, aim),
        luck=amount(one.luck.value, aim, signed=True),
        options=options,
        better=one.best if is_error else None,
    )


async def begin(request: Request) -> Response:
    """Begin a review."""
    live, role = await chosen(request, (await fields(request)).get("seat"))
    guest = request.scope["guest"]
    made = reviews(request)
    if made.kept(live, role) is None and made.progress(live, role) is None:
        if not made.is_making(guest) and not request.app.state.reviewers.take(guest):
            raise HTTPException(429, say("review.too-often"))
        made.begin(live, role, guest)
    return RedirectResponse(f"/play/{live.record.id}/review?seat={role}", 303)


async def cancel(request: Request) -> Response:
    """Stop a review that is being made."""
    live, role = await chosen(request, (await fields(request)).get("seat"))
    reviews(request).cancel(live, role)
    return RedirectResponse(f"/play/{live.record.id}/review?seat={role}", 303)


async def progress(request: Request) -> Response:
    """Say how far it has come: a part of 1, or nothing if none is being made."""
    live, role = await chosen(request, request.query_params.get("seat"))
    part, found = reviews(request).progress(live, role), reviews(request).kept(live, role)
    state = {"progress": part, "done": found is not None}
    return JSONResponse(state, headers={"cache-control": "no-store"})


ROUTES: Final = [
    Route("/play/{play}/review", show),
    Route("/play/{play}/review", begin, methods=["POST"]),
    Route("/play/{play}/review/cancel", cancel, methods=["POST"]),
    Route("/play/{play}/review/progress", progress),
]
