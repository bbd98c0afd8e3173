"""How a bot finds its way: distances over what its view shows, and what a landing is worth."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from undercroft.games.talisman.board import (
    ALL,
    BACK,
    BY_NAME,
    LETTERS,
    MASKS,
    NEXT,
    NOWHERE,
    PASSAGES,
    SQUARES,
    STEPS,
    opposite,
)
from undercroft.games.talisman.components.kinds import Space
from undercroft.games.talisman.view import MazeView, SquareView

if TYPE_CHECKING:
    from undercroft.games.talisman.bots.steady.estimates import Glance

FAR: Final = 99
DARK: Final = 0.5  # what it costs to enter what nobody knows
NOTHING: Final[frozenset[int]] = frozenset()
DANGER: Final[Mapping[str, float]] = {
    "s-lava-cavern": 9.0,
    "s-ice-cavern": 6.0,
    "s-labyrinth": 3.0,
    "s-teleportation-room": 3.0,
    "s-revolving-room": 2.0,
    "s-cloud-of-chaos": 2.0,
    "s-mould": 1.0,
}
"""What it costs to enter a room that nobody would enter for nothing."""

HUNTING: Final = ("r-cavern-", "s-arena", "s-lake-cavern", "c-straight-wander", "c-cross-wander")
"""Where Enemies can be met again and again."""


class Chart:
    """The Labyrinth as a seat sees it."""

    def __init__(self, view: MazeView, rows: Mapping[str, Any]) -> None:
        self.rows = rows
        self.board: dict[int, SquareView] = {}
        self.out = [0] * 49  # the sides by which each square is left
        self.into = [ALL] * 49  # and entered
        self.dangers = [DARK] * 49  # what it costs to enter it
        for seen in view.board:
            square = BY_NAME[seen.square]
            self.board[square] = seen
            sides = ALL if seen.hidden else MASKS[seen.passages]
            self.out[square] = sides
            self.into[square] = 0 if seen.destroyed or seen.sealed else sides
            danger = DANGER.get(seen.tile or "", 0.0) + (1.5 if seen.counter else 0.0)
            self.dangers[square] = danger / 3 if "dragon-slain" in seen.marks else danger
        self._costs: dict[int, float] | None = None
        self._deadly: frozenset[int] | None = None

    def here(self, g: "Glance") -> int:
        """The square it stands on."""
        return BY_NAME.get(g.me.place, NOWHERE)

    def tile_at(self, square: int) -> str | None:
        """The tile on a square, if it is known."""
        seen = self.board.get(square)
        return seen.tile if seen else None

    def plans(self, g: "Glance") -> Iterator[tuple[list[int], bool]]:
        """What it may be after, best first, and whether it goes only where nothing is deadly.

        Stairs to the Tower when it is ready, at any price; healing when it is weak; the unknown;
        Enemies that can be met again; and only then the unknown beyond what is deadly.
        """
        stairs = self.tiles(lambda tile, seen: self.is_goal_stair(tile, g))
        unknown = [s for s in SQUARES if s not in self.board or self.board[s].hidden]
        yield stairs, True
        yield stairs, False
        if g.is_weak:
            yield self.tiles(lambda tile, seen: heals_here(tile, seen, g)), True
        yield unknown, True
        if not g.is_late:
            yield self.hunting_grounds(g), True
        yield unknown, False
        yield self.hunting_grounds(g), False

    def hunting_grounds(self, g: "Glance") -> list[int]:
        """Where it can grow when nothing is left to find."""
        here = self.here(g)
        grounds = self.tiles(lambda tile, seen: tile.startswith(HUNTING))
        return [square for square in grounds if square != here]

    def tiles(self, fits: Callable[[str, SquareView], bool]) -> list[int]:
        """The squares of tiles that fit."""
        return [
            square
            for square, seen in self.board.items()
            if seen.tile and not seen.hidden and not seen.destroyed and fits(seen.tile, seen)
        ]

    def is_goal_stair(self, tile: str, g: "Glance") -> bool:
        """Whether a stair is where it wants to be."""
        row = self.rows[tile]
        if g.view.scenario == "expedition":
            return row.kind == "entrance" and (g.is_weak or g.me.task == "q-depths")
        return row.stair == "tower" and g.is_ready

    def costs(self, g: "Glance") -> dict[int, float]:
        """How dear it is from each square to what it is after."""
        if self._costs is None:
            here = self.here(g)
            found = (self.spread(goals, g, careful=careful) for goals, careful in self.plans(g))
            self._costs = next((costs for costs in found if here in costs), {})
        return self._costs

    def spread(self, goals: list[int], g: "Glance", *, careful: bool) -> dict[int, float]:
        """Count steps and dangers backwards from the goals."""
        costs = [float(FAR)] * 49
        for goal in goals:
            costs[goal] = 0.0
        out, into, dangers = self.out, self.into, self.dangers
        deadly = self.deadly(g) if careful else NOTHING
        queue = deque(goals)
        while queue:
            there = queue.popleft()
            if there in deadly:
                continue
            cost = costs[there] + 1 + dangers[there]
            for direction, here in STEPS[into[there]][there]:
                if out[here] >> BACK[direction] & 1 and cost < costs[here]:
                    costs[here] = cost
                    queue.append(here)
        own = self.here(g)
        return {
            square: cost
            for square, cost in enumerate(costs)
            if cost < FAR and (square == own or square not in deadly)
        }

    def deadly(self, g: "Glance") -> frozenset[int]:
        """The squares that are entered only for want of another way."""
        if self._deadly is None:
            self._deadly = frozenset([s for s in self.board if self.is_deadly(s, g)])
        return self._deadly

    def is_deadly(self, square: int, g: "Glance") -> bool:
        """Whether a room is entered only for want of another way."""
        tile = self.tile_at(square)
        if tile == "s-bottomless-pit":
            return True
        if tile in ("s-bats", "s-rats"):
            return not g.has_light
        return tile == "s-chasm-room" and not g.can_cross

    def has_other_way(self, square: int, g: "Glance") -> bool:
        """Whether there is something to do that is reached around what is deadly."""
        for goals, careful in self.plans(g):
            if square in self.spread(goals, g, careful=careful):
                return careful
        return False

    def distance(self, square: int, g: "Glance") -> float:
        """How far it is from a square to a goal."""
        return self.costs(g).get(square, FAR)

    def step_cost(self, direction: int, g: "Glance") -> float:
        """How far it is to a goal by way of a step."""
        there = NEXT[self.here(g)][direction]
        return 1 + self.dangers[there] + self.distance(there, g)

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


def heals_here(tile: str, seen: SquareView, g: "Glance") -> bool:
    """Whether a tile may give Lives back."""
    if tile == "s-well-of-life":
        return "well" not in g.me.done
    if tile == "r-shrine":
        return not seen.spent
    return tile == "s-pool" and "dry" not in seen.marks


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
