"""The Well: a whole game in one folder. Bring gems up before the third skull."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from undercroft.bots.random import RandomBot
from undercroft.core.events import Event
from undercroft.core.game import Game, GameOver, Outcome, Row
from undercroft.core.options import Options
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules, choose
from undercroft.core.table import Table


@dataclass(frozen=True, eq=False, slots=True)
class Stone(Row):  # a component is a row; rows are known by their ids
    id: str
    worth: int = 0  # a skull is worth nothing


ROWS = {f"gem-{n}": Stone(f"gem-{n}", n) for n in range(1, 8)} | {
    f"skull-{n}": Stone(f"skull-{n}") for n in range(1, 6)
}


class Hauled(Event, frozen=True):  # what is told, in the past tense
    stone: str


@dataclass
class Well(Table):  # the state: what lies on the table
    bag: Pile[Stone]
    hauled: list[Stone] = field(default_factory=list)


class WellView(msgspec.Struct, frozen=True):  # what is seen, built up from nothing
    hauled: tuple[str, ...]
    left: int


def lay(options: Options, rows: Mapping[str, Stone], seats: int) -> Well:
    return Well(Pile("bag", [*rows.values()]))


def setup(well: Well) -> Rules[None]:
    yield from haul(well)  # whatever may ask is called with `yield from`


def turn(well: Well) -> Rules[None]:
    """W-1. Haul once more, or leave with what you have. The third skull takes it all."""
    if (yield from choose(0, "rope", ("haul", "leave"))) == "leave":
        raise GameOver(Outcome("rich", (0,), (sum(stone.worth for stone in well.hauled),)))
    yield from haul(well)
    if sum(not stone.worth for stone in well.hauled) == 3:
        raise GameOver(Outcome("cursed", (), (0,)))  # a rule may end the play from any depth


def haul(well: Well) -> Rules[None]:
    stone = yield from well.draw(well.bag)  # fate is a question, too
    well.hauled.append(stone)
    well.tell(Hauled, stone.id)


def components(well: Well) -> Iterator[str]:
    yield from map(str, [*well.bag, *well.hauled])


GAME = Game(
    id="well",
    package=__name__,
    rules_version=1,
    seats=(1, 1),
    options=Options,
    rows=ROWS,
    state=Well,
    events=(Hauled,),
    lay=lay,
    setup=setup,
    turn=turn,
    copy=lambda well: Well(well.bag.copy(), well.hauled[:]),
    view=lambda well, seat: WellView(tuple(map(str, well.hauled)), len(well.bag)),
    components=components,
    bound=lambda options, seats: 24,
    bots={"random": RandomBot},
)
