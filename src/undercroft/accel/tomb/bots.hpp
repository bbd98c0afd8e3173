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

BOTH real over(real above, real below) {
#ifdef __CUDA_ARCH__
  real inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(below));
  const real about = above * inverse;
  return __fmaf_rn(__fmaf_rn(-about, below, above), inverse, about);  // the last bit is right, too
#else
  return above / below;
#endif
}

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

BOTH int worth_of_set(u64 unseen) {  // of the treasure among cards
  return 10 * count_word(unseen >> KINGS & FOUR) + 6 * static_cast<int>(unseen >> JOKER & 1) +
         sum_of_numbers(unseen >> DIAMONDS & 511);
}

BOTH bool in_last_light(const Tomb& t) {
  return t.torches == 3 && !t.scroll_used && !t.hand.has(SCROLL);
}

struct Haul {  // treasure, as far as hope goes
  int worth, kings;
  bool scroll;
};

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

  BOTH real hope(int turns, real with_stamina, Haul haul) const {
    real share = over(real(CARDS_A_TURN) * turns, unseen ? unseen : 1);
    if (!(share < real(0.98))) share = real(0.98);
    const int torches = 4 - t.torches + (t.scroll_used | haul.scroll ? SCROLL_TORCHES : 0);
    const real living = with_stamina < 1 ? 1 : with_stamina;
    real carried = haul.worth + share * unseen_worth;
    const int missing = 4 - haul.kings;
    const real prize = static_cast<real>(thumb.prize) * power(share, missing);
    carried += missing <= unseen_kings ? prize : 0;
    return over(living, living + static_cast<real>(thumb.weariness) * turns) *
           (1 - power(share, torches)) * carried;
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
#ifdef __CUDA_ARCH__
  return lowest_bit(among);  // which king goes is all one to how a game ends; the order is not kept then
#else
  for (int i = 0;; ++i)
    if (among >> row.at(i) & 1) return row.at(i);
#endif
}

// What the next card that counts can do to the encounter.
struct Chances {
  int wins = 0, hurts = 0, deaths = 0, damage = 0;

  BOTH explicit Chances(const Tomb& t) {
    const u32 numbers = t.unseen & NUMBERS, below = numbers & cards_below(t.strength);
    hurts = count_word(below);
    damage = t.strength * hurts - sum_of_numbers(below);
    if (!(t.jacks >> DODGE & 1))
      deaths = count_word(below & cards_below(t.strength - t.hit_points + 1));
    wins = count_word(numbers) - hurts + count_word(t.unseen >> QUEENS & FOUR);
  }
};

// Whether to go deeper, and how to face a monster or a trap. Both are weighed in the same steps, for a
// graphics card takes them together.
BOTH Option weigh(const Tomb& t, const Thumb& thumb) {
  const Sight s(t, thumb);
  const Chances c(t);
  const bool facing = t.question == FACE, fighting = facing && t.kind == MONSTER;
  const Haul hand{t.hand.worth(), t.hand.kings(), t.hand.has(SCROLL)};
  const Haul spoils{hand.worth + t.column.worth(), hand.kings + t.column.kings(),
                    hand.scroll || t.column.has(SCROLL)};
  const real chance = over(1, c.wins + (fighting ? 0 : c.hurts) + 1);
  const real first = s.hope(s.to_go, fighting ? s.stamina - c.damage * chance : s.stamina,
                            facing ? spoils : hand);
  const real second = s.hope(facing ? s.to_go : s.to_go + 2,
                             c.hurts ? s.stamina - over(c.damage, c.hurts) : s.stamina, hand);
  if (!facing) return {static_cast<small>(first >= second ? TURN_BACK : DEEPER), NONE};

  real most;  // of drawing
  if (fighting) {
    most = first * (1 - over(c.deaths, c.deaths + c.wins ? c.deaths + c.wins : 1));
  } else {
    most = c.wins * first;
    if (c.hurts > c.deaths) most += (c.hurts - c.deaths) * second;
    most = over(most, c.wins + c.hurts ? c.wins + c.hurts : 1);
  }
  if (in_last_light(t)) most *= 1 - chance;
  Option best{DRAW, NONE};
  if (has_skill(t)) {
    const real playing = s.hope(s.to_go, s.stamina - SKILL_WORTH, spoils);
    if (playing > most) best = {SKILL, NONE}, most = playing;
  }
  const int bait = cheapest(t.hand, baits(t));
  if (bait != NONE) {
    const bool king = bait >= FIRST_KING && bait < SCROLL;
    const Haul rest{hand.worth - worth_of(bait), hand.kings - king, hand.scroll && bait != SCROLL};
    if (s.hope(s.to_go, s.stamina, rest) > most) best = {DROP, static_cast<small>(bait)};
  }
  return best;
}

BOTH Option cheapest_to_leave(const Tomb& t) {
  return {TO_LEAVE, static_cast<small>(cheapest(t.column, t.column.set))};
}

BOTH Option answer_by_thumb(const Tomb& t, const Thumb& thumb) {
  switch (t.question) {
    case NEXT:
    case FACE:
      if (t.question == NEXT || t.kind != DOOR) return weigh(t, thumb);
      return {static_cast<small>(in_last_light(t) ? SKILL : DRAW), NONE};
    case BLOW:
      return {static_cast<small>(t.amount >= t.hit_points || t.amount > SKILL_WORTH ? TO_DODGE : TAKE), NONE};
    case LOCK:
      return {static_cast<small>(t.amount > 1 || t.column.size ? TO_PICK_LOCK : DISCARD), NONE};
    case LEAVE: return cheapest_to_leave(t);
    default: return {READ_SCROLL, NONE};
  }
}

BOTH Option answer_anyhow(const Tomb& t, Random& random) {
  return option_of(t, random.below(count_options(t)));
}

}  // namespace tomb
