"""How a delver stands, in numbers that name no card: for a race on the same deal."""

from collections.abc import Mapping

from undercroft.games.tomb.view import MatchView, TombView


def race(view: MatchView) -> Mapping[str, int]:
    """Count the first delver's turns, points and kings."""
    tomb = view.tombs[0]
    if not isinstance(tomb, TombView):
        return {}
    return {
        "turn": tomb.delve_done + tomb.retreat_done,
        "points": tomb.points,
        "kings": tomb.kings,
    }
