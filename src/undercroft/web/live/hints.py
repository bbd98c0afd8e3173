"""Hints and odds: what a bot of the level you choose would answer, and what can come of it.

In a lesson the hint is what its notes advise.
"""

from collections.abc import Mapping

from undercroft.bots.chances import Chances
from undercroft.core.game import Advice
from undercroft.core.questions import Decision
from undercroft.core.seats import Eyes
from undercroft.describing import told_chances, wants_chances
from undercroft.lessons import advised
from undercroft.web.live.table import Live
from undercroft.web.live.thinkers import WEIGHER


async def hint(live: Live, level: str) -> tuple[str, str] | None:
    """Ask it what to answer, and why; how often the best options win says it in numbers."""
    question = live.question
    if not isinstance(question, Decision):
        return None
    words, _ = live.read_by(question.seat)
    if live.record.kind == "lesson" and (advice := advised(live.play)):
        return advice, ""
    asked = await live.think(live.game.adviser_of(level), live.record, live.play)
    why = asked.why(words)
    found = await chances(live, 0) if wants_chances(level, why, question) else None
    told = told_chances(found, question, words) if found and question is live.question else ""
    return asked.answer, f"{why} {told}".strip()


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
    found: Advice = await live.think(f"{WEIGHER} {part}", live.record, live.play)
    if found.reason != WEIGHER:  # it was cut short
        return None
    return Chances(int(found.answer), {name: float(str(it)) for name, it in found.names.items()})
