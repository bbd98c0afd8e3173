"""Treasure chests (E-9): each card's text is a small function (2.8 of the rules of record)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from undercroft.core.questions import Rules, choose
from undercroft.games.labyrintheus.combat.contest import roll_off
from undercroft.games.labyrintheus.combat.damage import suffer
from undercroft.games.labyrintheus.combat.fight import begin_contest, revealed, shares_symbol
from undercroft.games.labyrintheus.components.encounters import RIGGED, Encounter
from undercroft.games.labyrintheus.events import ChestOpened, TrapAvoided, TrapSprung
from undercroft.games.labyrintheus.rules.decks import discard_encounter, gain, steal_at_random
from undercroft.games.labyrintheus.rules.items import heal
from undercroft.games.labyrintheus.rules.stones import gain_stone
from undercroft.games.labyrintheus.rules.ways import TakeFrom
from undercroft.games.labyrintheus.state import Blow, Hero, Maze

Text: TypeAlias = Callable[[Maze, Hero, Encounter], Rules[None]]

RELIQUARY: Final = ("heal", "draw")


def open_chest(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """E-9. A stone if it bears the player's symbol (R-48), its text, and it is discarded."""
    maze.tell(revealed, maze, hero, card)
    maze.tell(ChestOpened, hero.seat, card.id)
    if shares_symbol(maze, hero, card):
        gain_stone(maze, hero, card.id)
    yield from CHESTS[card.id](maze, hero, card)
    discard_encounter(maze)


def two_treasures(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """Draw 2 treasures."""
    yield from gain(maze, hero, 2, "chest")


def reed_hamper(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """Heal 2, then draw 1 treasure."""
    heal(maze, hero, 2, card.id)
    yield from gain(maze, hero, 1, "chest")


def courier_case(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """Draw 1 treasure; then take a card at random out of somebody's backpack."""
    yield from gain(maze, hero, 1, "chest")
    ways = [TakeFrom(h.seat) for h in maze.heroes if h is not hero and h.backpack]
    if ways:
        way = yield from choose(hero.seat, "courier", ways)
        yield from steal_at_random(maze, maze.heroes[way.target], hero)


def ember_reliquary(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """Heal 4, or draw 2 treasures; at full health there is no choice."""
    hurt = hero.health < hero.most_health
    if hurt and (yield from choose(hero.seat, "reliquary", RELIQUARY)) == "heal":
        heal(maze, hero, 4, card.id)
    else:
        yield from gain(maze, hero, 2, "chest")


def rigged_coffer(maze: Maze, hero: Hero, card: Encounter) -> Rules[None]:
    """A trap with no reveal window: 3 treasures, or damage and 1 treasure."""
    contest = begin_contest(maze, hero, card)
    avoided = yield from roll_off(maze, contest)
    maze.contest = None
    maze.tell(TrapAvoided if avoided else TrapSprung, hero.seat, card.id)
    if avoided:
        yield from gain(maze, hero, 3, "chest")
        return
    amount = card.damage + maze.wrath
    yield from suffer(maze, Blow(hero.seat, amount, "trap", card=card, used=contest.used))
    if not hero.undead:
        yield from gain(maze, hero, 1, "chest")


CHESTS: Final[Mapping[str, Text]] = {
    "slate-strongbox": two_treasures,
    "reed-hamper": reed_hamper,
    "courier-case": courier_case,
    "ember-reliquary": ember_reliquary,
    RIGGED: rigged_coffer,
    "buried-urn": two_treasures,
}
