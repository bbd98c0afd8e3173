"""What a bot makes of its own view: how strong its character is, what a fight and a Life are worth.

All worth is counted in points of Strength or Craft.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from undercroft.core.game import Look
from undercroft.games.talisman.bots.steady.estimates import king_chance
from undercroft.games.talisman.show.odds import chances_to_pass, fight_chances
from undercroft.games.talisman.view import HeroView, MazeView

POINT: Final = 7.0  # experience for a point
TREASURE: Final = 0.8  # what a Treasure is worth
LIFE: Final = (9.0, 4.0, 1.9, 1.2, 0.9, 0.7)  # what a Life is worth to one who has so many
CORRIDOR: Final = 0.5  # turns
ROOM: Final = 1.0
BRAVE: Final = (0.6, 0.35, 0.1)  # the chance at which it goes for the King, by lateness
TRAINED: Final = 7  # F-1: what the Bone Host fights with

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 (it stands where `property` stands)
    """A property made when it is first asked for, and kept; without the lock of the library's."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, owner: Any, kind: type | None = None) -> T:
        value = self.make(owner)
        owner.__dict__[self.name] = value
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


class Sight:
    """What the bot sees: made once for a question, and only as far as it is needed."""

    def __init__(self, lore: Lore, look: Look[MazeView], seat: int) -> None:
        self.lore = lore
        self.rows = lore.rows
        self.look = look
        self.seat = seat

    @lazy
    def view(self) -> MazeView:
        """What lies on the table."""
        return self.look.view

    @lazy
    def me(self) -> HeroView:
        """Its own character."""
        hero = self.view.places[self.seat].hero
        assert hero is not None  # noqa: S101 (a seat without a character is asked nothing)
        return hero

    @lazy
    def is_mine(self) -> bool:
        """Whether it moves its own character: T-9, it may be another's."""
        return self.view.to_play == self.seat

    @lazy
    def statuses(self) -> Mapping[str, int]:
        """What state it is in."""
        return dict(self.me.statuses)

    # -- strength ---------------------------------------------------------------------------------

    @lazy
    def gifts(self) -> list[Any]:
        """What nature and learning give."""
        return [self.rows[id] for id in (self.me.character, *self.me.abilities)]

    @lazy
    def things(self) -> list[Any]:
        """The cards of its Objects and Followers."""
        me = self.me
        return [self.rows[item.card] for item in me.objects] + [
            self.rows[id] for id in me.followers
        ]

    @lazy
    def bonus(self) -> int:
        """What counts in every fight."""
        return int(sum([gift.score for gift in self.gifts])) - ("disease" in self.me.ailments)

    @lazy
    def battle(self) -> int:
        """Its score in an ordinary battle, but for the die."""
        return self._battle("weapon")

    def _battle(self, against: str) -> int:
        rows, me = self.rows, self.me
        arms = sorted(
            [
                max(rows[item.card].weapon, getattr(rows[item.card], against)) + item.enchanted
                for item in me.objects
                if rows[item.card].slot == "weapon"
            ],
            reverse=True,
        )
        arms = arms[: 1 + sum([gift.weapons for gift in self.gifts])]
        aid = sum([card.battle for card in self.things])
        return int(me.strength + sum(arms) + aid) + self.bonus

    @lazy
    def psychic(self) -> int:
        """Its score in psychic combat."""
        return int(self.me.craft + sum([card.psychic for card in self.things])) + self.bonus

    @lazy
    def best(self) -> int:
        """The better of the two."""
        return max(self.battle, self.psychic)

    @lazy
    def favourite(self) -> str:
        """The characteristic that it goes for the King with."""
        return "strength" if self.battle >= self.psychic else "craft"

    # -- Lives and fights -------------------------------------------------------------------------

    @property
    def hurt(self) -> int:
        """How many Lives it lacks."""
        return max(self.me.quota - self.me.lives, 0)

    @property
    def is_weak(self) -> bool:
        """Whether it had better look after itself."""
        return self.me.lives <= 2

    @lazy
    def life(self) -> float:
        """What the next Life is worth."""
        return LIFE[min(self.me.lives, len(LIFE) - 1)]

    @lazy
    def unsaved(self) -> float:
        """The chance that armour does not save a Life."""
        left = 1.0
        rolls = sum([gift.armour_rolls for gift in self.gifts])
        best: dict[str, int] = {}
        for item in self.me.objects:
            card = self.rows[item.card]
            if card.save:
                sides = 7 - card.save + item.enchanted + rolls
                best[card.slot] = max(best.get(card.slot, 0), sides)
        for sides in best.values():
            left *= 1 - min(sides, 6) / 6
        return left

    @lazy
    def enemy(self) -> float:
        """What a fight with one of the Enemy deck is worth."""
        return self._worth(self.lore.fray("enemy", self.battle, self.psychic))

    @lazy
    def raider(self) -> float:
        """What a fight with one of the Adventure deck is worth."""
        return self._worth(self.lore.fray("adventure", self.battle, self.psychic))

    def _worth(self, found: Fray) -> float:
        return found.gain - self.life * (found.lost_battles * self.unsaved + found.lost_psychic)

    def fight(self, value: int, *, psychic: bool = False, xp: bool = True) -> float:
        """What a fight with something of that value is worth."""
        wins, loses = ends((self.psychic if psychic else self.battle) - value)
        gain = wins * value / POINT if xp else 0.0
        return gain - loses * self.life * (1 if psychic else self.unsaved)

    def passes(self, characteristic: str, dice: int = 1) -> float:
        """The chance to pass a test."""
        field = f"in_{characteristic}_tests"
        needed = getattr(self.me, characteristic) + sum([getattr(g, field) for g in self.gifts])
        needed -= ("curse" in self.me.ailments) + ("blind" in self.statuses)
        return passing(needed, dice)

    @lazy
    def training(self) -> float:
        """What a fight with the Bone Host brings: a point for a win, less a Life for a loss."""
        wins, loses = ends(self.battle - TRAINED)
        by_craft, lost = ends(self.psychic - TRAINED)
        return max(wins - loses * self.unsaved, by_craft - lost)

    # -- the King ---------------------------------------------------------------------------------

    @lazy
    def king(self) -> float:
        """The chance to take all the scales that are left."""
        view = self.view
        lead = max(self._battle("against_dragons"), self.psychic) - view.king
        return odds_of_king(lead, view.scales, self.me.lives)

    @lazy
    def lateness(self) -> float:
        """How far the game has gone to its cap."""
        return self.view.round / max(self.view.round_cap, 1)

    @lazy
    def is_ready(self) -> bool:
        """Whether it goes for the King: the sooner, the later the game and the nearer a rival."""
        if self.view.finish == "arrive":
            return True
        early, late, last = BRAVE
        wanted = early if self.lateness < 0.5 else late if self.lateness < 0.75 else last
        if self.has_rival_in_tower:
            wanted *= 0.5
        return self.king >= wanted

    @lazy
    def has_rival_in_tower(self) -> bool:
        """Whether somebody else is at the King already."""
        return any(
            place.hero is not None and place.hero.place == "wizards-tower"
            for place in self.view.places
            if place.seat != self.seat
        )

    @lazy
    def has_talisman(self) -> bool:
        """Whether the way past the Causeway is open."""
        return any(item.card == "talisman-card" for item in self.me.objects)
