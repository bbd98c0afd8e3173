"""The cards of Tomb of Four Kings, one row each (section 2 of the rules of record).

The nine hearts 2 to 10 are no more than a counter; they have no rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from undercroft.core.game import Row

Kind: TypeAlias = Literal["monster", "trap", "door", "skill", "favour", "hoard", "torch", "scroll"]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
MOST_COPIES: Final = 4
Copies: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COPIES)]


@dataclass(frozen=True, eq=False, slots=True)
class Card(Row):
    """A card: what it is in play, its number as encounter or action, its worth as treasure.

    In a variant a pack may have several of it, or none.
    """

    id: str
    kind: Kind
    number: Number = 0
    worth: Number = 0
    copies: Copies = 1

    def means(self, field: str) -> bool:
        """Encounters have a number, and treasure is worth something."""
        return {"number": self.kind in DANGERS, "worth": self.is_treasure}.get(field, True)

    @property
    def is_treasure(self) -> bool:
        """A diamond, a king or the joker."""
        return self.kind in TREASURE


DANGERS: Final = frozenset({"monster", "trap", "door"})  # encounters, and action cards
TREASURE: Final = frozenset({"trap", "hoard", "scroll"})

CARDS: Final = (
    *(Card(f"{n}s", "monster", n) for n in range(2, 11)),
    *(Card(f"{n}d", "trap", n, worth=n) for n in range(2, 11)),
    *(Card(f"{n}c", "door", n) for n in range(2, 11)),
    Card("js", "skill"),
    Card("jd", "skill"),
    Card("jc", "skill"),
    Card("jh", "skill"),
    *(Card(f"q{suit}", "favour") for suit in "sdch"),
    *(Card(f"k{suit}", "hoard", worth=10) for suit in "sdch"),
    *(Card(f"a{suit}", "torch") for suit in "sdch"),
    Card("joker", "scroll", worth=6),
)
ROWS: Final = {card.id: card for card in CARDS}

BERSERK: Final = "js"
DISARM: Final = "jd"
PICK_LOCK: Final = "jc"
DODGE: Final = "jh"
SCROLL: Final = "joker"

Skill: TypeAlias = Literal["berserk", "disarm", "pick-lock"]

SKILLS: Final[Mapping[str, Skill]] = {BERSERK: "berserk", DISARM: "disarm", PICK_LOCK: "pick-lock"}
SKILL_AGAINST: Final[Mapping[str, str]] = {"monster": BERSERK, "trap": DISARM, "door": PICK_LOCK}
