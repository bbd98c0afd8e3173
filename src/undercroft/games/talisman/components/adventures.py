"""The Adventure deck (cards part, section 8)."""

from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman.choices import Toward
from undercroft.games.talisman.combat.fights import psychic
from undercroft.games.talisman.components.effects import accepts, gold, unless_passes
from undercroft.games.talisman.components.kinds import Effect, Enemy, Happening, Thing
from undercroft.games.talisman.heroes.ailments import ailments_of, catch, catches, cure_one
from undercroft.games.talisman.heroes.possessions import draw_treasure
from undercroft.games.talisman.heroes.spells import draw_spell, suppress
from undercroft.games.talisman.heroes.vitals import (
    HeroDied,
    change_craft,
    change_gold,
    change_strength,
    heal,
    lose_life,
    miss_turns,
)
from undercroft.games.talisman.land.landing import land_on, put_on
from undercroft.games.talisman.land.trading import buy_one
from undercroft.games.talisman.rules.dice import own_roll, passes, pick, roll_table
from undercroft.games.talisman.rules.scoring import check_standing
from undercroft.games.talisman.state import Hero, Maze

MONSTERS: Final = (
    Enemy("a-moor-wolf", "adventure", 2, "monster", 2, beast=True),
    Enemy("a-footpad", "adventure", 2, "monster", 3, on_loss=gold(-1)),
    Enemy("a-boar", "adventure", 1, "monster", 3, beast=True),
    Enemy("a-bog-lurker", "adventure", 1, "monster", 4),
    Enemy("a-cave-bear", "adventure", 1, "monster", 4, beast=True),
    Enemy("a-hill-raider", "adventure", 2, "monster", 4),
    Enemy(
        "a-marsh-serpent",
        "adventure",
        1,
        "monster",
        5,
        beast=True,
        on_loss=unless_passes("strength", 1, catches("poison")),
    ),
    Enemy("a-stone-ogre", "adventure", 2, "monster", 5),
    Enemy("a-bridge-troll", "adventure", 1, "monster", 6),
    Enemy("a-hill-giant", "adventure", 1, "monster", 6),
    Enemy("a-wyvern", "adventure", 1, "monster", 7, dragon=True),
    Enemy("a-red-drake", "adventure", 1, "monster", 7, dragon=True),
)

SPIRITS: Final = (
    Enemy("a-will-wisp", "adventure", 1, "spirit", 2),
    Enemy("a-imp", "adventure", 1, "spirit", 3),
    Enemy("a-shade", "adventure", 2, "spirit", 3, undead=True),
    Enemy("a-barrow-wight", "adventure", 1, "spirit", 4, undead=True),
    Enemy("a-keening-ghost", "adventure", 1, "spirit", 4, undead=True, on_loss=catches("weakness")),
    Enemy("a-wraith", "adventure", 1, "spirit", 5, undead=True),
    Enemy("a-lesser-fiend", "adventure", 1, "spirit", 6),
)


# -- events ---------------------------------------------------------------------------------------


def storm(maze: Maze, hero: Hero) -> None:
    """Every character in the drawer's region misses a turn."""
    region = hero.space.region if hero.space else None
    for other in maze.heroes():
        if other.space is not None and other.space.region == region:
            miss_turns(maze, other, 1)


def pestilence(maze: Maze, hero: Hero) -> Rules[None]:
    """Every character on the Land, in seat order from the drawer, may fall ill."""
    count = len(maze.seats)
    seats = [(hero.seat + step) % count for step in range(count)]
    for other in [maze.seats[seat].hero for seat in seats]:
        if other is None or other.in_labyrinth:
            continue
        if (yield from own_roll(maze, other, "pestilence")) > 2:
            continue
        try:
            lose_life(maze, other, 1, "a-pestilence")
        except HeroDied:  # the pestilence takes its course all the same
            continue
    if maze.seats[hero.seat].hero is not hero:
        raise HeroDied(hero)
    check_standing(maze)


def market_day(maze: Maze, hero: Hero) -> Rules[None]:
    """A Purchase card for 1 Gold less."""
    yield from buy_one(maze, hero, rebate=1)


def lost_road(maze: Maze, hero: Hero) -> Rules[None]:
    """To another space of his region, at random; once in a turn."""
    if maze.now.lost_road or hero.space is None:
        return
    maze.now.lost_road = True
    spaces = [
        space.id
        for space in (*maze.outer, *maze.middle, *maze.inner)
        if space.region == hero.space.region
        and space is not hero.space
        and space.id != "wizards-tower"
    ]
    chosen = yield from pick(maze, "lost-road", spaces)
    yield from land_on(maze, hero, maze.space(chosen))


EVENTS: Final = (
    Happening("a-storm", "adventure", happens=storm),
    Happening("a-pestilence", "adventure", happens=pestilence),
    Happening("a-market-day", "adventure", happens=market_day),
    Happening("a-windfall", "adventure", happens=gold(2)),
    Happening("a-cutpurses", "adventure", happens=gold(-2)),
    Happening("a-eclipse", "adventure", happens=suppress),
    Happening("a-lost-road", "adventure", happens=lost_road),
    Happening("a-omen", "adventure", happens=draw_spell),
)


# -- strangers ------------------------------------------------------------------------------------

HEALER: Final = ("heal", "cure")


