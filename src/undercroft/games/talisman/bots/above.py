"""What a bot is after on the Land: a space to land on, and how many turns that takes on average."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from undercroft.games.talisman.bots.below import GROWN
from undercroft.games.talisman.bots.lore import lazy
from undercroft.games.talisman.bots.sight import Sight
from undercroft.games.talisman.bots.worth import best_ware, thing_worth

PRICE: Final = 0.35  # what a turn on the way to a goal is worth
READY_TO_CROSS: Final = 6  # strong enough for the Middle Region
READY_TO_DIVE: Final = 5
NEAR: Final = 1.5  # turns to a way down that it takes in passing
FIT: Final = 0.0  # what the Bone Host must be worth to one who goes inward
BRIDGES: Final = {"outer": "toll-bridge-outer", "middle": "toll-bridge-inner"}
DOCTORS: Final = {"outer": ("city", "village"), "middle": ("castle",)}
BARGAIN: Final = 0.8  # a ware that is worth the way
FINDS: Final = 0.35  # of all adventures: an Object or a Follower worth having


@lru_cache(maxsize=256)
def turns_to(ring: tuple[str, ...], goals: frozenset[str]) -> Mapping[str, float]:
    """G-3. How many rolls it takes on average to land on one of the goals, going the better way."""
    count = len(ring)
    turns = [0.0 if space in goals else 9.0 for space in ring]
    for _ in range(40):
        turns = [
            0.0
            if ring[at] in goals
            else 1 + sum(min(turns[(at + d) % count], turns[at - d]) for d in range(1, 7)) / 6
            for at in range(count)
        ]
    return dict(zip(ring, turns, strict=True))


class Aim(NamedTuple):
    """Where it wants to land, why, and what is to be named in saying so."""

    goals: frozenset[str]
    reason: str
    names: Mapping[str, str] = {}


class Above:
    """The plans of a character on the Land."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.kept: dict[str, Any] = {}

    @lazy
    def space(self) -> Any:
        """Where it stands."""
        return self.sight.rows[self.sight.me.place]

    @lazy
    def region(self) -> str:
        """In which region it stands."""
        return str(self.space.region)

    @lazy
    def ring(self) -> tuple[str, ...]:
        """The spaces of the region, clockwise."""
        return self.sight.lore.rings[self.region]

    @lazy
    def aim(self) -> Aim:
        """What it is after."""
        s, me = self.sight, self.sight.me
        if self.region == "inner":
            return Aim(frozenset(), "inward")
        if s.is_weak and s.hurt and (found := self.healing()):
            return found
        if s.has_talisman:
            if self.is_fit:
                return self.at("middle", ["iron-gate"], "gate")
            return self.growing()
        if me.task and (found := self.errand()):
            return found
        if s.best >= READY_TO_CROSS and (self.is_grown or not self.is_fit_to_dive):
            return self.at("middle", ["hermits-cell"], "hermit")
        return self.growing()

    def healing(self) -> Aim | None:
        """To a doctor, if it can pay one; to the Shrine."""
        goals = [*DOCTORS[self.region]] if self.sight.me.gold else []
        if self.region == "outer":
            goals.append("wayfarers-shrine")
        return Aim(frozenset(goals), "doctor") if goals else None

    def errand(self) -> Aim | None:
        """What the Hermit's task asks for."""
        s, me = self.sight, self.sight.me
        match me.task:
            case "q-letter":
                place = "village" if "outcast" in s.statuses else "city"
                return self.at("outer", [place], "letter")
            case "q-delve":
                return Aim(self.entrances, "depths")
            case "q-depths" if s.view.scenario == "expedition":
                return Aim(self.entrances, "depths")
            case "q-depths":
                return self.at("middle", ["temple-of-voices"], "voices")
            case "q-trophy":
                return self.growing("trophy")
        return self.at("middle", ["hermits-cell"], "deliver")

    def growing(self, reason: str = "grow") -> Aim:
        """Down into the Labyrinth, if it is fit for that; else wherever there is most to find."""
        if self.is_fit_to_dive:
            return Aim(self.entrances, "dive")
        if self.region == "outer" and self.ware >= BARGAIN and not self.is_outcast:
            return Aim(frozenset(["city", "village"]), "shop")
        return Aim(frozenset(), reason)

    def at(self, region: str, spaces: Iterable[str], reason: str) -> Aim:
        """Land there, or first find the way into that region."""
        if region == self.region:
            return Aim(frozenset(spaces), reason)
        goals = {BRIDGES[self.region]}
        if self.region == "outer" and self.sight.me.gold and not self.is_outcast:
            goals.add("city")  # by boat
        return Aim(frozenset(goals), reason)

    @lazy
    def entrances(self) -> frozenset[str]:
        """The ways down in this region."""
        rows = self.sight.rows
        return frozenset([space for space in self.ring if rows[space].entrance])

    @lazy
    def is_outcast(self) -> bool:
        """Whether the City is closed to it."""
        return "outcast" in self.sight.statuses

    @lazy
    def is_grown(self) -> bool:
        """Whether it needs no more of the Labyrinth."""
        return self.sight.best >= GROWN

    @lazy
    def is_fit(self) -> bool:
        """Whether it can pass the Inner Region."""
        s = self.sight
        return s.me.lives >= 3 and (s.training > FIT or s.lateness > 0.7)

    @lazy
    def is_fit_to_dive(self) -> bool:
        """Whether it would go down now, and can."""
        s = self.sight
        if s.view.scenario != "expedition" or self.is_grown or s.lateness > 0.4:
            return False
        if s.me.lives < 4 or s.best < READY_TO_DIVE or s.me.craft < 2:
            return False
        return turns_to(self.ring, self.entrances).get(self.space.id, 9.0) <= NEAR

    @lazy
    def goes_on(self) -> bool:
        """Whether its plan leads over the bridge."""
        return BRIDGES.get(self.region) in self.aim.goals

    # -- spaces -----------------------------------------------------------------------------------

    def landing(self, space: Any) -> float:
        """What it is worth to land on a space: what is there, and how far it is from the goal."""
        aim = self.aim
        worth = self.worth(space)
        if aim.goals:
            worth -= PRICE * turns_to(self.ring, aim.goals).get(space.id, 0.0)
            worth += 1.0 * (space.id in aim.goals)
        return worth

    def worth(self, space: Any) -> float:
        """What a space itself brings."""
        s = self.sight
        known = self.lying.get(space.id, ())
        worth = sum([self.card_worth(s.rows[card]) for card in known])
        worth += max(space.draws - len(known), 0) * self.adventure
        return float(worth + SPACES.get(space.id, nothing)(self))

    @lazy
    def adventure(self) -> float:
        """What a card of the Adventure deck is worth."""
        return 0.4 * self.sight.raider + FINDS * 0.8

    @lazy
    def ware(self) -> float:
        """What the best card that it can buy is worth."""
        return best_ware(self.sight)

    @lazy
    def doctor(self) -> float:
        """What healing for Gold is worth."""
        return 0.5 * min(self.sight.hurt, self.sight.me.gold)

    @lazy
    def lying(self) -> Mapping[str, tuple[str, ...]]:
        """The cards on the spaces."""
        return dict(self.sight.view.lying)

    def card_worth(self, card: Any) -> float:
        """What it is worth to meet a card that lies there."""
        s = self.sight
        value = getattr(card, "value", 0)
        if value:
            return s.fight(value, psychic=card.kind == "spirit")
        if getattr(card, "slot", None) is not None:
            return 0.3 * thing_worth(card, s)
        return 0.2 * (card.kind in ("stranger", "place"))


def nothing(a: Above) -> float:
    """A space that brings nothing."""
    return 0.0


def once(what: str, worth: float) -> Callable[[Above], float]:
    """A point that can be had once."""
    return lambda a: 0.0 if what in a.sight.me.done else worth


def ash(a: Above) -> float:
    """Hot ash, and an adventure."""
    s = a.sight
    return a.adventure - (1 - s.passes("strength")) * s.life


SPACES: Final[Mapping[str, Callable[[Above], float]]] = {
    "city": lambda a: 0.2 + a.doctor + 0.7 * a.ware,
    "village": lambda a: a.doctor + 0.7 * a.ware,
    "castle": lambda a: 0.2 + a.doctor,
    "graveyard": lambda a: 0.1 - a.sight.life / 6,
    "wayfarers-shrine": lambda a: 0.1 + 0.25 * bool(a.sight.hurt),
    "thicket": once("thicket", 0.08),
    "broken-hills": once("broken-hills", 0.08),
    "standing-stones": lambda a: 0.2 * bool(a.sight.me.spell_limit),
    "chasm": lambda a: -a.sight.life / 6,
    "temple-of-voices": lambda a: 0.25 if a.sight.me.lives >= 3 else 0.0,
    "ash-plain": ash,
}
