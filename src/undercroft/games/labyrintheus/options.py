"""The options of Labyrintheus (section 7 of the rules of record)."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from undercroft.core.errors import BadOption
from undercroft.core.options import Options
from undercroft.core.words import Catalogue
from undercroft.games.labyrintheus.components.personas import PersonaId

say: Final = Catalogue("undercroft.games.labyrintheus").say


class LabyrintheusOptions(Options, frozen=True, kw_only=True):
    """How the game is played. Defaults are the rulebook's game."""

    persona_choice: Literal["pick", "random", "fixed"] = "pick"
    personas: tuple[PersonaId, ...] | None = None  # by seat; with `fixed` alone
    explode: Literal["once", "chain"] = "once"
    start_difficulty: Annotated[int, Meta(ge=0, le=8)] = 3
    reshuffle_difficulty: Annotated[int, Meta(ge=0, le=4)] = 2
    stones_to_leave: Literal[4, 3] = 4
    kin_marks: bool = True
    orb_skip: bool = True
    undead_free_attack: bool = True
    round_cap: Annotated[int, Meta(ge=20, le=200)] = 50

    def settled(self, seats: int) -> "LabyrintheusOptions":
        """See that the personas go with the way they are chosen, and with the seats (S-2)."""
        if (self.persona_choice == "fixed") != (self.personas is not None):
            raise BadOption(say("refusals.personas-alone"))
        if self.personas is not None and len({*self.personas}) != seats:
            raise BadOption(say("refusals.personas-alike", seats=seats))
        if self.personas is not None and len(self.personas) != seats:
            raise BadOption(say("refusals.personas-count", seats=seats, given=len(self.personas)))
        return self


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "rulebook": {},
    "gentle": {"start-difficulty": 1, "reshuffle-difficulty": 1},
    "royal": {"start-difficulty": 5, "reshuffle-difficulty": 3},
    "short": {"stones-to-leave": 3},
}
