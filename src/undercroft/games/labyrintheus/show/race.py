"""How a contestant stands, in numbers that name no card: for a race on the same deal."""

from collections.abc import Mapping

from undercroft.games.labyrintheus.view import MazeView


def race(view: MazeView) -> Mapping[str, int]:
    """Count the rounds, and the first contestant's health and gate stones."""
    hero = next((hero for hero in view.heroes if hero.seat == 0), None)
    if hero is None:  # personas are still being chosen
        return {}
    return {"round": view.round, "health": hero.health, "stones": hero.stones}
