"""A bot's map: where it can get to, at what cost, and by which first step."""

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from undercroft.games.tin.state import Room
from undercroft.games.tin.tiles import OPPOSITE, SIDES, STEP, Cell, Side, Tile, beyond
from undercroft.games.tin.view import KnightView, RoomView, TinGlance, TinView, ids


class Spot:
    """A room, as far as a way through it matters."""

    def __init__(
        self,
        cell: Cell,
        tile: Tile,
        exits: tuple[Side, ...],
        locks: Sequence[Side],
        blocked: Sequence[Side],
        heading: Side | None,
        entered: bool,
        bridged: bool,
        monsters: int,
        floor: tuple[str, ...],
    ) -> None:
        self.cell = cell
        self.exits = exits
        self.locks = locks
        self.blocked = blocked
        self.heading = heading
        self.entered = entered
        self.is_gap = tile.chasm and not bridged
        self.monsters = monsters
        self.floor = floor
        red, yellow = tile.respawn if entered else (tile.red, tile.white)
        self.fights = yellow + 1.2 * red + monsters  # for one who comes in


class Atlas:
    """The rooms by their cells, each read when it is asked for."""

    def __init__(self, rows: Mapping[str, Any], view: Any) -> None:
        self._rows = rows
        self._spots: dict[Cell, Spot] = {}
        self.ground: dict[Cell, Any] = (
            view.ground if isinstance(view, TinGlance) else {room.cell: room for room in view.rooms}
        )

    def __getitem__(self, cell: Cell) -> Spot:
        spot = self._spots.get(cell)
        if spot is None:
            spot = self._spots[cell] = self._read(self.ground[cell])
        return spot

    def get(self, cell: Cell) -> Spot | None:
        """Give the room in a cell, if there is one."""
        return self[cell] if cell in self.ground else None

    def _read(self, seen: Any) -> Spot:
        if isinstance(seen, Room):
            floor = ids(seen.floor) if seen.floor else ()
            return Spot(
                seen.cell,
                seen.tile,
                seen.exits,
                seen.locks,
                seen.blocked,
                seen.heading,
                seen.entered,
                seen.bridged,
                len(seen.monsters),
                floor,
            )
        room: RoomView = seen
        return Spot(
            room.cell,
            self._rows[room.tile],
            room.exits,
            room.locks,
            room.blocked,
            room.heading,
            room.entered,
            room.bridged,
            len(room.monsters),
            room.floor,
        )


class Route(NamedTuple):
    """A way to some goal: what it costs, the sides to go through, and the last room on it."""

    cost: float
    path: tuple[Side, ...]
    room: Spot
    errand: str = ""  # what it is for: a key of `[reasons]`

    @property
    def step(self) -> Side | None:
        """The first side to go through; None: it is here already."""
        return self.path[0] if self.path else None


