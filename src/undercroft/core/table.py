"""The table: what every game's state is, besides what lies on it."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar, TypeVarTuple

from msgspec.structs import replace

from undercroft.core.errors import RulesError
from undercroft.core.events import Audience, Event
from undercroft.core.piles import Pile
from undercroft.core.questions import Fate, Rules

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

D6: Final = (1, 2, 3, 4, 5, 6)

Kinds: TypeAlias = frozenset[Callable[..., Event]]
"""Events, by what makes them: their classes."""


class Listener(Protocol):
    """A listener to events; a list will do."""

    def append(self, event: Event, /) -> None:
        """Hear an event."""


class Keeper:
    """Keeps the latest checkpoint that a live game has come to, until its play takes it over."""

    def __init__(self, copy: "Callable[[Any], Table]", events: list[Event]) -> None:
        self._copy = copy
        self._events = events
        self.kept: Table | None = None
        self.told = 0

    def keep(self, table: "Table") -> None:
        """Keep a copy of the table as it is."""
        self.kept, self.told = self._copy(table), len(self._events)

    def take(self) -> "tuple[Table, int]":
        """Hand over what was kept, and how many events had been told by then."""
        kept, self.kept = self.kept, None
        assert kept is not None  # noqa: S101 (callers have seen to it)
        return kept, self.told


class Table:
    """Base of every game's state: who listens, who keeps it, and what answers fate on the spot.

    None of them is part of the state itself: a copy has nobody listening and asks fate openly.
    """

    listener: Listener | None = None
    unheard: Kinds = frozenset()  # events that the listener can do without
    keeper: Keeper | None = None
    luck: Callable[[], float] | None = None  # simulations: a number in [0, 1), no question asked
    fates: int = 0  # how many fates luck has answered
    direct: object = None  # the same state in the direct text, once that has been asked for

    def attend(
        self,
        listener: Listener | None,
        luck: Callable[[], float] | None = None,
        unheard: Kinds = frozenset(),
    ) -> None:
        """Let somebody listen, though not to everything, and let luck answer fate on the spot."""
        self.listener = listener
        self.unheard = unheard
        self.keeper = None
        self.luck = luck

    def checkpoint(self) -> None:
        """Say that a turn, begun afresh, would go on from here as this one does.

        In a live game forks then start from here: fewer answers have to be given again.
        """
        if self.keeper is not None:
            self.keeper.keep(self)

    def let_go(self) -> None:
        """Break the circles that a state points in, once it is needed no longer."""

    def tell(self, event: Callable[[*Ts], Event], /, *details: *Ts, to: Audience = None) -> None:
        """Tell an event of these details. It is made only if somebody listens for it."""
        if self.listener is not None and event not in self.unheard:
            told = event(*details)
            self.listener.append(told if to is None else replace(told, to=to))

    def draw(self, pile: Pile[T]) -> Rules[T]:
        """Take the uppermost card of a pile. Only fog is a matter of fate."""
        if pile.top:
            return pile.top.pop()
        fog = pile.fog
        if fog:
            luck = self.luck
            if luck is None:
                card: T = yield Fate(pile.id, fog)
                fog.remove(card)
                return card
            self.fates += 1
            at = int(luck() * len(fog))
            drawn = fog[at]
            fog[at] = fog[-1]
            fog.pop()
            return drawn
        if pile.bottom:
            return pile.bottom.pop(0)
        raise RulesError(f"a draw from the empty pile {pile.id!r}")

    def roll(self, id: str, faces: Sequence[T] = D6) -> Rules[T]:  # type: ignore[assignment]
        """Roll a die, or pick one of several things at random."""
        luck = self.luck
        if luck is None:
            face: T = yield Fate(id, faces, "roll")
            return face
        self.fates += 1
        return faces[int(luck() * len(faces))]
