"""The rules, clause by clause; `lamps.md` has them in words."""

from collections.abc import Mapping

from examples.lamps.table import (
    Cellar,
    Lamp,
    LampLit,
    LampPutOut,
    LampSeen,
    LampsOptions,
    LampTaken,
    Light,
)
from undercroft.core.game import GameOver, Outcome
from undercroft.core.piles import Pile
from undercroft.core.questions import Rules, choose


def lay(options: LampsOptions, rows: Mapping[str, Lamp], seats: int) -> Cellar:
    """Lay the table; the deck has no order until somebody draws."""
    deck = Pile("deck", list(rows.values()))
    hands: list[list[Lamp]] = [[] for _ in range(seats)]
    return Cellar(options.rounds, deck, hands, [[] for _ in range(seats)], [])


def setup(cellar: Cellar) -> Rules[None]:
    """G-1. Deal each seat two lamps."""
    for seat in (0, 1, 0, 1):
        yield from take(cellar, seat)


def turn(cellar: Cellar) -> Rules[None]:
    """G-2. Take a lamp, then light one of those you hold."""
    seat = cellar.to_play
    yield from take(cellar, seat)
    chosen = yield from choose(seat, "light", [Light(held) for held in cellar.hands[seat]])
    light(cellar, seat, chosen.lamp)
    cellar.turns += 1
    if cellar.turns == 2 * cellar.rounds:
        finish(cellar)


def take(cellar: Cellar, seat: int) -> Rules[None]:
    """Draw a lamp: a question to fate. Only its owner sees it."""
    lamp = yield from cellar.draw(cellar.deck)
    cellar.hands[seat].append(lamp)
    cellar.tell(LampTaken, seat)
    cellar.tell(LampSeen, seat, lamp.id, to=(seat,))


def light(cellar: Cellar, seat: int, lamp: Lamp) -> None:
    """G-3. If it outshines the rival's latest lamp, that one goes out."""
    cellar.hands[seat].remove(lamp)
    cellar.rows[seat].append(lamp)
    cellar.tell(LampLit, seat, lamp.id)
    rival = 1 - seat
    if cellar.rows[rival] and cellar.rows[rival][-1].light < lamp.light:
        gone = cellar.rows[rival].pop()
        cellar.out.append(gone)
        cellar.tell(LampPutOut, rival, gone.id)


def finish(cellar: Cellar) -> None:
    """G-4. The brightest row wins; equal rows share the win."""
    lights = [sum(lamp.light for lamp in row) for row in cellar.rows]
    winners = tuple(seat for seat, shone in enumerate(lights) if shone == max(lights))
    raise GameOver(Outcome("burnt-down", winners, tuple(lights)))
