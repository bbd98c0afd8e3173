// What a study counts: what games/tomb/show/measures.py makes of a game's events, made here of how
// each step changes the table. Counts alone, which add up in any order.
#pragma once
#include "rules.hpp"

namespace tomb {

constexpr int NEVER = 63, MOST = 128;  // no depth; more than any number of points

enum End : u8 { BY_ACTION, BY_FAVOUR, BY_SKILL, BRIBED, FAILED, FATAL, OPEN };

struct Counts {
  u64 points[4][MOST];  // by outcome, as all of these
  u64 lengths[256];     // cards and decisions
  u64 depth[4][64], hit_points[4][16], torches[4][8], kings[4][8];
  u64 depth_outcomes[64][4], depth_kings[64][8], depth_points[64][MOST];
  u64 ends[27][6], lost_hit_points[27][16], lost_cards[27][16], lost_treasure[27][MOST];
  u64 gained[CARDS][MOST];  // points of those who gained a card
};

BOTH void count(u64& counter) {
#ifdef __CUDA_ARCH__
  atomicAdd(reinterpret_cast<unsigned long long*>(&counter), 1ull);
#else
  ++counter;
#endif
}

BOTH void count_game(const Tomb& t, Counts& counts) {
  count(counts.points[t.outcome][points_of(t)]);
  count(counts.lengths[t.draws + t.questions]);
}

// A game, until it is scored.
struct Descent {
  u64 gained = 0;
  u8 depth = NEVER, card = NONE, end = OPEN;  // the encounter, and how it was settled
  u8 hit_points = 0, cards = 0, treasure = 0;  // lost to it

  BOTH void begin(const Tomb& t) {
    *this = Descent{};
    gained = static_cast<u64>(t.hand.has(SCROLL)) << JOKER;
  }

  BOTH void settle(Counts& counts) {
    if (card != NONE) {
      count(counts.ends[card][end]);
      count(counts.lost_hit_points[card][hit_points]);
      count(counts.lost_cards[card][cards]);
      count(counts.lost_treasure[card][treasure]);
    }
    card = NONE;
    end = OPEN;
    hit_points = cards = treasure = 0;
  }

  // An option was taken.
  BOTH void hear(const Tomb& before, Option option, const Tomb& after) {
    hit_points += before.hit_points - after.hit_points;
    switch (option.word) {
      case TURN_BACK: depth = before.delve_done; break;
      case SKILL:
      case TO_PICK_LOCK: end = BY_SKILL; break;
      case DROP:
        end = BRIBED;
        treasure += worth_of(option.treasure) + before.column.worth();
        break;
      case TO_DODGE:
      case TAKE:
        if (before.kind == TRAP && after.outcome == PLAYING) fail(before.column.worth());
        break;
      case TO_LEAVE: gain(before, after); break;
      default: break;
    }
  }

  // A step was made: a card was turned, or not.
  BOTH void hear(const Tomb& before, const Tomb& after, Counts& counts) {
    const u64 turned = before.unseen & ~after.unseen;
    const int drawn = turned ? lowest_bit(turned) : NONE;
    const bool burnt = !turned && before.bottom != NONE && after.bottom == NONE;
    const bool discarded = before.stage == DISCARDING;
    hit_points += before.hit_points - after.hit_points;
    gained |= static_cast<u64>(after.jacks & ~before.jacks) << JACKS;
    if (discarded) cards += turned || burnt;
    else if (drawn >= QUEENS && drawn < KINGS) gained |= 1ull << drawn;
    const int encounter = before.encounter != NONE ? before.encounter : drawn < JACKS ? drawn : NONE;
    if (encounter != NONE && card == NONE) card = encounter;
    gain(before, after);
    const bool over = after.delve_done + after.retreat_done > before.delve_done + before.retreat_done;
    if (end == OPEN && encounter != NONE && !discarded && (over || after.question == LEAVE)) {
      const bool favour = before.favours || (drawn >= QUEENS && drawn < KINGS);
      if (favour) end = BY_FAVOUR;
      else if (number_of(drawn) >= number_of(encounter)) end = BY_ACTION;
      else fail(before.column.worth() + (is_treasure(drawn) ? worth_of(treasure_of(drawn)) : 0));
    }
    if (discarded && over) fail(before.column.worth());
    if (over) settle(counts);
  }

  BOTH void fail(int worth) {
    end = FAILED;
    treasure += worth;
  }

  BOTH void gain(const Tomb& before, const Tomb& after) {
    for (u32 more = after.hand.set & ~before.hand.set; more; more &= more - 1)
      gained |= 1ull << card_of(lowest_bit(more));
  }

  BOTH void score(const Tomb& t, Counts& counts) {
    if (t.outcome == DEAD || t.outcome == LOST) {
      end = FATAL;
      settle(counts);
    }
    const int points = points_of(t);
    count(counts.depth[t.outcome][depth]);
    count(counts.hit_points[t.outcome][t.hit_points]);
    count(counts.torches[t.outcome][t.torches]);
    count(counts.kings[t.outcome][kings_of(t)]);
    count(counts.depth_outcomes[depth][t.outcome]);
    count(counts.depth_kings[depth][kings_of(t)]);
    count(counts.depth_points[depth][points]);
    for (u64 left = gained; left; left &= left - 1) count(counts.gained[lowest_bit(left)][points]);
  }
};

}  // namespace tomb
