// Tomb of Four Kings, the solo game, for processors and graphics cards alike.
//
// The clauses are those of docs/rules/tomb.md; tests/accel proves question by question that this is
// the game of games/tomb/rules.py. A series is so many games one after another, nothing carried
// over (G-2). The duel is not here.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#define BOTH __host__ __device__ inline
#else
#define BOTH inline
#endif
#if defined(__BMI2__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

namespace tomb {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
#ifdef __CUDACC__
using small = int;  // a register each; less would only be cut to size at every step
#else
using small = u8;
#endif

// -- cards, numbered as games/tomb/cards.py lists them ---------------------------------------------

constexpr u8 CARDS = 44, NONE = 255;
constexpr u8 SPADES = 0, DIAMONDS = 9, CLUBS = 18, JACKS = 27, QUEENS = 31, KINGS = 35, ACES = 39;
constexpr u8 JOKER = 43, ACE_OF_DIAMONDS = 40, ACE_OF_HEARTS = 42;

constexpr u64 ALL = (1ull << CARDS) - 1;
constexpr u64 NUMBERS = (1ull << JACKS) - 1;
constexpr u64 FOUR = 15;

enum Kind : u8 { MONSTER, TRAP, DOOR };                 // of the 27 cards with a number
enum Jack : u8 { BERSERK, DISARM, PICK_LOCK, DODGE };   // the first three as the kinds they beat

BOTH int kind_of(int card) { return card * 57 >> 9; }  // card / 9, of a card with a number
BOTH int number_of(int card) { return card < JACKS ? card - 9 * kind_of(card) + 2 : 0; }

// Treasure cards have numbers of their own, 0 to 13: nine diamonds, four kings, the joker.
constexpr u8 FIRST_KING = 9, SCROLL = 13, TREASURES = 14;

BOTH bool is_treasure(int card) {
  return ((card >= DIAMONDS) & (card < CLUBS)) | ((card >= KINGS) & (card < ACES)) | (card == JOKER);
}
BOTH int treasure_of(int card) {
  return card == JOKER ? SCROLL : card < CLUBS ? card - DIAMONDS : card - KINGS + FIRST_KING;
}
BOTH int card_of(int treasure) {
  return treasure == SCROLL ? JOKER
         : treasure < FIRST_KING ? treasure + DIAMONDS
                                 : treasure - FIRST_KING + KINGS;
}
BOTH int worth_of(int treasure) {
  return treasure == SCROLL ? 6 : treasure < FIRST_KING ? treasure + 2 : 10;
}

// -- bits ------------------------------------------------------------------------------------------

BOTH int count_bits(u64 bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return __builtin_popcountll(bits);
#endif
}

BOTH int count_word(u32 bits) {
#ifdef __CUDA_ARCH__
  return __popc(bits);
#else
  return __builtin_popcount(bits);
#endif
}

BOTH int lowest_bit(u64 bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}

// The place of the nth set bit, counted from 0.
BOTH int nth_bit(u64 bits, int n) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return lowest_bit(_pdep_u64(1ull << n, bits));
#else
  u32 word = static_cast<u32>(bits);
  const int low = count_word(word);
  int place = 0;
  if (n >= low) n -= low, word = bits >> 32, place = 32;
  for (int width = 16; width; width >>= 1) {
    const int below = count_word(word & ((1u << width) - 1));
    if (n >= below) n -= below, word >>= width, place += width;
  }
  return place;
#endif
}

// The sum of the numbers of cards, 2 to 10, of a suit or of three (nine bits each).
BOTH int sum_of_numbers(u32 cards) {
  constexpr u32 three = 1 | 1 << 9 | 1 << 18;
  return 2 * count_word(cards) + count_word(cards & 0xaa * three) + 2 * count_word(cards & 0xcc * three) +
         4 * count_word(cards & 0xf0 * three) + 8 * count_word(cards & 0x100 * three);
}

// Of each of three suits, the cards with a number below this one.
BOTH u32 cards_below(int number) {
  const int more = number > 2 ? number - 2 : 0;
  return ((1u << more) - 1) * (1 | 1 << 9 | 1 << 18);
}

// Treasure in the order it came, four bits each.
struct Row {
  u64 cards = 0;
  u32 set = 0;
  small size = 0, points = 0;

