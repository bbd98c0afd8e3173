"""How a bot finds its way: distances over what its view shows, and what a landing is worth."""

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from undercroft.games.talisman.board import (
    BY_NAME,
    LETTERS,
    NEXT,
    NOWHERE,
    PASSAGES,
    SQUARES,
    opposite,
)
from undercroft.games.talisman.components import Space
from undercroft.games.talisman.view import MazeView, SquareView

if TYPE_CHECKING:
    from undercroft.games.talisman.glances import Glance

FAR: Final = 99
DANGER: Final[Mapping[str, float]] = {
    "s-lava-cavern": 9.0,
    "s-ice-cavern": 6.0,
    "s-bottomless-pit": 9.0,
    "s-bats": 4.0,
    "s-rats": 4.0,
    "s-labyrinth": 3.0,
    "s-teleportation-room": 3.0,
    "s-revolving-room": 2.0,
    "s-cloud-of-chaos": 2.0,
    "s-mould": 1.0,
}
"""What it costs to enter a room that nobody would enter for nothing."""


class Chart:
    """The Labyrinth as a seat sees it."""

    def __init__(self, view: MazeView, rows: Mapping[str, Any]) -> None:
        self.rows = rows
        self.board: dict[int, SquareView] = {BY_NAME[s.square]: s for s in view.board}
        self._costs: dict[int, float] | None = None

    def here(self, g: "Glance") -> int:
        """The square it stands on."""
        return BY_NAME.get(g.me.place, NOWHERE)

    def tile_at(self, square: int) -> str | None:
        """The tile on a square, if it is known."""
        seen = self.board.get(square)
        return seen.tile if seen else None

    def is_way(self, square: int, direction: int) -> bool:
        """L-3, as far as can be seen."""
        there = NEXT[square][direction]
        here = self.board.get(square)
        if there == NOWHERE or here is None:
            return False
        if not here.hidden and LETTERS[direction] not in here.passages:
            return False
        seen = self.board.get(there)
        if seen is None:
            return True
        if seen.destroyed or seen.sealed:
            return False
        return seen.hidden or LETTERS[opposite(direction)] in seen.passages

    def goals(self, g: "Glance") -> list[int]:
        """Stairs to the Tower when it is ready, else the unknown."""
        stairs = [
            square
            for square, seen in self.board.items()
            if seen.tile and not seen.destroyed and self.is_goal_stair(seen.tile, g)
        ]
        unknown = [s for s in SQUARES if s not in self.board or self.board[s].hidden]
        return stairs or unknown

    def is_goal_stair(self, tile: str, g: "Glance") -> bool:
        """Whether a stair is where it wants to be."""
        row = self.rows[tile]
        if g.view.scenario == "expedition":
            return row.kind == "entrance" and (g.is_weak or g.me.task == "q-depths")
        return row.stair == "tower" and g.is_ready

    def costs(self, g: "Glance") -> dict[int, float]:
        """How dear it is to get from each square to a goal."""
        if self._costs is not None:
            return self._costs
        costs = dict.fromkeys(self.goals(g), 0.0)
        queue = deque(costs)
        while queue:
            there = queue.popleft()
            for direction in range(4):
                here = NEXT[there][direction]
                if here == NOWHERE or not self.is_way(here, opposite(direction)):
                    continue
                cost = costs[there] + 1 + self.danger(there)
                if cost < costs.get(here, FAR):
                    costs[here] = cost
                    queue.append(here)
        self._costs = costs
        return costs

    def danger(self, square: int) -> float:
        """What it costs to enter a square."""
        seen = self.board.get(square)
        if seen is None:
            return 0.5
        danger = DANGER.get(seen.tile or "", 0.0) + (1.5 if seen.counter else 0.0)
        if "dragon-slain" in seen.marks:
            danger /= 3
        return danger

    def distance(self, square: int, g: "Glance") -> float:
        """How far it is from a square to a goal."""
        return self.costs(g).get(square, FAR)

    def step_cost(self, direction: int, g: "Glance") -> float:
        """How far it is to a goal by way of a step."""
        there = NEXT[self.here(g)][direction]
        return 1 + self.danger(there) + self.distance(there, g)

    def openness(self, shape: str, rotation: int, name: str) -> float:
        """How many ways a tile leaves open on a square."""
        square = BY_NAME[name]
        total = 0.0
        for direction in range(4):
            there = NEXT[square][direction]
            if not PASSAGES[shape][rotation] >> direction & 1 or there == NOWHERE:
                continue
            seen = self.board.get(there)
            if seen is None:
                total += 2
            elif not seen.destroyed and LETTERS[opposite(direction)] in seen.passages:
                total += 1
        return total


# -- the Land -------------------------------------------------------------------------------------


def landing_worth(space: Space, g: "Glance") -> float:
    """What landing on a space is worth to it now."""
    me = g.me
    hurt = me.quota - me.lives
    grown = g.power >= 6
    has_talisman = any(item.card == "talisman-card" for item in me.objects)
    worth = {
        "city": 1 + (3 if hurt and me.gold else 0) + (9 if me.task == "q-letter" else 0),
        "village": 1 + (3 if hurt and me.gold else 0),
        "castle": 1.5 + (3 if hurt and me.gold else 0),
        "toll-bridge-outer": 4 if grown and not g.is_weak else 0,
        "hermits-cell": 0 if has_talisman else 6,
        "iron-gate": 8 if has_talisman and me.lives >= 3 else 0,
        "temple-of-voices": 3 if me.lives >= 3 else 0,
        "thicket": 0.5,
        "broken-hills": 0.5,
        "wayfarers-shrine": 1 + hurt,
        "standing-stones": 1.5,
        "chasm": 0.5,
        "ash-plain": 0.5,
    }.get(space.id, 0.0)
    if space.draws:
        worth += 2.0 * space.draws if me.lives >= 3 else 0.2
    if space.entrance and me.task == "q-depths":
        worth += 6
    cards = dict(g.view.lying).get(space.id, ())
    for card in cards:
        row = g.rows[card]
        value = getattr(row, "value", 0)
        worth += (1.5 if value <= g.power else -3.0) if value else 1.0
    return float(worth)
