"""Dungeon in a Tin: knights, a captive and twelve tiles, by Jake Staines."""

from typing import Final

from undercroft.bots.random import RandomBot
from undercroft.core.game import Game
from undercroft.games.tin.bots.champion import Champion
from undercroft.games.tin.bots.levels import Novice, Veteran
from undercroft.games.tin.bots.light import Light
from undercroft.games.tin.bots.thumb import Thumb
from undercroft.games.tin.components import ROWS, is_fight_card
from undercroft.games.tin.events import EVENTS
from undercroft.games.tin.judge import judge, standing
from undercroft.games.tin.options import MOST_KNIGHTS, TinOptions
from undercroft.games.tin.rules.turns import lay, setup, turn
from undercroft.games.tin.secrets import components, hidden, redeal
from undercroft.games.tin.show.dangers import dangers, matters
from undercroft.games.tin.show.drawing import draw_table
from undercroft.games.tin.show.endings import ENDINGS, ending
from undercroft.games.tin.show.luck import luck
from undercroft.games.tin.show.measures import HEARS, measure
from undercroft.games.tin.show.odds import odds
from undercroft.games.tin.show.race import race
from undercroft.games.tin.show.still import still
from undercroft.games.tin.show.telling import chronicle
from undercroft.games.tin.show.web_table import WEB_TABLE
from undercroft.games.tin.state import Dungeon
from undercroft.games.tin.view import TinGlance, view

GAME: Final = Game(
    id="tin",
    package=__name__,
    rules_version=1,
    seats=(1, MOST_KNIGHTS),
    options=TinOptions,
    rows=ROWS,
    adds=is_fight_card,
    state=Dungeon,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Dungeon.copy,
    view=view,
    glance=TinGlance,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: 100 * seats * (options.turn_cap or 0),
    bots={
        "thumb": Thumb,
        "novice": Novice,
        "veteran": Veteran,
        "champion": Champion,
        "random": RandomBot,
    },
    levels={"easy": "novice", "fair": "thumb", "strong": "veteran", "expert": "champion"},
    light=Light,
    judge=judge,
    standing=standing,
    draw_table=draw_table,
    chronicle=chronicle,
    odds=odds,
    dangers=dangers,
    measure=measure,
    measured=HEARS,
    web=WEB_TABLE,
    still=still,
    scenes=ENDINGS,
    ending=ending,
    draw_terminal=f"{__name__}.show.terminal:draw",
    luck=luck,
    race=race,
    passes=frozenset({"done"}),
    harmless=frozenset({"skip", "no-bomb", "wait"}),
    asides={"potion": "skip"},
    matters=matters,
    lessons=("lesson.toml",),
    rules_pages=("tin.md",),
)
