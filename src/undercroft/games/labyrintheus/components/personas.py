"""The personas, both sides of each card (2.3, 2.4 of the rules of record)."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from undercroft.core.game import Row

Symbol: TypeAlias = Literal["hammer", "reed", "feather", "lantern", "thorn", "sun"]
PersonaId: TypeAlias = Literal[
    "oxgrave", "fennimore", "hale", "ashgrove", "quickthorn", "dunestrider"
]
Trait: TypeAlias = Literal[
    "broad-back", "second-steeping", "quick-wrist", "kept-flame", "light-step", "patient-eye"
]
Special: TypeAlias = Literal["pierce", "crush", "pilfer", "grasp", "keen", "savage", "stalk"]
SlotKind: TypeAlias = Literal["hand", "body", "head", "item"]
Health: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Copies: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
"""A variant may leave a card out. Players remember who holds which, so there are no two of one."""
Places: TypeAlias = Annotated[int, Meta(ge=0, le=5)]


@dataclass(frozen=True, eq=False, slots=True)
class Persona(Row):
    """A persona: its living side, its undead side, and the places for what it wears."""

    id: str
    symbol: Symbol
    trait: Trait
    health: Health
    defence: Number
    damage: Number
    undead_health: Health
    undead_defence: Number
    undead_damage: Number
    undead_special: Special
    hand: Places = 2
    body: Places = 1
    head: Places = 1
    item: Places = 1

    @property
    def slots(self) -> tuple[SlotKind, ...]:
        """The kinds of its slots, in slot order."""
        kinds: tuple[SlotKind, ...] = ("hand", "body", "head", "item")
        counts = (self.hand, self.body, self.head, self.item)
        return tuple([k for k, n in zip(kinds, counts, strict=True) for _ in range(n)])


PERSONAS: Final = (
    Persona("oxgrave", "hammer", "broad-back", 11, 4, 2, 5, 3, 2, "crush"),
    Persona("fennimore", "reed", "second-steeping", 11, 5, 1, 4, 4, 1, "pierce", item=3),
    Persona("hale", "feather", "quick-wrist", 10, 4, 2, 4, 4, 1, "keen"),
    Persona("ashgrove", "lantern", "kept-flame", 11, 5, 1, 5, 4, 1, "savage", item=2),
    Persona("quickthorn", "thorn", "light-step", 9, 4, 1, 3, 5, 1, "pilfer", item=2),
    Persona("dunestrider", "sun", "patient-eye", 11, 4, 2, 4, 4, 1, "stalk", item=2),
)
