"""What a bot is after in the Labyrinth: of all it could do, what brings most for each turn."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from undercroft.games.talisman.board import BESIDE, NOWHERE
from undercroft.games.talisman.bots.boons import HUNTING, WANDERING, boon, healing, is_promising
from undercroft.games.talisman.bots.chart import FAR, Chart, Walk
from undercroft.games.talisman.bots.lore import lazy
from undercroft.games.talisman.bots.sight import Sight

HUNT: Final = 6.0  # turns for which it thinks a hunt goes on
NEW_TILE: Final = 0.3  # what a new tile brings, its dangers counted
GOAL: Final = 20.0  # the way to the end of the game
OUT: Final = 4.0  # the way out, for one who has what he came for
LAST_HOPE: Final = 0.004  # a stair, to one who has nothing better to do
FAR_BOON: Final = 0.7  # worth losing the stairs for
WORTH_STAYING: Final = 0.3  # what an Enemy must be worth to one who stays below
GROWN: Final = 9  # strong enough for the Hermit, the Gate and the Bone Field


class Plan(NamedTuple):
    """A goal: the square, why, and what is to be named in saying so."""

    rate: float  # worth by the turn
    square: int
    reason: str
    names: Mapping[str, str]


class Below:
    """The plans of a character in the Labyrinth."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.kept: dict[str, Any] = {}

    @lazy
    def chart(self) -> Chart:
        """What lies where."""
        return Chart(self.sight)

    @lazy
    def plan(self) -> Plan | None:
        """What it is after from where it stands."""
        return self.plan_from(self.chart.here)

    def plan_from(self, square: int) -> Plan | None:
        """What it would be after from a square."""
        return max(self.plans(self.walk(square)), default=None, key=lambda plan: plan.rate)

    def walk(self, square: int) -> Walk:
        """The ways from a square; those from its own are kept."""
        return self.own_walk if square == self.chart.here else self.chart.walk(square)

    @lazy
    def own_walk(self) -> Walk:
        """The ways from where it stands."""
        return self.chart.walk(self.chart.here)

    # -- goals ------------------------------------------------------------------------------------

    def plans(self, walk: Walk) -> Iterator[Plan]:
        """Everything that it could be after."""
        chart, s = self.chart, self.sight
        near = self.near_stairs(walk)
        stairs = s.lore.entrances
        for square, seen in chart.board.items():
            turns, tile = walk.turns[square], seen.tile
            if tile is None or turns == FAR:
                continue
            if tile in stairs:
                yield from self.stairs(square, tile, turns)
            elif is_promising(tile):
                worth = boon(seen, s)
                if square == walk.start:
                    yield from self.here_again(square, tile, worth)
                elif not near or square in near or worth > FAR_BOON:
                    yield from self.rooms(square, tile, turns, worth)
        yield from self.unknown(walk, near)

    def stairs(self, square: int, tile: str, turns: float) -> Iterator[Plan]:
        """Up to the Tower when it is ready; out when it has what it came for."""
        if self.is_way_up(tile):
            yield Plan(GOAL / (turns + 1), square, "climb", {"place": tile})
        elif self.is_way_out(tile):
            yield Plan(OUT / (turns + 1), square, "leave", {"place": tile})
        elif self.is_hope(tile):
            yield Plan(LAST_HOPE / (turns + 1), square, "last-hope", {"place": tile})

    def rooms(self, square: int, tile: str, turns: float, worth: float) -> Iterator[Plan]:
        """A room that is worth a visit, or one where Enemies wait."""
        if worth > 0:
            reason = "heal" if worth and self.is_healing(tile) else "room"
            yield Plan(worth / (turns + 0.3), square, reason, {"place": tile})
        prey = self.prey(tile)
        if prey > 0:
            yield Plan(prey * HUNT / (turns + HUNT), square, "hunt", {"place": tile})
        if self.wants_out and tile in self.other_exits:
            yield Plan(OUT / (turns + 2), square, "leave", {"place": tile})

    def here_again(self, square: int, tile: str, worth: float) -> Iterator[Plan]:
        """Out and in again, where that is worth it."""
        beside = min(map(self.chart.costs.__getitem__, self.chart.neighbours(square)), default=FAR)
        turns = beside + self.chart.costs[square]
        prey = self.prey(tile)
        if tile == "s-arena":
            turns = 1.0
        if prey > 0 and turns < FAR:
            yield Plan(prey * HUNT / (turns + HUNT - 1), square, "hunt", {"place": tile})
        if worth > 0 and turns < FAR:
            yield Plan(worth / (turns + 0.3), square, "room", {"place": tile})

    def unknown(self, walk: Walk, near: set[int]) -> Iterator[Plan]:
        """The nearest of what nobody has seen."""
        dark = [square for square in self.chart.dark_squares() if walk.turns[square] < FAR]
        if near:
            dark = [square for square in dark if square in near]
        if not dark:
            return
        square = min(dark, key=lambda square: walk.turns[square])
        if square == walk.start:
            return
        turns = walk.turns[square]
        if self.seeks_stairs:
            yield Plan((OUT / 4 + NEW_TILE) / (turns + 0.3), square, self.seeking, {})
        else:
            yield Plan(self.new_tile / (turns + 0.3), square, "explore", {})

    def near_stairs(self, walk: Walk) -> set[int]:
        """The stairs out that it can reach, and what lies beside them: elsewhere walls shift.

        Empty in the Catacombs, and when there are no stairs left to stay near.
        """
        if not self.is_expedition:
            return set()
        stairs = [
            square
            for square, seen in self.chart.board.items()
            if seen.tile in self.exits and walk.turns[square] < FAR
        ]
        return {*stairs, *[there for square in stairs for there in BESIDE[square]]}

    @lazy
    def exits(self) -> frozenset[str]:
        """The Entrance Tiles."""
        return self.sight.lore.entrances

    # -- what it makes of them --------------------------------------------------------------------

    @lazy
    def new_tile(self) -> float:
        """What a new tile is worth: less to the weak."""
        s = self.sight
        return max(NEW_TILE + 0.2 * s.enemy - 0.12 * s.life, 0.05)

    def prey(self, tile: str) -> float:
        """What the Enemies of a tile are worth for each time it is entered."""
        s = self.sight
        if not self.wants_to_grow:
            return 0.0
        if tile in HUNTING:
            return s.enemy
        if tile == "s-arena":
            return s.enemy + 0.1
        return s.enemy / 3 if WANDERING in tile else 0.0

    def is_healing(self, tile: str) -> bool:
        """Whether a room is wanted for the Lives it gives back."""
        return tile in ("s-well-of-life", "r-shrine", "s-pool") and healing(self.sight) > 0.8

    @lazy
    def other_exits(self) -> tuple[str, ...]:
        """L-1. The rooms that lead out; G-16: the Sewers not for outcasts."""
        outcast = "outcast" in self.sight.statuses
        return ("s-lake-cavern",) if outcast else ("s-lake-cavern", "s-sewers")

    @lazy
    def has_land(self) -> bool:
        """Whether there is anything above."""
        return bool(self.sight.view.scenario != "catacombs")

    @lazy
    def is_expedition(self) -> bool:
        """Whether the stairs lead to the Land."""
        return bool(self.sight.view.scenario == "expedition")

    @lazy
    def wants_to_grow(self) -> bool:
        """Whether it has yet to become stronger."""
        s = self.sight
        if self.is_expedition:
            return s.best < GROWN + 2 and s.me.task != "q-depths"
        return s.king < 0.95

    @lazy
    def wants_out(self) -> bool:
        """Whether it has done what it came down for, or can do no more of it."""
        s = self.sight
        if not self.is_expedition:
            return False
        if s.me.task == "q-delve":
            return "delved" in s.me.done or s.me.lives < 2 or s.lateness > 0.8
        if s.best >= GROWN or s.me.lives < 4 or s.me.task == "q-depths" or s.lateness > 0.4:
            return True
        return self.has_looked_round and s.enemy < WORTH_STAYING

    @lazy
    def has_looked_round(self) -> bool:
        """Whether it has come back to the stairs from beside them."""
        return self.sight.me.way_back is not None and self.chart.tile(self.chart.here) in self.exits

    def is_way_up(self, tile: str) -> bool:
        """Whether a stair leads to the Tower, and it would go there."""
        s = self.sight
        return not self.is_expedition and s.rows[tile].stair == "tower" and s.is_ready

    def is_way_out(self, tile: str) -> bool:
        """Whether a stair leads out, and it would go there."""
        return self.is_expedition and self.wants_out

    def is_hope(self, tile: str) -> bool:
        """Whether a stair is better than nothing."""
        row = self.sight.rows[tile]
        return row.kind == "entrance" and (self.is_expedition or row.stair == "tower")

    @lazy
    def seeks_stairs(self) -> bool:
        """Whether it needs a stair that has yet to be found."""
        if self.is_expedition:
            return self.wants_out
        return self.sight.is_ready and not self.has_tower_stair

    @lazy
    def seeking(self) -> str:
        """What it seeks them for."""
        return "seek-exit" if self.is_expedition else "seek-tower"

    @lazy
    def has_tower_stair(self) -> bool:
        """Whether a stair to the Tower lies on the board."""
        rows = self.sight.rows
        return any(
            seen.tile and rows[seen.tile].stair == "tower" and not seen.destroyed
            for seen in self.chart.board.values()
        )

    # -- steps ------------------------------------------------------------------------------------

    def next_step(self) -> int:
        """The square that the plan leads over; nowhere if there is none."""
        plan = self.plan
        if plan is None:
            return NOWHERE
        if plan.square == self.chart.here:
            return min(
                self.chart.neighbours(self.chart.here),
                key=self.chart.costs.__getitem__,
                default=NOWHERE,
            )
        return self.own_walk.first_step(plan.square)

    def through_walls(self, start: int) -> int:
        """The square by which it would break out towards the dark, or a stair."""
        stairs = [tile for tile in self.exits if self.is_hope(tile)]
        return self.chart.through_walls(start, stairs)

    def leads_over(self, start: int, square: int) -> bool:
        """Whether from a start its plan would lead over a square."""
        plan = self.plan_from(start)
        if plan is None or plan.square == start:
            return False
        return plan.square == square or self.walk(start).first_step(plan.square) == square
