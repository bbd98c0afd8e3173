// The bots of games/tomb/bots.py: a rule of thumb with two parameters, weighed in the same steps of
// the same arithmetic; and the one that picks any option.
#pragma once
#include <cmath>

#include "rules.hpp"

namespace tomb {

struct Thumb {
  double prize, weariness;
};

constexpr double CARDS_A_TURN = 2.7, SKILL_WORTH = 4;
constexpr int SCROLL_TORCHES = 6;

BOTH double power(double base, int exponent) {
#ifdef __CUDA_ARCH__
  double product = 1;
  while (exponent-- > 0) product *= base;
  return product;
#else
  return std::pow(base, exponent);
#endif
}

BOTH int worth_of_set(u64 unseen) {  // of the treasure among cards
  int sum = 10 * count_bits(unseen >> KINGS & FOUR) + 6 * static_cast<int>(unseen >> JOKER & 1);
  for (u64 left = unseen >> DIAMONDS & 511; left; left &= left - 1) sum += lowest_bit(left) + 2;
  return sum;
}

struct Sight {
  const Tomb& t;
  const Thumb& thumb;
  int unseen, unseen_worth, unseen_kings, to_go;
  double stamina;

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

  BOTH double hope(int turns, double with_stamina, int worth, int kings, bool scroll) const {
    double share = CARDS_A_TURN * turns / (unseen ? unseen : 1);
    if (!(share < 0.98)) share = 0.98;
    const int torches = 4 - t.torches + (t.scroll_used || scroll ? SCROLL_TORCHES : 0);
    const double living = with_stamina < 1 ? 1 : with_stamina;
    double carried = worth + share * unseen_worth;
    const int missing = 4 - kings;
    if (missing <= unseen_kings) carried += thumb.prize * power(share, missing);
    return living / (living + thumb.weariness * turns) * (1 - power(share, torches)) * carried;
  }

  BOTH double hope_of_hand(int turns, double with_stamina, int without = NONE) const {
    const bool parted = without != NONE;
    return hope(turns, with_stamina, t.hand.worth() - (parted ? worth_of(without) : 0),
                t.hand.kings() - (parted && without >= FIRST_KING && without < SCROLL),
                t.hand.has(SCROLL) && without != SCROLL);
  }

  BOTH double hope_of_spoils(int turns, double with_stamina) const {
    return hope(turns, with_stamina, t.hand.worth() + t.column.worth(),
                t.hand.kings() + t.column.kings(), t.hand.has(SCROLL) || t.column.has(SCROLL));
  }
};

BOTH double price(int treasure) {
  return treasure == SCROLL ? 9.5 : worth_of(treasure) + (treasure >= FIRST_KING);
}

// What the next card that counts can do to the encounter.
struct Chances {
  int wins = 0, hurts = 0, deaths = 0, damage = 0;

  BOTH explicit Chances(const Tomb& t) {
    const int numbers = count_bits(t.unseen & NUMBERS);
    for (int n = 2; n < strength(t); ++n) {
      const int gap = strength(t) - n;
      const int cards = (t.unseen >> (n - 2) & 1) + (t.unseen >> (n + 7) & 1) + (t.unseen >> (n + 16) & 1);
      hurts += cards;
      damage += cards * gap;
      if (gap >= t.hit_points && !(t.jacks >> DODGE & 1)) deaths += cards;
    }
    wins = numbers - hurts + count_bits(t.unseen >> QUEENS & FOUR);
  }
};

BOTH double hope_of_drawing(const Sight& s) {
  const Chances c(s.t);
  double hope, chance;
  if (kind_of(s.t.encounter) == MONSTER) {
    chance = 1.0 / (c.wins + 1);
    hope = s.hope_of_spoils(s.to_go, s.stamina - c.damage * chance);
    hope *= 1 - static_cast<double>(c.deaths) / (c.deaths + c.wins ? c.deaths + c.wins : 1);
  } else {
    chance = 1.0 / (c.wins + c.hurts + 1);
    hope = c.wins * s.hope_of_spoils(s.to_go, s.stamina);
    if (c.hurts > c.deaths)
      hope += (c.hurts - c.deaths) *
              s.hope_of_hand(s.to_go, s.stamina - static_cast<double>(c.damage) / c.hurts);
    hope /= c.wins + c.hurts ? c.wins + c.hurts : 1;
  }
  return s.in_last_light() ? hope * (1 - chance) : hope;
}

BOTH Option face(const Sight& s) {
  const Tomb& t = s.t;
  const Option draw{DRAW, NONE}, skill{SKILL, NONE};
  if (kind_of(t.encounter) == DOOR) return s.in_last_light() ? skill : draw;
  Option best = draw;
  double most = hope_of_drawing(s);
  if (has_skill(t)) {
    const double playing = s.hope_of_spoils(s.to_go, s.stamina - SKILL_WORTH);
    if (playing > most) best = skill, most = playing;
  }
  int bait = NONE;
  for (int i = 0; i < t.hand.size; ++i) {
    const int treasure = t.hand.at(i);
    if (is_bait(t, treasure) && (bait == NONE || price(treasure) < price(bait))) bait = treasure;
  }
  if (bait != NONE && s.hope_of_hand(s.to_go, s.stamina, bait) > most)
    best = {DROP, static_cast<u8>(bait)};
  return best;
}

BOTH Option cheapest_to_leave(const Tomb& t) {
  int least = t.column.at(0);
  for (int i = 1; i < t.column.size; ++i)
    if (price(t.column.at(i)) < price(least)) least = t.column.at(i);
  return {TO_LEAVE, static_cast<u8>(least)};
}

BOTH Option answer_by_thumb(const Tomb& t, const Thumb& thumb) {
  const Sight s(t, thumb);
  switch (t.question) {
    case NEXT: {
      const double now = s.hope_of_hand(s.to_go, s.stamina);
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
