"""Rooms full of vermin: D, Bats, and V, Rats (P-vermin)."""

from collections.abc import Sequence

from undercroft.core.questions import Option, Rules, choose
from undercroft.games.talisman.choices import Cast, Exit
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.ailments import catch
from undercroft.games.talisman.heroes.characteristics import (
    castable,
    follower_with,
    has_gift,
    has_light,
    strength_of,
    usable_items,
)
from undercroft.games.talisman.heroes.possessions import spend
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.heroes.vitals import lose_life, miss_turns
from undercroft.games.talisman.movement.relocating import can_go_back, go_back, move_through
from undercroft.games.talisman.movement.walking import exits
from undercroft.games.talisman.rules.asking import choose_move, is_puppet
from undercroft.games.talisman.rules.dice import test_modifier
from undercroft.games.talisman.state import Hero, Maze


def meets_vermin(ailment: str) -> Effect:
    """P-vermin, with the Ailment that they bring."""

    def meet(maze: Maze, hero: Hero) -> Rules[None]:
        ways = ways_past(maze, hero)
        secret = ways == ["spell", "fight"]  # others cannot know that he has a choice
        way = yield from choose_move(maze, hero, "vermin", ways, secret=secret, ailment=ailment)
        if way == "back":
            yield from go_back(maze, hero)
        elif way == "fight":
            yield from fight_vermin(maze, hero, ailment)
        else:
            if way == "spell":
                spells = [Cast(spell) for spell in castable(maze, hero, "area")]
                cast = yield from choose(
                    hero.seat, "choose-card", spells, secret=True, why="vermin"
                )
                yield from announce(maze, hero, cast.spell)
            else:
                yield from burn_light(maze, hero)
            yield from pass_through(maze, hero)

    return meet


def ways_past(maze: Maze, hero: Hero) -> Sequence[str]:
    """What is open to him. A seat that moves a puppet does not know, nor spend, his Spells."""
    ways = []
    if can_go_back(maze, hero):
        ways.append("back")
    if castable(maze, hero, "area") and not is_puppet(maze, hero):
        ways.append("spell")
    if has_light(maze, hero):
        ways.append("light")
    return [*ways, "fight"]


def burn_light(maze: Maze, hero: Hero) -> Rules[None]:
    """A Torch is used up, if he has no other light."""
    lights = [item.card for item in usable_items(maze, hero) if item.card.light]
    lasting = has_gift(hero, "light") or follower_with(hero, "light")
    if not lasting and all(light.burns for light in lights):
        yield from spend(maze, hero, lights[0])


def fight_vermin(maze: Maze, hero: Hero, ailment: str) -> Rules[None]:
    """A Life, a turn, and a roll against his Strength."""
    lose_life(maze, hero, 1, "vermin")
    miss_turns(maze, hero, 1)
    roll = (yield from maze.d6("vermin")) + test_modifier(maze, hero)
    if roll > strength_of(maze, hero):
        catch(maze, hero, ailment)


def pass_through(maze: Maze, hero: Hero) -> Rules[None]:
    """Out by another side than he came in by, or stay."""
    ways: list[str | Option] = [
        Exit(side) for side in exits(maze, hero.square) if side != hero.side
    ]
    way = yield from choose_move(maze, hero, "run", [*ways, "stay"])
    maze.now.over = True
    if isinstance(way, Exit):
        yield from move_through(maze, hero, way.direction)
