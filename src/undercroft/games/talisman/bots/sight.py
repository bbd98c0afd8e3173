"""What a bot makes of its own view: how strong its character is, what a fight and a Life are worth.

All worth is counted in points of Strength or Craft.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from undercroft.core.game import Look
from undercroft.games.talisman.bots.lore import (
    POINT,
    Fray,
    Lore,
    ends,
    lazy,
    odds_of_king,
    passing,
)
from undercroft.games.talisman.view import HeroView, MazeView

# By Lives: what one is worth. (Compiled, a final tuple of floats would be lost: a sequence.)
LIFE: Final[Sequence[float]] = (9.0, 4.0, 1.9, 1.2, 0.9, 0.7)
BRAVE: Final[Sequence[float]] = (
    0.6,
    0.35,
    0.1,
)  # the chance at which it goes for the King, by lateness
TRAINED: Final = 7  # what the Bone Host fights with


class Sight:
    """What the bot sees: made once for a question, and only as far as it is needed."""

    def __init__(self, lore: Lore, look: Look[MazeView], seat: int) -> None:
        self.lore = lore
        self.kept: dict[str, Any] = {}
        self.rows = lore.rows
        self.look = look
        self.seat = seat

    @lazy
    def view(self) -> Any:
        """What lies on the table: a view, or a glance."""
        return self.look.view

    @lazy
    def me(self) -> HeroView:
        """Its own character."""
        hero: HeroView | None = self.view.places[self.seat].hero
        assert hero is not None  # noqa: S101 (a seat without a character is asked nothing)
        return hero

    @lazy
    def is_mine(self) -> bool:
        """Whether it moves its own character: T-9, it may be another's."""
        return bool(self.view.to_play == self.seat)

    @lazy
    def statuses(self) -> Mapping[str, int]:
        """What state it is in."""
        return dict(self.me.statuses)

    # -- strength ---------------------------------------------------------------------------------

    @lazy
    def gifts(self) -> list[Any]:
        """What nature and learning give, and what things give besides."""
        learnt = [self.rows[id] for id in (self.me.character, *self.me.abilities)]
        return learnt + [card.gift for card in self.things if card.gift is not None]

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
        aid += min(rows[me.character].leads, len(me.followers))
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
        return float(self.view.round / max(self.view.round_cap, 1))

    @lazy
    def is_ready(self) -> bool:
        """Whether it goes for the King: the sooner, the later the game and the nearer a rival."""
        if self.view.finish == "arrive":
            return True
        early, late, last = BRAVE
        wanted = early if self.lateness < 0.5 else late if self.lateness < 0.75 else last
        if self.king >= wanted or self.king < 0.5 * wanted:
            return self.king >= wanted
        return self.has_rival_in_tower

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
