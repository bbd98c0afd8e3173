"""The single things that lie on the table: Objects, holds, tiles, decks, monsters."""

from dataclasses import dataclass, field

from undercroft.core.copying import copied
from undercroft.core.piles import Pile
from undercroft.games.talisman.board import NOWHERE, PASSAGES
from undercroft.games.talisman.components.kinds import Card, Counter, Enemy, Thing, Tile


@dataclass(frozen=True)
class Item:
    """An Object as it is carried: the card, enchanted or not, with a Spell stored in it or not."""

    card: Thing
    enchanted: bool = False
    charge: int = 0  # O-9: under which number its Spell is stored; 0 is none

    def __str__(self) -> str:
        return f"{self.card.id}{'+' if self.enchanted else ''}{'.s' if self.charge else ''}"

    @property
    def is_magic(self) -> bool:
        """O-8. An Enchanted Object counts as Magic."""
        return self.card.magic or self.enchanted

    @property
    def is_talisman(self) -> bool:
        """Whether it opens the way past the Causeway."""
        return self.card.deck == "talisman"


@dataclass(frozen=True)
class Lying:
    """A card that lies on a space of the Land."""

    card: Card
    enchanted: bool = False


@dataclass
class Hold:
    """What holds a character (section 9), with whatever it must remember."""

    kind: str
    side: int = -1  # flood, tilt, far-side
    count: int = 0  # rolls made, Guardians beaten, locks; the Strength of a barrier
    tries: int = 0  # H-3: perseverance
    back: bool = False  # a barrier's way back is open
    origin: int = NOWHERE  # the square he came from
    subject: str = ""  # which barrier
    prize: bool = False  # the tile's prize waits behind a barrier
    seen: list[int] = field(default_factory=list)  # numbers of doors
    card: Enemy | None = None  # in the mirror

    def copy(self) -> "Hold":
        """Copy it."""
        return copied(self)


@dataclass(slots=True)
class Placed:
    """A tile on the board."""

    tile: Tile
    rotation: int = 0
    hidden: bool = False
    known: set[int] = field(default_factory=set)  # seats that know a hidden tile
    spent: bool = False
    destroyed: bool = False
    marks: set[str] = field(default_factory=set)
    counter: Counter | None = None  # of a room trap

    @property
    def sides(self) -> int:
        """The passages as they lie."""
        return PASSAGES[self.tile.shape][self.rotation]

    @property
    def is_closed(self) -> bool:
        """Whether nobody may enter it: destroyed, or sealed."""
        return self.destroyed or "sealed" in self.marks

    def copy(self) -> "Placed":
        """Copy it."""
        return copied(self)


@dataclass(slots=True)
class Deck:
    """A deck and its discard pile. Open decks (Purchase, Talismans, special Followers) have none.

    A deck is a bag: nothing in the game looks at its top.
    """

    pile: Pile[Card]
    discards: list[Card] = field(default_factory=list)
    is_open: bool = False

    def put_back(self, card: Card) -> None:
        """O-4."""
        (self.pile.fog if self.is_open else self.discards).append(card)

    def copy(self) -> "Deck":
        """Copy it."""
        return copied(self)


@dataclass
class GateMonster:
    """A monster that came through a Gate (rooms part, 3.7)."""

    card: Enemy
    square: int

    def copy(self) -> "GateMonster":
        """Copy it."""
        return copied(self)
