"""The Labyrinth as a bot sees it: what it costs to walk where, counted in turns."""

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from typing import Final

from undercroft.games.talisman.board import (
    BESIDE,
    BY_NAME,
    LETTERS,
    NEXT,
    NOWHERE,
    PASSAGES,
    SQUARES,
)
from undercroft.games.talisman.bots.boons import hazard
from undercroft.games.talisman.bots.sight import Sight
from undercroft.games.talisman.view import SquareView

FAR: Final = 99.0
CORRIDOR: Final = 0.5  # L-6: a corridor lets him move on
ROOM: Final = 1.0
DARK: Final = 0.75  # nobody knows which of them it is
ALL: Final = 15
BACK: Final = (2, 3, 0, 1)
MASKS: Final = {
    "".join([letter for side, letter in enumerate(LETTERS) if mask >> side & 1]): mask
    for mask in range(16)
}


class Walk:
    """The ways from a square: how many turns to each other one, and by which neighbour."""

    __slots__ = ("came", "start", "turns")

    def __init__(self, start: int) -> None:
        self.start = start
        self.turns = [FAR] * 49
        self.came = [NOWHERE] * 49

    def first_step(self, goal: int) -> int:
        """The neighbouring square by which a goal is reached."""
        while self.came[goal] not in (self.start, NOWHERE):
            goal = self.came[goal]
        return goal


class Chart:
    """What lies where."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.board: dict[int, SquareView] = {BY_NAME[s.square]: s for s in sight.view.board}
        self.sides = [-1] * 49  # -1: empty; 0: nobody may enter
        for square, seen in self.board.items():
            closed = seen.destroyed or seen.sealed
            self.sides[square] = 0 if closed else ALL if seen.hidden else MASKS[seen.passages]
        self._costs: dict[int, float] = {}

    @cached_property
    def here(self) -> int:
        """The square it stands on; nowhere on the Land."""
        return BY_NAME.get(self.sight.me.place, NOWHERE)

    def tile(self, square: int) -> str:
        """The tile on a square, as far as it is known."""
        seen = self.board.get(square)
        return (seen.tile or "") if seen and not seen.destroyed else ""

    def is_dark(self, square: int) -> bool:
        """Whether nobody knows what is there, or what lies there has yet to be turned up."""
        seen = self.board.get(square)
        return seen is None or seen.hidden

    def cost(self, square: int) -> float:
        """The turns, and the dangers counted as turns, that it costs to enter a square."""
        cost = self._costs.get(square)
        if cost is None:
            seen = self.board.get(square)
            if seen is None or seen.tile is None:
                cost = DARK
            else:
                is_corridor = self.sight.rows[seen.tile].kind == "corridor"
                cost = (CORRIDOR if is_corridor else ROOM) + hazard(seen, self.sight)
            self._costs[square] = cost
        return cost

    def is_way(self, square: int, direction: int) -> bool:
        """L-3, as far as can be seen."""
        there = NEXT[square][direction]
        if there == NOWHERE or not self.sides[square] >> direction & 1:
            return False
        other = self.sides[there]
        return other < 0 or bool(other >> BACK[direction] & 1)

    def walk(self, start: int) -> Walk:
        """Find the cheapest ways from a square; what is dark is a way to nowhere else."""
        walk = Walk(start)
        turns, came, sides = walk.turns, walk.came, self.sides
        turns[start] = 0.0
        heap = [(0.0, start)]
        while heap:
            spent, here = heappop(heap)
            if spent > turns[here] or (here != start and self.is_dark(here)):
                continue
            ways = sides[here]
            for direction, there in enumerate(NEXT[here]):
                if there < 0 or not ways >> direction & 1:
                    continue
                other = sides[there]
                if other >= 0 and not other >> BACK[direction] & 1:
                    continue
                total = spent + self.cost(there)
                if total < turns[there]:
                    turns[there] = total
                    came[there] = here
                    heappush(heap, (total, there))
        return walk

    def neighbours(self, square: int) -> Iterator[int]:
        """The squares that one can walk to and back from."""
        for direction, there in enumerate(NEXT[square]):
            if there >= 0 and self.sides[there] > 0 and self.is_way(square, direction):
                yield there

    def through_walls(self, start: int) -> int:
        """Z-2. The first square on the way to the nearest dark one, were there no walls."""
        came = {start: start}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here != start and self.is_dark(here):
                while came[here] != start:
                    here = came[here]
                return here
            for there in BESIDE[here]:
                if there not in came and self.sides[there]:
                    came[there] = here
                    queue.append(there)
        return NOWHERE

    def dark_squares(self) -> list[int]:
        """Where there is something to find out."""
        return [square for square in SQUARES if self.sides[square] and self.is_dark(square)]

    def openness(self, shape: str, rotation: int, square: int) -> float:
        """How many ways a tile leaves open on a square; ways into the dark count double."""
        total = 0.0
        for direction, there in enumerate(NEXT[square]):
            if there >= 0 and PASSAGES[shape][rotation] >> direction & 1:
                other = self.sides[there]
                total += 2 if other < 0 else bool(other >> BACK[direction] & 1)
        return total
