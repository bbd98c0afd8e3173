"""The yardstick: one solo game of Tomb of Four Kings, written by hand for speed alone.

`play(random)` plays a standard game to its end with uniformly random answers. It has no classes, no
question objects, no log and no views: it is what plain CPython can do with these rules at best, and
so what an engine that keeps all of that is measured against. Comments name the clauses.
"""

from collections.abc import Callable
from typing import Final

# A card is a small int. Number cards come first, 16 x suit + number, so that `card >> 4` is the
# kind of encounter and `card & 15` its strength.
MONSTER: Final = 0  # spades 2..10 are cards 2..10
TRAP: Final = 1  # diamonds 2..10 are cards 18..26
DOOR: Final = 2  # clubs 2..10 are cards 34..42
JACK: Final = 48  # 48..50 win a monster, a trap, a door; 51 dodges a blow
DODGE: Final = 3
QUEEN: Final = 52
KING: Final = 56
JOKER: Final = 60
ACE: Final = 61
NUMBERS: Final = [16 * kind + number for kind in (MONSTER, TRAP, DOOR) for number in range(2, 11)]
DECK: Final = [*NUMBERS, *range(JACK, ACE + 4)]

# What a card is worth as treasure: diamonds their number, kings 10, the joker 6, all else nothing.
WORTH: Final = [0] * (ACE + 4)
WORTH[18:27] = range(2, 11)
WORTH[KING : JOKER + 1] = [10, 10, 10, 10, 6]

Result = tuple[
    str, int, int, int, int
]  # outcome, score, turns begun, cards turned, questions asked


def play(random: Callable[[], float]) -> Result:
    """Play one game; `random` gives floats in [0, 1). A single option is not asked (T-36)."""
    deck = DECK[:]  # deck[:left] is unseen; the last of it fills the place of a card turned
    left = 44
    hit_points = 9  # hit-point cards left
    turns = torches = asked = 0
    skills = [0, 0, 0, 0]  # 1 if in hand: the jack for monsters, for traps, for doors, dodge-blow
    hand: list[int] = []  # treasure only
    retreating = False
    to_go = 0  # turns between here and daylight, should the player turn back now

    while True:  # a turn
        turns += 1
        column: list[int] = []
        kind = strength = 0  # strength 0: nothing met yet
        discards = 0  # still to be paid for a door that stayed shut
        favoured = won = False

        while True:  # a card
            if not left:  # only the torch under the deck remains, and the scroll is spent (T-12)
                return "lost", 0, turns, 45, asked
            at = int(random() * left)
            left -= 1
            card = deck[at]
            deck[at] = deck[left]

            if card >= ACE:
                if torches < 3:  # T-9
                    torches += 1
                elif JOKER not in hand:  # T-10
                    return "lost", 0, turns, 44 - left, asked
                else:
                    asked += 1
                    if random() < 0.5:
                        return "lost", 0, turns, 44 - left, asked
                    hand.remove(JOKER)
            elif discards:  # T-28: whatever it is, it is gone
                pass
            elif card < JACK:
                column.append(card)
                if not strength:  # the encounter (T-14, T-15)
                    kind = card >> 4
                    strength = card & 15
                    if favoured:
                        won = True
                        break
                else:  # an action card (T-23, T-24)
                    gap = strength - (card & 15)
                    if gap <= 0:
                        won = True
                        break
                    if kind == DOOR:
                        if skills[DOOR]:
                            asked += 1
                            if random() < 0.5:
                                skills[DOOR] = 0
                                column.append(JACK)
                                won = True
                                break
                        discards = gap
                        continue
                    if skills[DODGE]:  # T-25
                        asked += 1
                        if random() < 0.5:
                            skills[DODGE] = gap = 0
                    hit_points -= gap
                    if hit_points <= 0:
                        return "dead", 0, turns, 44 - left, asked
                    if kind == TRAP:
                        break
            elif card < QUEEN:
                skills[card - JACK] = 1
            elif card < KING:  # T-17
                column.append(card)
                if strength:
                    won = True
                    break
                favoured = True
            else:
                column.append(card)

            if discards:
                discards -= 1
                if not discards:
                    break
            elif strength:  # face it: draw, play the skill, or drop a treasure (T-19)
                skill = skills[kind]
                drops = (
                    [card for card in hand if WORTH[card] >= strength]
                    if kind == MONSTER and hand
                    else ()
                )
                if skill or drops:
                    asked += 1
                    choice = int(random() * (1 + skill + len(drops)))
                    if choice > skill:  # T-21
                        hand.remove(drops[choice - skill - 1])
                        break
                    if choice:  # T-20
                        skills[kind] = 0
                        column.append(JACK)
                        won = True
                        break

        if won:  # T-31
            spoils = [card for card in column if WORTH[card]]
            if len(spoils) == len(column):  # T-32
                asked += 1
                del spoils[int(random() * len(spoils))]
            hand += spoils

        if not retreating:  # T-2
            asked += 1
            if random() < 0.5:
                to_go += 1
                continue
            retreating = True
        else:
            to_go -= 1
        if not to_go:  # T-6, P-1, P-2
            kings = sum(KING <= card < JOKER for card in hand)
            return (
                "won" if kings == 4 else "escaped",
                sum(WORTH[card] for card in hand),
                turns,
                44 - left,
                asked,
            )
