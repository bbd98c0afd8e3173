"""Bots that live elsewhere: `my_bots:Careful` names a class (or a function) of a module.

Only for names that come from the person who runs the program: to name a module is to run it.
"""

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

from undercroft.core.errors import BadOption, quoted
from undercroft.core.game import BotMaker, Game
from undercroft.core.words import say

G = TypeVar("G", bound=Game[Any, Any])


def with_bots(game: G, names: Iterable[str]) -> G:
    """Give the game with those bots added that are named by their module."""
    outside = {name: find_bot(name) for name in names if ":" in name}
    return replace(game, bots={**game.bots, **outside}) if outside else game


def find_bot(name: str) -> BotMaker:
    """Find the maker of a bot: what is called with the game's rows and a random source."""
    module, _, attribute = name.partition(":")
    try:
        maker = getattr(import_module(module), attribute)
    except AttributeError:
        raise BadOption(
            say("bot.no-such", name=quoted(name), module=module, attribute=attribute)
        ) from None
    except Exception as error:  # whatever importing somebody's module brings
        raise BadOption(
            say("bot.import", name=quoted(name), module=module, trouble=error)
        ) from None
    if not callable(maker):
        raise BadOption(say("bot.no-class", name=quoted(name), attribute=attribute))
    found: BotMaker = maker
    return found
