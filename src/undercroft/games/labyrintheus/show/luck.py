"""What luck gave: how the dice fell for each seat, beside what was to be expected of them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from undercroft.core.events import Event
from undercroft.games.labyrintheus.events import DieRolled, TreasureDrawn


class Luck(NamedTuple):
    """The throws of one seat, and the treasures it drew."""

    seat: int
    throws: int
    mean: float  # of the first die, which is 3.5 on average
    ones: int
    sixes: int
    expected: float  # how many of each there should have been
    treasures: int


def luck(events: Iterable[Event], rows: Mapping[str, Any]) -> list[Luck]:
    """Count over the whole play."""
    faces: dict[int, list[int]] = {}
    treasures: dict[int, int] = {}
    for event in events:
        match event:
            case DieRolled(seat=seat, faces=thrown):
                faces.setdefault(seat, []).append(thrown[0])
            case TreasureDrawn(seat=seat, count=count):
                treasures[seat] = treasures.get(seat, 0) + count
    return [
        Luck(
            seat,
            len(thrown),
            round(sum(thrown) / len(thrown), 2),
            thrown.count(1),
            thrown.count(6),
            round(len(thrown) / 6, 1),
            treasures.get(seat, 0),
        )
        for seat, thrown in sorted(faces.items())
    ]
