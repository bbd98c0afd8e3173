"""The City, the Village and the Castle, and the Donjon (land part, sections 3 to 5)."""

from collections.abc import Mapping
from typing import Final

from undercroft.core.questions import Rules, choose
from undercroft.games.talisman import events as told
from undercroft.games.talisman.components.effects import (
    accepts,
    craft,
    gains_life,
    gold,
    heals,
    misses,
    strength,
)
from undercroft.games.talisman.components.kinds import Effect
from undercroft.games.talisman.heroes.ailments import catches, cure_all, cure_one
from undercroft.games.talisman.heroes.characteristics import follower_with
from undercroft.games.talisman.heroes.possessions import purchase
from undercroft.games.talisman.heroes.spells import draw_spell
from undercroft.games.talisman.heroes.vitals import change_gold, lose_life
from undercroft.games.talisman.land.landing import put_on
from undercroft.games.talisman.land.trading import buy_any, see_doctor, sell_any
from undercroft.games.talisman.rules.asking import apply, nothing
from undercroft.games.talisman.rules.dice import passes, roll_on, roll_table
from undercroft.games.talisman.state import Hero, Maze

FARE: Final = 1
BRIBE: Final = 2
ESCAPE: Final = ("strength", "craft")


def visits(places: Mapping[str, Effect]) -> Effect:
    """Visit one place of several, or none."""

    def visit(maze: Maze, hero: Hero) -> Rules[None]:
        chosen = yield from choose(hero.seat, "visit", [*places, "pass"], space=hero.space)
        if chosen != "pass":
            maze.tell_of(hero, told.PlaceVisited, chosen)
            yield from apply(places[chosen], maze, hero)

    return visit


def leaning(hero: Hero, alignment: str) -> int:
    """One for a character of that alignment."""
    return int(hero.character.alignment == alignment)


# -- the City -------------------------------------------------------------------------------------

ENCHANTRESS: Final = (
    catches("confusion"),
    strength(-1),
    nothing,
    cure_all,
    draw_spell,
    craft(1),
)


def enchantress(maze: Maze, hero: Hero) -> Rules[None]:
    """Her whims."""
    yield from roll_on(maze, hero, "enchantress", ENCHANTRESS)


def town_square(maze: Maze, hero: Hero) -> Rules[None]:
    """First sell, then buy: no endless trading."""
    yield from sell_any(maze, hero)
    yield from buy_any(maze, hero)


HIGH_TEMPLE: Final = (nothing, nothing, heals(1), cure_one, draw_spell, gains_life(1))


def high_temple(maze: Maze, hero: Hero) -> Rules[None]:
    """A gift of 1 Gold, and perhaps a blessing; the good are favoured."""
    if hero.gold and (yield from accepts(maze, hero, "give")):
        change_gold(maze, hero, -1)
        bonus = leaning(hero, "good")
        yield from roll_on(maze, hero, "high-temple", HIGH_TEMPLE, bonus=bonus)


def throw_into_donjon(maze: Maze, hero: Hero) -> None:
    """G-30. A prisoner; G-16: the Donjon cannot hold outcasts."""
    if not hero.outcast:
        hero.prisoner = True
        hero.tries = 0
        maze.tell_of(hero, told.Imprisoned)


GUILD: Final = (throw_into_donjon, gold(-1), nothing, nothing, gold(2), purchase())


def anarchists_guild(maze: Maze, hero: Hero) -> Rules[None]:
    """The evil are at home here."""
    yield from roll_on(maze, hero, "anarchists-guild", GUILD, bonus=leaning(hero, "evil"))


def sails_to(*harbours: str) -> Effect:
    """A Wharf: pay, and be put elsewhere, with no encounter."""

    def sail(maze: Maze, hero: Hero) -> Rules[None]:
        fare = 0 if follower_with(hero, "ferries") else FARE
        offers = [*harbours] if hero.gold >= fare else []
        goal = yield from choose(hero.seat, "sail", [*offers, "pass"])
        if goal != "pass":
            change_gold(maze, hero, -fare)
            put_on(maze, hero, maze.space(goal), "road")

    return sail


city_wharf: Final = sails_to("village", "toll-bridge-inner")
village_wharf: Final = sails_to("city", "toll-bridge-outer")

CITY: Final[Mapping[str, Effect]] = {
    "doctors-surgery": see_doctor,
    "enchantress": enchantress,
    "town-square": town_square,
    "high-temple": high_temple,
    "anarchists-guild": anarchists_guild,
    "city-wharf": city_wharf,
}
visit_city_place: Final = visits(CITY)


def visit_city(maze: Maze, hero: Hero) -> Rules[None]:
    """Section 3. One place a landing; G-16: outcasts visit nothing."""
    if not hero.outcast:
        yield from apply(visit_city_place, maze, hero)


# -- the Village and the Castle -------------------------------------------------------------------

VILLAGE: Final[Mapping[str, Effect]] = {
    "village-healer": see_doctor,
    "village-smith": buy_any,
    "village-wharf": village_wharf,
}

AUDIENCE: Final = (misses(1), nothing, nothing, gold(1), gold(2), purchase())


def audience(maze: Maze, hero: Hero) -> Rules[None]:
    """The Castle: whatever pleases the court."""
    yield from roll_on(maze, hero, "audience", AUDIENCE)


CASTLE: Final[Mapping[str, Effect]] = {"royal-doctor": see_doctor, "audience": audience}


# -- the Donjon -----------------------------------------------------------------------------------


def leave_donjon(maze: Maze, hero: Hero) -> None:
    """Free again."""
    hero.prisoner = False
    hero.tries = 0
    maze.tell_of(hero, told.Freed, "donjon")


def is_imprisoned(maze: Maze, hero: Hero) -> Rules[bool]:
    """G-30. Escape, be judged, or bribe; True: the turn is over."""
    ways = ["escape", "judged", "bribe"] if hero.gold >= BRIBE else ["escape", "judged"]
    way = yield from choose(hero.seat, "donjon", ways)
    if way == "bribe":
        change_gold(maze, hero, -BRIBE)
        leave_donjon(maze, hero)
        return False
    if way == "judged":
        return (yield from is_judged(maze, hero))
    test = yield from choose(hero.seat, "escape", ESCAPE, tries=hero.tries)
    passed = yield from passes(maze, hero, test, bonus=hero.tries)
    maze.tell_of(hero, told.HoldTried, "donjon", passed)
    if passed:
        leave_donjon(maze, hero)
    else:
        hero.tries += 1
    return not passed


def is_judged(maze: Maze, hero: Hero) -> Rules[bool]:
    """G-30. The judge leans to the good; True: the turn is over."""
    bonus = leaning(hero, "good") - leaning(hero, "evil")
    row = yield from roll_table(maze, hero, "judge", bonus=bonus)
    if row <= 2:
        lose_life(maze, hero, 1, "donjon")
        return True
    if row <= 4:
        change_gold(maze, hero, -hero.gold)
    leave_donjon(maze, hero)
    return row <= 4
