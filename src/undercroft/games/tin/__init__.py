"""Dungeon in a Tin: knights, a captive and twelve tiles, by Jake Staines."""

from typing import Final

from undercroft.bots.random import RandomBot
from undercroft.core.game import Game
from undercroft.games.tin.bots import Thumb
from undercroft.games.tin.components import ROWS
from undercroft.games.tin.drawing import draw_table
from undercroft.games.tin.events import EVENTS
from undercroft.games.tin.luck import luck
from undercroft.games.tin.measures import measure
from undercroft.games.tin.odds import odds
from undercroft.games.tin.options import MOST_KNIGHTS, TinOptions
from undercroft.games.tin.rules import lay, setup, turn
from undercroft.games.tin.secrets import components, hidden, redeal
from undercroft.games.tin.state import Dungeon
from undercroft.games.tin.telling import chronicle
from undercroft.games.tin.view import view
from undercroft.games.tin.web_table import WEB_TABLE

GAME: Final = Game(
    id="tin",
    package=__name__,
    rules_version=1,
    seats=(1, MOST_KNIGHTS),
    options=TinOptions,
    rows=ROWS,
    state=Dungeon,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Dungeon.copy,
    view=view,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: 100 * seats * (options.turn_cap or 0),
    bots={"thumb": Thumb, "random": RandomBot},
    draw_table=draw_table,
    chronicle=chronicle,
    odds=odds,
    measure=measure,
    web=WEB_TABLE,
    draw_terminal=f"{__name__}.terminal:draw",
    luck=luck,
    passes=frozenset({"done"}),
    lesson="lesson.toml",
    rules_pages=("tin.md",),
)
