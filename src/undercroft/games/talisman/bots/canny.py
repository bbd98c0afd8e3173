"""A rule of thumb with plans: a goal, a way there, and what it needs for it.

It is a function of the question and of its seat's view, and of nothing else: it remembers nothing,
so it plays on the same after an undo, in another process, or in another's stead. That it does not
walk in circles comes from its goals: the nearer it is to one, the more it is worth by the turn.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.talisman.bots import casting, fighting, offers, roaming, walking
from undercroft.games.talisman.bots.lore import Lore
from undercroft.games.talisman.bots.mind import About, Answer, Mind, Options
from undercroft.games.talisman.view import MazeView


def first(options: Options, m: Mind, about: About) -> Advice:
    """Take the first option: they are listed with the safer ones first."""
    return Advice(options[0], "first")


ANSWERS: Final[Mapping[str, Answer]] = {
    **walking.ANSWERS,
    **fighting.ANSWERS,
    **roaming.ANSWERS,
    **offers.ANSWERS,
    **casting.ANSWERS,
}


class Canny:
    """Explores, quests, trades, casts and flees; grows where it can; then goes for the King."""

    strength: ClassVar[str] = "strong"
    budget: ClassVar[float] = 0.02

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.lore = Lore(rows)

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Choose an option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[MazeView]) -> Advice:
        """Choose an option, and say why: the reason is a key of `[reasons]` in words.toml."""
        answer = ANSWERS.get(decision.id, first)
        return answer(decision.options, Mind(self.lore, look, decision.seat), decision.about)
