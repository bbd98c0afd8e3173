"""A cheap knight for playouts: it looks at the table only to find its way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.tin.bots.charts import Chart, Route
from undercroft.games.tin.bots.thumb import Thumb
from undercroft.games.tin.components import MAIDEN, POTION
from undercroft.games.tin.rules.combat import PlayCard, chance
from undercroft.games.tin.rules.moving import Go
from undercroft.games.tin.rules.treasure import Buy, Drop, Take
from undercroft.games.tin.state import SLOTS
from undercroft.games.tin.tiles import Side
from undercroft.games.tin.view import KnightView, TinView


class Light(Thumb):
    """Fights with the card that adds most, takes what is useful, walks as the thumb does."""

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        super().__init__(rows, random)
        self._path: tuple[Side, ...] = ()  # what is left of its way

    def __call__(self, decision: Decision[Any], look: Look[TinView]) -> Any:
        """Choose by what the question says, but for the way."""
        about: Mapping[str, Any] = decision.about
        options = decision.options
        match decision.id:
            case "move":
                return self.walk(decision, look)
            case "treasure":
                return self.take(options)
            case "card":
                return self.strike(options)
            case "target":
                return min(options, key=lambda target: target.monster.horns)
            case "level-up":
                return "level-up" if about["hearts"] <= self.level_at else "wait"
            case "potion":
                return "drink" if about["hearts"] <= self.drink_at else "skip"
            case "bomb":
                return "bomb" if chance(about["so_far"]) <= 2 else "no-bomb"
            case "place":
                return max(options, key=lambda way: len(way.exits) - len(way.locks))
        return options[0]

    def walk(self, decision: Decision[Any], look: Look[TinView]) -> Any:
        """Fight on, but flee at the last heart; walk on to where it was going; then look around."""
        options = decision.options
        if not decision.about["monsters"]:
            chosen = next_step(self._path, options)
            if chosen is not None:
                self._path = self._path[1:]
                return chosen
        view = look.view
        self._path = ()
        wanted, _ = self.move(decision, view, view.knights[decision.seat])
        for option in options:
            if str(option) == wanted:
                return option
        return options[0]

    def plan(self, view: TinView, knight: KnightView, chart: Chart) -> Route | None:
        """Plan as the thumb does, and keep to it."""
        route = super().plan(view, knight, chart)
        self._path = route.path[1:] if route else ()
        return route

    def strike(self, options: Any) -> Any:
        """Play what adds most; if nothing adds, draw."""
        best, most = options[-1], 0
        for option in options:
            if isinstance(option, PlayCard) and option.amount > most:
                best, most = option, option.amount
        return best

    def take(self, options: Any) -> Any:
        """Take coins, the maiden, and what is useful."""
        carried = [option.token.id for option in options if isinstance(option, Drop)]
        for option in options:
            if option == "take-coins":
                return option
            if isinstance(option, Take | Buy):
                id = option.token.id
                if id == MAIDEN or option.token.is_coin:
                    return option
                if len(carried) < SLOTS and (id == POTION or id not in carried):
                    return option
        return "done"


def next_step(path: Sequence[Side], options: Sequence[Any]) -> Go | None:
    """Give the option that leads along a way, if there is one."""
    if path:
        for option in options:
            if isinstance(option, Go) and option.side == path[0]:
                return option
    return None