class Chart:
    """The dungeon as a knight sees it; fights on the way are what a way costs."""

    def __init__(self, rows: Mapping[str, Any], view: TinView, knight: KnightView) -> None:
        self.rooms = Atlas(rows, view)
        self.knight = knight
        self._view = view
        self._searches: dict[bool, Search] = {}
        self.here = self.rooms[knight.cell]
        self.keys = knight.items.count("key")
        self.has_rope = "rope" in knight.items

    @property
    def is_stack_empty(self) -> bool:
        """Whether there is nothing left to lay."""
        stack = self._view.stack
        return not (stack.a + stack.b + stack.last + len(stack.skipped))

    def search(self, *, with_tools: bool) -> "Search":
        """Give the routes to every room in reach; with tools, through locks and gaps."""
        if with_tools not in self._searches:
            self._searches[with_tools] = Search(self, with_tools)
        return self._searches[with_tools]

    def sides(self, room: Spot, entry: Side | None, *, with_tools: bool) -> tuple[Side, ...]:
        """Give the exits that can be used: of a gap the entry side alone, but for a rope."""
        if not room.is_gap or (with_tools and self.has_rope):
            return room.exits
        return (entry,) if entry in room.exits else ()

    def cheapest(
        self,
        wanted: Callable[[Spot], bool],
        *,
        with_tools: bool = False,
        within: float = 1e9,
    ) -> Route | None:
        """Give the cheapest route to a room that is wanted."""
        search, at = self.search(with_tools=with_tools), 0
        while route := search.route(at):
            if route.cost > within:
                break
            if wanted(route.room):
                return route
            at += 1
        return None

    def way_on(self, *, with_tools: bool) -> Route | None:
        """Give the cheapest route to and through an unexplored exit."""
        if self.is_stack_empty:
            return None
        has_key = with_tools and self.keys > 0
        best: Route | None = None
        search, at, ground = self.search(with_tools=with_tools), 0, self.rooms.ground
        while route := search.route(at):
            if best is not None and route.cost >= best.cost:
                break
            at += 1
            room = route.room
            entry = self.entry_of(route)
            x, y = room.cell
            for side in self.sides(room, entry, with_tools=with_tools):
                dx, dy = STEP[side]
                if (x + dx, y + dy) in ground or side in room.blocked:
                    continue
                locked = side in room.locks
                if locked and not has_key:
                    continue
                cost = route.cost + locked
                if best is None or cost < best.cost:
                    best = Route(cost, (*route.path, side), room)
        return best

    def entry_of(self, route: Route) -> Side | None:
        """Give the side by which a route comes into its last room: that of its heading."""
        if route.room is self.here:
            return self.knight.entry
        heading = route.room.heading
        return OPPOSITE[heading] if heading else None

    def wants(self) -> set[str]:
        """Name the tools that would open a way: keys for locks, a rope for a gap."""
        tools: set[str] = set()
        for route in self.search(with_tools=False).all():
            room = route.room
            if room.is_gap:
                tools.add("rope")
            for side in SIDES:
                facing = self.rooms.get(beyond(room.cell, side))
                if side in room.locks and (facing is None or not facing.entered):
                    tools.add("key")
                if (
                    facing
                    and OPPOSITE[side] in facing.locks
                    and len(facing.exits) > 1
                    and side in room.exits
                ):
                    tools.add("key")
        return tools


class Search:
    """The cheapest routes, the cheapest first, each found when it is asked for."""

    def __init__(self, chart: Chart, with_tools: bool) -> None:
        self._chart = chart
        self._with_tools = with_tools
        self._routes: list[Route] = []
        self._reached: set[Cell] = set()
        keys = chart.keys if with_tools else 0
        self._queue: list[tuple[float, Cell, tuple[Side, ...], Side | None, int]] = [
            (0.0, chart.here.cell, (), chart.knight.entry, keys)
        ]

    def all(self) -> list[Route]:
        """Give the route to every room in reach."""
        while self._find():
            pass
        return self._routes

    def route(self, number: int) -> Route | None:
        """Give a route, counted from 0; None: there are no more."""
        while number >= len(self._routes):
            if not self._find():
                return None
        return self._routes[number]

    def _find(self) -> bool:
        """Find one more; False: there is none."""
        chart, queue, reached = self._chart, self._queue, self._reached
        while queue:
            cost, cell, path, entry, keys = heappop(queue)
            if cell in reached:
                continue
            reached.add(cell)
            room = chart.rooms[cell]
            self._routes.append(Route(cost, path, room))
            x, y = cell
            for side in chart.sides(room, entry, with_tools=self._with_tools):
                dx, dy = STEP[side]
                there, back = (x + dx, y + dy), OPPOSITE[side]
                facing = None if there in reached else chart.rooms.get(there)
                if facing is None or back not in facing.exits:
                    continue
                locks = (side in room.locks) + (back in facing.locks)
                if locks <= keys:
                    step = cost + 0.3 + facing.fights + locks
                    heappush(queue, (step, there, (*path, side), back, keys - locks))
            return True
        return False


def on(errand: str, route: Route | None) -> Route | None:
    """Say what a route is for, if there is one."""
    return route and route._replace(errand=errand)
