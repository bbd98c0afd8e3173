"""Labyrintheus: two to six contestants, living and undead, and one way out."""

from typing import Final

from undercroft.bots.random import RandomBot
from undercroft.core.game import Game
from undercroft.games.labyrintheus.bots.adept import Adept
from undercroft.games.labyrintheus.bots.contender import Contender, Novice
from undercroft.games.labyrintheus.bots.light import Light
from undercroft.games.labyrintheus.bots.seers import Seer, Sibyl
from undercroft.games.labyrintheus.events import EVENTS
from undercroft.games.labyrintheus.judge import judge, standing
from undercroft.games.labyrintheus.options import PRESETS, LabyrintheusOptions
from undercroft.games.labyrintheus.rules.setup import ROWS, is_known_by_numbers, lay, setup
from undercroft.games.labyrintheus.rules.turns import turn
from undercroft.games.labyrintheus.secrets import components, hidden, redeal
from undercroft.games.labyrintheus.show.dangers import dangers
from undercroft.games.labyrintheus.show.endings import ENDINGS, ending
from undercroft.games.labyrintheus.show.luck import luck
from undercroft.games.labyrintheus.show.measures import HEARS, measure
from undercroft.games.labyrintheus.show.odds import odds
from undercroft.games.labyrintheus.show.race import race
from undercroft.games.labyrintheus.show.still import still
from undercroft.games.labyrintheus.show.telling import chronicle, draw_table
from undercroft.games.labyrintheus.show.web_table import WEB_TABLE, is_pressing
from undercroft.games.labyrintheus.state import Maze
from undercroft.games.labyrintheus.view import view

GAME: Final = Game(
    id="labyrintheus",
    package=__name__,
    rules_version=1,
    seats=(2, 6),
    options=LabyrintheusOptions,
    presets=PRESETS,
    rows=ROWS,
    adds=is_known_by_numbers,
    state=Maze,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Maze.copy,
    view=view,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: 100 * seats * options.round_cap,  # Z-6
    bots={
        "random": RandomBot,
        "contender": Contender,
        "novice": Novice,
        "adept": Adept,
        "seer": Seer,
        "sibyl": Sibyl,
    },
    levels={"easy": "novice", "fair": "contender", "strong": "seer", "expert": "sibyl"},
    successors={"oracle": "sibyl"},
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
    passes=frozenset({"pass", "done", "hold", "decline"}),
    asides=dict.fromkeys(("turn", "reveal", "roll", "hurt"), "pass"),
    matters=is_pressing,
    lessons=("lesson.toml",),
    rules_pages=("labyrintheus.md",),
)
