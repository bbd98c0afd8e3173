"""The review of a finished game: what each decision cost, and what luck gave."""

import asyncio
from typing import Any, Final, NamedTuple

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from undercroft.puzzles.own import errors_of
from undercroft.review.found import ERRORS, MOMENTS, Judged, Mark, Review, Value
from undercroft.review.report import NEWS, amount, lesson, verdict, within
from undercroft.review.words import say as say_review
from undercroft.storage.puzzles import Tries
from undercroft.web.draw.plots import Turn, balance_bar, chance_plot, worth_bar
from undercroft.web.live.deals import Deal, deal_of
from undercroft.web.live.requests import mine
from undercroft.web.live.reviews import Reviews
from undercroft.web.live.table import Live
from undercroft.web.pages.page import fields, page
from undercroft.web.words import say

RATE: Final = 1 / 120  # reviews a second and person, ...
BURST: Final = 6  # ... after so many at once
GLYPHS: Final[dict[Mark, str]] = {  # as chess players write them
    "best": "\N{CHECK MARK}",
    "fine": "\N{MIDDLE DOT}",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
}


class Line(NamedTuple):
    """An option, as it is shown."""

    option: str
    told: str
    worth: str
    bar: Markup
    is_taken: bool
    is_best: bool


class Shown(NamedTuple):
    """A decision, as it is shown."""

    number: int
    mark: Mark
    glyph: str
    title: str  # of the mark
    prompt: str
    cost: str
    before: str
    luck: str
    options: list[Line]
    better: str | None  # the option to try instead
    is_error: bool


class Moment(NamedTuple):
    """A moment that mattered, as it is shown: an error, or what luck did."""

    label: str  # by which it is found on the plot
    number: int  # below 0: the end
    amount: str
    error: Shown | None
    news: tuple[str, ...]


class Term(NamedTuple):
    """A number of the sum that makes the result."""

    name: str
    amount: str
    within: str
    bar: Markup
    note: str


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
        "ended": live.play.outcome.name if live.play.outcome else "",
        "words": live.words,
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


def told_deal(live: Live, deal: Deal, guest: str) -> list[tuple[str, str, str]]:
    """Say what others have made of the same deal: who, how it ended, and the score."""
    rows = []
    if deal.people is not None:
        best = deal.people
        whose = "you" if best.owner == guest else "other"
        who = say(f"review.deal-{whose}", games=best.games)
        rows.append((who, live.words.title(best.outcome), f"{best.score:g}"))
    for one in deal.bots:
        bot, outcome = live.words.title(one.bot), live.words.title(one.outcome)
        ended = say("review.deal-won", outcome=outcome) if one.won else outcome
        rows.append((bot, ended, f"{one.score:g}"))
    return rows


def drawn(live: Live, found: Review) -> dict[str, Any]:
    """Draw a review: what it comes to, its plot, what mattered, and every decision."""
    aim = found.aim
    decisions = [shown(one, found) for one in found.decisions]
    moments = mattered(found, {one.number: one for one in decisions})
    title = say("review.plot", start=within(found.start, aim), outcome=amount(found.outcome, aim))
    values = [found.start.value, *(one.before for one in found.decisions), found.outcome]
    source = f"/play/{live.record.id}/replay"
    return {
        "verdict": verdict(found),
        "lesson": lesson(found),
        "counts": [
            (mark, glyph, say_review(f"counted.{mark}", count=found.count(mark)))
            for mark, glyph in GLYPHS.items()
            if found.count(mark)
        ],
        "sum": terms(live, found),
        "policy": live.words.title(found.policy),
        "plot": chance_plot(
            "chances", title, values, turns(found, decisions, moments, source), aim == "win"
        ),
        "moments": moments,
        "decisions": decisions,
        "errors": sum(one.is_error for one in decisions),
        "swings": [
            (at, amount(luck.value, aim, signed=True), news[-NEWS:])
            for at, luck, news in [*found.luckiest, *reversed(found.unluckiest)]
        ],
    }


