"""What plays in an environment: game after game, by numbers.

There are two. `PythonEngine` plays by the rules, `NativeEngine` by native code, where a game has
it: from the same luck both play the same games, number for number.
"""

import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pkgutil import resolve_name
from random import Random
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from undercroft.accel.native import Misfit
from undercroft.core.errors import BadOption, Refused
from undercroft.core.game import Outcome
from undercroft.games import catalogue
from undercroft.research.actions import Mask
from undercroft.research.encode import Encoder
from undercroft.research.episode import Episode, Episodes
from undercroft.research.layout import Tensor
from undercroft.research.learning import Learning

Flags: TypeAlias = npt.NDArray[np.bool_]

ASKED, OVER, ILLEGAL = range(3)  # what an action leads to


class Engine(Protocol):
    """Plays: `begin` a game, `answer` for the seat that is `asked` until it is over."""

    @property
    def name(self) -> Literal["native", "python"]:
        """What it is called."""

    @property
    def encoder(self) -> Encoder:
        """Writes the rows."""

    @property
    def asked(self) -> int:
        """The seat that is asked, as long as a game goes on."""

    def seed(self, luck: Random) -> None:
        """Have the luck of a generator from now on."""

    def begin(self) -> None:
        """Begin a game in which somebody is asked something."""

    def answer(self, action: int) -> int:
        """Take an action: a seat is asked again, or it is over, or it was illegal."""

    def outcome(self) -> Outcome:
        """Say how the game came out, once it is over."""

    def row(self, seat: int) -> Tensor:
        """Give what a seat sees: all noughts when the game is over."""

    def mask(self) -> Mask:
        """Mark what is legal."""

    def episode(self) -> Episode | None:
        """Give the game by its rules, to look at; nothing before the first one."""


def engine_of(
    learning: Learning, bots: Mapping[int, str] | None = None, name: str | None = None
) -> Engine:
    """Make an engine; by default a native one, where the game and this machine have it."""
    if name not in (None, "native", "python"):
        raise BadOption(f"unknown engine {name!r}; use native or python")
    if name != "python":
        try:
            return NativeEngine(learning)
        except Refused as error:  # no compiler, or nowhere to put what it makes
            if name == "native":
                raise
            if isinstance(error, Misfit):
                warnings.warn(f"{error}: the rules in Python play instead", stacklevel=2)
    return PythonEngine(learning, bots)


class PythonEngine:
    """Plays by the rules, compiled where they are; seats may have bots."""

    name: Final = "python"

    def __init__(self, learning: Learning, bots: Mapping[int, str] | None = None) -> None:
        self._episodes = Episodes(learning, bots)
        self.encoder = self._episodes.encoder
        self._numbered, self._mask = learning.actions.legal, learning.mask
        self._episode: Episode | None = None
        self._legal: dict[int, Any] = {}
        self.asked = 0
        self.seed(Random())

    def seed(self, luck: Random) -> None:
        """Have the luck of a generator from now on."""
        self._luck = luck.random

    def begin(self) -> None:
        """Begin a game in which somebody is asked something."""
        state = OVER
        while state == OVER:
            if self._episode is not None:
                self._episode.close()
            self._episode = self._episodes.begin(self._luck)
            state = self._look(self._episode)

    def answer(self, action: int) -> int:
        """Take an action: a seat is asked again, or it is over, or it was illegal."""
        if action not in self._legal or self._episode is None:
            return ILLEGAL
        self._episode.answer(self._legal[action])
        return self._look(self._episode)

    def _look(self, episode: Episode) -> int:
        decision = episode.decision
        if decision is None:
            self._legal = {}
            return OVER
        self.asked, self._legal = decision.seat, self._numbered(decision.choices)
        return ASKED

    def outcome(self) -> Outcome:
        """Say how the game came out."""
        assert self._episode is not None and self._episode.outcome is not None  # noqa: S101, PT018
        return self._episode.outcome

    def row(self, seat: int) -> Tensor:
        """Give what a seat sees, and what it is asked, if it is asked."""
        episode = self._episode
        if episode is None or episode.decision is None:
            return self.encoder.blank()
        view, decision = episode.game.view(episode.state, seat), episode.decision
        return self.encoder(view, decision if decision.seat == seat else None)

    def mask(self) -> Mask:
        """Mark what is legal."""
        return self._mask(self._legal)

    def episode(self) -> Episode | None:
        """Give the game, to look at."""
        return self._episode


