"""Tomb of Four Kings: a solitary descent with a pack of cards, by Matthew Lowes."""

from typing import Final

from undercroft.bots.random import RandomBot
from undercroft.core.game import Game
from undercroft.games.tomb.bots.expert import Collector, Expert
from undercroft.games.tomb.bots.thumb import Bold, Cautious, Light, Novice
from undercroft.games.tomb.cards import MOST_COPIES, ROWS
from undercroft.games.tomb.events import EVENTS
from undercroft.games.tomb.options import PRESETS, TombOptions
from undercroft.games.tomb.rules import lay, setup, turn
from undercroft.games.tomb.secrets import components, hidden, redeal
from undercroft.games.tomb.show.dangers import dangers
from undercroft.games.tomb.show.endings import ENDINGS, ending
from undercroft.games.tomb.show.luck import luck
from undercroft.games.tomb.show.measures import HEARS, measure
from undercroft.games.tomb.show.odds import odds
from undercroft.games.tomb.show.race import race
from undercroft.games.tomb.show.still import still
from undercroft.games.tomb.show.telling import chronicle, draw_table
from undercroft.games.tomb.show.web_table import WEB_TABLE
from undercroft.games.tomb.stakes import chips
from undercroft.games.tomb.state import Match
from undercroft.games.tomb.view import view

GAME: Final = Game(
    id="tomb",
    package=__name__,
    rules_version=1,
    seats=(1, 2),
    options=TombOptions,
    presets=PRESETS,
    rows=ROWS,
    state=Match,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Match.copy,
    view=view,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: MOST_COPIES * 150 * seats * (options.games or 1),  # T-37
    bots={
        "cautious": Cautious,
        "bold": Bold,
        "expert": Expert,
        "collector": Collector,
        "novice": Novice,
        "random": RandomBot,
    },
    levels={"easy": "novice", "fair": "cautious", "strong": "collector", "expert": "expert"},
    light=Light,
    draw_table=draw_table,
    chronicle=chronicle,
    odds=odds,
    dangers=dangers,
    measure=measure,
    measured=HEARS,
    web=WEB_TABLE,
    solver="undercroft.accel.tomb.solving:winning_play",
    native="undercroft.accel.tomb.seats:Seats",
    still=still,
    scenes=ENDINGS,
    ending=ending,
    draw_terminal=f"{__name__}.show.terminal:draw",
    luck=luck,
    race=race,
    stakes=chips,
    lessons=("lesson.toml",),
    rules_pages=("tomb.md",),
)
