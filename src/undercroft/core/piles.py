"""Face-down piles, which have no order until somebody looks."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

C = TypeVar("C")


@dataclass
class Pile(Generic[C]):
    """A pile of cards: a known top, a fog in no order, a known bottom.

    Drawing is a question, asked by `Table.draw`. A shuffle asks nothing: it makes fog of it all.
    """

    id: str
    fog: list[C]
    top: list[C] = field(default_factory=list)  # the last one lies uppermost
    bottom: list[C] = field(default_factory=list)  # the first one lies uppermost

    def __len__(self) -> int:
        return len(self.top) + len(self.fog) + len(self.bottom)

    def __iter__(self) -> Iterator[C]:
        """Iterate over what is in it, which is not to say in which order."""
        yield from reversed(self.top)
        yield from self.fog
        yield from self.bottom

    def shuffle_in(self, cards: list[C]) -> None:
        """Add cards and shuffle: all that was known of the order is lost."""
        self.fog += self.top + self.bottom + cards
        self.top, self.bottom = [], []

    def copy(self) -> "Pile[C]":
        """Copy the pile; the cards are shared."""
        return Pile(self.id, self.fog[:], self.top[:], self.bottom[:])
