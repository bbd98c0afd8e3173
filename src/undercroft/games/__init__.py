"""The games, one folder each. A folder with a `GAME` is found without being listed anywhere."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from undercroft.core.errors import BadOption
from undercroft.core.game import Game


@cache
def catalogue() -> dict[str, Game[Any, Any]]:
    """Find every game, by its id."""
    modules = (
        import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    )
    return {module.GAME.id: module.GAME for module in modules}


def find_game(id: str) -> Game[Any, Any]:
    """Find a game by its id."""
    games = catalogue()
    if id not in games:
        raise BadOption(f"unknown game {id!r}; there are: {', '.join(games)}")
    return games[id]
