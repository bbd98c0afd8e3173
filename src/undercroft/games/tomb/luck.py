"""What luck gave: the cards that came, beside what was to be expected of them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from undercroft.core.events import Event
from undercroft.games.tomb.cards import SCROLL, Card
from undercroft.games.tomb.events import CardTurned, EncounterMet, GameBegan, TurnEnded


class Luck(NamedTuple):
    """Each a count and what it would have been on average, with the same cards turned as often."""

    turned: int
    fights: int  # cards turned against an encounter
    wins: int
    wins_expected: float
    torches: int
    torches_expected: float
    kings: int
    kings_expected: float
    queens: int
    queens_expected: float


def luck(events: Iterable[Event], rows: Mapping[str, Card]) -> Luck:
    """Count over all games of the play; seats are not told apart."""
    unseen: dict[int, set[Card]] = {}
    facing: dict[int, Card | None] = {}
    turned = fights = 0
    got = {"wins": 0, "torch": 0, "hoard": 0, "favour": 0}
    expected = dict.fromkeys(got, 0.0)
    for event in events:
        match event:
            case GameBegan(seat=seat, options=options):
                gone = ("ah", "ad")[: options.start_torches]
                absent = (*gone, SCROLL) if options.scroll != "deck" else gone
                unseen[seat] = {card for card in rows.values() if card.id not in absent}
                facing[seat] = None
            case EncounterMet(seat=seat, card=id):
                facing[seat] = rows[id]
            case TurnEnded(seat=seat):
                facing[seat] = None
            case CardTurned(seat=seat, card=id, role=role):
                card, bag = rows[id], unseen[seat]
                if card not in bag:
                    continue  # the returned torch is no matter of luck
                turned += 1
                for kind in ("torch", "hoard", "favour"):
                    expected[kind] += sum(c.kind == kind for c in bag) / len(bag)
                    got[kind] += card.kind == kind
                encounter = facing[seat]
                if encounter is not None and role != "discard":
                    fights += 1
                    got["wins"] += wins(card, encounter)
                    expected["wins"] += sum(wins(c, encounter) for c in bag) / len(bag)
                bag.remove(card)
    pairs = [pair for name in got for pair in (got[name], round(expected[name], 1))]
    return Luck(turned, fights, *pairs)  # type: ignore[arg-type]  # counts and means in turn


def wins(card: Card, encounter: Card) -> bool:
    """Whether a card settles an encounter for good (T-17, T-23)."""
    return card.kind == "favour" or 0 < encounter.number <= card.number