class NativeSeats(Protocol):
    """Seats at native games side by side, each alone: what the class that `Game.native` names is.

    `rows` and `masks` change in place.
    """

    rows: Tensor
    masks: Mask

    def __init__(
        self,
        count: int,
        options: Any,
        laid: Tensor,
        places: Mapping[str, tuple[int, float]],
        actions: int,
    ) -> None: ...

    def seed(self, number: int, luck: Random) -> None:
        """Let a seat have the luck of a generator from now on."""

    def begin(self, number: int) -> None:
        """Begin a game."""

    def answering(self, number: int) -> Callable[[int], int]:
        """Give the function that takes an action at a seat: asked again, over or illegal."""

    def step(self, actions: Any, fresh: Flags) -> tuple[Flags, Flags]:
        """Take an action at every seat, or begin a fresh game: which are over, which illegal."""

    def outcomes(self, over: Flags | slice) -> list[Outcome]:
        """Say how those games came out that are over."""

    def history(self, number: int) -> tuple[list[float], list[int]]:
        """Tell a game so far: its luck, and the actions that were taken."""


def native_seats(learning: Learning, count: int) -> NativeSeats:
    """Make so many seats at native games."""
    game = learning.game
    if game.native is None or catalogue().get(game.id) is not game or learning.seats != 1:
        raise Refused(f"no native code plays {game.id} with these seats and rules")
    laid = game.lay(learning.options, game.rows, 1)
    encoder = learning.encoder
    row = encoder(game.view(laid, 0), None)
    made: type[NativeSeats] = resolve_name(game.native)
    return made(count, learning.options, row, encoder.places, len(learning.actions))


def replayed(episodes: Episodes, luck: Iterable[float], actions: Iterable[int]) -> Episode:
    """Play a native game again by its rules, up to where it is."""
    episode = episodes.begin(iter(luck).__next__)
    for action in actions:
        assert episode.decision is not None  # noqa: S101 (it is the same game)
        episode.answer(episodes.learning.actions.legal(episode.decision.choices)[action])
    return episode


class NativeEngine:
    """Plays by native code: games of one who plays alone."""

    name: Final = "native"
    asked: Final = 0

    def __init__(self, learning: Learning) -> None:
        self._learning, self.encoder = learning, learning.encoder
        self._seats = native_seats(learning, 1)
        self.answer = self._seats.answering(0)
        self._row: Tensor = self._seats.rows[0]
        self._marks: Mask = self._seats.masks[0]
        self._has_begun = False
        self._replayed: Episode | None = None
        self.seed(Random())

    def seed(self, luck: Random) -> None:
        """Have the luck of a generator from now on."""
        self._seats.seed(0, luck)

    def begin(self) -> None:
        """Begin a game in which something is asked."""
        self._seats.begin(0)
        self._has_begun = True

    def outcome(self) -> Outcome:
        """Say how the game came out."""
        return self._seats.outcomes(slice(None))[0]

    def row(self, seat: int = 0) -> Tensor:
        """Give what the player sees."""
        return self._row.copy()

    def mask(self) -> Mask:
        """Mark what is legal."""
        return self._marks.copy()

    def episode(self) -> Episode | None:
        """Give the game by its rules: it is played again."""
        if self._replayed is not None:
            self._replayed.close()
        if self._has_begun:
            self._replayed = replayed(self._episodes, *self._seats.history(0))
        return self._replayed

    @cached_property
    def _episodes(self) -> Episodes:
        return Episodes(self._learning)
