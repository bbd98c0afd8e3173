// The bots of games/tomb/bots/thumb.py: a rule of thumb with two parameters, weighed in the same steps of
// the same arithmetic; and the one that picks any option.
#pragma once
#include <cmath>

#include "rules.hpp"

namespace tomb {

struct Thumb {
  double prize, weariness;
};

constexpr double CARDS_A_TURN = 2.7;
constexpr int SKILL_WORTH = 4;
constexpr int SCROLL_TORCHES = 6;

// Cards are faster with 32 bits; a game in thousands then goes another way.
#ifdef __CUDA_ARCH__
using real = float;
#else
using real = double;
#endif

BOTH real power(real base, int exponent) {  // of at most 15
#ifdef __CUDA_ARCH__
  real product = exponent & 1 ? base : 1;
  for (int bit = 2; bit < 16; bit <<= 1) {
    base *= base;
    if (exponent & bit) product *= base;
  }
  return product;
#else
  return std::pow(base, exponent);
#endif
}

BOTH real divided(real a, real b) {
#ifdef __CUDA_ARCH__
  return __fdividef(a, b);
#else
  return a / b;
#endif
}

BOTH int worth_of_set(u64 unseen) {  // of the treasure among cards
  return 10 * count_word(unseen >> KINGS & FOUR) + 6 * static_cast<int>(unseen >> JOKER & 1) +
         sum_of_numbers(unseen >> DIAMONDS & 511);
}

struct Sight {
  const Tomb& t;
  const Thumb& thumb;
  int unseen, unseen_worth, unseen_kings, to_go;
  real stamina;

  BOTH Sight(const Tomb& tomb, const Thumb& rule) : t(tomb), thumb(rule) {
    unseen = count_bits(t.unseen);
    unseen_worth = worth_of_set(t.unseen);
    unseen_kings = count_bits(t.unseen >> KINGS & FOUR);
    to_go = t.retreating         ? t.delve_done - t.retreat_done - 2
            : t.encounter != NONE ? t.delve_done
                                  : t.delve_done - 1;
    const int sparing = (1 << BERSERK) | (1 << DISARM) | (1 << DODGE);
    stamina = t.hit_points + SKILL_WORTH * count_bits(t.jacks & sparing);
  }

  BOTH bool in_last_light() const { return t.torches == 3 && !t.scroll_used && !t.hand.has(SCROLL); }

  BOTH real hope(int turns, real with_stamina, int worth, int kings, bool scroll) const {
    real share = divided(real(CARDS_A_TURN) * turns, unseen ? unseen : 1);
    if (!(share < real(0.98))) share = real(0.98);
    const int torches = 4 - t.torches + (t.scroll_used || scroll ? SCROLL_TORCHES : 0);
    const real living = with_stamina < 1 ? 1 : with_stamina;
    real carried = worth + share * unseen_worth;
    const int missing = 4 - kings;
    if (missing <= unseen_kings) carried += static_cast<real>(thumb.prize) * power(share, missing);
    return divided(living, living + static_cast<real>(thumb.weariness) * turns) * (1 - power(share, torches)) * carried;
  }

  BOTH real hope_of_hand(int turns, real with_stamina, int without = NONE) const {
    const bool parted = without != NONE;
    return hope(turns, with_stamina, t.hand.worth() - (parted ? worth_of(without) : 0),
                t.hand.kings() - (parted && without >= FIRST_KING && without < SCROLL),
                t.hand.has(SCROLL) && without != SCROLL);
  }

