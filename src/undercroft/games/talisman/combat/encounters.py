"""Enemies that are met, and the encounter key of corridors and standard rooms (F-20, tiles 6)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.combat.fights import Ending, fight
from undercroft.games.talisman.components.kinds import Enemy
from undercroft.games.talisman.heroes.ailments import ailments_of, cure_one
from undercroft.games.talisman.heroes.characteristics import gift
from undercroft.games.talisman.heroes.possessions import draw_card, draw_treasure
from undercroft.games.talisman.heroes.vitals import heal
from undercroft.games.talisman.movement.gate import feed_gate, foe_of
from undercroft.games.talisman.rules.dice import roll_table
from undercroft.games.talisman.state import Hero, Maze

SHRINE: Final = ("heal", "cure")


# -- an Enemy card --------------------------------------------------------------------------------


def enemy(maze: Maze, hero: Hero, flags: str = "") -> Rules[Ending]:
    """`enemy`, F-20: draw an Enemy card and fight it; then it is discarded, beaten or not."""
    card = yield from draw_card(maze, "enemy")
    if not isinstance(card, Enemy):
        return "evaded"  # both piles are empty: nobody is there
    maze.facing.append(card)
    ending = yield from fight(maze, hero, foe_of(card, flags))
    yield from leave_enemy(maze, hero, card, ending)
    return ending


def leave_enemy(maze: Maze, hero: Hero, card: Enemy, ending: Ending) -> Rules[None]:
    """F-10, F-20. A beaten Enemy is searched; then its card goes to a Gate, or is discarded."""
    if ending == "win":
        yield from search_enemy(maze, hero, card)
    maze.facing.remove(card)
    if not (ending == "win" and (yield from feed_gate(maze, hero, card))):
        maze.put_back(card)


def search_enemy(maze: Maze, hero: Hero, card: Enemy) -> Rules[None]:
    """F-21. The Treasure roll."""
    if card.treasure > 6:
        return
    bonus = gift(hero, "treasure_rolls")
    roll = yield from roll_table(maze, hero, "treasure-roll", bonus=bonus)
    maze.tell_of(hero, told.TreasureRolled, roll, roll >= card.treasure)
    if roll >= card.treasure:
        yield from draw_treasure(maze, hero)


def enemy_waits(maze: Maze, hero: Hero) -> Rules[None]:
    """`enemy*`, `enemy`."""
    yield from enemy(maze, hero)


def two_enemies(maze: Maze, hero: Hero) -> Rules[None]:
    """`enemy-2*`: the second comes if the first was beaten or evaded."""
    visit = hero.visit
    ending = yield from enemy(maze, hero)
    if ending in ("win", "evaded") and hero.visit == visit:
        yield from enemy(maze, hero)


def wander(maze: Maze, hero: Hero) -> Rules[None]:
    """`wander`: every entry, an Enemy on 1-2."""
    if (yield from roll_table(maze, hero, "wander")) <= 2:
        yield from enemy(maze, hero)


# -- quieter finds --------------------------------------------------------------------------------


def take_token(maze: Maze, hero: Hero) -> None:
    """Take a Secret Door token out of the pool, if one is left there."""
    for piece in maze.pool.fog:
        if piece.kind == "secret-door":
            maze.pool.fog.remove(piece)
            hero.tokens.append(piece)
            maze.tell_of(hero, told.SecretDoorFound)
            return


def shrine(maze: Maze, hero: Hero) -> Rules[None]:
    """`shrine*`: heal 1, or be cured of one Ailment."""
    suffers = bool(ailments_of(hero))
    if not suffers and hero.lives >= hero.quota:
        return
    options = SHRINE if suffers else SHRINE[:1]
    if (yield from choose(hero.seat, "room-offer", options, place="r-shrine")) == "heal":
        heal(maze, hero, 1)
    else:
        yield from cure_one(maze, hero)
