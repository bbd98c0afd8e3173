"""What may kill: a fight that may be lost with one Life left."""

from collections.abc import Mapping
from typing import Any, Final

from undercroft.core.game import Dangers
from undercroft.core.questions import Decision
from undercroft.games.talisman.show.odds import odds
from undercroft.games.talisman.view import MazeView

FIGHTS: Final = ("fight", "battle", "psychic")


def dangers(rows: Mapping[str, Any], view: MazeView, decision: Decision[Any]) -> Dangers:
    """Say that it is the last Life; armour may still save it."""
    hero = view.places[decision.seat].hero
    if hero is None or hero.lives != 1:
        return {}
    offered = odds(rows, view, decision)
    lost = {option: cases.get("loses", 0) for option, cases in offered.items()}
    return {
        option: ("last-life", {"count": count, "total": sum(offered[option].values())})
        for option, count in lost.items()
        if count and option in FIGHTS
    }
