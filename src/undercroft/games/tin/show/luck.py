"""What luck gave: the fights that were won, beside what was to be expected of the rolls."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from undercroft.core.events import Event
from undercroft.games.tin.components import MonsterDie
from undercroft.games.tin.events import FightResolved, MonstersAppeared
from undercroft.games.tin.rules.combat import chance, total


class Luck(NamedTuple):
    """What came, beside what comes on average."""

    fights: int
    won: int
    chances: float  # of winning, each with all that was added to the roll, summed up
    mean: float  # of the rolls
    monsters: int
    horned: int
    horned_expected: float


def luck(events: Iterable[Event], rows: Mapping[str, Any]) -> Luck:
    """Count over the whole play; seats are not told apart."""
    horns = {
        die.colour: (die.horns + die.horns_chest)
        / (die.plain + die.horns + die.chest + die.horns_chest)
        for die in rows.values()
        if isinstance(die, MonsterDie)
    }
    fights = won = rolled = cases = monsters = horned = 0
    expected = 0.0
    for event in events:
        match event:
            case FightResolved():
                fights += 1
                won += event.outcome == "win"
                rolled += event.roll
                cases += chance(total(event.modifiers))
            case MonstersAppeared(monsters=appeared):
                monsters += len(appeared)
                horned += sum([rows[id].horns > 0 for id in appeared])
                expected += sum([horns[rows[id].colour] for id in appeared])
    mean = round(rolled / fights, 1) if fights else 0.0
    return Luck(fights, won, round(cases / 6, 1), mean, monsters, horned, round(expected, 1))