  BOTH int at(int place) const { return cards >> 4 * place & 15; }
  BOTH bool has(int treasure) const { return set >> treasure & 1; }
  BOTH int kings() const { return count_word(set >> FIRST_KING & FOUR); }
  BOTH void add(int treasure, bool is_there = true) {
    cards |= static_cast<u64>(is_there ? treasure : 0) << 4 * size;
    set |= static_cast<u32>(is_there) << treasure;
    points += is_there ? worth_of(treasure) : 0;
    size += is_there;
  }
  BOTH void join(const Row& more) {
    cards |= more.cards << 4 * size;
    set |= more.set;
    size += more.size;
    points += more.points;
  }
  BOTH void take_out(int treasure) {
    constexpr u64 ones = 0x1111111111111111;
    const u64 other = cards ^ ones * treasure;  // nought in its four bits
    const int place = lowest_bit((other - ones) & ~other & ones << 3) & ~3;
    const u64 before = cards & ((1ull << place) - 1);
    cards = before | (cards >> place >> 4 << place);
    set &= ~(1 << treasure);
    points -= worth_of(treasure);
    --size;
  }
  BOTH int worth() const { return points; }
};

// -- the table -------------------------------------------------------------------------------------

enum Scroll : u8 { IN_DECK, IN_HAND, NOWHERE };

struct Options {  // section 9, as far as it changes the solo game
  u8 min_delve = 1, start_hp = 10, start_torches = 0, scroll = IN_DECK, lenient_discards = 0;
};

enum Question : u8 { NEXT, FACE, BLOW, LOCK, TORCH, LEAVE, NO_QUESTION };
enum Outcome : u8 { WON, ESCAPED, DEAD, LOST, PLAYING };
enum Stage : u8 { WAY, TURN, FACING, DRAWING, DISCARDING, TURN_WON, TURN_OVER };

struct Tomb {  // section 3
  u64 unseen;
  Row hand, column;          // of treasure alone
  small jacks;                  // held, a bit each
  small others;                 // cards in the column that are no treasure
  small hit_points, torches;
  small scroll_used, bottom;    // the torch under the deck, or NONE
  small delve_done, retreat_done, retreating;
  small encounter, strength;    // the card, NONE until it appears; its number
  small kind, favours;          // of the encounter
  small amount;                 // of the blow, or of cards to discard
  small torch;                  // the fourth, while it is asked about
  small stage, question, outcome;
  small draws, questions;       // cards that fate has given; decisions asked
};

BOTH Tomb new_tomb(const Options& options) {  // U-1 to U-3
  Tomb t{};
  t.unseen = ALL;
  t.hit_points = options.start_hp - 1;
  t.torches = options.start_torches;
  if (options.start_torches > 0) t.unseen &= ~(1ull << ACE_OF_HEARTS);
  if (options.start_torches > 1) t.unseen &= ~(1ull << ACE_OF_DIAMONDS);
  if (options.scroll != IN_DECK) t.unseen &= ~(1ull << JOKER);
  if (options.scroll == IN_HAND) t.hand.add(SCROLL);
  t.bottom = t.encounter = t.torch = NONE;
  t.stage = WAY;
  t.question = NO_QUESTION;
  t.outcome = PLAYING;
  return t;
}

BOTH void ask(Tomb& t, Question question) {
  t.question = question;
  ++t.questions;
}

BOTH bool is_waiting(const Tomb& t) {
  return t.question != NO_QUESTION || t.outcome != PLAYING;
}

// -- option lists, in the order of the rules -------------------------------------------------------

// An option is a number: its word, and the treasure that goes with it.
enum Word : u8 {
  DEEPER, TURN_BACK, DRAW, SKILL, DROP, TO_DODGE, TAKE, TO_PICK_LOCK, DISCARD, READ_SCROLL, LET_IT_BURN,
  TO_LEAVE
};

struct Option {
  small word, treasure;
};

BOTH bool has_skill(const Tomb& t) { return t.jacks >> t.kind & 1; }

// T-21: the treasure in hand that is enough for the monster.
BOTH u32 baits(const Tomb& t) {
  const u32 too_little = (cards_below(t.strength) & 511) | static_cast<u32>(t.strength > 6) << SCROLL;
  return t.kind == MONSTER ? t.hand.set & ~too_little : 0;
}

BOTH int ways_to_face(const Tomb& t) { return 1 + has_skill(t) + count_word(baits(t)); }  // T-19
BOTH bool may_choose_how_to_face(const Tomb& t) { return has_skill(t) | (baits(t) != 0); }

BOTH int count_options(const Tomb& t) {
  return t.question == FACE ? ways_to_face(t) : t.question == LEAVE ? t.column.size : 2;
}

