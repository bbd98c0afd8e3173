"""The vocabulary in which tables are written: each word makes an effect (section 4)."""

from typing import Any

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.combat.fights import battle, psychic
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.possessions import take_ability
from undercroft.games.talisman.heroes.vitals import (
    change_craft,
    change_gold,
    change_strength,
    gain_life,
    heal,
    lose_life,
    miss_turns,
)
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import passes
from undercroft.games.talisman.state import Hero, Maze


def loses_life(n: int, cause: str) -> Effect:
    """`lose-life n` (no armour roll)."""
    return lambda maze, hero: lose_life(maze, hero, n, cause)


def heals(n: int) -> Effect:
    """`heal n`."""
    return lambda maze, hero: heal(maze, hero, n)


def gains_life(n: int) -> Effect:
    """`gain-life n`."""
    return lambda maze, hero: gain_life(maze, hero, n)


def strength(by: int) -> Effect:
    """`strength +n`, `strength -n`."""
    return lambda maze, hero: change_strength(maze, hero, by)


def craft(by: int) -> Effect:
    """`craft +n`, `craft -n`."""
    return lambda maze, hero: change_craft(maze, hero, by)


def gold(by: int) -> Effect:
    """`gold +n`, `gold -n`."""
    return lambda maze, hero: change_gold(maze, hero, by)


def misses(n: int) -> Effect:
    """`miss n`."""
    return lambda maze, hero: miss_turns(maze, hero, n)


def ability(id: str) -> Effect:
    """`ability X`."""
    return lambda maze, hero: take_ability(maze, hero, id)


def battles(id: str, value: int, flags: str = "") -> Effect:
    """`battle n [flags]`."""
    return lambda maze, hero: battle(maze, hero, id, value, flags)


def contends(id: str, value: int, flags: str = "") -> Effect:
    """`psychic n [flags]`."""
    return lambda maze, hero: psychic(maze, hero, id, value, flags)


def unless_passes(characteristic: str, dice: int, effect: Effect, *, trap: bool = False) -> Effect:
    """`test ...; fail: ...`."""

    def take_test(maze: Maze, hero: Hero) -> Rules[None]:
        if not (yield from passes(maze, hero, characteristic, dice, trap=trap)):
            yield from apply(effect, maze, hero)

    return take_test


def mark(name: str) -> Effect:
    """`mark M`: a flag on the tile."""

    def put(maze: Maze, hero: Hero) -> None:
        maze.mark(hero, name)

    return put


def is_marked(maze: Maze, hero: Hero, name: str) -> bool:
    """Whether the tile he stands on carries a mark."""
    return name in maze.tile_under(hero).marks


def accepts(maze: Maze, hero: Hero, offer: str, **about: Any) -> Rules[bool]:
    """`choose X | pass`, S-2."""
    about["place"] = maze.tile_under(hero).tile if hero.in_labyrinth else hero.space
    return (yield from choose(hero.seat, "room-offer", [offer, "pass"], **about)) == offer


def once(hero: Hero, what: str) -> bool:
    """S-3. What a character may do once in his life: True the first time."""
    if what in hero.done:
        return False
    hero.done.add(what)
    return True


def once_only(what: str, effect: Effect) -> Effect:
    """Make an effect happen only the first time in a character's life."""

    def happen(maze: Maze, hero: Hero) -> Rules[None]:
        if once(hero, what):
            yield from apply(effect, maze, hero)

    return happen
