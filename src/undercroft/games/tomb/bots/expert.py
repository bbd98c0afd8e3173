"""Bots that learned Tomb of Four Kings from a billion games of their own (docs/expert.md).

A network rates every action; the best rated is taken.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from undercroft.bots.learned.network import POINT, Network, unpacked
from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.tomb.bots.sight import BITS, WINNABLE, Known, action_of, known_of
from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.view import MatchView, TombView


def read_weights(name: str) -> tuple[list[int], list[int]]:
    """Read a network's sizes, and the weights of each layer's inputs, then its biases."""
    return unpacked((files("undercroft.games.tomb") / "bots" / f"{name}.weights").read_bytes())


@cache
def network(name: str) -> Network:
    """Make a network, when it is first asked."""
    return Network(*read_weights(name))


def told(aim: str, rate: int) -> str:
    """Write what a rate says: a chance to win, in per cent, or the points to be expected."""
    hundreds = max(100 * rate / (1 << POINT), 0)
    return f"{min(hundreds, 100):.0f}" if aim == "kings" else f"{hundreds:.1f}"


class Collector:
    """Plays for points, led by a network."""

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
        is_duel = len(look.view.tombs) > 1  # which points decide
        aim = "points" if is_duel else self.aim(known)
        rates = network(aim).rates(known.scalars, BITS, known.bits)
        rated = {option: rates[action_of(decision.id, option)] for option in decision.options}
        best = max(decision.options, key=rated.__getitem__)
        others = [rate for option, rate in rated.items() if option is not best]
        if not others:
            return Advice(best)
        return Advice(best, aim, {"best": told(aim, rated[best]), "next": told(aim, max(others))})

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "points"


class Expert(Collector):
    """Plays for the four kings, and for points when they cannot be had, or decide a duel."""

    def aim(self, known: Known) -> str:
        """Say which network to ask."""
        return "kings" if WINNABLE in known.bits else super().aim(known)
