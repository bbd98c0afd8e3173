"""The options of Talisman: Labyrinth (section 2 of the rules of record)."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from undercroft.core.errors import BadOption
from undercroft.core.options import Options, read_options
from undercroft.core.words import Catalogue

ROUND_CAPS: Final[Mapping[str, tuple[int, int]]] = {  # several seats, solo
    "expedition": (150, 120),
    "grand-quest": (200, 160),
    "catacombs": (120, 80),
}

say: Final = Catalogue("undercroft.games.talisman").say


class TalismanOptions(Options, frozen=True, kw_only=True):
    """How the game is played."""

    scenario: Literal["catacombs", "expedition", "grand-quest"] = "catacombs"
    shifting_walls: bool | None = None  # R-3: on in the expedition, off in the Catacombs
    shift_range: Literal[1, 2] = 1
    finish: Literal["master", "arrive"] = "master"
    mortality: Literal["spares", "one-life", "endless"] = "spares"
    rivalry: bool = True
    round_cap: Annotated[int, Meta(ge=1, le=1000)] | None = None  # by scenario and seats
    characters: Literal["deal-two", "deal-one", "pick"] = "deal-two"
    quest: bool = False  # SU-9, in the expedition
    preparation: Literal["bare", "standard", "hardy"] | None = None  # catacombs: standard
    cheap_cures: bool = False
    discard_abilities: bool = True

    def settled(self, seats: int) -> "TalismanOptions":
        """Fill in what depends on the scenario and the seats."""
        if self.preparation is not None and self.scenario != "catacombs":
            raise BadOption(say("refusals.preparation", scenario=self.scenario))
        walls, cap, preparation = self.shifting_walls, self.round_cap, self.preparation
        several, solo = ROUND_CAPS[self.scenario]
        return msgspec.structs.replace(
            self,
            shifting_walls=self.scenario == "expedition" if walls is None else walls,
            round_cap=cap or (solo if seats == 1 else several),
            preparation=preparation or ("standard" if self.scenario == "catacombs" else None),
            quest=self.quest and self.scenario == "expedition",
        )


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "quest": {"scenario": "expedition", "quest": True, "round-cap": 30},
    "catacombs": {"scenario": "catacombs"},
    "grand-quest": {"scenario": "grand-quest"},
    "expedition": {"scenario": "expedition"},
    "race": {"scenario": "catacombs", "finish": "arrive"},
    "brief": {"round-cap": 10},
}

OPENINGS: Final[Mapping[str, int]] = {"quest": 2, "catacombs": 0, "grand-quest": 2}
"""Presets that a press on their picture begins, with how many bots; *Play now* is the first."""

TAUGHT: Final = ("quest", "catacombs", "grand-quest", "expedition")
"""Presets whose games taught the judge."""


def foresight(options: TalismanOptions, seats: int) -> int | None:
    """Let a review play two rounds before it asks the judge, which knows such tables of rivals."""
    taught = [read_options(TalismanOptions, PRESETS[one]).settled(seats) for one in TAUGHT]
    return 2 * seats if seats > 1 and options in taught else None
