"""Lamps: light the brightest row, and put out your rival's."""

from typing import Final

from examples.lamps.bots import Keeper
from examples.lamps.rules import lay, setup, turn
from examples.lamps.table import EVENTS, ROWS, Cellar, LampsOptions
from examples.lamps.view import components, hidden, redeal, view
from undercroft.bots.random import RandomBot
from undercroft.core.game import Game

GAME: Final = Game(
    id="lamps",
    package=__name__,
    rules_version=1,
    seats=(2, 2),
    options=LampsOptions,
    rows=ROWS,
    state=Cellar,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Cellar.copy,
    view=view,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: seats * (3 + 2 * options.rounds),
    bots={"keeper": Keeper, "random": RandomBot},
    rules_pages=("lamps.md",),
)
