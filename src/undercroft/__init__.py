"""Undercroft: the table for four dungeon games, on one engine whose rules only ask.

from undercroft import Play, Game, games, simulate, study

What is named here is loaded when it is first used: `import undercroft` itself stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undercroft import games as games
    from undercroft.core.game import Game as Game
    from undercroft.library import Play as Play
    from undercroft.library import simulate as simulate
    from undercroft.library import study as study

__version__ = "0.2.0"

_HOMES = {
    "Game": "undercroft.core.game",
    "Play": "undercroft.library",
    "simulate": "undercroft.library",
    "study": "undercroft.library",
}
__all__ = ["Game", "Play", "games", "simulate", "study"]


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("undercroft.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'undercroft' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
