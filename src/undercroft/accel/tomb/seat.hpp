// A seat at a game, as environments have it: the row of numbers that it sees, what it may do, its luck.
//
// The row is what research/encode.py makes of the view in games/tomb/view.py, actions are those of
// games/tomb/actions.txt, and luck is Python's own: a seed gives the same games in both. tests/research
// holds the two together.
#pragma once
#include <cstring>

#include "rules.hpp"

namespace tomb::seat {

// -- luck ------------------------------------------------------------------------------------------

// The generator of Python's `random`, from the state that it tells (MT19937).
struct Mersenne {
  static constexpr u32 SIZE = 624, FAR = 397;
  u32 words[SIZE], at;

  void twist(u32 i, u32 next, u32 far) {
    const u32 both = (words[i] & 0x80000000u) | (words[next] & 0x7fffffffu);
    words[i] = words[far] ^ both >> 1 ^ (both & 1) * 0x9908b0dfu;
  }
  void twist() {
    for (u32 i = 0; i < SIZE - FAR; ++i) twist(i, i + 1, i + FAR);
    for (u32 i = SIZE - FAR; i < SIZE - 1; ++i) twist(i, i + 1, i + FAR - SIZE);
    twist(SIZE - 1, 0, FAR - 1);
    at = 0;
  }
  u32 bits() {
    if (at == SIZE) twist();
    u32 x = words[at++];
    x ^= x >> 11;
    x ^= x << 7 & 0x9d2c5680u;
    x ^= x << 15 & 0xefc60000u;
    return x ^ x >> 18;
  }
  double next() {  // random.random()
    const u32 high = bits() >> 5, low = bits() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }
};

// -- what lies where -------------------------------------------------------------------------------

constexpr int STACKS = 20;  // as many as a row has room for
constexpr u64 ACE_CARDS = FOUR << ACES;

inline u64 bit_of(int card) { return card == NONE ? 0 : 1ull << card; }

inline u64 hand_of(const Tomb& t) {
  const u32 held = t.hand.set;
  return static_cast<u64>(held & 511) << DIAMONDS | (held >> FIRST_KING & FOUR) << KINGS |
         static_cast<u64>(t.hand.has(SCROLL)) << JOKER | static_cast<u64>(t.jacks) << JACKS;
}

inline u64 torches_of(const Tomb& t) {  // an ace that is neither in the deck nor in question burns
  return ACE_CARDS & ~t.unseen & ~bit_of(t.bottom) & ~bit_of(t.torch);
}

// What is seen of a game and the rules have no need of.
struct Seen {
  u64 away;  // cards that are stacked, discarded, spent or out of the game
  u8 discards, dodged, stacks[STACKS];

  // What has left the deck and went nowhere else.
  u64 column(const Tomb& t) const { return ALL & ~(ACE_CARDS | t.unseen | hand_of(t) | away); }

