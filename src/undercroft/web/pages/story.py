"""After the end: the story as a page to read, print and share, and a card that says it in short."""

import asyncio
from typing import Any, Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from undercroft.core.language.standing import standing
from undercroft.core.language.stories import capital
from undercroft.core.seats import Eyes, seat_of
from undercroft.storage.histories import results
from undercroft.web.draw.pictures import Pictures, card_of
from undercroft.web.live.ending import has_story, story_of, verdict
from undercroft.web.live.requests import mine
from undercroft.web.live.table import Live
from undercroft.web.pages.account.statistics import Statistics, statistics
from undercroft.web.pages.page import long_day_of, page
from undercroft.web.pages.pictures import png_reply, take_picture
from undercroft.web.pages.replay import only_role, shared_game
from undercroft.web.words import say

KEPT: Final = 3600  # seconds that other sites may keep a card


class Card(NamedTuple):
    """What there is to say of a finished play, in short."""

    outcome: str
    verdict: str  # who won, where there were several
    score: str
    record: str
    streak: str
    luck: str

    @property
    def facts(self) -> list[str]:
        """What stands on the picture beneath the outcome."""
        return [*filter(None, self[1:])]


def card(live: Live, seat: Eyes, numbers: Statistics | None) -> Card:
    """Say how a play came out for a seat, beside what its player has done before."""
    outcome, several = live.outcome, live.record.seats > 1
    assert outcome is not None  # noqa: S101 (callers have looked)
    own = seat if seat is not None else 0
    points = outcome.scores[own]
    scored = not several and not live.given_up and numbers is not None and points >= 1
    best = numbers.best if numbers else None
    is_best = best is not None and best.play == live.record.id
    return Card(
        capital(live.words.title(outcome.name)),
        verdict(live.words, outcome, seat, live.names) if several else "",
        say("story.points", score=int(points)) if scored else "",
        ""
        if best is None or several or best.score < 1
        else say("story.record" if is_best else "story.best", score=f"{best.score:g}"),
        say("story.streak", count=numbers.streak.now) if numbers and numbers.streak.now > 1 else "",
        luck_of(live),
    )


def luck_of(live: Live) -> str:
    """Say what luck gave, in one line, where the game counts it so."""
    luck: Any = live.game.luck(live.play.events, live.game.rows) if live.game.luck else None
    if not getattr(luck, "fights", 0) or not hasattr(luck, "chances"):
        return ""
    return say("story.luck", won=luck.won, fights=luck.fights, chances=f"{luck.chances:g}")


async def numbers_of(request: Request, live: Live, guest: str | None) -> Statistics | None:
    """Give what somebody has done in a play's game."""
    if guest is None:
        return None
    found = await asyncio.to_thread(results, request.app.state.journals, guest)
    return statistics(found).get(live.record.game)


async def own_story(request: Request) -> Response:
    """Show the story of a play of the guest's own."""
    live, roles = await mine(request)
    if live.outcome is None:
        raise HTTPException(409, say("story.later"))
    seat = seat_of(only_role(roles))
    return await story_page(request, live, seat, request.scope["guest"], own=True)


async def own_record(request: Request) -> Response:
    """Say in a line what a finished play means beside the guest's others; it may be nothing."""
    live, roles = await mine(request)
    if live.outcome is None:
        raise HTTPException(409, say("story.later"))
    numbers = await numbers_of(request, live, request.scope["guest"])
    told = card(live, seat_of(only_role(roles)), numbers)
    said = " ".join(filter(None, (told.record, told.streak)))
    return PlainTextResponse(said, headers={"cache-control": "no-store"})


async def shared_story(request: Request) -> Response:
    """Show the story of a play that was shared, as its first player tells it."""
    live = await shared_game(request)
    seat = 0 if live.record.seats == 1 else None
    return await story_page(request, live, seat, live.seats["P1"].guest, own=False)


async def story_page(
    request: Request, live: Live, seat: Eyes, guest: str | None, *, own: bool
) -> Response:
    """Show a play's end, its story, and where to go from here."""
    outcome, record = live.outcome, live.record
    assert outcome is not None  # noqa: S101 (callers have looked)
    told = card(live, seat, await numbers_of(request, live, guest))
    paragraphs = story_of(live, seat)
    return page(
        request,
        "story.html",
        game=live.game,
        styled=live.game.web is not None,
        live=live,
        record=record,
        own=own,
        card=told,
        outcome=outcome,
        won=seat in outcome.winners,
        scene=outcome.name in live.game.scenes,
        when=long_day_of(record.created),
        paragraphs=paragraphs,
        has_story=has_story(live),
        standing=standing(live.words, outcome.places, outcome.scores, outcome.ends),
        luck=live.drawing.luck(live.play.events, live.game.rows),
        several=len(live.guests) > 1,
        first=paragraphs[0] if paragraphs else told.outcome,
    )


async def card_picture(request: Request) -> Response:
    """Give the card of a shared play as a picture."""
    live = await shared_game(request)
    take_picture(request)
    assert live.outcome is not None  # noqa: S101 (it is shared)
    numbers = await numbers_of(request, live, live.seats["P1"].guest)
    told = card(live, 0 if live.record.seats == 1 else None, numbers)
    pictures: Pictures = request.app.state.pictures
    game, name = live.game, live.outcome.name
    key = (live.record.id, *told)
    png = await pictures.png(key, lambda: card_of(game, name, told.outcome, told.facts))
    return png_reply(png, KEPT)


ROUTES: Final = [
    Route("/play/{play}/story", own_story),
    Route("/play/{play}/record", own_record),
    Route("/shared/{share}/story", shared_story),
    Route("/shared/{share}/card.png", card_picture),
]
