"""Face-down piles, which have no order until somebody looks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from undercroft.core.copying import copied

C = TypeVar("C")


@dataclass(slots=True, eq=False)
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

    def __eq__(self, other: object) -> bool:
        """Compare all but the order of the fog, which has none."""
        return (
            isinstance(other, Pile)
            and (self.id, self.top, self.bottom) == (other.id, other.top, other.bottom)
            and Counter(self.fog) == Counter(other.fog)
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def shuffle_in(self, cards: Sequence[C]) -> None:
        """Add cards and shuffle: all that was known of the order is lost."""
        self.fog += [*self.top, *self.bottom, *cards]
        self.top, self.bottom = [], []

    def copy(self) -> "Pile[C]":
        """Copy the pile; the cards are shared."""
        return copied(self)
