"""What the rules of Labyrintheus tell (section 10 of the rules of record)."""

from typing import Final, Literal, TypeAlias

from undercroft.core.events import Event
from undercroft.games.labyrintheus.options import LabyrintheusOptions

Loss: TypeAlias = Literal["worn", "single-use", "replaced", "shed", "rust", "crush", "death"]
Source: TypeAlias = Literal["monster", "titan", "trap", "attack", "party"]
Mode: TypeAlias = Literal["ambush", "undead", "dead-heat", "challenge"]


class Told(Event, frozen=True, gc=False):
    """Every event of Labyrintheus. Seats are counted from 0."""


class GameStarted(Told, frozen=True, gc=False):
    """The decks are made; personas by seat."""

    players: int
    personas: tuple[str, ...]
    options: LabyrintheusOptions


class PersonaChosen(Told, frozen=True, gc=False):
    """A seat has its persona."""

    seat: int
    persona: str


class InitiativeRolled(Told, frozen=True, gc=False):
    """A seat rolled for the first turn."""

    seat: int
    face: int
    attempt: int


class FirstPlayer(Told, frozen=True, gc=False):
    """Who goes first."""

    seat: int


class TreasureDrawn(Told, frozen=True, gc=False):
    """Treasure cards came to a backpack."""

    seat: int
    count: int
    cause: Literal["deal", "reward", "chest", "trait", "party"]


class TreasureHeld(Told, frozen=True, gc=False):
    """What was drawn, for the drawer alone."""

    seat: int
    cards: tuple[str, ...]


class TurnStarted(Told, frozen=True, gc=False):
    """A turn began."""

    seat: int
    turn: int
    round: int
    side: Literal["living", "undead"]


class PhaseStarted(Told, frozen=True, gc=False):
    """A phase began."""

    seat: int
    phase: Literal["prep", "encounter", "cleanup"]


class TurnCutShort(Told, frozen=True, gc=False):
    """The rest of a turn is skipped."""

    seat: int
    cause: Literal["orb", "death", "crumbled"]


class TurnEnded(Told, frozen=True, gc=False):
    """A turn is over."""

    seat: int
    next: int


class WindowOpened(Told, frozen=True, gc=False):
    """Ability cards may be played."""

    window: Literal["turn", "reveal", "roll", "hurt"]
    about: str | None


class WindowClosed(Told, frozen=True, gc=False):
    """Nobody has anything to add."""

    window: Literal["turn", "reveal", "roll", "hurt"]
    about: str | None


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
    purpose: Literal["attack", "evade", "guard", "soak"]
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


class EncounterRevealed(Told, frozen=True, gc=False):
    """An encounter card was drawn, or a Titan found; its numbers with difficulty."""

    seat: int
    card: str
    type: str
    number: int
    damage: int


class DifficultyRaised(Told, frozen=True, gc=False):
    """A difficulty card came into play."""

    seat: int
    card: str
    damage_total: int
    defence_total: int


class EncounterDeckRebuilt(Told, frozen=True, gc=False):
    """The encounter discard became the deck."""

    cards: int
    added: int


class TreasureDeckRebuilt(Told, frozen=True, gc=False):
    """The treasure discard became the deck."""

    cards: int


class EncounterBanished(Told, frozen=True, gc=False):
    """An encounter was sent away."""

    seat: int
    by: int
    card: str


class EncounterIgnored(Told, frozen=True, gc=False):
    """An undead player took no notice of a card."""

    seat: int
    card: str


class EncounterPassedOver(Told, frozen=True, gc=False):
    """A card was passed over in a hunt."""

    seat: int
    card: str


class EncounterHardened(Told, frozen=True, gc=False):
    """An encounter became harder to beat."""

    card: str
    number: int


class FighterChanged(Told, frozen=True, gc=False):
    """Somebody took over a fight."""

    before: int
    seat: int
    card: str


class DieRolled(Told, frozen=True, gc=False):
    """The dice of a contest were thrown."""

    seat: int
    purpose: Literal["monster", "titan", "trap", "attack"]
    faces: tuple[int, ...]
    dice_total: int
    critical: bool


class TraitUsed(Told, frozen=True, gc=False):
    """A trait did its work."""

    seat: int
    trait: str


