"""What may kill: a fight with one heart left."""

from collections.abc import Mapping
from typing import Any

from undercroft.core.game import Dangers
from undercroft.core.questions import Decision
from undercroft.games.tin.show.odds import odds
from undercroft.games.tin.view import TinView


def dangers(rows: Mapping[str, Any], view: TinView, decision: Decision[Any]) -> Dangers:
    """Say from which roll down a fight kills, where the card is known; else how often it does."""
    found: dict[str, tuple[str, Mapping[str, object]]] = {}
    for option, cases in odds(rows, view, decision).items():
        count, total = cases.get("dies", 0), sum(cases.values())
        if count:
            found[option] = ("roll" if total == 6 else "may", {"count": count, "total": total})
    return found


def matters(decision: Decision[Any]) -> bool:
    """Say whether a potion is worth the question: two more wounds and it is too late."""
    hearts: Any = decision.about["hearts"]
    return bool(hearts <= 2)
