"""The fight deck (5.3)."""

from collections.abc import Sequence
from typing import TypeAlias

from undercroft.core.game import ids
from undercroft.core.questions import Rules
from undercroft.games.tin.components import Card
from undercroft.games.tin.events import CardsDrawn, DeckRenewed, HandDealt, HandRefreshed
from undercroft.games.tin.state import Dungeon, Knight

Drawn: TypeAlias = type[HandDealt] | type[HandRefreshed]


def draw_card(dungeon: Dungeon) -> Rules[Card | None]:
    """H-2. The discard becomes the new deck when a card is needed and none is there (R-27)."""
    deck = dungeon.fight_cards
    if not deck.fog:
        if not dungeon.fight_discard:
            return None  # H-3
        deck.shuffle_in(dungeon.fight_discard)
        dungeon.fight_discard = []
        dungeon.decks += 1
        dungeon.tell(DeckRenewed, len(deck))
    return (yield from dungeon.draw(deck))


def tell_hand(dungeon: Dungeon, knight: Knight, event: Drawn, cards: Sequence[Card]) -> None:
    """Tell who drew which cards; with closed hands all hear how many, the owner hears which."""
    if cards and dungeon.options.open_hands:
        dungeon.tell(drawn, event, knight, cards)
    elif cards:
        dungeon.tell(CardsDrawn, knight.seat, len(cards))
        dungeon.tell(drawn, event, knight, cards, to=(knight.seat,))


def drawn(event: Drawn, knight: Knight, cards: Sequence[Card]) -> HandDealt | HandRefreshed:
    """Say which cards they are."""
    return event(knight.seat, ids(cards))
