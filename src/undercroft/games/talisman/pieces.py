"""The single things that lie on the table: Objects, holds, tiles, monsters."""

from dataclasses import dataclass, field

from undercroft.core.copying import copied
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


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the board. To change it is to replace it: copies of a board share their tiles."""

    tile: Tile
    rotation: int = 0
    hidden: bool = False
    known: frozenset[int] = frozenset()  # seats that know a hidden tile
    spent: bool = False
    destroyed: bool = False
    marks: frozenset[str] = frozenset()
    counter: Counter | None = None  # of a room trap
    sides: int = field(init=False)  # the passages as they lie
    is_closed: bool = field(init=False)  # nobody may enter it: destroyed, or sealed

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", PASSAGES[self.tile.shape][self.rotation])
        object.__setattr__(self, "is_closed", self.destroyed or "sealed" in self.marks)

    def changed(
        self,
        *,
        tile: Tile | None = None,
        rotation: int | None = None,
        hidden: bool | None = None,
        known: frozenset[int] | None = None,
        spent: bool | None = None,
        destroyed: bool | None = None,
        marks: frozenset[str] | None = None,
    ) -> "Placed":
        """Give it with some things changed; `trapped` changes its counter."""
        return Placed(
            self.tile if tile is None else tile,
            self.rotation if rotation is None else rotation,
            self.hidden if hidden is None else hidden,
            self.known if known is None else known,
            self.spent if spent is None else spent,
            self.destroyed if destroyed is None else destroyed,
            self.marks if marks is None else marks,
            self.counter,
        )

    def trapped(self, counter: Counter | None) -> "Placed":
        """Give it with another counter, or with none."""
        return Placed(
            self.tile,
            self.rotation,
            self.hidden,
            self.known,
            self.spent,
            self.destroyed,
            self.marks,
            counter,
        )


@dataclass
class GateMonster:
    """A monster that came through a Gate (rooms part, 3.7)."""

    card: Enemy
    square: int

    def copy(self) -> "GateMonster":
        """Copy it."""
        return copied(self)
