"""The fight deck (5.3)."""

from collections.abc import Sequence

from undercroft.core.questions import Rules
from undercroft.games.tin.components import Card
from undercroft.games.tin.events import CardsDrawn, DeckRenewed, HandDealt, HandRefreshed
from undercroft.games.tin.state import Dungeon, Knight


def draw_card(dungeon: Dungeon) -> Rules[Card | None]:
    """H-2. The discard becomes the new deck when a card is needed and none is there (R-27)."""
    deck = dungeon.fight_cards
    if not deck.fog:
        if not dungeon.fight_discard:
            return None  # H-3
        deck.shuffle_in(dungeon.fight_discard)
        dungeon.fight_discard = []
        dungeon.decks += 1
        dungeon.note(DeckRenewed, len(deck))
    return (yield from dungeon.draw(deck))


def tell_hand(
    dungeon: Dungeon,
    knight: Knight,
    event: type[HandDealt] | type[HandRefreshed],
    cards: Sequence[Card],
) -> None:
    """Tell who drew which cards; with closed hands all hear how many, the owner hears which."""
    if dungeon.listener is None or not cards:
        return
    ids = tuple([card.id for card in cards])
    if dungeon.options.open_hands:
        dungeon.tell(event, knight.seat, ids)
    else:
        dungeon.tell(CardsDrawn, knight.seat, len(ids))
        dungeon.tell(event, knight.seat, ids, to=(knight.seat,))
