"""What lies on the table (section 3 of the rules of record)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVarTuple

import msgspec
from msgspec.structs import replace

from undercroft.core.copying import copied
from undercroft.core.piles import Pile
from undercroft.core.table import Kinds, Listener, Table
from undercroft.games.tomb.cards import SCROLL, Card
from undercroft.games.tomb.events import TombEvent
from undercroft.games.tomb.options import TombOptions

Ts = TypeVarTuple("Ts")

HEARTS: Final = 9  # hit-point cards: 10 down to 2


class Result(msgspec.Struct, frozen=True):
    """A seat's finished game."""

    outcome: Literal["won", "escaped", "dead", "lost"]
    kings: int
    points: int

    @property
    def record(self) -> str:
        """Kings and points: `4/68` (P-4)."""
        return f"{self.kings}/{self.points}"

    @property
    def gold(self) -> int:
        """Gold pieces (P-4)."""
        return self.points * 100


class AtMatch:
    """Keeps a tomb's way to its match out of what is compared and written."""

    match: "Match"


@dataclass
class Tomb(AtMatch):
    """One seat's game."""

    seat: int
    deck: Pile[Card]
    turned: int = 0  # hit-point cards turned over
    dodges: list[Card] = field(default_factory=list)  # Dodge Blow, on the turned hit points
    torches: list[Card] = field(default_factory=list)
    scrolls_read: list[Card] = field(default_factory=list)  # the joker, in the torch row
    hand: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    phase: Literal["delve", "retreat"] = "delve"
    delve_done: int = 0
    retreat_done: int = 0
    stacks: list[Sequence[Card]] = field(default_factory=list)
    column: list[Card] = field(default_factory=list)
    encounter: Card | None = None
    favours: int = 0  # queens in the active column
    result: Result | None = None
    covered: bool = False  # D-7: on the same deal the other seat sees nothing, not even questions

    @property
    def showing(self) -> int:
        """The rank of the top face-up heart; 0 when nothing shows any more."""
        return 10 - self.turned if self.turned < HEARTS else 0

    @property
    def hit_points(self) -> int:
        """Hit-point cards still face up."""
        return HEARTS - self.turned

    @property
    def turn(self) -> int:
        """The number of the active turn, or of the next one."""
        return self.delve_done + self.retreat_done + 1

    def held(self, id: str) -> Card | None:
        """The card of that id, if it is in hand."""
        for card in self.hand:
            if card.id == id:
                return card
        return None

    @property
    def listener(self) -> Listener | None:
        """Who hears what is told."""
        return self.match.listener

    @property
    def unheard(self) -> Kinds:
        """What it can do without."""
        return self.match.unheard

    def tell(self, event: Callable[[int, int, *Ts], TombEvent], /, *details: *Ts) -> None:
        """Tell an event of this game, with its seat and the number of its turn."""
        match = self.match
        listener = match.listener
        if listener is not None and event not in match.unheard:
            whose = (self.seat, self.delve_done + self.retreat_done + 1)
            told = event(*(whose + details))
            listener.append(replace(told, to=(self.seat,)) if self.covered else told)

    def copy(self) -> "Tomb":
        """Copy the game; a copy of its match knows it."""
        return copied(self)


@dataclass
class Match(Table):
    """All that is played: one game, a series of games, or a duel."""

    options: TombOptions
    pack: Mapping[str, Card]  # the 44 cards that are no hit points
    tombs: list[Tomb]
    game: int = 1
    to_play: int = 0  # whose go it is
    order: list[Card] = field(default_factory=list)  # D-7: the common deck, as far as it is known
    results: list[list[Result]] = field(default_factory=list)  # finished games, by seat

    def __post_init__(self) -> None:
        for tomb in self.tombs:
            tomb.match = self

    @property
    def deck_size(self) -> int:
        """How many cards a deck has at the start."""
        return sum([card.copies for card in self.pack.values()]) - len(self.set_aside)

    @property
    def set_aside(self) -> list[Card]:
        """What the options take out of the deck before the game, as far as the pack has it."""
        torches = ("ah", "ad")[: self.options.start_torches]
        ids = torches if self.options.scroll == "deck" else (*torches, SCROLL)
        return [self.pack[id] for id in ids if self.pack[id].copies]

    def let_go(self) -> None:
        """Part from the tombs, which point back."""
        self.tombs.clear()

    def copy(self) -> "Match":
        """Copy the match; nobody listens to the copy."""
        return copied(self)
