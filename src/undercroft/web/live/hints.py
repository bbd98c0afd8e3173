"""Hints and odds: what a bot of the level you choose would answer, and what can come of it.

In a lesson the hint is what its notes advise.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from undercroft.bots.chances import Chances
from undercroft.core.errors import Refused
from undercroft.core.questions import Decision
from undercroft.core.seats import Eyes
from undercroft.describing import told_chances, wants_chances
from undercroft.lessons import advised
from undercroft.web.live.table import Live
from undercroft.web.live.thinkers import LAST_RESORT, WEIGHER, CutShort
from undercroft.web.words import say


class GivenHint(NamedTuple):
    """What to answer, why, and which bot says so."""

    answer: str
    why: str
    bot: str


async def hint(live: Live, level: str) -> GivenHint | None:
    """Ask it what to answer, and why; how often the best options win says it in numbers.

    If it cannot tell, the rule of thumb gives the hint; chance never does.
    """
    question, game = live.question, live.game
    if not isinstance(question, Decision):
        return None
    words, _ = live.read_by(question.seat)
    adviser = game.adviser_of(level)
    if live.record.kind == "lesson" and (advice := advised(live.play)):
        return GivenHint(advice, "", adviser)
    for bot in dict.fromkeys((adviser, game.rule_of_thumb)):
        if bot == LAST_RESORT:
            continue
        with suppress(CutShort):
            asked = await live.think(bot, live.record, live.play, or_random=False)
            why = asked.why(words)
            found = await chances(live, 0) if wants_chances(level, why, question) else None
            if found and question is live.question:
                why = f"{why} {told_chances(found, question, words, asked.answer)}".strip()
            return GivenHint(asked.answer, why, bot)
        if question is not live.question:
            return None
    raise Refused(say("table-error.no-hint"))


def odds(live: Live, seat: Eyes) -> Mapping[str, Mapping[str, int]]:
    """Count what each option can lead to, over all that the seat that is asked cannot know."""
    question = live.question
    if not isinstance(question, Decision):
        return {}
    return live.game.odds(live.game.rows, live.play.view(seat), question)


async def chances(live: Live, part: int) -> Chances | None:
    """Have imagined games played for a moment: how often each option won. Parts add up."""
    if not isinstance(live.question, Decision):
        return None
    try:
        found = await live.think(f"{WEIGHER} {part}", live.record, live.play, or_random=False)
    except CutShort:
        return None
    return Chances(int(found.answer), {name: float(str(it)) for name, it in found.names.items()})
