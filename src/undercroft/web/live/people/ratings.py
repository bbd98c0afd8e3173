"""Ratings for games between people: recomputed from finished games, never stored.

Plackett and Luce's model (openskill) ranks any number of players at once and knows how certain it
is. Only games between accounts count, by the printed rules; bots and guests at the table are left
out. Each process reads the games once, and from then on those that have ended since. A game that
was taken up again after its end counts as it ended first, until the server starts anew.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from openskill.models import PlackettLuce

from undercroft.storage.people.friends import People, Rated

MIDDLE: Final = 1500  # what somebody new is rated, ...
STEP: Final = 60  # ... and how much one of the model's units is worth
SURE: Final = 1.96  # standard deviations: 95 of 100 lie within
FEW: Final = 5  # games, before which a rating says little
AT_ONCE: Final = 500  # games read at once


class Rating(NamedTuple):
    """How well somebody plays a game, and how certain that is."""

    value: int
    give_or_take: int  # the true value lies so near, 95 times of 100
    games: int

    @property
    def is_new(self) -> bool:
        """Whether too few games were played for it to say much."""
        return self.games < FEW


class Ratings:
    """Everybody's ratings, game by game."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._model = PlackettLuce()
        self._known: dict[tuple[str, str], Any] = {}  # by game and account: the model's rating
        self._games: dict[tuple[str, str], int] = {}
        self._last = (0, "")
        self._reading = asyncio.Lock()

    async def of(self, account: str) -> Mapping[str, Rating]:
        """Give somebody's ratings by game, after all games that have ended by now."""
        async with self._reading:
            while await asyncio.to_thread(self._read):
                pass
        return {game: self._shown(game, account) for game, who in self._known if who == account}

    def _read(self) -> bool:
        """Read on; say whether there may be more."""
        found = self._people.rated_since(self._last, AT_ONCE)
        for rated in found:
            self._rate(rated)
            self._last = (rated.ended, rated.play)
        return len(found) == AT_ONCE

    def _rate(self, rated: Rated) -> None:
        keys = [(rated.game, account) for account, _, _ in rated.seats]
        before = [[self._known.get(key) or self._model.rating()] for key in keys]
        merits = [(won, score) for _, won, score in rated.seats]
        ranks = [1.0 + sum(other > mine for other in merits) for mine in merits]
        for key, (after,) in zip(keys, self._model.rate(before, ranks=ranks), strict=True):
            self._known[key] = after
            self._games[key] = self._games.get(key, 0) + 1

    def _shown(self, game: str, account: str) -> Rating:
        known = self._known[game, account]
        value = round(MIDDLE + STEP * (known.mu - self._model.mu))
        return Rating(value, round(SURE * STEP * known.sigma), self._games[game, account])