def wandering_healer(maze: Maze, hero: Hero) -> Rules[None]:
    """Heal 2, or cure one."""
    ways = HEALER if ailments_of(hero) else HEALER[:1]
    if (yield from choose(hero.seat, "room-offer", ways, place="a-healer")) == "heal":
        heal(maze, hero, 2)
    else:
        yield from cure_one(maze, hero)


def pedlar(maze: Maze, hero: Hero) -> Rules[None]:
    """One Purchase card at its price."""
    yield from buy_one(maze, hero)


def teaches(characteristic: str, offer: str) -> Effect:
    """For 1 Gold, a test, and a point if it is passed."""

    def teach(maze: Maze, hero: Hero) -> Rules[None]:
        if not hero.gold or not (yield from accepts(maze, hero, offer)):
            return
        change_gold(maze, hero, -1)
        if not (yield from passes(maze, hero, characteristic)):
            return
        if characteristic == "strength":
            change_strength(maze, hero, 1)
        else:
            yield from change_craft(maze, hero, 1)

    return teach


def masked_messenger(maze: Maze, hero: Hero) -> Rules[None]:
    """May move at once to an Entrance space, with no encounter there."""
    if (yield from accepts(maze, hero, "follow")):
        spaces = [s for s in (*maze.outer, *maze.middle) if s.entrance and s is not hero.space]
        offers = [Toward(space) for space in spaces]
        chosen = yield from choose(hero.seat, "direction", offers, roll=0)
        put_on(maze, hero, chosen.space, "road")


def wandering_judge(maze: Maze, hero: Hero) -> None:
    """Good are healed, evil cursed."""
    if hero.character.alignment == "good":
        heal(maze, hero, 1)
    elif hero.character.alignment == "evil":
        catch(maze, hero, "curse")


STRANGERS: Final = (
    Happening("a-healer", "adventure", kind="stranger", happens=wandering_healer),
    Happening("a-pedlar", "adventure", kind="stranger", happens=pedlar),
    Happening("a-old-soldier", "adventure", kind="stranger", happens=teaches("strength", "drill")),
    Happening("a-scholar", "adventure", kind="stranger", happens=teaches("craft", "study")),
    Happening("a-messenger", "adventure", kind="stranger", happens=masked_messenger),
    Happening("a-judge", "adventure", kind="stranger", happens=wandering_judge),
)


# -- Followers and Objects ------------------------------------------------------------------------

FOLLOWERS: Final = (
    Thing("a-squire", "adventure", kind="follower", battle=1),
    Thing("a-maiden", "adventure", kind="follower", craft=1),
    Thing("a-porter", "adventure", kind="follower", carries=True),
    Thing("a-guide", "adventure", kind="follower", guide=True),
    Thing("a-hound", "adventure", kind="follower", battle=1),
    Thing("a-acolyte", "adventure", kind="follower", psychic=1),
    Thing("a-torch-lad", "adventure", kind="follower", light=True),
)

OBJECTS: Final = (
    Thing("a-purse", "adventure", 2, found=gold(2)),
    Thing("a-old-sword", "adventure", slot="weapon", weapon=1, metal=True),
    Thing("a-coil-of-rope", "adventure", rope=True),
    Thing("a-iron-cap", "adventure", slot="helmet", save=6, metal=True, fragile=True),
    Thing("a-magic-ring", "adventure", strength=1, magic=True),
    Thing(
        "a-saints-lance",
        "adventure",
        slot="weapon",
        weapon=1,
        against_undead=3,
        against_dragons=3,
        metal=True,
        magic=True,
        offensive=True,
    ),
    Thing("a-ash-wand", "adventure", psychic=1, magic=True, offensive=True),
    Thing("a-feather-cloak", "adventure", flight=True, magic=True),
    Thing("a-clouded-orb", "adventure", craft=1, magic=True),
    Thing("a-ward-amulet", "adventure", ward=4, magic=True),
)


# -- places ---------------------------------------------------------------------------------------


def clear_spring(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may drink."""
    if hero.lives < hero.quota and (yield from accepts(maze, hero, "drink")):
        heal(maze, hero, 1)


def green_barrow(maze: Maze, hero: Hero) -> Rules[None]:
    """Each lander may dig, until its treasure is found."""
    if not (yield from accepts(maze, hero, "dig")):
        return
    row = yield from roll_table(maze, hero, "green-barrow")
    if row <= 2:
        yield from psychic(maze, hero, "barrow-dweller", 4, "spirit undead")
    elif row == 5:
        change_gold(maze, hero, 1)
    elif row == 6:
        close_barrow(maze, hero)
        yield from draw_treasure(maze, hero)


def close_barrow(maze: Maze, hero: Hero) -> None:
    """The card is discarded."""
    assert hero.space is not None  # noqa: S101 (he has landed on it)
    cards = maze.lying[hero.space.id]
    barrow = next(lying for lying in cards if lying.card.id == "a-barrow")
    cards.remove(barrow)
    maze.put_back(barrow.card)


PLACES: Final = (
    Happening("a-spring", "adventure", kind="place", happens=clear_spring),
    Happening("a-barrow", "adventure", kind="place", happens=green_barrow),
)

ADVENTURES: Final = (
    *MONSTERS,
    *SPIRITS,
    *EVENTS,
    *STRANGERS,
    *FOLLOWERS,
    *OBJECTS,
    *PLACES,
)
