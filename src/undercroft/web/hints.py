"""Hints and odds: what a game's most sensible bot would answer, and what can come of it."""

from collections.abc import Mapping

from undercroft.core.questions import Decision
from undercroft.web.eyes import Eyes
from undercroft.web.live import Live

PREFERRED = ("cautious", "bold")  # the first of these that a game has gives the hints


def adviser(bots: object) -> str:
    """Name the bot that gives hints."""
    names = list(bots)  # type: ignore[call-overload]
    return next((name for name in PREFERRED if name in names), names[-1])


async def hint(live: Live) -> str | None:
    """Ask the adviser what to answer."""
    if not isinstance(live.question, Decision):
        return None
    return await live.think(adviser(live.game.bots), live.record, live.play.lines)


def odds(live: Live, seat: Eyes) -> Mapping[str, Mapping[str, int]]:
    """Count what each option can lead to, over all that the seat that is asked cannot know."""
    question = live.question
    if not isinstance(question, Decision):
        return {}
    return live.game.odds(live.game.rows, live.play.view(seat), question)
