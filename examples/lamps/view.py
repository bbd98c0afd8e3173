"""What a seat sees, and what it cannot know. Views are built up from nothing."""

from collections.abc import Iterator

import msgspec

from examples.lamps.table import Cellar
from undercroft.core.questions import Rules


class CellarView(msgspec.Struct, frozen=True):
    """The table as one seat sees it; a spectator sees no hand."""

    hand: tuple[str, ...]
    held: tuple[int, ...]  # how many, by seat
    rows: tuple[tuple[str, ...], ...]
    out: tuple[str, ...]
    left: int


def view(cellar: Cellar, seat: int | None) -> CellarView:
    """Show the table to a seat, or to a spectator."""
    return CellarView(
        hand=tuple(map(str, cellar.hands[seat])) if seat is not None else (),
        held=tuple(map(len, cellar.hands)),
        rows=tuple(tuple(map(str, row)) for row in cellar.rows),
        out=tuple(map(str, cellar.out)),
        left=len(cellar.deck),
    )


def hidden(cellar: Cellar, seat: int | None) -> set[str]:
    """Name the components whose place a seat cannot know: the deck, and its rival's hand."""
    others = (hand for owner, hand in enumerate(cellar.hands) if owner != seat)
    return {str(lamp) for place in ([*cellar.deck], *others) for lamp in place}


def redeal(cellar: Cellar, seat: int) -> Rules[None]:
    """Deal anew what a seat cannot know, for bots that imagine how it might be."""
    hand = cellar.hands[1 - seat]
    cellar.deck.shuffle_in(hand)
    for place in range(len(hand)):
        hand[place] = yield from cellar.draw(cellar.deck)


def components(cellar: Cellar) -> Iterator[str]:
    """Name every component, wherever it lies: none is ever lost or doubled."""
    for place in ([*cellar.deck], *cellar.hands, *cellar.rows, cellar.out):
        yield from map(str, place)
