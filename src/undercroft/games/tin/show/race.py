"""How a knight stands, in numbers that name no card: for a race on the same deal."""

from collections.abc import Mapping

from undercroft.games.tin.view import TinView


def race(view: TinView) -> Mapping[str, int]:
    """Count the turns, and the first knight's hearts and gold."""
    knight = view.knights[0]
    return {"turn": view.turn, "hearts": knight.hearts, "gold": knight.gold}
