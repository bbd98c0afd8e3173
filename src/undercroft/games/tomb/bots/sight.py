"""What a learned player knows of a game, as bits and a few numbers, and the actions it rates.

All of it is read off a seat's view. The players learned in native code (`accel/tomb/sight.hpp`),
where the same is made of the same game; a test holds the two together, to the last bit.
"""

import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from undercroft.core.questions import Decision
from undercroft.games.tomb.bots.thumb import SCROLL_TORCHES
from undercroft.games.tomb.cards import CARDS, DANGERS, DODGE, SCROLL, TREASURE, Card
from undercroft.games.tomb.rules import Drop, Leave
from undercroft.games.tomb.view import TombView

BITS: Final = 256
QUESTIONS: Final = ("next", "face", "blow", "lock", "torch", "leave")
NUMBERS: Final = {card.id: place for place, card in enumerate(CARDS)}  # of cards, as listed

# Where each group of bits begins.
UNSEEN_NUMBERS: Final = 0
UNSEEN_JACKS: Final = 27
UNSEEN_SCROLL: Final = 31
UNSEEN_QUEENS: Final = 32
UNSEEN_KINGS: Final = 37
UNSEEN_TORCHES: Final = 42
HELD_DIAMONDS: Final = 47
HELD_KINGS: Final = 56
HELD_SCROLL: Final = 61
HELD_JACKS: Final = 62
COLUMN_DIAMONDS: Final = 66
COLUMN_KINGS: Final = 75
COLUMN_SCROLL: Final = 80
COLUMN_OTHERS: Final = 81
HIT_POINTS: Final = 82
TORCHES: Final = 92
SCROLL_USED: Final = 97
RETREATING: Final = 98
DEPTH: Final = 99
TO_GO: Final = 115
ENCOUNTER: Final = 131
STRENGTH: Final = 158
QUESTION: Final = 167
AMOUNT: Final = 173
WINNABLE: Final = 183
DEADLY: Final = 184
MISSING: Final = 185
NUMBERS_LEFT: Final = 190
CARDS_LEFT: Final = 217

ACTIONS: Final = {
    "deeper": 0,
    "turn-back": 1,
    "draw": 2,
    "berserk": 3,
    "disarm": 3,
    "pick-lock": 3,  # before a card fails; after it, TO_PICK_LOCK
    "dodge": 15,
    "take": 16,
    "discard": 18,
    "read-scroll": 19,
    "let-it-burn": 20,
}
DROP: Final = 4
TO_PICK_LOCK: Final = 17
LEAVE: Final = 21
KING: Final = 9  # after nine diamonds; all kings are alike
JOKER: Final = 10


MOST_ALIKE: Final = 4  # of cards that are counted, and so of torches; a variant may have more
MOST_PAIRS: Final = 38  # of unseen cards


class Known(NamedTuple):
    """The bits that are set, and the numbers."""

    bits: list[int]
    scalars: list[float]


def action_of(question: str, option: Any) -> int:
    """Say which action an option is."""
    match option:
        case Drop(card):
            return DROP + ware_of(card)
        case Leave(card):
            return LEAVE + ware_of(card)
        case "pick-lock" if question == "lock":
            return TO_PICK_LOCK
    return ACTIONS[option]


def ware_of(card: Card) -> int:
    """Number a treasure: one for each diamond, one for any king, one for the scroll."""
    return {"hoard": KING, "scroll": JOKER}.get(card.kind, NUMBERS[card.id] - 9)


def counted(heap: "Heap", kind: str) -> int:
    """Count the cards of a kind, as far as a player has learned to count."""
    return min(heap.kinds[kind], MOST_ALIKE)


class Heap:
    """Cards, by what there is of each kind."""

    def __init__(self, ids: Sequence[str], rows: Mapping[str, Card]) -> None:
        cards = [rows[id] for id in ids]
        self.places = [NUMBERS[id] for id in ids]
        self.size = len(cards)
        self.kinds = Counter[str]([card.kind for card in cards])
        self.numbers = [0] * 11  # how many dangers have it
        self.doors = [0] * 11  # ... of which doors
        for card in cards:
            if card.kind in DANGERS:
                self.numbers[number_of(card)] += 1
                self.doors[number_of(card)] += card.kind == "door"
        self.worth = sum([card.worth for card in cards])
        self.diamonds = [place - 9 for place in self.places if 9 <= place < 18]
        self.jacks = [place - 27 for place in self.places if 27 <= place < 31]
        self.others = self.size - sum([self.kinds[kind] for kind in TREASURE])


def number_of(card: Card) -> int:
    """Give the number of a danger: in a variant it may be one that the player never met."""
    return max(2, min(card.number, 10))


def single(number: float) -> float:
    """Round a number to the 32 bits in which the player learned."""
    rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    return rounded


def known_of(tomb: TombView, rows: Mapping[str, Card], decision: Decision[Any]) -> Known:
    """Tell what a seat knows when it is asked."""
    question = decision.id
    amount: Any = decision.about.get("amount", decision.about.get("discards", 0))
    unseen, hand, column = (Heap(ids, rows) for ids in (tomb.unseen, tomb.hand, tomb.column))
    encounter = rows[tomb.encounter] if tomb.encounter else None
    to_go = turns_to_go(tomb, question)
    bits = [*card_bits(unseen, hand, column), *table_bits(tomb, encounter, to_go)]
    missing = max(4 - hand.kinds["hoard"] - column.kinds["hoard"], 0)
    bits += [QUESTION + QUESTIONS.index(question), AMOUNT + min(amount, 9), MISSING + missing]
    if missing <= unseen.kinds["hoard"]:
        bits.append(WINNABLE)
    if amount >= tomb.hit_points:
        bits.append(DEADLY)
    return Known(bits, scalars(tomb, encounter, to_go, (unseen, hand, column)))


