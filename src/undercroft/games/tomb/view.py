"""What one seat may see (section 10 of the rules of record), built up from nothing."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.scoring import score
from undercroft.games.tomb.state import Match, Result, Tomb


class TombView(msgspec.Struct, frozen=True, gc=False, tag="tomb"):
    """One seat's table. Stacks and discards lie face down until the game is over."""

    seat: int
    showing: int
    hit_points: int
    torches: tuple[str, ...]
    scroll_used: bool
    hand: tuple[str, ...]
    points: int
    kings: int
    phase: Literal["delve", "retreat"]
    delve_done: int
    retreat_done: int
    column: tuple[str, ...]
    encounter: str | None
    favoured: bool
    left: int
    returned: str | None  # the torch at the bottom of the deck
    unseen: tuple[str, ...]  # in no order; for bots, and for people who have the card-count aid
    stacks: tuple[int, ...]
    discards: int
    dodge_used: bool
    result: Result | None
    opened: "Opened | None"


class Opened(msgspec.Struct, frozen=True, gc=False):
    """What is turned up when a game is over."""

    stacks: tuple[tuple[str, ...], ...]
    discards: tuple[str, ...]


class Covered(msgspec.Struct, frozen=True, gc=False, tag="covered"):
    """A rival's table in a duel on the same deal: nothing, until both games are over."""

    seat: int
    finished: bool


class MatchView(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table, to one seat or to a spectator."""

    seat: int | None
    mode: str
    game: int
    games: int
    stake: int
    card_count_aid: bool
    to_play: int
    tombs: tuple[TombView | Covered, ...]
    results: tuple[tuple[Result, ...], ...]  # of the games that are over


def view(match: Match, seat: int | None) -> MatchView:
    """Show the match to a seat; `None` is a spectator."""
    options = match.options
    covered = options.deal == "same" and not all(tomb.result for tomb in match.tombs)
    return MatchView(
        seat=seat,
        mode=options.mode or "",
        game=match.game,
        games=options.games or 0,
        stake=options.stake,
        card_count_aid=options.card_count_aid,
        to_play=match.to_play,
        tombs=tuple(
            [
                tomb_view(tomb, covered=covered)
                if is_open(match, tomb, seat)
                else Covered(tomb.seat, tomb.result is not None)
                for tomb in match.tombs
            ]
        ),
        results=tuple([tuple(results) for results in match.results]),
    )


def is_open(match: Match, tomb: Tomb, seat: int | None) -> bool:
    """Whether a seat sees a table: on the same deal (D-7), a rival's only when both are over."""
    return (
        match.options.deal == "own" or tomb.seat == seat or all(tomb.result for tomb in match.tombs)
    )


def tomb_view(tomb: Tomb, *, covered: bool) -> TombView:
    """Show one seat's table; what lies face down is opened when the game is over."""
    haul = score(tomb.hand)
    deck = tomb.deck
    opened = None
    if tomb.result and not covered:
        opened = Opened(tuple([ids(stack) for stack in tomb.stacks]), ids(tomb.discards))
    return TombView(
        seat=tomb.seat,
        showing=tomb.showing,
        hit_points=tomb.hit_points,
        torches=ids(tomb.torches),
        scroll_used=bool(tomb.scrolls_read),
        hand=ids(tomb.hand),
        points=haul.points,
        kings=haul.kings,
        phase=tomb.phase,
        delve_done=tomb.delve_done,
        retreat_done=tomb.retreat_done,
        column=ids(tomb.column),
        encounter=tomb.encounter.id if tomb.encounter else None,
        favoured=tomb.favours > 0,
        left=len(deck.fog) + len(deck.bottom),
        returned=deck.bottom[0].id if deck.bottom else None,
        unseen=ids(deck.fog),
        stacks=tuple([len(stack) for stack in tomb.stacks]),
        discards=len(tomb.discards),
        dodge_used=bool(tomb.dodges),
        result=tomb.result,
        opened=opened,
    )


def ids(cards: Sequence[Card]) -> tuple[str, ...]:
    """Name cards."""
    return tuple([card.id for card in cards])
