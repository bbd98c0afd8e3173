"""Bots that know Tomb of Four Kings: two rules of thumb that a person could keep in mind.

Both weigh a choice by one guess, the hope left after it: with so many turns still to play before
daylight,

    hope = chance to live x chance to keep a light x what will be carried out

and they differ in two numbers only: what the four kings together are worth to them beyond their
points, and how much they think a turn tires them. Unseen cards are counted, never peeked at.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from undercroft.core.game import Advice, Look
from undercroft.core.questions import Decision
from undercroft.games.tomb.cards import BERSERK, DISARM, DODGE, SCROLL, TREASURE, Card
from undercroft.games.tomb.rules import Drop
from undercroft.games.tomb.view import MatchView, TombView

CARDS_A_TURN: Final = 2.7  # cards that a turn is thought to turn
SKILL_WORTH: Final = 4  # hit points that a skill in hand is thought to spare
SCROLL_TORCHES: Final = 6  # torches the scroll counts for: only the very end of the deck is dark


class RuleOfThumb:
    """A player led by hope."""

    strength: ClassVar[str] = "rule of thumb"
    budget: ClassVar[float] = 0.01
    prize: ClassVar[float]  # points it would give for all four kings, besides the 40 they score
    weariness: ClassVar[float]  # hit points that a turn to come weighs in the guess at living

    def __init__(self, rows: Mapping[str, Card], random: Callable[[], float]) -> None:
        self.rows = rows

    def __call__(self, decision: Decision[Any], look: Look[MatchView]) -> Any:
        """Choose an option."""
        return self.advise(decision, look).answer

    def advise(self, decision: Decision[Any], look: Look[MatchView]) -> Advice:
        """Answer each question in its own way, and say why."""
        tomb = look.view.tombs[decision.seat]
        assert isinstance(tomb, TombView)  # noqa: S101 (a seat sees its own table)
        sight = Sight(tomb, self.rows, self.prize, self.weariness)
        match decision.id:
            case "next":
                return turn_back(sight)
            case "face":
                return face(sight, decision.options)
            case "blow":
                return dodge(sight, decision.about["amount"])
            case "lock":
                return pick_lock(sight, decision.about["discards"])
            case "leave":
                return Advice(min(decision.options, key=lambda option: price(option.card)), "least")
            case _:
                return Advice("read-scroll", "torch")


class Cautious(RuleOfThumb):
    """Plays for points."""

    prize: ClassVar[float] = 50
    weariness: ClassVar[float] = 0.6


class Bold(RuleOfThumb):
    """Plays for the four kings."""

    prize: ClassVar[float] = 2000
    weariness: ClassVar[float] = 0.1


class Sight:
    """What the player knows, and what hope it gives."""

    def __init__(
        self, tomb: TombView, rows: Mapping[str, Card], prize: float, weariness: float
    ) -> None:
        self.tomb = tomb
        self.prize = prize
        self.weariness = weariness
        self.encounter = rows[tomb.encounter] if tomb.encounter else None
        self.hand = treasure_of(tomb.hand, rows)
        self.spoils = self.hand + treasure_of(tomb.column, rows)
        self.unseen = [rows[id] for id in tomb.unseen]
        self.unseen_worth = sum([card.worth for card in self.unseen])
        self.unseen_kings = sum([card.kind == "hoard" for card in self.unseen])

    @property
    def to_go(self) -> int:
        """Turns to play after this one, if the player turns back as soon as can be."""
        tomb = self.tomb
        if tomb.phase == "retreat":
            return tomb.delve_done - tomb.retreat_done - 2
        return tomb.delve_done if tomb.encounter else tomb.delve_done - 1

    @property
    def stamina(self) -> float:
        """Hit points, and what the skills in hand may spare of them."""
        return self.tomb.hit_points + SKILL_WORTH * sum(
            skill in self.tomb.hand for skill in (BERSERK, DISARM, DODGE)
        )

    @property
    def in_last_light(self) -> bool:
        """Whether the next torch is the end."""
        tomb = self.tomb
        return len(tomb.torches) == 3 and not tomb.scroll_used and SCROLL not in tomb.hand

    def hope(self, turns: int, stamina: float, hand: Sequence[Card]) -> float:
        """Guess what will be carried out, with so many turns to play."""
        share = min(0.98, CARDS_A_TURN * turns / (len(self.unseen) or 1))  # of unseen cards turned
        torches = 4 - len(self.tomb.torches)  # dark falls only if each of them is turned
        if self.tomb.scroll_used or any(card.kind == "scroll" for card in hand):
            torches += SCROLL_TORCHES
        stamina = max(stamina, 1)  # nobody alive has less
        carried = sum([card.worth for card in hand]) + share * self.unseen_worth
        missing = max(4 - sum([card.kind == "hoard" for card in hand]), 0)
        if missing <= self.unseen_kings:  # the prize is still to be had
            carried += self.prize * share**missing
        return stamina / (stamina + self.weariness * turns) * (1 - share**torches) * carried


def turn_back(sight: Sight) -> Advice:
    """One turn deeper is two more turns to play: turn back unless there is more hope in that."""
    now = sight.hope(sight.to_go, sight.stamina, sight.hand)
    deeper = sight.hope(sight.to_go + 2, sight.stamina, sight.hand)
    answer = "turn-back" if now >= deeper else "deeper"
    return Advice(answer, "hope", {"back": f"{now:.0f}", "deeper": f"{deeper:.0f}"})


def face(sight: Sight, options: Sequence[Any]) -> Advice:
    """Guess what drawing on comes to; a skill or a treasure must beat that."""
    assert sight.encounter is not None  # noqa: S101 (or nothing would be faced)
    skill = next((option for option in options[1:] if isinstance(option, str)), None)
    if sight.encounter.kind == "door":  # it can be picked after a bad card as well, if by any light
        if sight.in_last_light:
            return Advice(skill, "last-light")
        return Advice("draw", "door")
    best, most = "draw", hope_of_drawing(sight, sight.encounter)
    if skill:
        playing = sight.hope(sight.to_go, sight.stamina - SKILL_WORTH, sight.spoils)
        if playing > most:
            best, most = skill, playing
    baits = [option for option in options if isinstance(option, Drop)]
    if baits:
        cheapest = min(baits, key=lambda option: price(option.card))
        rest = [card for card in sight.hand if card is not cheapest.card]
        if sight.hope(sight.to_go, sight.stamina, rest) > most:
            return Advice(cheapest, "bait")
    if best != "draw":
        return Advice(best, "skill")
    wins = sum([settles(card, sight.encounter) for card in sight.unseen])
    return Advice("draw", "draw", {"wins": wins, "unseen": len(sight.unseen)})


def settles(card: Card, encounter: Card) -> bool:
    """Whether a card, drawn now, settles the encounter."""
    return card.number >= encounter.number if card.number else card.kind == "favour"


def hope_of_drawing(sight: Sight, encounter: Card) -> float:
    """Count over the unseen cards what drawing until the encounter is settled leads to."""
    wins = hurts = deaths = damage = 0
    for card in sight.unseen:
        if card.number:
            gap = encounter.number - card.number
            if gap > 0:
                hurts += 1
                damage += gap
                deaths += gap >= sight.tomb.hit_points and DODGE not in sight.tomb.hand
                continue
        elif card.kind != "favour":
            continue
        wins += 1
    turns, stamina = sight.to_go, sight.stamina
    if encounter.kind == "monster":
        # Cards are turned until one wins: any other comes before it with a chance of 1 in wins + 1.
        chance = 1 / (wins + 1)
        hope = sight.hope(turns, stamina - damage * chance, sight.spoils)
        hope *= 1 - deaths / (deaths + wins or 1)
    else:  # the first card that counts decides: it wins, kills, or hurts and costs the spoils
        chance = 1 / (wins + hurts + 1)
        hope = wins * sight.hope(turns, stamina, sight.spoils)
        if hurts > deaths:
            hope += (hurts - deaths) * sight.hope(turns, stamina - damage / hurts, sight.hand)
        hope /= wins + hurts or 1
    return hope * (1 - chance) if sight.in_last_light else hope


def dodge(sight: Sight, blow: Any) -> Advice:
    """Dodge what would kill, and what costs more than the skill is worth."""
    if blow >= sight.tomb.hit_points:
        return Advice("dodge", "deadly")
    return Advice("dodge", "heavy") if blow > SKILL_WORTH else Advice("take", "light")


def pick_lock(sight: Sight, discards: Any) -> Advice:
    """Pick a lock for any treasure in the turn, or to be spared more than one discard."""
    if len(sight.spoils) > len(sight.hand):
        return Advice("pick-lock", "spoils")
    return Advice("pick-lock", "discards") if discards > 1 else Advice("discard", "keep-pick")


def price(card: Card) -> float:
    """Say what parting with a treasure costs: a scroll more than it scores, a king most."""
    return 9.5 if card.kind == "scroll" else card.worth + (card.kind == "hoard")


def treasure_of(ids: Sequence[str], rows: Mapping[str, Card]) -> list[Card]:
    """Find the treasure among cards."""
    return [card for id in ids if (card := rows[id]).kind in TREASURE]


# -- for playouts ---------------------------------------------------------------------------------

DEEP: Final = 3  # turns to go at which it turns back
STRONG: Final = 6  # the number of an encounter from which on a skill, or a treasure, is well spent


class Light:
    """A cheap player for playouts: never looks at the table, and goes by what it is asked."""

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Card], random: Callable[[], float]) -> None:
        pass

    def __call__(self, decision: Decision[Any], look: Look[MatchView]) -> Any:
        """Answer each question in its own way."""
        about: Mapping[str, Any] = decision.about
        options = decision.options
        match decision.id:
            case "next":
                return "turn-back" if about["to_go"] >= DEEP else "deeper"
            case "face":
                return self.face(options, about["encounter"])
            case "blow":
                return "dodge" if about["deadly"] or about["amount"] > SKILL_WORTH else "take"
            case "lock":
                return "pick-lock" if about["discards"] > 1 else "discard"
            case "leave":
                return min(options, key=lambda option: price(option.card))
        return options[0]

    def face(self, options: Sequence[Any], encounter: Card) -> Any:
        """Draw against what is weak; spend a skill, or the least treasure, on what is strong."""
        if encounter.number < STRONG or encounter.kind == "door":
            return "draw"
        if isinstance(options[1:] and options[1], str):
            return options[1]
        baits = [option for option in options if isinstance(option, Drop)]
        if baits and encounter.number > STRONG + 1:
            return min(baits, key=lambda option: price(option.card))
        return "draw"


# -- a beginner -----------------------------------------------------------------------------------

SLIPS: Final = 0.1  # of a beginner's decisions


class Novice(Light):
    """Plays like a beginner: turns back by feeling, counts no cards, and now and then slips."""

    strength: ClassVar[str] = "easy"
    budget: ClassVar[float] = 0.01

    def __init__(self, rows: Mapping[str, Card], random: Callable[[], float]) -> None:
        super().__init__(rows, random)
        self._random = random

    def __call__(self, decision: Decision[Any], look: Look[MatchView]) -> Any:
        """Answer by what is asked, or anyhow."""
        if self._random() < SLIPS:
            return decision.options[int(self._random() * len(decision.options))]
        return Light.__call__(self, decision, look)
