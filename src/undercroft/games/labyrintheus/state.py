"""What lies on the table (section 3 of the rules of record)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from undercroft.core.copying import copied
from undercroft.core.game import Row
from undercroft.core.piles import Pile
from undercroft.core.table import Table
from undercroft.games.labyrintheus.components.encounters import Difficulty, Encounter
from undercroft.games.labyrintheus.components.personas import Persona, SlotKind, Special, Symbol
from undercroft.games.labyrintheus.components.treasures import Treasure, Window
from undercroft.games.labyrintheus.options import LabyrintheusOptions

ContestKind: TypeAlias = Literal["monster", "titan", "trap", "attack"]
Phase: TypeAlias = Literal["setup", "turn", "prep", "encounter", "cleanup"]


@dataclass
class Hero:
    """One seat: a persona, what it wears, and what is in its backpack."""

    seat: int
    persona: Persona
    kinds: list[SlotKind]  # of the slots, in slot order
    slots: list[Treasure | None]
    counters: list[int]  # hardness counters, by slot
    health: int
    undead: bool = False
    crumbled: bool = False
    stones: int = 0
    backpack: list[Treasure] = field(default_factory=list)
    known: dict[Treasure, list[int]] = field(default_factory=dict)  # who knows of a backpack card
    offered: int | None = None  # bog-market: the place of the card chosen, hidden (Y-4)
    might: int = 0  # what lasts for a turn
    stoneskin: int = 0
    broad_back_used: bool = False
    patient_eye_used: bool = False

    @property
    def symbol(self) -> Symbol:
        """The homeland's mark."""
        return self.persona.symbol

    @property
    def most_health(self) -> int:
        """Full health, on the side that is up."""
        return self.persona.undead_health if self.undead else self.persona.health

    @property
    def defence(self) -> int:
        """Defence, on the side that is up."""
        return self.persona.undead_defence if self.undead else self.persona.defence

    @property
    def damage(self) -> int:
        """Damage, on the side that is up."""
        return self.persona.undead_damage if self.undead else self.persona.damage

    @property
    def equipped(self) -> list[Treasure]:
        """The cards in the slots, in slot order."""
        return [card for card in self.slots if card is not None]

    def has_trait(self, trait: str) -> bool:
        """Whether a trait works: only while the living side is up (2.3)."""
        return self.persona.trait == trait and not self.undead

    def copy(self) -> "Hero":
        """Copy the seat."""
        return copied(self)


@dataclass
class Contest:
    """C-1. A fight, a trap or an attack, from the reveal of the card to the damage it deals."""

    kind: ContestKind
    fighter: int
    number: int
    card: Encounter | None = None
    defender: int | None = None
    special: Special | None = None  # the card's, or the one an undead attacker has in force
    dice: int = 0  # 0: not thrown yet
    critical: bool = False
    bonus: int = 0  # traits, keen, items, boosts, less hexes; all but might
    damage: int = 0  # of items used for attack
    used: list[Treasure] = field(default_factory=list)  # C-10

    def copy(self) -> "Contest":
        """Copy the contest."""
        return copied(self)


@dataclass
class Blow:
    """D-1. Damage on its way to a victim."""

    victim: int
    amount: int
    source: ContestKind
    special: Special | None = None
    attacker: int | None = None
    card: Encounter | None = None
    used: list[Treasure] = field(default_factory=list)  # in the contest before it (C-10)
    victims: list[int] = field(default_factory=list)  # all so far (redirect)

    def copy(self) -> "Blow":
        """Copy the damage."""
        return copied(self)


@dataclass
class Portal:
    """G-4. An open portal: its owner, and who is still to move before it can be passed."""

    owner: int
    still_to_move: list[int]

    def copy(self) -> "Portal":
        """Copy the portal."""
        return copied(self)


@dataclass(slots=True)
class Trace:
    """What became of a backpack card, as far as others may have seen it (section 8).

    It never changes. (To be frozen would make it slower.)
    """

    what: Literal["drawn", "gone", "given", "got"]
    card: Treasure
    seat: int
    other: int = -1  # whom it was given to, or got from
    deck: int = 0  # the number of the deck it was drawn from


@dataclass
class Maze(Table):
    """The labyrinth: all that is on the table."""

    options: LabyrintheusOptions
    seats: int
    personas: list[Persona]  # those left
    box: list[Row]  # cards out of the game
    difficulty: Pile[Difficulty]  # not in play; some of them lie in the encounter deck as `edi`
    treasures: Pile[Treasure]
    encounters: Pile[Encounter]
    treasure_discard: list[Treasure] = field(default_factory=list)
    encounter_discard: list[Encounter] = field(default_factory=list)
    in_play: list[Difficulty] = field(default_factory=list)
    heroes: list[Hero] = field(default_factory=list)
    rebuilt: int = 0  # how often the treasure deck was
    held_over: dict[Treasure, int] = field(default_factory=dict)  # held then, by decks drawn from
    traces: list[Trace] = field(default_factory=list)  # since a card went on for the first time
    direction: int = 1  # left; right is -1
    acting: int = 0
    phase: Phase = "setup"
    step: Phase = "turn"  # where a turn goes on
    turns: int = 0
    portal: Portal | None = None
    deaths: list[int] = field(default_factory=list)
    encounter: Encounter | None = None  # under resolution
    hunting: bool = False
    window: Window | None = None
    contest: Contest | None = None
    blow: Blow | None = None

    @property
    def hero(self) -> Hero:
        """The acting player."""
        return self.heroes[self.acting]

    @property
    def wrath(self) -> int:
        """What difficulty adds to damage."""
        return sum([card.damage for card in self.in_play])

    @property
    def guile(self) -> int:
        """What difficulty adds to defence and skill checks."""
        return sum([card.defence for card in self.in_play])

    @property
    def living(self) -> list[Hero]:
        """The living players."""
        return [hero for hero in self.heroes if not hero.undead]

    @property
    def edis(self) -> int:
        """How many difficulty cards lie in the encounter deck."""
        return sum([card.type == "edi" for card in self.encounters.fog])

    def in_order(self) -> Sequence[Hero]:
        """All players, from the acting one on in the direction of play."""
        return self.from_seat(self.acting)

    def from_seat(self, first: int) -> Sequence[Hero]:
        """All players, from one of them on in the direction of play."""
        heroes, n = self.heroes, self.seats
        return [heroes[(first + k * self.direction) % n] for k in range(n)]

    def next_seat(self, seat: int) -> int:
        """The neighbour in the direction of play (T-1)."""
        return (seat + self.direction) % self.seats

    def copy(self) -> "Maze":
        """Copy the labyrinth; nobody listens to the copy."""
        return copied(self)