def turns_to_go(tomb: TombView, question: str) -> int:
    """Count the turns after this one, if the player turns back as soon as can be."""
    if tomb.phase == "retreat":
        return tomb.delve_done - tomb.retreat_done - 2
    return tomb.delve_done - (question == "next")


def card_bits(unseen: Heap, hand: Heap, column: Heap) -> Iterator[int]:
    """Say which cards are where. Kings, queens and torches are counted: their suits are alike."""
    yield from [UNSEEN_NUMBERS + place for place in unseen.places if place < 27]
    yield from [UNSEEN_JACKS + jack for jack in unseen.jacks]
    if unseen.kinds["scroll"]:
        yield UNSEEN_SCROLL
    yield UNSEEN_QUEENS + counted(unseen, "favour")
    yield UNSEEN_KINGS + counted(unseen, "hoard")
    yield UNSEEN_TORCHES + counted(unseen, "torch")
    yield from [HELD_DIAMONDS + diamond for diamond in hand.diamonds]
    yield HELD_KINGS + counted(hand, "hoard")
    if hand.kinds["scroll"]:
        yield HELD_SCROLL
    yield from [HELD_JACKS + jack for jack in hand.jacks]
    yield from [COLUMN_DIAMONDS + diamond for diamond in column.diamonds]
    yield COLUMN_KINGS + counted(column, "hoard")
    if column.kinds["scroll"]:
        yield COLUMN_SCROLL
    if column.others:
        yield COLUMN_OTHERS
    for number in range(2, 11):
        first = NUMBERS_LEFT + 3 * (number - 2)
        yield from range(first, first + min(unseen.numbers[number], 3))
    yield CARDS_LEFT + min(unseen.size // 2, MOST_PAIRS)


def table_bits(tomb: TombView, encounter: Card | None, to_go: int) -> Iterator[int]:
    """Say how the player stands."""
    yield HIT_POINTS + tomb.hit_points
    yield TORCHES + min(len(tomb.torches), MOST_ALIKE)
    if tomb.scroll_used:
        yield SCROLL_USED
    if tomb.phase == "retreat":
        yield RETREATING
    yield DEPTH + min(tomb.delve_done, 15)
    yield TO_GO + min(to_go, 15)
    if encounter:
        yield ENCOUNTER + NUMBERS[encounter.id]
        yield STRENGTH + number_of(encounter) - 2


def scalars(
    tomb: TombView, encounter: Card | None, to_go: int, heaps: tuple[Heap, Heap, Heap]
) -> list[float]:
    """Give the numbers: chances against the encounter, treasure, light, dangers left, life."""
    unseen, hand, column = heaps
    cards = unseen.size or 1
    dangers = sum(unseen.numbers) or 1
    wins, deaths, damage = chances(tomb, encounter, unseen) if encounter else (0, 0, 0)
    torches = 4 - len(tomb.torches)
    if tomb.scroll_used or SCROLL in tomb.hand:
        torches += SCROLL_TORCHES
    sum_of_numbers = sum([number * left for number, left in enumerate(unseen.numbers)])
    return [
        single(wins / cards),
        single(deaths / cards),
        single(damage / (9 * cards)),
        single(unseen.kinds["torch"] / cards),
        single(hand.worth / 100),
        single(column.worth / 100),
        single(unseen.worth / 100),
        *light(to_go, cards, torches),
        *light(to_go + 2, cards, torches),
        single(sum_of_numbers / (10 * dangers)),
        single(unseen.kinds["monster"] / dangers),
        single(unseen.kinds["trap"] / dangers),
        single(tomb.hit_points / 9),
        single(mean_blow(unseen) / (9 * dangers * dangers)),
    ]


def chances(tomb: TombView, encounter: Card, unseen: Heap) -> tuple[int, int, int]:
    """Count the cards that win and that kill, and add up what the others cost."""
    strength = number_of(encounter)
    below = [(strength - n, left) for n, left in enumerate(unseen.numbers[:strength])]
    hurts = sum([left for _, left in below])
    damage = sum([gap * left for gap, left in below])
    deaths = sum([left for gap, left in below if gap >= tomb.hit_points])
    if DODGE in tomb.hand:
        deaths = 0
    return sum(unseen.numbers) - hurts + unseen.kinds["favour"], deaths, damage


TURNED: Final = single(2.7)  # cards in a turn


def light(turns: int, cards: int, torches: int) -> tuple[float, float]:
    """Guess the share of unseen cards that so many turns turn, and the chance to keep a light."""
    share = min(1.0, single(single(TURNED * turns) / cards))
    dark = 1.0
    for _ in range(torches):
        dark = single(dark * share)
    return share, single(1 - dark)


def mean_blow(unseen: Heap) -> int:
    """Add up, over unseen monsters and traps, by how much the lesser unseen numbers fall short."""
    total = below = below_sum = 0
    for number, left in enumerate(unseen.numbers):
        total += (left - unseen.doors[number]) * (number * below - below_sum)
        below += left
        below_sum += number * left
    return total
