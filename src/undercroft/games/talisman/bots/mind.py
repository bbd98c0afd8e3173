"""A bot's mind at one question: what it sees, and what it is after, below or above."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from undercroft.core.game import Advice
from undercroft.games.talisman.bots.above import Above
from undercroft.games.talisman.bots.below import Below
from undercroft.games.talisman.bots.lore import lazy
from undercroft.games.talisman.bots.sight import Sight

Options: TypeAlias = Sequence[Any]
About: TypeAlias = Mapping[str, Any]


class Mind(Sight):
    """What the bot sees and wants."""

    @lazy
    def below(self) -> Below:
        """Its plans in the Labyrinth."""
        return Below(self)

    @lazy
    def above(self) -> Above:
        """Its plans on the Land."""
        return Above(self)


Answer: TypeAlias = Callable[[Options, Mind, About], Advice]
