"""The options of Tomb of Four Kings (section 9 of the rules of record)."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from undercroft.core.errors import BadOption
from undercroft.core.options import Options
from undercroft.core.words import Catalogue

say: Final = Catalogue("undercroft.games.tomb").say


class TombOptions(Options, frozen=True, kw_only=True):
    """How the game is played. Defaults are the standard game."""

    mode: Literal["solo", "series", "duel"] | None = None  # by the seats: solo, or duel
    games: Literal[1, 3, 5, 10] | None = None  # by the mode: 1, or 3 in a series
    stake: Annotated[int, Meta(ge=0, le=100)] = 1
    duel_order: Literal["alternate", "one-by-one"] = "alternate"
    deal: Literal["own", "same"] = "own"
    chronicle: bool = True
    min_delve: Literal[1, 2] = 1
    start_hp: Literal[10, 9, 8, 7, 6] = 10
    start_torches: Literal[0, 1, 2] = 0
    scroll: Literal["deck", "hand", "none"] = "deck"
    lenient_discards: bool = False
    card_count_aid: bool = False

    def settled(self, seats: int) -> "TombOptions":
        """Fill in mode and number of games."""
        mode = self.mode or ("solo" if seats == 1 else "duel")
        if (mode == "duel") != (seats == 2):
            raise BadOption(
                say("refusals.mode-seats", mode=mode, seats=seats, right=1 + (mode == "duel"))
            )
        games = self.games or (3 if mode == "series" else 1)
        if (mode == "solo" and games != 1) or (mode == "series" and games == 1):
            raise BadOption(say(f"refusals.games-of-{mode}", given=games))
        return msgspec.structs.replace(self, mode=mode, games=games)


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "standard": {},
    "lantern": {"scroll": "hand"},
    "ordeal": {"start-hp": 8, "start-torches": 1},
}
