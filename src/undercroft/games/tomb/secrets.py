"""What a seat cannot know, and how it may be dealt anew (section 10 of the rules of record)."""

from collections.abc import Iterator, Sequence

from undercroft.core.questions import Rules
from undercroft.games.tomb.cards import Card
from undercroft.games.tomb.rules import TombOver, go, new_tomb
from undercroft.games.tomb.state import Match, Tomb
from undercroft.games.tomb.view import is_open


def hidden(match: Match, seat: int | None) -> set[str]:
    """Name the cards that still lie in the fog of every deck the seat may see turned.

    A card of which a copy was seen is not hidden.
    """
    unseen = {*match.pack}
    for tomb in match.tombs:
        if is_open(match, tomb, seat):
            unseen &= {card.id for card in tomb.deck.fog}
            unseen -= {card.id for place in shown_places(tomb) for card in place}
    return unseen


def shown_places(tomb: Tomb) -> Sequence[Sequence[Card]]:
    """List all places but the deck's fog: every card in them has been seen."""
    return (
        tomb.deck.bottom,
        tomb.dodges,
        tomb.torches,
        tomb.scrolls_read,
        tomb.hand,
        tomb.discards,
        tomb.column,
        *tomb.stacks,
    )


def components(match: Match) -> Iterator[str]:
    """Name every card of every pack, wherever it lies."""
    for tomb in match.tombs:
        for place in (tomb.deck.fog, *shown_places(tomb)):
            yield from (f"P{tomb.seat + 1} {card.id}" for card in place)


def redeal(match: Match, seat: int) -> Rules[None]:
    """Deal anew what the seat cannot know: on the same deal (D-7), a rival's whole game.

    The rival meets the cards that the seat has turned, then others, and answers anyhow, as many
    turns as it has played. If that ends its game, or fails to, it is dealt again, and in the end
    fewer turns are played.
    """
    rival = match.tombs[seat - 1]
    if is_open(match, rival, seat):
        return  # a deck has no order, and all else lies open
    known = match.order[: match.deck_size - len(match.tombs[seat].deck.fog)]
    for turns in turns_to_try(rival):
        match.order = known[:]
        twin = new_tomb(match, rival.seat, len(match.tombs))
        yield from play_blindly(twin, turns)
        if bool(twin.result) == bool(rival.result):
            match.tombs[rival.seat] = twin
            return


def turns_to_try(rival: Tomb) -> Sequence[int]:
    """How many turns to play for the rival. A finished game is played to its end."""
    played = rival.delve_done + rival.retreat_done
    return [len(rival.match.pack)] if rival.result else [*[played] * 20, *range(played, -1, -1)]


def play_blindly(tomb: Tomb, turns: int) -> Rules[None]:
    """Play so many turns of a game; fate answers its decisions, too."""
    listener, tomb.match.listener = tomb.match.listener, None
    try:
        for _ in range(turns):
            yield from go(tomb)
            if tomb.result:
                break
    except TombOver:
        pass
    finally:
        tomb.match.listener = listener
