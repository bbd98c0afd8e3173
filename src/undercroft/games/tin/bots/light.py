"""A cheap knight for playouts: it looks at the table only to find its way.

Its options' classes are compared: `isinstance` takes three times as long to say no.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from undercroft.core.game import Look
from undercroft.core.questions import Decision
from undercroft.games.tin.components import KEY, MAIDEN, POTION, ROPE
from undercroft.games.tin.rules.combat import PlayCard, Target, chance
from undercroft.games.tin.rules.moving import Go, Unlock
from undercroft.games.tin.rules.placing import Rotate
from undercroft.games.tin.rules.treasure import Buy, Drop, Take
from undercroft.games.tin.state import SLOTS, START, Knight, Room
from undercroft.games.tin.tiles import OPPOSITE, STEP, Cell, Side
from undercroft.games.tin.view import TinGlance

SURE: Final = 2  # added to a roll, it leaves only the fumble
DEAREST: Final = 10  # what a tool costs
TIMES: Final = 3  # it goes in and out before it looks around again


class Light:
    """Fights with the card that adds most, takes what is useful, goes where it is nearest."""

    strength: ClassVar[str] = "light"
    budget: ClassVar[float] = 0.001

    level_at = 2  # hearts at which ten tokens are swapped
    drink_at = 3

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self._path: list[Side] = []  # what is left of its way, the next step last
        self._makes_room = False  # for what lies here, with all slots full

    def __call__(self, decision: Decision[Any], look: Look[TinGlance]) -> Any:
        """Choose by what the question says, but for the way."""
        about: Mapping[str, Any] = decision.about
        options = decision.options
        id = decision.id
        if id == "move":
            return "stay" if about["monsters"] else self.walk(options, look)
        if id == "treasure":
            if self._makes_room and type(options[-2]) is Drop:
                self._makes_room = False
                return options[-2]
            return take(options)
        if id == "card":
            return strike(options, about["monster"].horns)
        if id == "level-up":
            return "level-up" if about["hearts"] <= self.level_at else "wait"
        if id == "potion":
            return "drink" if about["hearts"] <= self.drink_at else "skip"
        if id == "target":
            return easiest(options)
        if id == "bomb":
            return "bomb" if chance(about["so_far"]) <= 2 else "no-bomb"
        return widest(options)

    def walk(self, options: Sequence[Any], look: Look[TinGlance]) -> Any:
        """Walk on to where it was going; once there, or if that is shut, look around."""
        path = self._path
        step = next_step(path[-1], options) if path else None
        if step is None:
            glance = look.view
            path = self._path = plan(glance)
            if not path:
                knight = glance.own
                here = glance.ground[knight.cell]
                self._makes_room = len(knight.items) == SLOTS and lies(here, (MAIDEN,))
                return "leave" if glance.is_rescued and options[1] == "leave" else "stay"
            step = next_step(path[-1], options)
        if type(step) is Go:
            path.pop()
        return step if step is not None else "stay"


# -- what the question says -----------------------------------------------------------------------


def strike(options: Sequence[Any], horns: int) -> Any:
    """Play what adds most, but no more than helps: what leaves only a 1 to lose by."""
    best, most, enough = options[-1], 0, SURE + horns
    for option in options:
        if type(option) is PlayCard:
            amount = option.amount
            if amount > most if most < enough else enough <= amount < most:
                best, most = option, amount
    return best


def easiest(options: Sequence[Target]) -> Target:
    """Fight a monster without horns, if there is one."""
    for option in options:
        if not option.monster.horns:
            return option
    return options[0]


def widest(options: Sequence[Rotate]) -> Rotate:
    """Lay a tile with the most open exits."""
    best, most = options[0], -1
    for option in options:
        opens = len(option.exits) - len(option.locks)
        if opens > most:
            best, most = option, opens
    return best


def take(options: Sequence[Any]) -> Any:
    """Take coins, the maiden, and what is useful."""
    first = options[0]
    if first == "take-coins":
        return first
    if type(first) is Drop and type(options[-2]) is Drop:
        return "done"  # there is nothing but what it carries
    carried = [option.token.id for option in options if type(option) is Drop]
    chosen: Any = "done"
    for option in options:
        if type(option) is Take or type(option) is Buy:
            token = option.token
            id = token.id
            if id == MAIDEN:
                return option
            if chosen == "done" and (token.is_coin or id == POTION or id not in carried):
                chosen = option
    return chosen


def next_step(side: Side, options: Sequence[Any]) -> Go | Unlock | None:
    """Give the option that leads to a side, or opens it."""
    for option in options:
        if (type(option) is Go or type(option) is Unlock) and option.side == side:
            return option
    return None


# -- the way --------------------------------------------------------------------------------------


def plan(glance: TinGlance) -> list[Side]:
    """Where to, in order: home if she is out or carried, to her, on, or for the means to go on.

    The steps come last one first.
    """
    knight, rooms = glance.own, glance.ground
    if glance.is_rescued or glance.is_maiden_carried:
        return way_home(rooms, knight.cell)
    if not glance.is_cell_hidden:
        if lies(rooms[knight.cell], (MAIDEN,)):
            return []
        to_her = Reach(rooms, knight, True, False).first_with((MAIDEN,))
        if to_her:
            return to_her
    reach = Reach(rooms, knight, False, glance.is_cell_hidden)
    if reach.way_on:
        return reach.way_on
    if knight.carried(KEY) or knight.carried(ROPE):
        way_on = Reach(rooms, knight, True, True).way_on
        if way_on:
            return way_on
    to_tool = reach.first_with((KEY, ROPE))
    if to_tool:
        return to_tool
    if knight.gold >= DEAREST and len(knight.items) < SLOTS:
        return way_home(rooms, knight.cell)
    return reach.to_and_fro()


def way_home(rooms: Mapping[Cell, Room], cell: Cell) -> list[Side]:
    """Go back the way by which each room was laid."""
    path: list[Side] = []
    while cell != START:
        heading = rooms[cell].heading
        assert heading is not None  # noqa: S101 (only the stairs have none)
        side = OPPOSITE[heading]
        path.append(side)
        dx, dy = STEP[side]
        cell = (cell[0] + dx, cell[1] + dy)
    path.reverse()
    return path


class Reach:
    """The rooms within a knight's reach, the nearest first; if it explores, as far as it must look.

    With tools it leads through locks and over a gap, if the knight has any.
    """

    def __init__(
        self, rooms: Mapping[Cell, Room], knight: Knight, with_tools: bool, explores: bool
    ) -> None:
        self.start = start = knight.cell
        self.came: dict[Cell, Side | None] = {start: knight.entry}  # by which of its sides
        self.order: list[Room] = [rooms[start]]
        self.way_on: list[Side] = []  # through an unexplored exit
        came, order = self.came, self.order
        has_key = with_tools and knight.carried(KEY) is not None
        has_rope = with_tools and knight.carried(ROPE) is not None
        for room in order:
            cell = room.cell
            is_gap = room.tile.chasm and not room.bridged and not has_rope
            locks = () if has_key else room.locks
            for side in room.exits:
                if (is_gap and side != came[cell]) or side in locks:
                    continue
                dx, dy = STEP[side]
                there = (cell[0] + dx, cell[1] + dy)
                if there in came:
                    continue
                facing = rooms.get(there)
                if facing is None:
                    if explores and side not in room.blocked:
                        self.way_on = [side, *self.way_to(cell)]
                        return
                else:
                    back = OPPOSITE[side]
                    if back in facing.exits and (has_key or back not in facing.locks):
                        came[there] = back
                        order.append(facing)

    def way_to(self, cell: Cell) -> list[Side]:
        """Give the steps to a room within reach."""
        path: list[Side] = []
        while cell != self.start:
            back = self.came[cell]
            assert back is not None  # noqa: S101 (it was come to)
            path.append(OPPOSITE[back])
            dx, dy = STEP[back]
            cell = (cell[0] + dx, cell[1] + dy)
        return path

    def first_with(self, wanted: Sequence[str]) -> list[Side]:
        """Give the way to the nearest room where one of these tokens lies."""
        for room in self.order:
            if room.floor and lies(room, wanted):
                return self.way_to(room.cell)
        return []

    def to_and_fro(self) -> list[Side]:
        """Go in and out of a room to which monsters come back: some drop treasure."""
        for room in self.order:
            if room.cell != self.start and room.tile.white + room.tile.red > 1:
                way = self.way_to(room.cell)
                return [way[0], OPPOSITE[way[0]]] * TIMES + way
        return []


def lies(room: Room, wanted: Sequence[str]) -> bool:
    """Whether one of these tokens lies in a room."""
    return any(token.id in wanted for token in room.floor)