  void begin(const Options& options) {
    *this = Seen{};
    if (options.scroll == NOWHERE) away = bit_of(JOKER);
  }
  void hear(Option option) {
    if (option.word == TO_DODGE) dodged = 1, away |= bit_of(JACKS + DODGE);
    if (option.word == READ_SCROLL) away |= bit_of(JOKER);
  }
  void hear(const Tomb& before, const Tomb& after) {  // a step was made: a card was turned, or not
    const u64 turned = before.unseen & ~after.unseen;
    if (before.stage == DISCARDING && turned & ~(ACE_CARDS | hand_of(after))) {
      ++discards;
      away |= turned;
    }
    const int turn = before.delve_done + before.retreat_done;
    if (after.delve_done + after.retreat_done == turn) return;
    const u64 stacked = column(after);
    away |= stacked;
    if (turn < STACKS) stacks[turn] = count_bits(stacked);
  }
};

// -- the row ---------------------------------------------------------------------------------------

enum Number {
  SHOWING, HIT_POINTS, SCROLL_USED, POINTS, KINGS_HELD, DELVE_DONE, RETREAT_DONE, FAVOURED, LEFT,
  DISCARDS, DODGE_USED, ABOUT_AMOUNT, ABOUT_DEADLY, ABOUT_DISCARDS, ABOUT_SHOWING, ABOUT_TO_GO, NUMBERS_SHOWN
};
enum Cards {
  TORCHES, HAND, COLUMN, ENCOUNTER, RETURNED, UNSEEN, ABOUT_DOOR, ABOUT_ENCOUNTER, ABOUT_TORCH, CARDS_SHOWN
};

// Where everything has its place. `numbers` and `stacks` are divided by the largest there is.
struct Layout {
  int size, actions;
  const float* base;  // the row of a game without what changes in it
  double most[NUMBERS_SHOWN], tallest;
  int numbers[NUMBERS_SHOWN], cards[CARDS_SHOWN][CARDS], questions[NO_QUESTION], phases[2], stacks[STACKS];
  Options options;
};

inline int showing(const Tomb& t) { return t.hit_points ? t.hit_points + 1 : 0; }

// A row that is written over from one decision to the next: of cards, only what has changed.
struct Shown {
  float* numbers;
  u64 cards[CARDS_SHOWN];
  u8 question, phase, stacks;

  void begin(const Layout& layout) {
    std::memcpy(numbers, layout.base, layout.size * sizeof(float));
    std::memset(cards, 0, sizeof(cards));
    question = phase = stacks = 0;
  }

  void write(const Layout& layout, const Tomb& t, const Seen& seen) {
    const auto number = [&](Number which, int value) {
      numbers[layout.numbers[which]] = static_cast<float>(value / layout.most[which]);
    };
    const auto show = [&](Cards which, u64 all) {
      for (u64 other = cards[which] ^ all; other; other &= other - 1) {
        const int card = lowest_bit(other);
        numbers[layout.cards[which][card]] = all >> card & 1;
      }
      cards[which] = all;
    };
    const int asked = t.question;
    const u64 encounter = bit_of(t.encounter);
    number(SHOWING, showing(t));
    number(HIT_POINTS, t.hit_points);
    number(SCROLL_USED, t.scroll_used);
    number(POINTS, t.hand.worth());
    number(KINGS_HELD, t.hand.kings());
    number(DELVE_DONE, t.delve_done);
    number(RETREAT_DONE, t.retreat_done);
    number(FAVOURED, t.favours > 0);
    number(LEFT, count_bits(t.unseen) + (t.bottom != NONE));
    number(DISCARDS, seen.discards);
    number(DODGE_USED, seen.dodged);
    number(ABOUT_AMOUNT, asked == BLOW ? t.amount : 0);
    number(ABOUT_DEADLY, asked == BLOW && t.amount >= t.hit_points);
    number(ABOUT_DISCARDS, asked == LOCK ? t.amount : 0);
    number(ABOUT_SHOWING, asked == BLOW ? showing(t) : 0);
    number(ABOUT_TO_GO, asked == NEXT ? t.delve_done - 1 : 0);
    show(TORCHES, torches_of(t));
    show(HAND, hand_of(t));
    show(COLUMN, seen.column(t));
    show(ENCOUNTER, encounter);
    show(RETURNED, bit_of(t.bottom));
    show(UNSEEN, t.unseen);
    show(ABOUT_DOOR, asked == LOCK ? encounter : 0);
    show(ABOUT_ENCOUNTER, asked == FACE || asked == BLOW ? encounter : 0);
    show(ABOUT_TORCH, asked == TORCH ? bit_of(t.torch) : 0);
    numbers[layout.questions[question]] = 0;
    numbers[layout.questions[question = asked]] = 1;
    numbers[layout.phases[phase]] = 0;
    numbers[layout.phases[phase = t.retreating]] = 1;
    for (; stacks < STACKS && stacks < t.delve_done + t.retreat_done; ++stacks) {
      float* slot = numbers + layout.stacks[stacks];
      slot[-1] = 1;  // it is filled
      slot[0] = static_cast<float>(seen.stacks[stacks] / layout.tallest);
    }
  }
};

// -- actions, numbered as games/tomb/actions.txt lists them ------------------------------------------

constexpr int A_SKILL = 3, A_BLOW = 6, A_DISCARD = 8, A_TORCH = 9, A_DROP = 11, A_LEAVE = A_DROP + TREASURES;
constexpr int ACTIONS = A_LEAVE + TREASURES;

inline u64 legal_actions(const Tomb& t) {
  switch (t.question) {
    case NEXT: return 3ull << DEEPER;
    case FACE:
      return 1ull << DRAW | static_cast<u64>(has_skill(t)) << (A_SKILL + t.kind) |
             static_cast<u64>(baits(t)) << A_DROP;
    case BLOW: return 3ull << A_BLOW;
    case LOCK: return 1ull << (A_SKILL + DOOR) | 1ull << A_DISCARD;
    case TORCH: return 3ull << A_TORCH;
    case LEAVE: return static_cast<u64>(t.column.set) << A_LEAVE;
    default: return 0;
  }
}

inline Option option_of_action(int action) {
  constexpr u8 WORDS_ALONE[] = {DEEPER, TURN_BACK, DRAW, SKILL, SKILL, SKILL, TO_DODGE, TAKE, DISCARD,
                                READ_SCROLL, LET_IT_BURN};
  if (action >= A_LEAVE) return {TO_LEAVE, static_cast<u8>(action - A_LEAVE)};
  if (action >= A_DROP) return {DROP, static_cast<u8>(action - A_DROP)};
  return {WORDS_ALONE[action], NONE};
}

// -- a seat ----------------------------------------------------------------------------------------

enum State : u8 { ASKED, OVER, ILLEGAL };

struct Seat {
  const Layout* layout;
  Shown row;
  signed char* mask;
  u32* result;           // state, outcome, kings and points, a byte each
  Mersenne luck;
  Tomb tomb;
  Seen seen;
  u8 fog[CARDS];         // the deck, as a list from which Python would draw
  double drawn[CARDS];   // luck of this game so far, and what was answered: enough to play it again
  u8 answers[256];

