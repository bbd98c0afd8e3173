"""How a character stands, in numbers that name no card: for a race on the same deal."""

from collections.abc import Mapping

from undercroft.games.talisman.view import MazeView


def race(view: MazeView) -> Mapping[str, int]:
    """Count the rounds, and the first character's Lives, Strength and Craft."""
    hero = view.places[0].hero
    if hero is None:
        return {}
    return {
        "round": view.round,
        "lives": hero.lives,
        "strength": hero.strength,
        "craft": hero.craft,
    }
