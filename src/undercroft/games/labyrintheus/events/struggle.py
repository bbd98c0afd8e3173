"""What players meet and do to each other: encounters, contests, damage and death."""

from typing import Literal

from undercroft.games.labyrintheus.events.base import Mode, Source, Told


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
