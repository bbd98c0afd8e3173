"""Bots that learned Tomb of Four Kings from a billion games of their own (docs/expert.md).

A network rates every action; the best rated is taken.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Final

from undercroft.bots.learned.network import POINT, Network, unpacked
from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.tomb.bots.sight import BITS, WINNABLE, Known, action_of, known_of, single
from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.view import MatchView, TombView

NOTHING: Final = [0.0, 0.0, 0.0]  # is known of a rival


def read_weights(name: str) -> tuple[list[int], list[int]]:
    """Read a network's sizes, and the weights of each layer's inputs, then its biases."""
    return unpacked((files("undercroft.games.tomb") / "bots" / f"{name}.weights").read_bytes())


@cache
def network(name: str) -> Network:
    """Make a network, when it is first asked."""
    return Network(*read_weights(name))


def told(aim: str, rate: int) -> str:
    """Write what a rate says: a chance to win, in per cent, or the points to be expected.

    A rate is a logit: of the chance, or of the share of a hundred points.
    """
    hundreds = 100 / (1 + math.exp(min(-rate / (1 << POINT), 99)))
    return f"{hundreds:.1f}" if aim == "points" else f"{hundreds:.0f}"


def rival_of(view: MatchView, seat: int) -> list[float]:
    """Tell how the rival in a duel ended, as far as it can be seen: over, points, without any."""
    rival = view.tombs[1 - seat]
    result = rival.result if isinstance(rival, TombView) else None
    if result is None:
        return NOTHING
    return [1.0, single(result.points / 100), 0.0 if result.points else 1.0]


class Collector:
    """Plays for points, or to have more of them than a rival; led by a network."""

    strength: ClassVar[str] = "expert"
    budget: ClassVar[float] = 0.01

    def __init__(self, rows: Mapping[str, Card], random: Callable[[], float]) -> None:
        self.rows = rows

    def __call__(self, decision: Decision[Any], look: Look[MatchView]) -> Any:
        """Take the best rated option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[MatchView]) -> Advice:
        """Take the best rated option; the reason is how it and the next best are rated."""
        if decision.id == "torch":
            return Advice("read-scroll", "torch")
        tomb = look.view.tombs[decision.seat]
        assert isinstance(tomb, TombView)  # noqa: S101 (a seat sees its own table)
        known = known_of(tomb, self.rows, decision)
        aim, scalars = self.aim(known), known.scalars
        if len(look.view.tombs) > 1:
            aim, scalars = "duel", [*scalars, *self.rival(look.view, decision.seat)]
        rates = network(aim).rates(scalars, BITS, known.bits)
        rated = {option: rates[action_of(decision.id, option)] for option in decision.options}
        best = max(decision.options, key=rated.__getitem__)
        others = [rate for option, rate in rated.items() if option is not best]
        if not others:
            return Advice(best)
        return Advice(best, aim, {"best": told(aim, rated[best]), "next": told(aim, max(others))})

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "points"

    def rival(self, view: MatchView, seat: int) -> list[float]:
        """Say what to know of the rival in a duel: nothing."""
        return NOTHING


class Expert(Collector):
    """Plays for the four kings, and for points when they cannot be had; in a duel, to beat a rival.

    How many points the rival has carried out says how many it takes.
    """

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "kings" if WINNABLE in known.bits else super().aim(known)

    def rival(self, view: MatchView, seat: int) -> list[float]:
        """Say what to know of the rival in a duel: how it ended."""
        return rival_of(view, seat)
