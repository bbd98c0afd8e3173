"""Bots that live elsewhere: `my_bots:Careful` names a class (or a function) of a module.

Only for names that come from the person who runs the program: to name a module is to run it.
"""

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeVar

from undercroft.core.errors import BadOption, quoted
from undercroft.core.game import Bot, BotMaker, Game, Rows, is_outside
from undercroft.core.words import say

G = TypeVar("G", bound=Game[Any, Any])


def with_bots(game: G, names: Iterable[str]) -> G:
    """Give the game with those bots added that are named by their module."""
    outside = {name: find_bot(name) for name in names if is_outside(name)}
    return replace(game, bots={**game.bots, **outside}) if outside else game


def find_bot(name: str) -> BotMaker:
    """Find the maker of a bot: what is called with the game's rows and a random source."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # a module that lies where the program was started
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
    make: BotMaker = maker

    def made(rows: Rows, random: Callable[[], float]) -> Bot[Any]:
        try:
            bot = make(rows, random)
        except Exception as error:  # whatever somebody's class does
            raise BadOption(say("bot.unmade", name=quoted(name), trouble=error)) from None
        if not callable(bot):
            raise BadOption(say("bot.unmade", name=quoted(name), trouble=say("bot.no-call")))
        return bot

    return made
