"""What luck gave: the cards that came, beside what was to be expected of them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from undercroft.core.events import Event
from undercroft.games.tomb.cards import SCROLL, Card
from undercroft.games.tomb.events import CardTurned, EncounterMet, GameBegan, TurnEnded

KINDS: Final = ("torch", "hoard", "favour")


class Luck(NamedTuple):
    """What came, beside what comes on average when as many cards are turned."""

    turned: int
    fights: int  # cards turned against an encounter
    won: int
    chances: float  # of winning, each as it stood when the card was turned, added up
    kinds: tuple[tuple[str, int, float], ...]  # of torches, kings, queens


def luck(events: Iterable[Event], rows: Mapping[str, Card]) -> Luck:
    """Count over all games of the play; seats are not told apart."""
    unseen: dict[int, list[Card]] = {}
    facing: dict[int, Card | None] = {}
    turned = fights = won = 0
    chances = 0.0
    came = dict.fromkeys(KINDS, 0)
    share = dict.fromkeys(KINDS, 0.0)  # of so many cards of a fresh deck
    per_card = share
    for event in events:
        match event:
            case GameBegan(seat=seat, options=options):
                gone = ("ah", "ad")[: options.start_torches]
                absent = (*gone, SCROLL) if options.scroll != "deck" else gone
                deck = [
                    card for card in rows.values() for _ in range(card.copies - (card.id in absent))
                ]
                unseen[seat], facing[seat] = deck, None
                per_card = {
                    kind: sum(c.kind == kind for c in deck) / (len(deck) or 1) for kind in KINDS
                }
            case EncounterMet(seat=seat, card=id):
                facing[seat] = rows[id]
            case TurnEnded(seat=seat):
                facing[seat] = None
            case CardTurned(seat=seat, card=id, role=role) if rows[id] in unseen[seat]:
                card, bag, encounter = rows[id], unseen[seat], facing[seat]
                turned += 1
                for kind in KINDS:
                    came[kind] += card.kind == kind
                    share[kind] += per_card[kind]
                if encounter is not None and role != "discard":
                    fights += 1
                    won += wins(card, encounter)
                    chances += sum(wins(c, encounter) for c in bag) / len(bag)
                bag.remove(card)  # the returned torch comes again, but is no matter of luck
    kinds = tuple((kind, came[kind], round(share[kind], 1)) for kind in KINDS)
    return Luck(turned, fights, won, round(chances, 1), kinds)


def wins(card: Card, encounter: Card) -> bool:
    """Whether a card settles an encounter for good (T-17, T-23)."""
    return card.kind == "favour" or 0 < encounter.number <= card.number
