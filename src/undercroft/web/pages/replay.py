"""Replays: every moment of a play, and what if it had gone on otherwise."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from undercroft.accel.solving import winning_play
from undercroft.core.events import Event
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question, read_answer
from undercroft.core.records.entries import Answered
from undercroft.core.seats import FATE, Eyes, seat_of
from undercroft.review.found import ERRORS
from undercroft.review.report import amount
from undercroft.review.words import say as say_review
from undercroft.storage.boards import has_met
from undercroft.storage.journals import Record, Seat
from undercroft.web.live.days import is_still_dealt, told_seed
from undercroft.web.live.new_table import NewTable
from undercroft.web.live.requests import mine, tables
from undercroft.web.live.reviews import Reviews
from undercroft.web.live.table import Live
from undercroft.web.live.viewing.moments import Moment, Watcher, watch
from undercroft.web.pages.page import fields, page, see
from undercroft.web.words import say

EYES: Final = ("spectator", "all")  # besides those of a seat
PAGE: Final = 100  # answers whose moments are given at once
MOST_KEPT: Final = 50  # plays that are kept as far as they were told
ALL: Final = "all"  # the eyes of the seat that is asked, and all that was told to anyone


class Retelling:
    """A play that is played again, as far as it was asked for last: the next page goes on there."""

    def __init__(self, live: Live) -> None:
        play = Play(live.game, live.record.options, live.record.seats)
        self.watcher = Watcher(play, live.drawing.beats)
        self.watcher.keeps_decisions = True
        self.given: list[Answered] = []
        self.asked = 0  # the seat that was asked last

    def follows(self, answers: list[Answered], first: int) -> bool:
        """Whether it stands at an answer, or before it, and nothing was undone meanwhile."""
        given = len(self.given)
        return given <= first and answers[:given] == self.given

    async def give(self, answers: Iterable[Answered]) -> None:
        """Give answers; others are served in between."""
        play = self.watcher.play
        for number, given in enumerate(answers):
            if isinstance(play.question, Decision):
                self.asked = play.question.seat
            play.answer(given.answer)
            self.given.append(given)
            if self.watcher.eyes:
                self.watcher.settle()
            if number % 20 == 19:
                await asyncio.sleep(0)


class Retellings:
    """The plays that were looked at last, moment by moment."""

    def __init__(self) -> None:
        self._kept: LRUCache[str, Retelling] = LRUCache(MOST_KEPT)

    async def page(self, live: Live, eyes: str | None, first: int) -> dict[str, Any]:
        """Write the moments from an answer on, to somebody's eyes, as many as fit on a page.

        Each part's drawings are given once, and which of them is when. A page after the first
        begins with the moment at which the one before ended. `eyes`: a role, `all`, or nobody's:
        a spectator's.
        """
        answers = live.play.entries
        kept = self._kept.pop(live.record.id, None)  # nobody else has it meanwhile
        told = kept if kept is not None and kept.follows(answers, first) else Retelling(live)
        watcher, all_open = told.watcher, eyes == ALL
        watcher.eyes = ()
        await told.give(answers[len(told.given) : first])
        seats = range(live.record.seats) if all_open else [seat_of(eyes)]
        seat = told.asked if all_open else seats[0]
        watcher.moments.clear()
        watcher.eyes = seats
        before = len(watcher.play.events) if first else 0
        watcher.settle()
        await told.give(answers[first : first + PAGE])
        page = Page(live, seats, watcher.play.events, before)
        for number, moment in enumerate(watcher.moments):
            if all_open and isinstance(moment.question, Decision):
                seat = moment.question.seat
            page.add(moment, seat, answers, all_open=all_open)
            if number % 5 == 4:
                await asyncio.sleep(0)
        watcher.moments.clear()
        self._kept[live.record.id] = told
        following = first + PAGE if first + PAGE < len(answers) else None
        return {"pool": page.pool, "moments": page.moments, "next": following}


class Page:
    """Moments as they are sent."""

    def __init__(
        self, live: Live, seats: Iterable[Eyes], events: Sequence[Event], told: int
    ) -> None:
        self.live = live
        self.events = events
        self.told = told
        self.pool: dict[str, list[str]] = {}
        self.moments: list[dict[str, Any]] = []
        self._found: dict[tuple[str, str], int] = {}
        self._heard: dict[Eyes, list[Event]] = {seat: [] for seat in seats}
        self._listened = 0

    def add(self, moment: Moment, seat: Eyes, answers: list[Answered], *, all_open: bool) -> None:
        """Add a moment, as a seat sees it."""
        drawing = self.live.drawing
        if drawing.needs_events:
            for eyes, heard in self._heard.items():
                new = self.events[self._listened : moment.told]
                heard += [event for event in new if event.is_for(eyes)]
            self._listened = moment.told
        parts = drawing.parts(moment.views[seat], None, told=self._heard[seat])
        news = self.events[self.told : moment.told]
        log = [drawing.line(event) for event in news if all_open or event.is_for(seat)]
        self.told = moment.told
        self.moments.append(
            {
                "parts": {name: self._index(name, part) for name, part in parts.items()},
                "log": "".join(line.html for line in log),
                "say": " ".join(line.text for line in log if line.text),
                "answers": moment.answers,
                "asked": _asked(self.live, moment, answers, seat),
            }
        )

    def _index(self, name: str, part: str) -> int:
        drawn = self.pool.setdefault(name, [])
        at = self._found.setdefault((name, part), len(drawn))
        if at == len(drawn):
            drawn.append(part)
        return at


def _asked(
    live: Live, moment: Moment, answers: list[Answered], seat: Eyes
) -> dict[str, Any] | None:
    """Say what was asked at a moment, what else could have been answered, and what was.

    While others have something to hide, only what the seat itself was asked is told.
    """
    question, drawing = moment.question, live.drawing
    own = isinstance(question, Decision) and question.seat == seat
    if question is None or not (own or live.is_open):
        return None
    given = answers[moment.answers].answer if moment.answers < len(answers) else None
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
    source, own = f"/play/{live.record.id}/moments", only_role(roles)
    errors = await asyncio.to_thread(errors_of, request.app.state.reviews, live, own)
    return replay_page(request, live, source, branches, own, errors)


def errors_of(reviews: Reviews, live: Live, own: str | None) -> list[tuple[int, str]]:
    """Name the errors that a review has found in a game, by how many answers came before."""
    found = reviews.kept(live, own) if own in live.roles and live.outcome else None
    if found is None:
        return []
    return [
        (
            one.number,
            say(
                "review.turn",
                number=one.number + 1,
                what=say_review(f"mark.{one.mark}"),
                amount=amount(-one.cost.value, found.aim, signed=True),
            ),
        )
        for one in found.decisions
        if one.mark in ERRORS
    ]


def eyes_of(live: Live, own: str | None) -> dict[str, str]:
    """Name those through whose eyes a finished play of several may be seen, one's own first."""
    if live.record.seats == 1 or live.outcome is None:
        return {}
    seats = {role: live.name_of(role) for role in live.roles}
    others = {eyes: say(f"replay.{eyes}") for eyes in EYES}
    mine = {own: say("replay.own-eyes", name=seats[own])} if own in seats else {}
    return mine | {r: n for r, n in seats.items() if r not in mine} | others


