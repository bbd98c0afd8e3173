"""The games, one folder each. A folder with a `GAME` is found without being listed anywhere.

Games that live elsewhere are named in the environment: `UNDERCROFT_GAMES="mine.well mine.maze"`.
So are bots that live elsewhere: `UNDERCROFT_BOTS="tomb=my_bots:Careful"`.
"""

import os
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from undercroft.bots.outside import with_bots
from undercroft.core.errors import BadOption, quoted
from undercroft.core.game import Game
from undercroft.core.words import say


@cache
def catalogue() -> dict[str, Game[Any, Any]]:
    """Find every game, by its id: the simplest first, which has fewest components and seats."""
    games = [game for game in _folders() if game.has_words]
    games.sort(key=lambda game: (len(game.rows), game.seats[1], game.id))
    named = _bots_elsewhere()
    for game in {*named} - {game.id for game in games}:
        raise BadOption(say("bot.unnamed", text=quoted(f"{game}={named[game][0]}")))
    return {game.id: with_bots(game, named.get(game.id, ())) for game in games}


@cache
def left_out() -> dict[str, str]:
    """Say why a game that is here cannot be played: one without words spoils no other."""
    return {
        game.id: f"{game.id} has no words yet: expected words.toml in the folder of {game.package}"
        for game in _folders()
        if not game.has_words
    }


def _folders() -> list[Game[Any, Any]]:
    names = [f"{__name__}.{found.name}" for found in pkgutil.iter_modules(__path__)]
    names += os.environ.get("UNDERCROFT_GAMES", "").split()
    return [import_module(name).GAME for name in names]


def find_game(id: str) -> Game[Any, Any]:
    """Find a game by its id."""
    games = catalogue()
    if id not in games:
        known = f"unknown game {quoted(id)}; use one of: {', '.join(games)}"
        raise BadOption(left_out().get(id, known))
    return games[id]


def _bots_elsewhere() -> dict[str, list[str]]:
    """Read which bots of which games live elsewhere."""
    named: dict[str, list[str]] = {}
    for text in os.environ.get("UNDERCROFT_BOTS", "").split():
        game, equals, bot = text.partition("=")
        if not equals or ":" not in bot:
            raise BadOption(say("bot.unnamed", text=quoted(text)))
        named.setdefault(game, []).append(bot)
    return named
