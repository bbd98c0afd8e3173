"""Barriers (H-10)."""

from collections.abc import Sequence
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.choices import GiveSpell
from undercroft.games.talisman.combat.encounters import enemy
from undercroft.games.talisman.combat.fights import fight, prospects
from undercroft.games.talisman.combat.scores import Foe, Side
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.binding import bind, free
from undercroft.games.talisman.heroes.characteristics import castable, usable
from undercroft.games.talisman.heroes.possessions import spend
from undercroft.games.talisman.heroes.spells import announce
from undercroft.games.talisman.movement.relocating import can_go_back, go_back
from undercroft.games.talisman.pieces import Hold
from undercroft.games.talisman.rules.asking import apply
from undercroft.games.talisman.rules.dice import own_roll
from undercroft.games.talisman.state import Hero, Maze

BARRIER: Final = frozenset({"barrier", "no-life"})
WIZARD_LOCKED: Final = "wizard-locked"
PORTCULLIS: Final = "portcullis"


def is_barred(maze: Maze, hero: Hero, strength: int, subject: str, *, back: bool) -> Rules[None]:
    """A barrier comes down before him, and he meets it at once."""
    hold = Hold("barrier", count=strength, back=back, subject=subject)
    bind(maze, hero, hold)
    maze.tell_of(hero, told.BarrierMet, strength)
    yield from face_barrier(maze, hero, hold)


def bars(strength: int, subject: str) -> Effect:
    """Make an effect of it, with the way back open."""
    return lambda maze, hero: is_barred(maze, hero, strength, subject, back=True)


def face_barrier(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """H-10. Break it, go back, or open it. True: it is gone and he may use his movement."""
    ways = ways_past(maze, hero, hold)
    about = prospects(maze, Side(hero, bonus=hold.tries), barrier_foe(hold))
    secret = ways == ["break", "open"]  # others cannot know that he has a choice
    way = yield from choose(hero.seat, "barrier", ways, secret=secret, **about)
    if way == "back":
        yield from go_back(maze, hero)
        return False
    if way == "break":
        return (yield from break_through(maze, hero, hold))
    if way == "key":
        key = usable(maze, hero, "key")
        assert key is not None  # noqa: S101 (it was offered)
        yield from spend(maze, hero, key)
    else:
        spells = [GiveSpell(spell) for spell in castable(maze, hero, "opens")]
        given = yield from choose(hero.seat, "give-up", spells, secret=True, why="open")
        yield from announce(maze, hero, given.card)
    yield from overcome(maze, hero, hold)
    return not maze.now.over


def ways_past(maze: Maze, hero: Hero, hold: Hold) -> Sequence[str]:
    """H-10. What is open to him; `break` always."""
    ways = ["break"]
    if hold.back and can_go_back(maze, hero):
        ways.append("back")
    if hold.subject == WIZARD_LOCKED and castable(maze, hero, "opens"):
        ways.append("open")
    if usable(maze, hero, "key"):
        ways.append("key")
    return ways


def barrier_foe(hold: Hold) -> Foe:
    """`battle v [barrier, no-life]`."""
    return Foe(hold.subject, hold.count, False, BARRIER)


def break_through(maze: Maze, hero: Hero, hold: Hold) -> Rules[bool]:
    """H-10. A draw or loss ends the turn; a portcullis is noisy either way (rooms part, 3.6)."""
    visit = hero.visit
    ending = yield from fight(maze, hero, barrier_foe(hold), perseverance=hold.tries)
    if ending == "win":
        yield from overcome(maze, hero, hold)
    else:
        hold.tries += 1
        maze.now.over = True
    is_noisy = hold.subject == PORTCULLIS and hero.visit == visit
    if is_noisy and (yield from own_roll(maze, hero, "noise")) <= 3:
        yield from enemy(maze, hero)
    return ending == "win" and not maze.now.over and hero.visit == visit


def overcome(maze: Maze, hero: Hero, hold: Hold) -> Rules[None]:
    """A barrier is gone; R-43: past a portcullis he moves from his next turn on."""
    free(maze, hero, hold)
    maze.tell_of(hero, told.BarrierBeaten, hold.count)
    if hold.subject == PORTCULLIS:
        maze.now.over = True
    prize = maze.tile_under(hero).tile.prize
    if hold.prize and prize is not None:
        yield from apply(prize, maze, hero)