def replay_page(
    request: Request,
    live: Live,
    source: str,
    branches: Any,
    eyes: str | None,
    errors: Sequence[tuple[int, str]] = (),
) -> Response:
    """Show a play, moment by moment."""
    first = watch(live.game, live.record, [], live.drawing.beats, None).moments[0]
    return page(
        request,
        "replay.html",
        game=live.game,
        styled=live.game.web is not None,
        record=live.record,
        own=source.startswith("/play/"),
        open=live.is_open,
        over=live.outcome is not None,
        layout=live.drawing.layout(live.drawing.parts(first.views[None], None)),
        source=source,
        branches=branches,
        eyes=eyes_of(live, eyes),
        errors=errors,
        may_review=live.outcome is not None and not live.given_up and eyes in live.roles,
        words=live.words,
    )


async def moments(request: Request) -> Response:
    """Give the moments of a play of the guest's own, a page at a time."""
    live, roles = await mine(request)
    return await _page(request, live, only_role(roles))


async def _page(request: Request, live: Live, own: str | None) -> Response:
    eyes, first = chosen(request, live, own), request.query_params.get("from", "0")
    if not (first.isascii() and first.isdigit() and len(first) < 7):
        raise HTTPException(422, say("replay.bad-page", most=live.play.number))
    retellings: Retellings = request.app.state.retellings
    return _json(await retellings.page(live, eyes, min(int(first), live.play.number)))


def chosen(request: Request, live: Live, own: str | None) -> str | None:
    """Read through whose eyes somebody looks: one's own, and when the play is over anybody's."""
    wanted = request.query_params.get("eyes")
    if wanted is None or wanted == own:
        return own
    if wanted not in eyes_of(live, own):
        raise HTTPException(422, say("replay.not-over"))
    return wanted


def only_role(roles: list[str]) -> str | None:
    """Give the role whose eyes are the visitor's own; those who share a screen watch."""
    return roles[0] if len(roles) == 1 else None


async def shared(request: Request) -> Response:
    """Show a finished play to anyone with the link."""
    live, source = await shared_game(request), f"{request.url.path}/moments"
    return replay_page(request, live, source, (), "P1")


async def shared_moments(request: Request) -> Response:
    """Give the moments of a shared play, a page at a time."""
    return await _page(request, await shared_game(request), "P1")


