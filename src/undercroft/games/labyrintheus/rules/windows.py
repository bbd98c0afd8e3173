"""Windows: when ability cards may be played, and by whom (5.2 of the rules of record)."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.components.treasures import Treasure, Window
from undercroft.games.labyrintheus.events import AbilityPlayed, WindowClosed, WindowOpened
from undercroft.games.labyrintheus.rules.decks import throw_away
from undercroft.games.labyrintheus.rules.ways import Play, Way
from undercroft.games.labyrintheus.state import Hero, Maze

WaysOf: TypeAlias = Callable[[Maze, Hero], list[Way]]
CarryOut: TypeAlias = Callable[[Maze, Hero, Way], Rules[None]]


def open_window(
    maze: Maze,
    window: Window,
    ways_of: WaysOf,
    carry_out: CarryOut,
    about: Callable[[Maze, Hero], Mapping[str, object]],
    is_settled: Callable[[Maze], bool] = lambda maze: False,
) -> Rules[None]:
    """W-2 to W-4. Poll the seats in order until all in a row have nothing, or pass.

    Being asked would betray a held card, so the question is a secret, unless something that lies
    open gives an option, too (section 8).
    """
    outer, maze.window = maze.window, window
    matter = maze.encounter.id if maze.encounter and window != "turn" else None
    maze.tell(WindowOpened, window, matter)
    order = maze.in_order()
    at = quiet = 0
    while quiet < maze.seats and not is_settled(maze):
        hero = order[at % maze.seats]
        at += 1
        quiet += 1
        ways = [] if hero.crumbled else ways_of(maze, hero)  # W-6
        if not ways:
            continue
        secret = isinstance(ways[-1], Play)  # plays come first: nothing but plays
        ways.append("pass")
        way = yield from choose(hero.seat, window, ways, secret=secret, **about(maze, hero))
        if way != "pass":
            quiet = 0
            yield from carry_out(maze, hero, way)
    maze.tell(WindowClosed, window, matter)
    maze.window = outer


def abilities(hero: Hero, window: Window) -> list[Treasure]:
    """List the ability cards in a backpack that belong to a window; other cards have none."""
    return [card for card in hero.backpack if card.window == window]


def spend(maze: Maze, hero: Hero, play: Play) -> None:
    """W-3. The card goes to the discard before its effect."""
    throw_away(maze, hero, play.card)
    maze.tell(
        AbilityPlayed,
        hero.seat,
        play.card.id,
        play.card.effect,
        play.target,
        play.aim.id if play.aim else None,
    )