def mattered(found: Review, by_number: dict[int, Shown]) -> list[Moment]:
    """Choose what mattered most: errors, as they can be learnt from, then turns of luck."""
    aim = found.aim
    errors = [one for one in found.decisions if one.mark in ERRORS]
    errors.sort(key=lambda one: -one.cost.value)
    swings = [*found.luckiest, *found.unluckiest]
    swings.sort(key=lambda swing: -abs(swing[1].value))
    chosen: list[tuple[int, Judged | Value, tuple[str, ...]]] = [
        *((one.number, one, ()) for one in errors),
        *swings,
    ]
    end = len(chosen) and max(at for at, _, _ in chosen) + 1
    in_order = sorted(chosen[:MOMENTS], key=lambda it: it[0] if it[0] >= 0 else end)
    moments = []
    for label, (at, what, news) in enumerate(in_order, 1):
        if isinstance(what, Judged):
            one = by_number[at]
            moments.append(Moment(f"{label}", at, one.cost, one, ()))
        else:
            moved = amount(what.value, aim, signed=True)
            moments.append(Moment(f"{label}", at, moved, None, news[-NEWS:]))
    return moments


def turns(found: Review, decisions: list[Shown], moments: list[Moment], source: str) -> list[Turn]:
    """Mark what mattered on the plot, and every other error."""
    places = {one.number: at for at, one in enumerate(decisions, 1)}
    marked = {moment.number for moment in moments if moment.error}
    rest = [
        Moment(one.glyph, one.number, one.cost, one, ())
        for one in decisions
        if one.is_error and one.number not in marked
    ]
    return [
        Turn(
            at=places.get(it.number, len(decisions) + 1),
            label=it.label,
            told=say(
                "review.turn",
                number=it.number + 1,
                what=it.error.title if it.error else say("review.luck"),
                amount=it.amount,
            ),
            to=f"{source}#a{it.number}" if it.number >= 0 else "",
            is_error=it.error is not None,
        )
        for it in [*rest, *moments]
    ]


def terms(live: Live, found: Review) -> list[Term]:
    """Write the sum: what the game was worth at its start, what luck and play added, the result."""
    aim = found.aim
    most = max(abs(found.luck.value), abs(found.skill.value), 1e-9)

    def added(name: str, value: Value, rank: int | None) -> Term:
        note = "" if rank is None else say(f"review.{name}-rank", percent=rank)
        told = amount(value.value, aim, signed=True)
        off = amount(value.error, aim)
        bar = balance_bar(value.value / most)
        return Term(say(f"review.{name}"), told, say("review.within", error=off), bar, note)

    outcome = live.play.outcome
    return [
        Term(
            say(f"review.start-{aim}"),
            amount(found.start.value, aim),
            say("review.within", error=amount(found.start.error, aim)),
            Markup(),
            "",
        ),
        added("luck", found.luck, found.luck_percentile),
        added("play", found.skill, found.play_percentile),
        Term(
            say("review.result"),
            amount(found.outcome, aim),
            "",
            Markup(),
            live.words.title(outcome.name) if outcome else "",
        ),
    ]


def shown(one: Judged, found: Review) -> Shown:
    """Write a decision's numbers."""
    aim, is_error = found.aim, one.mark in ERRORS
    most = 1.0 if aim == "win" else max(1e-9, *(tried.worth.value for tried in one.options))
    options = [
        Line(
            tried.option,
            tried.told,
            within(tried.worth, aim),
            worth_bar(tried.worth.value / most),
            tried.option == one.taken,
            is_error and tried.option == one.best,
        )
        for tried in one.options
    ]
    return Shown(
        number=one.number,
        mark=one.mark,
        glyph=GLYPHS[one.mark],
        title=say_review(f"mark.{one.mark}"),
        prompt=one.prompt,
        cost=amount(-one.cost.value, aim, signed=True) if is_error else "",
        before=amount(one.before, aim),
        luck=amount(one.luck.value, aim, signed=True),
        options=options,
        better=one.best if is_error else None,
        is_error=is_error,
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
