"""Where others' cards may be, as a seat can work it out (section 8 of the rules of record).

Only giver and taker know which card has gone from one backpack to another. Two cards are alike to a
seat if it cannot tell them apart: both came from the same deck. (When a deck is rebuilt, everybody
can work out which cards lie in backpacks, though not in which.) A world says which kinds of cards
others hold; its weight is the number of ways in which that can have come about.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from undercroft.core.errors import RulesError
from undercroft.core.questions import Rules
from undercroft.games.labyrintheus.components.treasures import Treasure
from undercroft.games.labyrintheus.state import Maze, Trace

T = TypeVar("T")

Held: TypeAlias = tuple[str, tuple[int, ...]]
"""A card in a backpack: what it is known by, and who else knows which card it is."""
World: TypeAlias = tuple[tuple[Held, ...], ...]
"""All that others hold, by seat; then what is on its way, by who gave it. Hands have no order."""
Belief: TypeAlias = dict[World, int]

FINEST: Final = 1 << 40  # weights are told apart up to this many in all


class Step(NamedTuple):
    """What a seat learns of what became of a card."""

    what: Literal["comes", "goes", "is passed on", "arrives"]
    at: int  # a seat, or what that seat has given, which comes after all seats
    kind: str = ""  # what the seat knows the card by
    to: int = -1
    by: int = -1  # the taker, who stays sure of what is left; or the giver


def deck(number: int) -> str:
    """What all cards are known by that came from one deck."""
    return f"deck {number}"


def as_seen(
    traces: Iterable[Trace], seats: int, seat: int
) -> tuple[list[Step | None], dict[Treasure, str]]:
    """List what a seat learned of each trace of a card, and what it knows each card by.

    `None`: it was only about its own backpack.
    """
    kinds: dict[Treasure, str] = {}
    steps: list[Step | None] = []
    for trace in traces:
        card, whose, other = trace.card, trace.seat, trace.other
        step = None
        match trace.what:
            case "drawn":
                kinds[card] = card.id if whose == seat else deck(trace.deck)
                if whose != seat:
                    step = Step("comes", whose, kinds[card])
            case "gone" if whose != seat:
                step = Step("goes", whose, kinds[card])
            case "given":
                if whose == seat:
                    step = Step("comes", seats + whose, card.id)
                elif other == seat:
                    step = Step("goes", whose, kinds[card], by=other)
                else:
                    step = Step("is passed on", whose, to=seats + whose, by=other)
                if seat in (whose, other):
                    kinds[card] = card.id
            case "got" if whose != seat:
                step = Step("arrives", seats + other, to=whose, by=other)
        steps.append(step)
    return steps, kinds


def after(world: World, step: Step) -> Iterator[tuple[Held, World]]:
    """Give the worlds that a step can lead to: as often as there are ways, and by which card."""
    hand = world[step.at]
    held: Held
    match step.what:
        case "comes":
            held = (step.kind, ())
            yield held, changed(world, step.at, [*hand, held])
        case "arrives":
            held = (hand[0][0], (step.by,))
            yield hand[0], changed(changed(world, step.at, ()), step.to, [*world[step.to], held])
        case "goes":
            for at, held in enumerate(hand):
                if held[0] == step.kind:
                    yield held, changed(world, step.at, left(hand, at, step.by))
        case _:
            for at, held in enumerate(hand):
                rest = changed(world, step.at, left(hand, at, step.by))
                yield held, changed(rest, step.to, [held])


def left(hand: Sequence[Held], at: int, taker: int) -> Sequence[Held]:
    """Take a card out of a hand."""
    return [still_sure(held, taker) for held in (*hand[:at], *hand[at + 1 :])]


def still_sure(held: Held, taker: int) -> Held:
    """After somebody got another card out of the same hand, only that one stays sure of a card."""
    kind, seats = held
    return (kind, (taker,) if taker in seats else ()) if taker >= 0 else held


def changed(world: World, at: int, hand: Sequence[Held]) -> World:
    """Change one hand of a world."""
    return (*world[:at], tuple(sorted(hand)), *world[at + 1 :])


def believed(steps: Iterable[Step | None], seats: int) -> list[Belief]:
    """Weigh the worlds that the seat could not rule out, from the first step to the last."""
    belief: Belief = {((),) * (2 * seats): 1}
    beliefs = [belief]
    for step in steps:
        if step is not None:
            later: Belief = {}
            for world, ways in belief.items():
                for _, then in after(world, step):
                    later[then] = later.get(then, 0) + ways
            common = gcd(*later.values())
            belief = {world: ways // common for world, ways in later.items()}
        beliefs.append(belief)
    return beliefs


def recall(maze: Maze, steps: Sequence[Step | None]) -> Rules[list[Held | None]]:
    """Make up how it went: which card it was at each step, every way as likely as the next."""
    beliefs = believed(steps, maze.seats)
    world = yield from pick(maze, beliefs[-1])
    path: list[Held | None] = []
    for step, before in zip(reversed(steps), reversed(beliefs[:-1]), strict=True):
        held = None
        if step is not None:
            ways: dict[tuple[World, Held], int] = {}
            for earlier, weight in before.items():
                for moved, then in after(earlier, step):
                    if then == world:
                        ways[earlier, moved] = ways.get((earlier, moved), 0) + weight
            world, held = yield from pick(maze, ways)
        path.append(held)
    return path[::-1]


def pick(maze: Maze, ways: dict[T, int]) -> Rules[T]:
    """Pick one of several things, by their weights."""
    scale = max(1, sum(ways.values()) // FINEST)
    weights = [max(1, weight // scale) for weight in ways.values()]
    at = (yield from maze.roll("world", range(sum(weights)))) if len(ways) > 1 else 0
    passed = 0
    for thing, weight in zip(ways, weights, strict=True):
        passed += weight
        if at < passed:
            return thing
    raise RulesError("there is nothing to pick from")
