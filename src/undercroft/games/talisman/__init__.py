"""Talisman: Labyrinth, with the Land above it: a race for the Dragon King's scales."""

from typing import Final

from undercroft.bots.random import RandomBot
from undercroft.core.game import Game
from undercroft.games.talisman.bots.canny import Canny
from undercroft.games.talisman.bots.light import Light
from undercroft.games.talisman.bots.novice import Novice
from undercroft.games.talisman.bots.shrewd import Shrewd
from undercroft.games.talisman.bots.steady.bot import Steady
from undercroft.games.talisman.components.rows import ROWS, is_enemy
from undercroft.games.talisman.events import EVENTS
from undercroft.games.talisman.judge import judge, standing
from undercroft.games.talisman.options import OPENINGS, PRESETS, TalismanOptions, foresight
from undercroft.games.talisman.rules.setup import lay, setup
from undercroft.games.talisman.rules.turns import turn
from undercroft.games.talisman.secrets import components, hidden, redeal
from undercroft.games.talisman.show.dangers import dangers
from undercroft.games.talisman.show.endings import ENDINGS, ending
from undercroft.games.talisman.show.luck import luck
from undercroft.games.talisman.show.measures import HEARS, measure
from undercroft.games.talisman.show.odds import odds
from undercroft.games.talisman.show.race import race
from undercroft.games.talisman.show.still import still
from undercroft.games.talisman.show.telling import chronicle, draw_table
from undercroft.games.talisman.show.web_table import WEB_TABLE
from undercroft.games.talisman.state import Maze
from undercroft.games.talisman.view import MazeGlance, view

GAME: Final = Game(
    id="talisman",
    package=__name__,
    rules_version=4,
    seats=(1, 6),
    options=TalismanOptions,
    presets=PRESETS,
    openings=OPENINGS,
    rows=ROWS,
    adds=is_enemy,
    state=Maze,
    events=EVENTS,
    lay=lay,
    setup=setup,
    turn=turn,
    copy=Maze.copy,
    view=view,
    glance=MazeGlance,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: 50 * seats + 400 * seats * (options.round_cap or 0),
    bots={
        "random": RandomBot,
        "canny": Canny,
        "steady": Steady,
        "novice": Novice,
        "shrewd": Shrewd,
    },
    levels={"easy": "novice", "fair": "steady", "strong": "canny", "expert": "shrewd"},
    light=Light,
    judge=judge,
    standing=standing,
    foresight=foresight,
    odds=odds,
    dangers=dangers,
    measure=measure,
    measured=HEARS,
    draw_table=draw_table,
    chronicle=chronicle,
    web=WEB_TABLE,
    still=still,
    scenes=ENDINGS,
    ending=ending,
    draw_terminal=f"{__name__}.show.terminal:draw",
    luck=luck,
    race=race,
    passes=frozenset({"pass", "done"}),
    asides={"window": "done"},  # T-10: it always matters, for a Spell is cast when its owner likes
    lessons=("lesson-land.toml", "lesson.toml"),
    rules_pages=(
        "talisman.md",
        "talisman-cards.md",
        "talisman-land.md",
        "talisman-rooms.md",
        "talisman-tiles.md",
    ),
)
