"""The games, one folder each. A folder with a `GAME` is found without being listed anywhere."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from undercroft.core.errors import BadOption
from undercroft.core.game import Game


@cache
def catalogue() -> dict[str, Game[Any, Any]]:
    """Find every game, by its id: the simplest first, which has fewest components and seats."""
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    games: list[Game[Any, Any]] = [import_module(f"{__name__}.{name}").GAME for name in names]
    games.sort(key=lambda game: (len(game.rows), game.seats[1], game.id))
    return {game.id: game for game in games}


def find_game(id: str) -> Game[Any, Any]:
    """Find a game by its id."""
    games = catalogue()
    if id not in games:
        raise BadOption(f"unknown game {id!r}; there are: {', '.join(games)}")
    return games[id]