  BOTH real hope_of_spoils(int turns, real with_stamina) const {
    return hope(turns, with_stamina, t.hand.worth() + t.column.worth(),
                t.hand.kings() + t.column.kings(), t.hand.has(SCROLL) || t.column.has(SCROLL));
  }
};

// What is easiest to part with, of some treasure: diamonds, but the scroll before the ten, and a king
// last; of several the one that came first.
BOTH int cheapest(const Row& row, u32 among) {
  constexpr u32 ten = 1 << 8;
  if (!among) return NONE;
  if (among & (ten - 1)) return lowest_bit(among);
  if (among >> SCROLL & 1) return SCROLL;
  if (among & ten) return FIRST_KING - 1;
  for (int i = 0;; ++i)
    if (among >> row.at(i) & 1) return row.at(i);
}

// What the next card that counts can do to the encounter.
struct Chances {
  int wins = 0, hurts = 0, deaths = 0, damage = 0;

  BOTH explicit Chances(const Tomb& t) {
    const u32 numbers = t.unseen & NUMBERS, below = numbers & cards_below(strength(t));
    hurts = count_word(below);
    damage = strength(t) * hurts - sum_of_numbers(below);
    if (!(t.jacks >> DODGE & 1))
      deaths = count_word(below & cards_below(strength(t) - t.hit_points + 1));
    wins = count_word(numbers) - hurts + count_word(t.unseen >> QUEENS & FOUR);
  }
};

BOTH real hope_of_drawing(const Sight& s) {
  const Chances c(s.t);
  real hope, chance;
  if (kind_of(s.t.encounter) == MONSTER) {
    chance = divided(1, c.wins + 1);
    hope = s.hope_of_spoils(s.to_go, s.stamina - c.damage * chance);
    hope *= 1 - divided(c.deaths, c.deaths + c.wins ? c.deaths + c.wins : 1);
  } else {
    chance = divided(1, c.wins + c.hurts + 1);
    hope = c.wins * s.hope_of_spoils(s.to_go, s.stamina);
    if (c.hurts > c.deaths)
      hope += (c.hurts - c.deaths) *
              s.hope_of_hand(s.to_go, s.stamina - divided(c.damage, c.hurts));
    hope = divided(hope, c.wins + c.hurts ? c.wins + c.hurts : 1);
  }
  return s.in_last_light() ? hope * (1 - chance) : hope;
}

BOTH Option face(const Sight& s) {
  const Tomb& t = s.t;
  const Option draw{DRAW, NONE}, skill{SKILL, NONE};
  if (kind_of(t.encounter) == DOOR) return s.in_last_light() ? skill : draw;
  Option best = draw;
  real most = hope_of_drawing(s);
  if (has_skill(t)) {
    const real playing = s.hope_of_spoils(s.to_go, s.stamina - SKILL_WORTH);
    if (playing > most) best = skill, most = playing;
  }
  const int bait = cheapest(t.hand, baits(t));
  if (bait != NONE && s.hope_of_hand(s.to_go, s.stamina, bait) > most)
    best = {DROP, static_cast<u8>(bait)};
  return best;
}

BOTH Option cheapest_to_leave(const Tomb& t) {
  return {TO_LEAVE, static_cast<u8>(cheapest(t.column, t.column.set))};
}

BOTH Option answer_by_thumb(const Tomb& t, const Thumb& thumb) {
  const Sight s(t, thumb);
  switch (t.question) {
    case NEXT: {
      const real now = s.hope_of_hand(s.to_go, s.stamina);
      const bool back = now >= s.hope_of_hand(s.to_go + 2, s.stamina);
      return {static_cast<u8>(back ? TURN_BACK : DEEPER), NONE};
    }
    case FACE: return face(s);
    case BLOW:
      return {static_cast<u8>(t.amount >= t.hit_points || t.amount > SKILL_WORTH ? TO_DODGE : TAKE), NONE};
    case LOCK:
      return {static_cast<u8>(t.amount > 1 || t.column.size ? TO_PICK_LOCK : DISCARD), NONE};
    case LEAVE: return cheapest_to_leave(t);
    default: return {READ_SCROLL, NONE};
  }
}

BOTH Option answer_anyhow(const Tomb& t, Random& random) {
  return option_of(t, random.below(count_options(t)));
}

}  // namespace tomb
