"""A contestant who learned when the contender errs."""

from typing import Any

from undercroft.bots.learned.player import Learned
from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.labyrintheus.bots.contender import Contender
from undercroft.games.labyrintheus.encode import encode


class Adept(Learned):
    """Plays as the contender does, unless what it learned says otherwise."""

    base = Contender
    encode = staticmethod(encode)
    weights = ("undercroft.games.labyrintheus", "adept.weights")

    def knows(self, decision: Decision[Any], look: Look[Any]) -> bool:
        """It did not learn which persona is best: before that there is nothing to see."""
        return decision.id != "persona"
