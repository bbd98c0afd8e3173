"""What luck gave: fights and tests as they came, beside what was to be expected of the dice."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from undercroft.core.events import Event
from undercroft.games.talisman import events as told
from undercroft.games.talisman.show.odds import chances_to_pass, fight_chances


class Luck(NamedTuple):
    """What came, beside what comes on average."""

    fights: int
    won: int
    chances: float  # of winning, each with all that counted, summed up
    tests: int
    passed: int
    pass_chances: float
    mean: float  # of the dice in fights


def luck(events: Iterable[Event], rows: Mapping[str, Any]) -> Luck:
    """Count over the whole play; seats are not told apart, and re-rolls count as they fell."""
    fights = won = tests = passed = rolled = 0
    chances = pass_chances = 0.0
    best_of_2 = False
    for event in events:
        match event:
            case told.EnemyMet(card=card):
                best_of_2 = keeps_the_better(rows.get(card))
            case told.CharacterAttacked():
                best_of_2 = False
            case told.FightRolled():
                fights += 1
                won += event.own_score > event.enemy_score
                rolled += event.own_die
                lead = event.own_score - event.own_die - event.enemy_score + event.enemy_die
                chances += share(fight_chances(lead, best_of_2), "wins")
            case told.TestTaken():
                tests += 1
                passed += event.passed
                needed = event.needed - event.total + sum(event.rolled)
                pass_chances += share(chances_to_pass(needed, event.dice), "passes")
    mean = round(rolled / fights, 1) if fights else 0.0
    return Luck(fights, won, round(chances, 1), tests, passed, round(pass_chances, 1), mean)


def keeps_the_better(foe: Any) -> bool:
    """Whether what is fought rolls two dice."""
    return bool(getattr(foe, "best_of_2", False) or getattr(foe, "as_enemy_best_of_2", False))


def share(counts: Mapping[str, int], effect: str) -> float:
    """Give the chance of an effect."""
    return counts.get(effect, 0) / sum(counts.values())
