"""What may kill: the card about to be turned, a blow that is not dodged, the last torch."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.game import Dangers
from undercroft.core.questions import Decision
from undercroft.games.tomb.cards import DODGE, Card
from undercroft.games.tomb.view import MatchView, TombView

LEAST: Final = 2  # the lowest number on a card


def dangers(rows: Mapping[str, Card], view: MatchView, decision: Decision[Any]) -> Dangers:
    """Say from which card down a fight kills; who holds Dodge Blow is asked again."""
    tomb = view.tombs[decision.seat]
    if not isinstance(tomb, TombView):
        return {}
    match decision.id:
        case "blow" if decision.about["deadly"]:
            return {"take": ("certain", {})}
        case "torch":
            return {"let-it-burn": ("certain", {})}
        case "face":
            encounter = decision.about["encounter"]
            assert isinstance(encounter, Card)  # noqa: S101 (the rules say so)
            most = encounter.number - tomb.hit_points
            dodges = DODGE in tomb.hand
            if encounter.kind != "door" and most >= LEAST and not dodges:
                return {"draw": ("less", {"most": most})}
    return {}
