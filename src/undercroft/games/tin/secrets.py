"""What a seat cannot know, and how it may be dealt anew (section 8 of the rules of record)."""

from collections.abc import Iterator

from undercroft.core.piles import Pile
from undercroft.core.questions import Rules
from undercroft.games.tin.components import MAIDEN
from undercroft.games.tin.state import Dungeon
from undercroft.games.tin.view import ids, is_open, unseen


def hidden(dungeon: Dungeon, seat: int | None) -> set[str]:
    """Name the fight cards of which the seat can see no copy."""
    shown = set(ids(dungeon.fight_discard))
    for knight in dungeon.knights:
        if is_open(dungeon, knight, seat):
            shown.update(ids(knight.hand))
    fight = dungeon.combat and dungeon.combat.fight
    if fight and fight.card:
        shown.add(fight.card.id)
    return {card.id for card in unseen(dungeon, seat)} - shown


def redeal(dungeon: Dungeon, seat: int) -> Rules[None]:
    """Deal the hands anew that the seat cannot see.

    Cards of the present deck are dealt from all that is left of it. When a deck was renewed all
    others lay open, so everybody knows which cards were held then: those stay among their holders.
    """
    if dungeon.options.open_hands:
        return
    places = [
        (knight, at, knight.drawn_in[at])
        for knight in dungeon.knights
        if knight.seat != seat
        for at in range(len(knight.hand))
    ]
    for deck in sorted({deck for _, _, deck in places}):
        held = [(knight, at) for knight, at, drawn_in in places if drawn_in == deck]
        pile = dungeon.fight_cards if deck == dungeon.decks else Pile("hands", [])
        pile.shuffle_in([knight.hand[at] for knight, at in held])
        for knight, at in held:
            knight.hand[at] = yield from dungeon.draw(pile)


def components(dungeon: Dungeon) -> Iterator[str]:
    """Name every card, token, die and tile, wherever it lies."""
    combat, stack = dungeon.combat, dungeon.stack
    fight = combat and combat.fight
    yield from ids([*dungeon.fight_cards, *dungeon.fight_discard])
    yield from ids([*dungeon.treasure, *dungeon.treasure_discard])
    yield from ids([*stack.skipped, *stack.a, *stack.b, *stack.last])
    for colour, number in dungeon.supply.items():
        yield from [f"die-{colour}"] * number
    for knight in dungeon.knights:
        yield from ids([*knight.hand, *knight.items, *knight.coins])
    for room in dungeon.rooms.values():
        yield room.tile.id
        yield from ids(room.floor)
        yield from [f"die-{monster.colour}" for monster in room.monsters]
        if room.bridged:
            yield "rope"
    if dungeon.laying:
        yield dungeon.laying.id
    if fight:
        yield from ids([part for part in (fight.card, fight.bomb) if part])
    if dungeon.rescued or not any(
        r.entered and r.tile.part == "end" for r in dungeon.rooms.values()
    ):
        yield MAIDEN
