"""A cheap character for playouts: never looks at the table, and goes by what it is asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.talisman.board import opposite
from undercroft.games.talisman.bots.steady.estimates import lead
from undercroft.games.talisman.choices import Go, Trade
from undercroft.games.talisman.view import MazeView

PREFERRED: Final[Mapping[str, tuple[str, ...]]] = {  # by question, the best first
    "spoils": ("life",),
    "meet": ("encounter",),
    "counter": ("counter",),
    "pit": ("refuse",),
    "teleportal": ("pass",),
    "room-offer": ("heal", "rest", "search", "drink", "pray", "pass"),
    "vermin": ("light", "spell", "back", "fight"),
    "chasm": ("fly", "rope", "leap", "back"),
    "burial": ("retreat",),
    "open": ("open",),
    "barrier": ("key", "break"),
    "charm": ("use-charm",),
    "inner": ("step-on", "stay"),
    "land-main": ("free-move", "roll"),
    "guide": ("exact",),
    "sell": ("done",),
    "hermit": ("accept", "keep"),
    "donjon": ("bribe", "escape"),
}

HOPELESS: Final = -2  # so far behind the King it withdraws


class Light:
    """Fights what it can beat, grows, walks on, and takes every stair to the Tower."""

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self._random = random
        self._heading = -1  # which way it walked last

    def __call__(self, decision: Decision[Any], look: Look[MazeView]) -> Any:
        """Answer by what the question says, else by the first option, which is a safe one."""
        options = decision.options
        about: Mapping[str, Any] = decision.about
        match decision.id:
            case "main" | "second":
                return self.walk(options, about)
            case "window":
                return self.trade(options, about)
            case "evade":
                return "fight" if lead(about) >= 0 else "evade"
            case "fight-window":
                return "fight" if lead(about) >= 1 else options[0]
            case "king":
                kind = max(("battle", "psychic"), key=lambda kind: lead(about[kind]))
                weak = "withdraw" in options and lead(about[kind]) < HOPELESS
                return "withdraw" if weak else kind
        for word in PREFERRED.get(decision.id, ()):
            if word in options:
                return word
        return options[0]

    def walk(self, options: Sequence[Any], about: Mapping[str, Any]) -> Any:
        """Take the stairs to the Tower; else walk on, and turn back only where there is no way."""
        if "exit" in options and about["here"].stair == "tower":
            return "exit"
        if "seek" in options:
            return "seek"
        ways = [option for option in options if isinstance(option, Go)]
        onward = [way for way in ways if way.direction != self._heading]
        if not ways:
            return options[0]
        chosen = (onward or ways)[int(self._random() * len(onward or ways))]
        self._heading = opposite(chosen.direction)
        return chosen

    def trade(self, options: Sequence[Any], about: Mapping[str, Any]) -> Any:
        """Trade experience for Strength, or for a Life when there are few left."""
        gain = "life" if about["lives"] <= 2 else "strength"
        for option in options:
            if isinstance(option, Trade) and option.gain == gain:
                return option
        return "done"
