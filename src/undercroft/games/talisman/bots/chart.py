"""The Labyrinth as a bot sees it: what it costs to walk where, counted in turns."""

from collections.abc import Container, Iterator
from heapq import heappop, heappush
from typing import Any, Final

from undercroft.games.talisman.board import (
    ALL,
    BACK,
    BESIDE,
    BY_NAME,
    MASKS,
    NEXT,
    NOWHERE,
    PASSAGES,
    SQUARES,
    STEPS,
)
from undercroft.games.talisman.bots.boons import RISKY, hazard, is_promising
from undercroft.games.talisman.bots.lore import lazy
from undercroft.games.talisman.bots.sight import Sight
from undercroft.games.talisman.view import SquareView

FAR: Final = 99.0
DARK: Final = 0.75  # nobody knows which of them it is
LOST: Final = "s-labyrinth"  # room N


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
        self.kept: dict[str, Any] = {}
        self.board: dict[int, SquareView] = {}
        self.sides = sides = [-1] * 49  # -1: empty; 0: nobody may enter
        self.dark = dark = [True] * 49  # nobody knows what is there, or it is face down
        for seen in sight.view.board:
            square = BY_NAME[seen.square]
            self.board[square] = seen
            dark[square] = seen.hidden
            if seen.destroyed or seen.sealed:
                sides[square] = 0
            else:
                sides[square] = ALL if seen.hidden else MASKS[seen.passages]

    @lazy
    def costs(self) -> list[float]:
        """The turns, and the dangers counted as turns, that it costs to enter each square."""
        s = self.sight
        steps, brave = s.lore.steps, s.enemy >= 0
        costs = [DARK] * 49
        for square, seen in self.board.items():
            tile = seen.tile
            if tile is not None:
                cost = steps[tile]
                if seen.counter or tile in RISKY or (not brave and is_promising(tile)):
                    cost += hazard(seen, s)
                costs[square] = cost
        return costs

    @lazy
    def here(self) -> int:
        """The square it stands on; nowhere on the Land."""
        return BY_NAME.get(self.sight.me.place, NOWHERE)

    def tile(self, square: int) -> str:
        """The tile on a square, as far as it is known."""
        seen = self.board.get(square)
        return (seen.tile or "") if seen and not seen.destroyed else ""

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
        turns, came = walk.turns, walk.came
        sides, dark, costs = self.sides, self.dark, self.costs
        turns[start] = 0.0
        heap = [(0.0, start)]
        while heap:
            spent, here = heappop(heap)
            if spent > turns[here] or (dark[here] and here != start):
                continue
            ways = sides[here]
            for direction, there in STEPS[ways][here]:
                other = sides[there]
                if other >= 0 and not other >> BACK[direction] & 1:
                    continue
                total = spent + costs[there]
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

    def through_walls(self, start: int, goals: Container[str]) -> int:
        """Z-2. The first square on the cheapest way to the dark, or to a goal, without walls.

        It does not lead through room N, where most are sent back the way they came.
        """
        turns = {start: 0.0}
        heap = [(0.0, start, NOWHERE)]
        while heap:
            spent, here, first = heappop(heap)
            if here != start and (self.dark[here] or self.tile(here) in goals):
                return first
            if here != start and self.tile(here) == LOST:
                continue
            for there in BESIDE[here]:
                total = spent + self.costs[there]
                if self.sides[there] and total < turns.get(there, FAR):
                    turns[there] = total
                    heappush(heap, (total, there, there if here == start else first))
        return NOWHERE

    def dark_squares(self) -> list[int]:
        """Where there is something to find out."""
        return [square for square in SQUARES if self.sides[square] and self.dark[square]]

    def openness(self, shape: str, rotation: int, square: int) -> float:
        """How many ways a tile leaves open on a square; ways into the dark count double."""
        total = 0.0
        for direction, there in enumerate(NEXT[square]):
            if there >= 0 and PASSAGES[shape][rotation] >> direction & 1:
                other = self.sides[there]
                total += 2 if other < 0 else bool(other >> BACK[direction] & 1)
        return total
