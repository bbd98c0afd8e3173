"""The options of Dungeon in a Tin (section 7 of the rules of record)."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from undercroft.core.errors import BadOption
from undercroft.core.options import Options
from undercroft.core.words import Catalogue

MOST_KNIGHTS: Final = 6

say: Final = Catalogue("undercroft.games.tin").say


class TinOptions(Options, frozen=True, kw_only=True):
    """How the game is played. The number of players is the number of seats."""

    difficulty: Literal["easy", "normal", "hard"] = "normal"
    tile_sets: Annotated[int, Meta(ge=1, le=MOST_KNIGHTS)] | None = None  # by the seats: one each
    turn_cap: Annotated[int, Meta(ge=1, le=1000)] | None = None  # by the seats: 150 + 50 each
    open_hands: bool = True

    def settled(self, seats: int) -> "TinOptions":
        """Fill in tile sets and turn limit; difficulty is for a knight alone."""
        if seats > 1 and self.difficulty != "normal":
            raise BadOption(say("refusals.difficulty", difficulty=self.difficulty, seats=seats))
        tile_sets = self.tile_sets or seats
        if tile_sets > seats:
            raise BadOption(say("refusals.tile-sets", seats=seats, given=tile_sets))
        turn_cap = self.turn_cap or 150 + 50 * seats
        return msgspec.structs.replace(self, tile_sets=tile_sets, turn_cap=turn_cap)
