"""A knight who learned when the veteran errs."""

from typing import Any

from undercroft.bots.learned.player import Learned
from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.tin.bots.levels import Veteran
from undercroft.games.tin.encode import encode


class Champion(Learned):
    """Plays as the veteran does, unless what it learned says otherwise; with others, as he does."""

    base = Veteran
    encode = staticmethod(encode)
    weights = ("undercroft.games.tin.bots", "champion.weights")

    def knows(self, decision: Decision[Any], look: Look[Any]) -> bool:
        """It learned alone."""
        return len(look.view.knights) == 1
