"""Exact chances of fights and tests, with what is in force; re-rolls and armour come after."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from undercroft.core.game import Odds
from undercroft.core.questions import Decision
from undercroft.games.talisman.choices import Cast
from undercroft.games.talisman.view import HeroView, MazeView

DICE = range(1, 7)


# -- counting -------------------------------------------------------------------------------------


@cache
def fight_chances(lead: int, best_of_2: bool = False) -> Mapping[str, int]:
    """F-8. Of all dice: wins, draws and losses, by how far he is ahead before them."""
    chances: Counter[str] = Counter()
    for own in DICE:
        for first in DICE:
            for second in DICE if best_of_2 else (0,):
                gap = lead + own - max(first, second)
                chances["wins" if gap > 0 else "draws" if gap == 0 else "loses"] += 1
    return dict(chances)


@cache
def chances_to_pass(needed: int, dice: int = 1) -> Mapping[str, int]:
    """Q-1. Of all dice: passed and failed, by what the dice alone must stay under."""
    totals = [(first + second, first) for first in DICE for second in (DICE if dice == 2 else (0,))]
    passed = sum(total < needed and not (dice == 1 and first == 6) for total, first in totals)
    counted = {"passes": passed, "fails": len(totals) - passed}
    return {effect: count for effect, count in counted.items() if count}


# -- questions ------------------------------------------------------------------------------------


def odds(rows: Mapping[str, Any], view: MazeView, decision: Decision[Any]) -> Odds:
    """Say for each option that leads straight to a fight or a test how that may end."""
    about: Mapping[str, Any] = decision.about
    place = view.places[decision.seat]
    match decision.id:
        case "evade" | "fight-window" | "barrier":
            return fights_offered(decision, about)
        case "king":
            return {kind: prospect(about[kind]) for kind in ("battle", "psychic")}
        case _:
            return tests_offered(rows, view, decision, place.hero) if place.hero else {}


def prospect(about: Mapping[str, Any], bonus: int = 0) -> Mapping[str, int]:
    """The chances of the fight that a question is about."""
    if about["hopeless"]:
        return {"loses": 1}
    lead: int = about["own"] + bonus - about["against"]
    return fight_chances(lead, bool(about["best_of_2"]))


def fights_offered(decision: Decision[Any], about: Mapping[str, Any]) -> Odds:
    """Fight as it stands, or after one more Spell."""
    chances: dict[str, Mapping[str, int]] = {}
    for option in decision.options:
        if isinstance(option, Cast) and not option.spell.evades:
            spell = option.spell
            bonus = spell.in_psychic if about["kind"] == "psychic" else spell.in_battle
            helped = {**about, "hopeless": about["hopeless"] and not spell.offensive}
            chances[str(option)] = prospect(helped, bonus)
        elif option in ("fight", "break"):
            chances[str(option)] = prospect(about)
    return chances


TESTS: Mapping[str, Mapping[str, tuple[str, int]]] = {
    "chasm": {"leap": ("strength", 2)},
    "tilt": {"climb": ("strength", 2)},
    "escape": {"strength": ("strength", 1), "craft": ("craft", 1)},
    "gate-test": {"strength": ("strength", 2), "craft": ("craft", 2)},
    "main": {"swim": ("strength", 1)},
    "pit": {"enter": ("craft", 2)},
    "room-offer": {
        "decipher": ("craft", 1),
        "risk": ("craft", 2),
        "drill": ("strength", 1),
        "study": ("craft", 1),
    },
}
"""Which options of which questions lead straight to a test, of what, with how many dice."""


def tests_offered(
    rows: Mapping[str, Any], view: MazeView, decision: Decision[Any], hero: HeroView
) -> Odds:
    """The chances of the tests that a question's options lead to."""
    offered = TESTS.get(decision.id, {})
    tries = int(str(decision.about.get("tries", 0)))
    chances = {}
    for option in decision.options:
        if str(option) in offered:
            characteristic, dice = offered[str(option)]
            needed = tested(rows, view, hero, characteristic) + tries
            chances[str(option)] = chances_to_pass(needed, dice)
    return chances


def tested(rows: Mapping[str, Any], view: MazeView, hero: HeroView, characteristic: str) -> int:
    """Q-2, D-4. What the dice alone must stay under."""
    gifts = [rows[hero.character], *[rows[ability] for ability in hero.abilities]]
    if characteristic == "strength":
        value = hero.strength + sum(gift.in_strength_tests for gift in gifts)
    else:
        value = hero.craft + sum(gift.in_craft_tests for gift in gifts)
    tile = next((square.tile for square in view.board if square.square == hero.place), None)
    cold: int = rows[tile].cold if tile else 0
    return int(value) - ("curse" in hero.ailments) - ("blind" in dict(hero.statuses)) - cold