class ContestDecided(Told, frozen=True, gc=False):
    """A contest is over; against a card or a seat."""

    seat: int
    kind: Literal["monster", "titan", "trap", "attack"]
    against: str
    total: int
    number: int
    won: bool
    critical: bool


class MonsterDefeated(Told, frozen=True, gc=False):
    """A monster or Titan was beaten."""

    seat: int
    card: str


class TrapAvoided(Told, frozen=True, gc=False):
    """A trap was avoided."""

    seat: int
    card: str


class TrapSprung(Told, frozen=True, gc=False):
    """A trap was sprung."""

    seat: int
    card: str


class ChestOpened(Told, frozen=True, gc=False):
    """A chest was opened."""

    seat: int
    card: str


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


class MonsterBorrowed(Told, frozen=True, gc=False):
    """An undead player has a monster at its side."""

    seat: int
    card: str
    special: str | None


class AttackDeclared(Told, frozen=True, gc=False):
    """A player attacks another."""

    seat: int
    target: int
    mode: Mode
    damage: int
    special: str | None


class AttackHit(Told, frozen=True, gc=False):
    """An attack hit."""

    seat: int
    target: int
    total: int
    number: int


class AttackMissed(Told, frozen=True, gc=False):
    """An attack missed."""

    seat: int
    target: int
    total: int
    number: int


class DamagePending(Told, frozen=True, gc=False):
    """Damage is about to reach a player; by a card or an attacker."""

    seat: int
    amount: int
    source: Source
    card: str | None
    attacker: int | None


class DamageChanged(Told, frozen=True, gc=False):
    """Damage was reduced or raised to an amount."""

    seat: int
    amount: int
    by: Literal["trait", "pool", "item", "ward", "goad"]


class DamageRedirected(Told, frozen=True, gc=False):
    """Damage has a new victim."""

    before: int
    seat: int
    amount: int


class DamageTaken(Told, frozen=True, gc=False):
    """Health was lost."""

    seat: int
    amount: int
    health: int
    source: Source


class PlayerDied(Told, frozen=True, gc=False):
    """A living player died."""

    seat: int
    by: int | None
    stones: int
    stones_to: int | None


class UndeadCrumbled(Told, frozen=True, gc=False):
    """An undead player crumbled."""

    seat: int
    by: int | None
    stones: int
    stones_to: int | None


class UndeadRose(Told, frozen=True, gc=False):
    """A crumbled player rose again."""

    seat: int


class PartyBegun(Told, frozen=True, gc=False):
    """A party card is about to be carried out."""

    card: str


class PartyRolled(Told, frozen=True, gc=False):
    """A seat rolled for a party card."""

    seat: int
    face: int


class PartyEnded(Told, frozen=True, gc=False):
    """A party card is over; of those that single one out, who was."""

    card: str
    outcome: int | None


class HuntAnnounced(Told, frozen=True, gc=False):
    """A Titan hunt began."""

    seat: int
    stones: int


class HuntWon(Told, frozen=True, gc=False):
    """The Titan fell."""

    seat: int
    titan: str


class HuntLost(Told, frozen=True, gc=False):
    """The Titan won."""

    seat: int
    titan: str


class PortalOpened(Told, frozen=True, gc=False):
    """The portal is open."""

    seat: int
    still_to_move: tuple[int, ...]


class SpellHeld(Told, frozen=True, gc=False):
    """The owner has to wait."""

    seat: int
    still_to_move: tuple[int, ...]


class PortalClosed(Told, frozen=True, gc=False):
    """The portal is shut."""

    seat: int
    cause: Literal["theft", "loss", "death", "challenge"]


class ChallengeMade(Told, frozen=True, gc=False):
    """A player challenged the owner of the portal."""

    seat: int
    owner: int


class ChallengeDeclined(Told, frozen=True, gc=False):
    """A player let the owner of the portal go."""

    seat: int
    owner: int


class PortalDeparted(Told, frozen=True, gc=False):
    """The owner left through the portal."""

    seat: int


class GameEnded(Told, frozen=True, gc=False):
    """The game is over; all seats from the first place to the last."""

    how: Literal["portal", "last-alive", "all-dead", "timeout"]
    winners: tuple[int, ...]
    places: tuple[int, ...]


EVENTS: Final[tuple[type[Event], ...]] = tuple(Told.__subclasses__())
