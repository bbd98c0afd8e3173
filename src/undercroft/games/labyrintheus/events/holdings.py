"""What players hold: cards in hand and slots, gate stones, and what they do with them."""

from typing import Literal

from undercroft.games.labyrintheus.events.base import Gain, Loss, Purpose, Told


class TreasureDrawn(Told, frozen=True, gc=False):
    """Treasure cards came to a backpack."""

    seat: int
    count: int
    cause: Gain


class TreasureHeld(Told, frozen=True, gc=False):
    """What was drawn, for the drawer alone."""

    seat: int
    cards: tuple[str, ...]


class AbilityPlayed(Told, frozen=True, gc=False):
    """An ability card was played."""

    seat: int
    card: str
    effect: str
    target: int | None
    aim: str | None


class ItemEquipped(Told, frozen=True, gc=False):
    """A card went into a slot."""

    seat: int
    card: str
    slot: str
    replaced: str | None


class ItemUsed(Told, frozen=True, gc=False):
    """An item was used."""

    seat: int
    card: str
    purpose: Purpose
    bonus: int
    counters: int
    hardness: int


class ItemDiscarded(Told, frozen=True, gc=False):
    """An equipped card is gone."""

    seat: int
    card: str
    cause: Loss


class PotionDrunk(Told, frozen=True, gc=False):
    """A potion was drunk."""

    seat: int
    card: str
    kind: str
    amount: int


class Healed(Told, frozen=True, gc=False):
    """Health came back."""

    seat: int
    amount: int
    health: int
    cause: str


class DirectionReversed(Told, frozen=True, gc=False):
    """An orb turned the direction of play."""

    seat: int
    card: str
    direction: Literal["left", "right"]


class BackpackOverflow(Told, frozen=True, gc=False):
    """A card too many was discarded."""

    seat: int
    card: str


class CardStolen(Told, frozen=True, gc=False):
    """A card went from one backpack to another."""

    giver: int
    taker: int


class CardMoved(Told, frozen=True, gc=False):
    """Which card went from backpack to backpack, for the two who know."""

    giver: int
    taker: int
    card: str


class CardLost(Told, frozen=True, gc=False):
    """A backpack card was discarded."""

    seat: int
    card: str
    cause: str


class CardsPassed(Told, frozen=True, gc=False):
    """Cards went on to the next seats: givers and takers."""

    passes: tuple[tuple[int, int], ...]


class TreasureDeckRebuilt(Told, frozen=True, gc=False):
    """The treasure discard became the deck."""

    cards: int


class GateStoneGained(Told, frozen=True, gc=False):
    """A gate stone came from the supply."""

    seat: int
    stones: int
    cause: str


class GateStoneStolen(Told, frozen=True, gc=False):
    """A gate stone changed hands."""

    giver: int
    taker: int
    stones_giver: int
    stones_taker: int


class GateStonesLost(Told, frozen=True, gc=False):
    """Gate stones went back to the supply."""

    seat: int
    count: int
    stones: int
    cause: str
