"""What a bot makes of its view: how strong it is, what a fight promises, what a card is worth."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from undercroft.core.game import Look
from undercroft.games.talisman.bots.steady.routes import Chart
from undercroft.games.talisman.choices import Cure, GiveFollower, GiveObject, GiveSpell, Take
from undercroft.games.talisman.show.odds import fight_chances
from undercroft.games.talisman.view import HeroView, MazeView

BRAVE: Final = 0.5  # the chance to beat the King at which it goes for him


class Glance:
    """What the bot sees: made once for a question, and only as far as it is needed."""

    def __init__(self, rows: Mapping[str, Any], look: Look[MazeView], seat: int) -> None:
        self.rows = rows
        self.look = look
        self.seat = seat

    @cached_property
    def view(self) -> Any:
        """What lies on the table: a view, or a glance."""
        return self.look.view

    @cached_property
    def me(self) -> HeroView:
        """Its own character."""
        hero: HeroView | None = self.view.places[self.seat].hero
        assert hero is not None  # noqa: S101 (a seat without a character is asked nothing)
        return hero

    @cached_property
    def chart(self) -> Chart:
        """The Labyrinth as it sees it."""
        return Chart(self.view, self.rows)

    @cached_property
    def power(self) -> int:
        """Its better score in a fight, but for the die."""
        me, rows = self.me, self.rows
        followers = [rows[id] for id in me.followers]
        gifts = [rows[id] for id in (*me.abilities, me.character)]
        weapons = sorted([rows[o.card].weapon + o.enchanted for o in me.objects], reverse=True)
        arms = sum(weapons[: 1 + sum(gift.weapons for gift in gifts)])
        battle = me.strength + arms + sum(follower.battle for follower in followers)
        battle += min(rows[me.character].leads, len(followers))
        psychic = me.craft + sum(follower.psychic for follower in followers)
        psychic += sum(rows[item.card].psychic for item in me.objects)
        score: int = sum(gift.score for gift in gifts) - ("disease" in me.ailments)
        return int(max(battle, psychic)) + score

    @cached_property
    def has_light(self) -> bool:
        """Whether vermin make way."""
        cards = [*[item.card for item in self.me.objects], *self.me.followers, *self.me.abilities]
        return any(self.rows[card].light for card in cards)

    @cached_property
    def can_cross(self) -> bool:
        """Whether a chasm is no danger."""
        cards = [*[item.card for item in self.me.objects], *self.me.followers]
        safe = any(self.rows[card].flight or self.rows[card].rope for card in cards)
        return safe or self.me.strength >= 8

    @property
    def is_weak(self) -> bool:
        """Whether it had better look after itself."""
        return self.me.lives <= 2

    @property
    def is_late(self) -> bool:
        """Whether there is no more time to grow."""
        return bool(self.view.round > 0.4 * self.view.round_cap)

    @property
    def is_ready(self) -> bool:
        """Whether it would try the King now; the later the game, the sooner."""
        view = self.view
        late = view.round / view.round_cap
        if view.finish == "arrive":
            return True
        brave = BRAVE if late < 0.6 else 0.25 if late < 0.8 else 0.05
        return king_chance(self.power - view.king, view.scales, self.me.lives) >= brave


def king_chance(lead: int, scales: int, lives: int) -> float:
    """The chance to take so many scales before so many Lives are lost."""
    chances = fight_chances(lead)
    wins, losses = chances.get("wins", 0), chances.get("loses", 0)
    if not wins:
        return 0.0
    share = wins / (wins + losses)
    table = [[1.0] * (lives + 1) for _ in range(scales + 1)]
    for left in range(1, scales + 1):
        table[left][0] = 0.0
        for life in range(1, lives + 1):
            table[left][life] = share * table[left - 1][life] + (1 - share) * table[left][life - 1]
    return table[scales][lives]


def lead(about: Mapping[str, Any]) -> int:
    """How far it is ahead in the fight that a question is about."""
    if about["hopeless"]:
        return -9
    return int(about["own"]) - int(about["against"]) - bool(about["best_of_2"])


def card_worth(option: Any, g: Glance) -> float:
    """A rough price of whatever an option carries."""
    match option:
        case Cure(ailment):
            order = ("lycanthropy", "disease", "weakness", "curse", "confusion", "poison")
            return order.index(ailment)
        case GiveSpell(spell):
            return 2.0 if spell.evades or spell.in_battle or spell.id == "sp-mend" else 1.0
        case GiveObject(item):
            return thing_worth(item.card, g) + item.enchanted
        case GiveFollower(card) | Take(card):
            return thing_worth(card, g)
    return 0.0


WEIGHTS: Final[Mapping[str, float]] = {
    "weapon": 2.0,
    "battle": 2.0,
    "psychic": 2.0,
    "strength": 3.0,
    "craft": 3.0,
    "score": 4.0,
}


def thing_worth(card: Any, g: Glance) -> float:
    """A rough price of a card."""
    if card.id == "talisman-card":
        return 0.5 if g.view.scenario == "catacombs" else 50.0
    worth = sum([weight * getattr(card, name, 0) for name, weight in WEIGHTS.items()])
    if getattr(card, "save", 0):
        worth += 7 - card.save
    worth += 2.0 * getattr(card, "worth", 0.0)
    return worth + 1.5 * bool(getattr(card, "use", None)) + 3.0 * getattr(card, "weapons", 0)