BOTH Option option_of(const Tomb& t, int place) {
  switch (t.question) {
    case NEXT: return {static_cast<small>(place ? TURN_BACK : DEEPER), NONE};
    case BLOW: return {static_cast<small>(place ? TAKE : TO_DODGE), NONE};
    case LOCK: return {static_cast<small>(place ? DISCARD : TO_PICK_LOCK), NONE};
    case TORCH: return {static_cast<small>(place ? LET_IT_BURN : READ_SCROLL), NONE};
    case LEAVE: return {TO_LEAVE, static_cast<small>(t.column.at(place))};
    default: break;
  }
  if (place == 0) return {DRAW, NONE};
  if (has_skill(t) && --place == 0) return {SKILL, NONE};
  const u32 open = baits(t);
  for (int i = 0;; ++i)
    if (open >> t.hand.at(i) & 1 && --place == 0) return {DROP, static_cast<small>(t.hand.at(i))};
}

// -- rules -----------------------------------------------------------------------------------------

BOTH void end(Tomb& t, Outcome outcome) { t.outcome = outcome; }

BOTH void maybe_leave(Tomb& t) {  // T-6, P-2
  if (t.retreat_done == t.delve_done - 1) end(t, t.hand.kings() == 4 ? WON : ESCAPED);
}

BOTH int points_of(const Tomb& t) {  // P-1, P-3
  return t.outcome == WON || t.outcome == ESCAPED ? t.hand.worth() : 0;
}

BOTH int kings_of(const Tomb& t) {
  return t.outcome == WON || t.outcome == ESCAPED ? t.hand.kings() : 0;
}

template <class Luck>
BOTH int turn_over(Tomb& t, Luck& luck) {  // T-7
  if (!t.unseen) {
    const int card = t.bottom;
    t.bottom = NONE;
    return card;
  }
  const int card = luck.next(t);
  t.unseen &= ~(1ull << card);
  ++t.draws;
  return card;
}

BOTH void burn_torch(Tomb& t, int torch) {  // T-9, T-10
  if (t.torches < 3) {
    ++t.torches;
  } else if (t.hand.has(SCROLL)) {
    t.torch = torch;
    ask(t, TORCH);
  } else {
    ++t.torches;
    end(t, LOST);
  }
}

// T-8; of cards to discard, T-28. (Here and below, what a card does is chosen rather than branched to
// where it can be: so the games of a warp stay in step.)
BOTH void turn_card(Tomb& t, const Options& options, int card, int number) {
  const bool discarded = t.stage == DISCARDING;
  t.amount -= discarded;
  if (card >= ACES && card != JOKER) return card == NONE ? end(t, LOST) : burn_torch(t, card);
  const bool is_jack = card >= JACKS && card < QUEENS, is_queen = card >= QUEENS && card < KINGS;
  const bool kept = options.lenient_discards || !discarded;
  if (is_jack & kept) t.jacks |= 1 << (card - JACKS);
  if (is_jack | discarded) return;
  const bool treasure = is_treasure(card);
  t.column.add(treasure_of(card) & 15, treasure);
  t.others += !treasure;
  t.favours += is_queen;
  const bool appears = (card < JACKS) & (t.encounter == NONE);
  t.encounter = appears ? card : t.encounter;
  t.strength = appears ? number : t.strength;
  t.kind = appears ? kind_of(card) : t.kind;
}

BOTH void wound(Tomb& t) {  // T-26; then T-24
  t.hit_points -= t.amount < t.hit_points ? t.amount : t.hit_points;
  if (!t.hit_points) end(t, DEAD);
}

BOTH void after_blow(Tomb& t) {  // T-24: a trap is over, a monster fights on
  t.stage = t.kind == TRAP ? TURN_OVER : FACING;
  t.amount = 0;
}

BOTH void fall_short(Tomb& t, int gap) {  // T-24
  const bool door = t.kind == DOOR;
  t.amount = gap;
  if (t.jacks >> (door ? PICK_LOCK : DODGE) & 1) {  // T-25
    ask(t, door ? LOCK : BLOW);
  } else if (door) {
    t.stage = DISCARDING;
  } else {
    wound(t);
    after_blow(t);
  }
}

BOTH bool is_done_discarding(const Tomb& t) {  // T-29, T-30
  return (t.amount == 0) | ((t.unseen == 0) & (t.bottom == NONE));
}

// What the card just turned comes to: an encounter appears (T-13, T-15), or the one that is faced is won
// (T-17, T-22, T-23) or goes on.
BOTH void act(Tomb& t, int card, int number) {
  const bool drawn = t.stage == DRAWING, appeared = (t.stage == TURN) & (t.encounter != NONE);
  const bool counts = drawn & (card < JACKS), fails = counts & (number < t.strength);
  const bool wins = (counts & !fails) | (t.favours > 0);
  t.stage = drawn | appeared ? wins ? TURN_WON : FACING : t.stage;
  if (fails) fall_short(t, t.strength - number);
}