async def shared_game(request: Request) -> Live:
    """Give the finished play that a link is for; one of today's deal to those who have met it."""
    share = request.path_params["share"]
    play = await asyncio.to_thread(request.app.state.journals.shared, share)
    live = await tables(request).find(play) if play else None
    if live is None or live.outcome is None:
        raise HTTPException(404, say("replay.no-share"))
    await check_met(request, live.record)
    return live


async def check_met(request: Request, record: Record) -> None:
    """Refuse a game of today's deal to those who have not met it yet."""
    if record.day and is_still_dealt(record):
        journals, who = request.app.state.journals, request.scope["guest"]
        if not await asyncio.to_thread(has_met, journals, who, record.game, record.day):
            raise HTTPException(403, say("replay.play-first"))


async def same_deal(request: Request) -> Response:
    """Play the deal of a shared play, in a race with it or without."""
    live = await shared_game(request)
    if live.record.fate != "sealed":
        raise HTTPException(409, say("replay.real-cards"))
    return await dealt_again(request, live, races=bool((await fields(request)).get("race")))


async def dealt_again(request: Request, live: Live, *, races: bool) -> Response:
    """Lay a table with the deal of a finished game."""
    record = live.record
    created = await tables(
        request
    ).create(
        request.scope["guest"],
        NewTable(
            game=record.game,
            options=record.options,
            variant=record.variant,
            seed=record.seed,
            kind="practice",  # a visitor may have seen the cards
            name=say("replay.shared-deal"),
            day=record.day,
            bots=[live.bot_of(role) or live.game.rule_of_thumb for role in live.roles[1:]],
            rival=record.id if races else None,
        ),
    )
    return see(created)


async def branch(request: Request) -> Response:
    """Go on from a moment with another answer, a seat's or fate's.

    While a play goes on its deck is nobody's to look into: the branch is dealt anew from there. The
    branch of a finished play meets the same luck.
    """
    live, _ = await mine(request)
    if not live.is_open:
        raise HTTPException(409, say("replay.hidden-hands"))
    form = await fields(request)
    at, answers, record = form.get("at", ""), live.play.entries, live.record
    if not (at.isascii() and at.isdigit() and len(at) < 6 and int(at) <= len(answers)):
        raise HTTPException(422, say("replay.bad-moment", most=len(answers)))
    kept = answers[: int(at)]
    retelling = Retelling(live)
    await retelling.give(kept)
    question: Question[Any] | None = retelling.watcher.play.question
    if question is None:
        raise HTTPException(422, say("replay.over"))
    choice = read_answer(question, form.get("answer", ""))
    name = form.get("name", "").strip()[:100] or say(
        "replay.named", answer=live.words.title(str(choice))
    )
    branched = await tables(request).create(
        request.scope["guest"],
        NewTable(
            game=record.game,
            options=record.options,
            variant=record.variant,
            fate=record.fate,
            seed=record.seed if live.outcome else None,
            kind="lesson" if record.kind == "lesson" else "branch",
            name=name,
            parent=(record.id, int(at)),
            answers=[*kept, Answered(question.label, str(choice))],
            seats={
                role: seat if live.is_bots(role) else Seat(request.scope["guest"], seat.name)
                for role, seat in live.seats.items()
                if role != FATE
            },
            day=record.day if live.outcome else None,
        ),
    )
    return see(branched, begin=False)


async def solution(request: Request) -> Response:
    """Show how the deal of a lost game could have been won: a branch from its start."""
    live, _ = await mine(request)
    record, outcome = live.record, live.outcome
    seed = told_seed(record, over=outcome is not None)
    won = None
    if seed is not None and outcome is not None and not outcome.winners:
        given = live.game, record.options, record.seats, seed
        won = await asyncio.to_thread(partial(winning_play, *given, build=False))
    if won is None:
        raise HTTPException(404, say("replay.no-win"))
    name = say("replay.winning")
    branches = await asyncio.to_thread(request.app.state.journals.branches, record.id)
    found = next((branch.id for branch in branches if branch.name == name), None)
    if found is None:
        created = await tables(request).create(
            request.scope["guest"],
            NewTable(
                game=record.game,
                options=record.options,
                seed=seed,
                kind="branch",
                name=name,
                parent=(record.id, 0),
                answers=won.entries,
                day=record.day,
            ),
        )
        found = created.record.id
    return RedirectResponse(f"/play/{found}/replay", 303)


def _json(value: Any) -> Response:
    body = msgspec.json.encode(value)
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


ROUTES: Final = [
    Route("/play/{play}/replay", replay),
    Route("/play/{play}/moments", moments),
    Route("/play/{play}/branch", branch, methods=["POST"]),
    Route("/play/{play}/solution", solution, methods=["POST"]),
    Route("/shared/{share}", shared),
    Route("/shared/{share}/moments", shared_moments),
    Route("/shared/{share}/again", same_deal, methods=["POST"]),
]
