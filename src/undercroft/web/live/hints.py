"""Hints and odds: what the rule of thumb, or an expert, would answer, and what can come of it.

In a lesson the hint is what its notes advise.
"""

from collections.abc import Mapping

from undercroft.core.game import Advice
from undercroft.core.questions import Decision
from undercroft.core.seats import Eyes
from undercroft.web.live.lessons import advised
from undercroft.web.live.table import Live


async def hint(live: Live, *, expert: bool) -> Advice | None:
    """Ask it what to answer, and why."""
    if not isinstance(live.question, Decision):
        return None
    if live.record.kind == "lesson" and (advice := advised(live.record.game, live.play)):
        return Advice(advice)
    return await live.think(live.game.adviser_of(expert=expert), live.record, live.play)


def odds(live: Live, seat: Eyes) -> Mapping[str, Mapping[str, int]]:
    """Count what each option can lead to, over all that the seat that is asked cannot know."""
    question = live.question
    if not isinstance(question, Decision):
        return {}
    return live.game.odds(live.game.rows, live.play.view(seat), question)