BOTH void collect(Tomb& t, int left) {  // T-31; left behind, T-32
  if (left != NONE) t.column.take_out(left);
  t.hand.join(t.column);
  t.stage = TURN_OVER;
}

BOTH void finish_turn(Tomb& t) {  // T-34, T-35
  t.column = Row{};
  t.others = t.favours = t.strength = 0;
  t.encounter = NONE;
  t.stage = WAY;
  t.delve_done += !t.retreating;
  t.retreat_done += t.retreating;
  if (t.retreating) maybe_leave(t);
}

// Ask what is asked before a card is turned: to go deeper or back, and how to face what appeared.
BOTH void ask_before_card(Tomb& t, const Options& options) {
  const bool on_the_way = t.stage == WAY, facing = t.stage == FACING;
  t.stage = on_the_way ? TURN : facing ? DRAWING : t.stage;
  const bool may_turn_back = !t.retreating & (t.delve_done >= options.min_delve);  // T-2, T-5
  if (on_the_way & may_turn_back) ask(t, NEXT);
  if (facing & may_choose_how_to_face(t)) ask(t, FACE);  // T-19
}

// Turn a card, if it is time for one, and see what comes of it. (One card for every game of a warp at
// the same time is what makes graphics cards fast.)
template <class Luck>
BOTH void play_card(Tomb& t, const Options& options, Luck& luck) {
  if ((t.stage == DISCARDING) & is_done_discarding(t)) {
    t.amount = 0;
    t.stage = TURN_OVER;
  }
  if (t.stage <= DISCARDING) {
    const int card = turn_over(t, luck);
    const int number = number_of(card);
    turn_card(t, options, card, number);
    act(t, card, number);
    if (is_waiting(t)) return;
  }
  if (t.stage == TURN_WON) {
    if (t.column.size > 1 && !t.others) return ask(t, LEAVE);
    if (!t.others) t.column = Row{};  // the one card of treasure stays behind
    collect(t, NONE);
  }
  if (t.stage == TURN_OVER) finish_turn(t);
}

// Play on until somebody has to choose, or the game is over.
template <class Luck>
BOTH void advance(Tomb& t, const Options& options, Luck& luck) {
  while (!is_waiting(t)) {
    ask_before_card(t, options);
    if (!is_waiting(t)) play_card(t, options, luck);
  }
}

// Take an option of the open question; `advance` plays on from there.
BOTH void take(Tomb& t, Option option) {
  t.question = NO_QUESTION;
  switch (option.word) {
    case TURN_BACK:  // T-4
      t.retreating = 1;
      maybe_leave(t);
      break;
    case SKILL:  // T-20
    case TO_PICK_LOCK:
      t.jacks &= ~(1 << t.kind);
      ++t.others;
      t.amount = 0;
      t.stage = TURN_WON;
      break;
    case DROP:  // T-21
      t.hand.take_out(option.treasure);
      t.stage = TURN_OVER;
      break;
    case TO_DODGE:  // T-25, T-27
      t.jacks &= ~(1 << DODGE);
      after_blow(t);
      break;
    case TAKE:
      wound(t);
      after_blow(t);
      break;
    case DISCARD: t.stage = DISCARDING; break;
    case READ_SCROLL:  // T-10, T-12
      t.hand.take_out(SCROLL);
      t.scroll_used = 1;
      t.bottom = t.torch;
      t.torch = NONE;
      break;
    case LET_IT_BURN:
      ++t.torches;
      end(t, LOST);
      break;
    case TO_LEAVE: collect(t, option.treasure); break;
    default: break;  // DEEPER, DRAW: the stage is there already
  }
}

// -- luck ------------------------------------------------------------------------------------------

// Cards in a given order, those that start elsewhere left out.
struct Order {
  const u8* cards;
  BOTH int next(const Tomb& t) { return cards[t.draws]; }
};

BOTH u64 mixed(u64 x) {  // splitmix64
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

struct Random {
  u64 state;
  BOTH u32 bits() {  // PCG, XSH-RS
    const u64 x = state;
    state = x * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<u32>((x ^ x >> 22) >> (22 + (x >> 61)));
  }
  BOTH int below(int n) { return static_cast<u64>(bits()) * n >> 32; }
};

// The nth card depends on the seed and n alone, whatever was decided.
struct Chance {
  Random random;
  BOTH int next(const Tomb& t) { return nth_bit(t.unseen, random.below(count_bits(t.unseen))); }
};

BOTH u64 stream_of(u64 seed, u64 game, u64 stream) {
  return mixed(mixed(seed + 0x9e3779b97f4a7c15ull * (2 * game + stream + 1)));
}

}  // namespace tomb
