"""Lamps with a fault, when a test wants one: in its rules, or in what draws it.

`CRACKED` names a folder. There `rules` names a lamp that no rule can light, and `drawing` one that
cannot be drawn in a hand.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from examples.lamps import GAME as LAMPS
from examples.lamps.rules import finish, light, take
from examples.lamps.table import Cellar, Lamp, Light
from examples.lamps.view import CellarView
from undercroft.core.language.words import Words
from undercroft.core.questions import Rules, choose

CRACKED: Final = "UNDERCROFT_TEST_CRACKED"


def cracked(where: str) -> str:
    """The lamp that has a crack."""
    file = Path(os.environ[CRACKED]) / where
    return file.read_text() if file.exists() else ""


def turn(cellar: Cellar) -> Rules[None]:
    seat = cellar.to_play
    yield from take(cellar, seat)
    chosen = yield from choose(seat, "light", [Light(held) for held in cellar.hands[seat]])
    light(cellar, seat, chosen.lamp)
    if chosen.lamp.id == cracked("rules"):
        raise ZeroDivisionError("a cracked lamp")
    cellar.turns += 1
    if cellar.turns == 2 * cellar.rounds:
        finish(cellar)


def draw_table(rows: Mapping[str, Lamp], view: CellarView, words: Words) -> str:
    if cracked("drawing") in view.hand:
        raise KeyError("a cracked lamp")
    return LAMPS.draw_table(rows, view, words)


GAME: Final = replace(LAMPS, turn=turn, draw_table=draw_table)
