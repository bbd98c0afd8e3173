"""How a deal could have been won, where a game has a solver and this machine its native code."""

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

from undercroft.accel.words import say
from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.play import Play


def winning_play(
    game: Game[Any, Any], options: Mapping[str, object], seats: int, seed: str, *, build: bool
) -> Play | None:
    """Play a deal so that it is won; `None` if it cannot be, or if nobody here can tell.

    `build`: the solver may be compiled first, which takes some seconds.
    """
    try:
        return solve_to_win(game, options, seats, seed, build=build)
    except Refused:
        return None


def solve_to_win(
    game: Game[Any, Any], options: Mapping[str, object], seats: int, seed: str, *, build: bool
) -> Play | None:
    """Play a deal so that it is won; `None` if it cannot be. `Refused`: nobody here can tell."""
    if game.solver is None or game.variant is not None or seats != 1:
        raise Refused(say("solve.tomb-only"))
    found: Play | None = resolve_name(game.solver)(game, options, seed, build=build)
    return found