  int next(const Tomb& t) {  // core/table.py, draw
    const int cards = count_bits(t.unseen);
    drawn[t.draws] = luck.next();
    u8& at = fog[static_cast<int>(drawn[t.draws] * cards)];
    const int card = at;
    at = fog[cards - 1];
    return card;
  }

  void play_on() {
    while (!is_waiting(tomb)) {
      ask_before_card(tomb, layout->options);
      if (is_waiting(tomb)) return;
      const Tomb before = tomb;
      play_card(tomb, layout->options, *this);
      seen.hear(before, tomb);
    }
  }

  void show() {
    const bool over = tomb.outcome != PLAYING;
    if (over) std::memset(row.numbers, 0, layout->size * sizeof(float));
    else row.write(*layout, tomb, seen);
    const u64 legal = over ? 0 : legal_actions(tomb);
    for (int i = 0; i < ACTIONS; ++i) mask[i] = legal >> i & 1;
    *result = (over ? OVER : ASKED) | tomb.outcome << 8 | kings_of(tomb) << 16 | points_of(tomb) << 24;
  }

  void begin() {  // a game in which there is something to decide: some are over before
    do {
      tomb = new_tomb(layout->options);
      seen.begin(layout->options);
      u8* to = fog;
      for (u64 left = tomb.unseen; left; left &= left - 1) *to++ = lowest_bit(left);
      play_on();
    } while (tomb.outcome != PLAYING);
    row.begin(*layout);
    show();
  }

  void answer(long action) {
    if (action < 0 || action >= ACTIONS || !(legal_actions(tomb) >> action & 1)) {
      *result = ILLEGAL;
      return;
    }
    answers[tomb.questions - 1] = action;
    const Option option = option_of_action(action);
    take(tomb, option);
    seen.hear(option);
    play_on();
    show();
  }
};

}  // namespace tomb::seat
