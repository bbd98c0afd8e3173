"""What the rows of a game promise a bot, worked out once: fights, tests, steps, rings."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from undercroft.games.talisman.bots.steady.estimates import king_chance
from undercroft.games.talisman.show.odds import chances_to_pass, fight_chances

POINT: Final = 7.0  # experience for a point
TREASURE: Final = 0.8  # what a Treasure is worth, in points
CORRIDOR: Final = 0.5  # turns
ROOM: Final = 1.0

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 (it stands where `property` stands)
    """A property made when it is first asked for, and kept; without the lock of the library's."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, owner: Any, kind: type | None = None) -> T:
        kept = getattr(owner, "__dict__", None)  # from there Python itself takes it next time
        if kept is None:  # compiled
            kept = owner.kept
            if self.name in kept:
                found: T = kept[self.name]
                return found
        value = kept[self.name] = self.make(owner)
        return value


Kin = tuple[tuple[bool, int, int, float], ...]  # of Enemies: psychic, value, copies, treasure


class Fray(NamedTuple):
    """What a fight with an Enemy of the deck brings on average."""

    gain: float
    lost_battles: float
    lost_psychic: float


@cache
def fray(kin: Kin, battle: int, psychic: int) -> Fray:
    """F-8, F-10, F-21, over all Enemies of a deck."""
    gain = lost_battles = lost_psychic = cards = 0.0
    for is_psychic, value, copies, treasure in kin:
        wins, loses = ends((psychic if is_psychic else battle) - value)
        gain += copies * wins * (value / POINT + treasure * TREASURE)
        if is_psychic:
            lost_psychic += copies * loses
        else:
            lost_battles += copies * loses
        cards += copies
    count = max(cards, 1.0)
    return Fray(gain / count, lost_battles / count, lost_psychic / count)


@cache
def ends(lead: int) -> tuple[float, float]:
    """The chances to win and to lose a fight."""
    chances = fight_chances(lead)
    return chances.get("wins", 0) / 36, chances.get("loses", 0) / 36


@cache
def passing(needed: int, dice: int) -> float:
    """The chance to pass a test."""
    chances = chances_to_pass(needed, dice)
    return chances.get("passes", 0) / sum(chances.values())


odds_of_king = cache(king_chance)


class Lore:
    """What the rows say, worked out once."""

    def __init__(self, rows: Mapping[str, Any]) -> None:
        self.rows = rows
        self.kept: dict[str, Any] = {}
        self._frays: dict[tuple[str, int, int], Fray] = {}

    @lazy
    def enemies(self) -> Kin:
        """The Enemy deck."""
        return tuple(self._kin("enemy"))

    @lazy
    def raiders(self) -> Kin:
        """The Enemies of the Adventure deck, which carry no Treasure."""
        return tuple(self._kin("adventure"))

    def fray(self, deck: str, battle: int, psychic: int) -> Fray:
        """What a fight with an Enemy of a deck brings on average."""
        key = (deck, battle, psychic)
        found = self._frays.get(key)
        if found is None:
            kin = self.enemies if deck == "enemy" else self.raiders
            found = self._frays[key] = fray(kin, battle, psychic)
        return found

    @lazy
    def entrances(self) -> frozenset[str]:
        """The Entrance Tiles."""
        rows = self.rows.values()
        return frozenset([row.id for row in rows if getattr(row, "kind", "") == "entrance"])

    @lazy
    def steps(self) -> Mapping[str, float]:
        """The turns that it takes to enter a tile: L-6, a corridor lets him move on."""
        rows = self.rows.values()
        return {
            row.id: CORRIDOR if row.kind == "corridor" else ROOM
            for row in rows
            if hasattr(row, "shape")
        }

    @lazy
    def rings(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces of each region, clockwise."""
        rings: dict[str, tuple[str, ...]] = {}
        for row in self.rows.values():
            region = getattr(row, "region", "")
            if region:
                rings[region] = (*rings.get(region, ()), row.id)
        return rings

    def _kin(self, deck: str) -> Iterable[tuple[bool, int, int, float]]:
        for row in self.rows.values():
            if getattr(row, "deck", "") == deck and getattr(row, "value", 0):
                found = (7 - row.treasure) / 6 if deck == "enemy" else 0.0
                yield row.kind == "spirit", row.value, row.copies, found
