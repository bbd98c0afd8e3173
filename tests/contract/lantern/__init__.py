"""Lantern, the contract suite's own game, with hidden hands: the brightest row of lanterns wins."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec

from undercroft.bots.random import RandomBot
from undercroft.core.events import Event
from undercroft.core.game import Game, GameOver, Outcome, Row
from undercroft.core.options import Options
from undercroft.core.piles import Pile
from undercroft.core.questions import Option, Rules, choose
from undercroft.core.table import Table


@dataclass(frozen=True, eq=False, slots=True)
class Lantern(Row):  # a component is a row
    id: str
    light: Annotated[int, msgspec.Meta(ge=0, le=99)]


ROWS = {f"lantern-{n}": Lantern(f"lantern-{n}", n) for n in range(1, 25)}


class LanternOptions(Options, frozen=True, kw_only=True):  # --option rounds=2
    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3


class Light(Option, frozen=True, tag="light"):  # an option that carries something: light:lantern-3
    lantern: Lantern


class Drawn(Event, frozen=True):  # a secret is told twice: bare to all ...
    seat: int


class Held(Event, frozen=True):  # ... and whole to those who may know
    lantern: str


class Lit(Event, frozen=True):
    seat: int
    lantern: str


@dataclass
class Cellar(Table):  # the state: what lies on the table
    rounds: int
    deck: Pile[Lantern]
    hands: list[list[Lantern]]
    rows: list[list[Lantern]]
    to_play: int = 0


class CellarView(msgspec.Struct, frozen=True):
    hand: tuple[str, ...]
    held: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


def lay(options: LanternOptions, rows: Mapping[str, Lantern], seats: int) -> Cellar:
    deck = Pile("deck", list(rows.values()))
    return Cellar(options.rounds, deck, [[] for _ in range(seats)], [[] for _ in range(seats)])


def setup(cellar: Cellar) -> Rules[None]:
    """Deal each seat one lantern."""
    for seat in range(len(cellar.hands)):
        yield from take(cellar, seat)


def turn(cellar: Cellar) -> Rules[None]:
    """Take a lantern, then light one of the two you hold."""
    seat = cellar.to_play
    yield from take(cellar, seat)
    chosen = yield from choose(seat, "light", [Light(held) for held in cellar.hands[seat]])
    cellar.hands[seat].remove(chosen.lantern)
    cellar.rows[seat].append(chosen.lantern)
    cellar.tell(Lit, seat, chosen.lantern.id)
    cellar.to_play = (seat + 1) % len(cellar.hands)
    if len(cellar.rows[-1]) == cellar.rounds:
        lights = [sum(lantern.light for lantern in row) for row in cellar.rows]
        winners = tuple(s for s, light in enumerate(lights) if light == max(lights))
        raise GameOver(Outcome("burnt-down", winners, tuple(lights)))


def take(cellar: Cellar, seat: int) -> Rules[None]:
    lantern = yield from cellar.draw(cellar.deck)  # a matter of fate
    cellar.hands[seat].append(lantern)
    cellar.tell(Drawn, seat)
    cellar.tell(Held, lantern.id, to=(seat,))


def copy(cellar: Cellar) -> Cellar:
    hands, rows = [h[:] for h in cellar.hands], [r[:] for r in cellar.rows]
    return Cellar(cellar.rounds, cellar.deck.copy(), hands, rows, cellar.to_play)


def view(cellar: Cellar, seat: int | None) -> CellarView:  # built up from nothing
    hand = cellar.hands[seat] if seat is not None else []
    rows = tuple(tuple(map(str, row)) for row in cellar.rows)
    return CellarView(tuple(map(str, hand)), tuple(map(len, cellar.hands)), rows)


def hidden(cellar: Cellar, seat: int | None) -> set[str]:
    others = (hand for owner, hand in enumerate(cellar.hands) if owner != seat)
    return {str(lantern) for place in ([*cellar.deck], *others) for lantern in place}


def redeal(cellar: Cellar, seat: int) -> Rules[None]:
    """Deal anew what the seat cannot know: the others' hands."""
    others = [hand for owner, hand in enumerate(cellar.hands) if owner != seat]
    cellar.deck.shuffle_in([lantern for hand in others for lantern in hand])
    for hand in others:
        for place in range(len(hand)):
            hand[place] = yield from cellar.draw(cellar.deck)


def components(cellar: Cellar) -> Iterator[str]:
    for place in ([*cellar.deck], *cellar.hands, *cellar.rows):
        yield from map(str, place)


GAME = Game(
    id="lantern",
    package=__name__,
    rules_version=1,
    seats=(1, 4),
    options=LanternOptions,
    rows=ROWS,
    state=Cellar,
    events=(Drawn, Held, Lit),
    lay=lay,
    setup=setup,
    turn=turn,
    copy=copy,
    view=view,
    hidden=hidden,
    redeal=redeal,
    components=components,
    bound=lambda options, seats: seats * (1 + 2 * options.rounds),
    bots={"random": RandomBot},
)
