// What a learned player knows of a game, as bits and a few numbers; and the actions it rates.
//
// Nothing here tells more than a seat that counts cards may know. Kings, queens and torches are
// counted, not named: suits make no difference to them. games/tomb's expert builds the same in Python,
// and a test holds the two together.
#pragma once
#include "bots.hpp"

namespace tomb {

constexpr int WORDS = 4, BITS = 64 * WORDS, SCALARS = 16, FEATURES = BITS + SCALARS;

struct Known {
  u64 bits[WORDS];
  float scalars[SCALARS];
};

// Where each group of bits begins.
enum Place {
  UNSEEN_NUMBERS = 0, UNSEEN_JACKS = 27, UNSEEN_SCROLL = 31, UNSEEN_QUEENS = 32, UNSEEN_KINGS = 37,
  UNSEEN_TORCHES = 42, HELD_DIAMONDS = 47, HELD_KINGS = 56, HELD_SCROLL = 61, HELD_JACKS = 62,
  COLUMN_DIAMONDS = 66, COLUMN_KINGS = 75, COLUMN_SCROLL = 80, COLUMN_OTHERS = 81, HIT_POINTS = 82,
  TORCHES = 92, SCROLL_USED = 97, RETREATING = 98, DEPTH = 99, TO_GO = 115, ENCOUNTER = 131,
  STRENGTH = 158, QUESTION = 167, AMOUNT = 173, WINNABLE = 183, DEADLY = 184, MISSING = 185,
  NUMBERS_LEFT = 190, CARDS_LEFT = 217
};

BOTH void set_bit(Known& known, int place) { known.bits[place >> 6] |= 1ull << (place & 63); }

BOTH void set_field(Known& known, int place, u64 field) {  // no field crosses a word twice
  known.bits[place >> 6] |= field << (place & 63);
  if ((place & 63) && place >> 6 < WORDS - 1) known.bits[(place >> 6) + 1] |= field >> (64 - (place & 63));
}

BOTH int at_most(int value, int most) { return value < most ? value : most; }

BOTH Known known_of(const Tomb& t) {
  Known k{};
  const int unseen = count_bits(t.unseen), kings = count_bits(t.unseen >> KINGS & FOUR);
  const int aces = count_bits(t.unseen >> ACES & FOUR);
  set_field(k, UNSEEN_NUMBERS, t.unseen & NUMBERS);
  set_field(k, UNSEEN_JACKS, t.unseen >> JACKS & FOUR);
  set_field(k, UNSEEN_SCROLL, t.unseen >> JOKER & 1);
  set_bit(k, UNSEEN_QUEENS + count_bits(t.unseen >> QUEENS & FOUR));
  set_bit(k, UNSEEN_KINGS + kings);
  set_bit(k, UNSEEN_TORCHES + aces);
  set_field(k, HELD_DIAMONDS, t.hand.set & 511);
  set_bit(k, HELD_KINGS + t.hand.kings());
  set_field(k, HELD_SCROLL, t.hand.has(SCROLL));
  set_field(k, HELD_JACKS, t.jacks);
  set_field(k, COLUMN_DIAMONDS, t.column.set & 511);
  set_bit(k, COLUMN_KINGS + t.column.kings());
  set_field(k, COLUMN_SCROLL, t.column.has(SCROLL));
  set_field(k, COLUMN_OTHERS, t.others > 0);
  set_bit(k, HIT_POINTS + t.hit_points);
  set_bit(k, TORCHES + t.torches);
  set_field(k, SCROLL_USED, t.scroll_used);
  set_field(k, RETREATING, t.retreating);
  set_bit(k, DEPTH + at_most(t.delve_done, 15));
  const int to_go = t.retreating          ? t.delve_done - t.retreat_done - 2
                    : t.question == NEXT ? t.delve_done - 1
                                          : t.delve_done;
  set_bit(k, TO_GO + at_most(to_go, 15));
  if (t.encounter != NONE) {
    set_bit(k, ENCOUNTER + t.encounter);
    set_bit(k, STRENGTH + t.strength - 2);
  }
  set_bit(k, QUESTION + t.question);
  set_bit(k, AMOUNT + at_most(t.amount, 9));
  const int missing = 4 - t.hand.kings() - t.column.kings();
  set_field(k, WINNABLE, missing <= kings);
  set_field(k, DEADLY, t.amount >= t.hit_points);
  set_bit(k, MISSING + missing);
  int numbers = 0, sum = 0, below = 0, below_sum = 0, gaps = 0;
  for (int n = 2; n <= 10; ++n) {
    const int spade = t.unseen >> (n - 2) & 1, diamond = t.unseen >> (n + 7) & 1;
    const int cards = spade + diamond + static_cast<int>(t.unseen >> (n + 16) & 1);
    set_field(k, NUMBERS_LEFT + 3 * (n - 2), (1ull << cards) - 1);
    gaps += (spade + diamond) * (n * below - below_sum);
    below += cards, below_sum += n * cards;
    numbers += cards, sum += n * cards;
  }
  set_bit(k, CARDS_LEFT + unseen / 2);

  float* s = k.scalars;
  const float cards = static_cast<float>(unseen ? unseen : 1);
  const float dangers = static_cast<float>(numbers ? numbers : 1);
  if (t.encounter != NONE) {
    const Chances c(t);
    s[0] = c.wins / cards;
    s[1] = c.deaths / cards;
    s[2] = c.damage / (9 * cards);
  }
  s[3] = aces / cards;
  s[4] = t.hand.worth() / 100.f;
  s[5] = t.column.worth() / 100.f;
  s[6] = worth_of_set(t.unseen) / 100.f;
  const int torches = 4 - t.torches + (t.scroll_used || t.hand.has(SCROLL) ? SCROLL_TORCHES : 0);
  for (int more = 0; more <= 2; more += 2) {  // turning back now, and one turn deeper
    float share = 2.7f * (to_go + more) / cards;
    if (share > 1) share = 1;
    float dark = 1;
    for (int i = 0; i < torches; ++i) dark *= share;
    s[7 + more] = share;
    s[8 + more] = 1 - dark;
  }
  s[11] = sum / (10 * dangers);
  s[12] = count_bits(t.unseen & 511) / dangers;
  s[13] = count_bits(t.unseen >> DIAMONDS & 511) / dangers;
  s[14] = t.hit_points / 9.f;
  s[15] = gaps / (9 * dangers * dangers);
  return k;
}

// -- actions ---------------------------------------------------------------------------------------

// What a player rates: words, and of drops and treasure to leave one for each diamond, one for any
// king, one for the scroll.
constexpr int ACTIONS = 32;
constexpr int A_DROP = 4, A_BLOW = 15, A_LOCK = 17, A_TORCH = 19, A_LEAVE = 21, KING_OR_SCROLL = 9;

BOTH int ware_of(int treasure) {
  return treasure < FIRST_KING ? treasure : treasure == SCROLL ? KING_OR_SCROLL + 1 : KING_OR_SCROLL;
}

BOTH int action_of(Option option) {
  switch (option.word) {
    case DROP: return A_DROP + ware_of(option.treasure);
    case TO_DODGE: return A_BLOW;
    case TAKE: return A_BLOW + 1;
    case TO_PICK_LOCK: return A_LOCK;
    case DISCARD: return A_LOCK + 1;
    case READ_SCROLL: return A_TORCH;
    case LET_IT_BURN: return A_TORCH + 1;
    case TO_LEAVE: return A_LEAVE + ware_of(option.treasure);
    default: return option.word;  // deeper, turn back, draw, skill
  }
}

// The option an action stands for (the first, where kings are alike), and those that are open.
BOTH Option option_of_action(const Tomb& t, int action) {
  for (int place = 0;; ++place) {
    const Option option = option_of(t, place);
    if (action_of(option) == action) return option;
  }
}

BOTH u32 open_actions(const Tomb& t) {
  switch (t.question) {
    case NEXT: return 3;
    case BLOW: return 3u << A_BLOW;
    case LOCK: return 3u << A_LOCK;
    case TORCH: return 3u << A_TORCH;
    default: break;
  }
  u32 open = 0;
  if (t.question == LEAVE) {
    for (int i = 0; i < t.column.size; ++i) open |= 1u << (A_LEAVE + ware_of(t.column.at(i)));
    return open;
  }
  open = 1u << DRAW | static_cast<u32>(has_skill(t)) << SKILL;
  const u32 treasure = baits(t);
  for (int i = 0; i < TREASURES; ++i)
    if (treasure >> i & 1) open |= 1u << (A_DROP + ware_of(i));
  return open;
}

}  // namespace tomb
