"""The API of what lies beside a play: odds, hints, the story, and what is said at the table."""

import asyncio
from contextlib import closing
from typing import Final

from starlette.requests import Request
from starlette.routing import Route

from undercroft.core.game import LEVELS
from undercroft.core.seats import seat_of
from undercroft.protocol import (
    BotLevel,
    CaseShown,
    HintShown,
    OddsShown,
    OptionOdds,
    StoryShown,
    TalkShown,
)
from undercroft.web.api.games import SEAT, sent
from undercroft.web.api.long_poll import LONG, Ear
from undercroft.web.api.replies import Body, Query, Unreadable, answered, number
from undercroft.web.api.schemas import (
    Speech,
    role_seen,
)
from undercroft.web.live.ending import story_of
from undercroft.web.live.hints import chances, hint, odds
from undercroft.web.live.people import talk
from undercroft.web.live.requests import mine, present, tables
from undercroft.web.live.table import Live
from undercroft.web.words import say

PART: Final = Query(
    "part", "Also imagine games for a moment: in how many worlds each option won. Parts add up."
)
MOST_PARTS: Final = 1000
LEVEL: Final = Query(
    "level", "Who gives it; where a game has no such bot, the next below.", BotLevel
)


@answered({422: "No bot can think right now."}, queries=[PART])
async def show_odds(request: Request) -> OddsShown:
    """Show what each of your options can lead to."""
    live, roles = await mine(request)
    part, at = number(request, "part"), live.number(roles)
    is_wanted = part is not None and bool(live.asked_of(roles))
    won = await chances(live, min(part or 0, MOST_PARTS)) if is_wanted else None
    found = odds(live, seat_of(live.asked_of(roles))) if live.asked_of(roles) else {}
    named = live.words.tables.get("odds", {})
    options = [
        OptionOdds(answer, [CaseShown(str(named.get(case, case)), n) for case, n in cases.items()])
        for answer, cases in found.items()
    ]
    if won is None or live.number(roles) != at:
        return OddsShown(live.number(roles), options)
    return OddsShown(at, options, won.worlds, won.wins)


@answered({422: "No bot can answer right now."}, queries=[LEVEL])
async def give_hint(request: Request) -> HintShown:
    """Say what a sensible player would answer; null if you are not asked."""
    live, roles = await mine(request)
    at = live.number(roles)
    level = request.query_params.get("level", "")
    if level and level not in LEVELS:
        raise Unreadable(say("api.level", allowed=", ".join(LEVELS)))
    advice = await hint(live, level) if live.asked_of(roles) else None
    if advice is None:
        return HintShown(at, None, live.game.adviser_of(level))
    return HintShown(at, advice.answer, advice.bot, advice.why)


@answered(queries=[SEAT])
async def tell_story(request: Request) -> StoryShown:
    """Tell the story so far, as a seat knows it."""
    live, roles = await present(request)
    role = role_seen(live, roles, request.query_params.get("seat"))
    return StoryShown(live.number(roles), story_of(live, seat_of(role)))


@answered(queries=[Query("from", f"The first line you want: wait for it, up to {LONG} seconds.")])
async def hear(request: Request) -> TalkShown:
    """Give what was said, at once or when somebody speaks."""
    first = number(request, "from")
    live, roles = await present(request)
    with closing(Ear(live, roles)) as ear:  # before it looks: nothing is missed
        said = await lines_from(request, live, first or 0)
        if first is not None and not said.lines and await ear.wait(ear.talk, LONG):
            said = await lines_from(request, live, first)
    return said


@answered({422: "The text is too long or comes too fast, or there is no such signal."})
async def speak(request: Request, body: Body[Speech]) -> TalkShown:
    """Say something to the table: a line, or a signal."""
    live, roles, speech = await sent(request, body)
    match speech:
        case Speech(text=str() as line, signal=None):
            said = talk.clean(line)
        case Speech(text=None, signal=str() as signal):
            said = talk.signalled(signal)
        case _:
            raise Unreadable(say("api.text-or-signal"))
    await tables(request).say(live, talk.speaker(live, roles), said)
    return await lines_from(request, live, 0)


async def lines_from(request: Request, live: Live, first: int) -> TalkShown:
    """Give the lines of talk from a number on."""
    said = await asyncio.to_thread(tables(request).seats.talk, live.record.id)
    lines = talk.shown(live, [line for line in said if line.number >= first])
    return TalkShown(lines, talk.signals())


ROUTES: Final = [
    Route("/api/plays/{play}/odds", show_odds, name="odds"),
    Route("/api/plays/{play}/hint", give_hint, name="hint"),
    Route("/api/plays/{play}/chronicle", tell_story, name="chronicle"),
    Route("/api/plays/{play}/talk", hear),
    Route("/api/plays/{play}/talk", speak, name="say", methods=["POST"]),
    Route("/api/watch/{watch}/chronicle", tell_story, name="chronicle-told"),
    Route("/api/watch/{watch}/talk", hear, name="overhear"),
]
