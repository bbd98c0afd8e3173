// What the best possible play of a deal would have had: a search with the order of the cards known.
//
// Only what is carried out in the end counts, so each position needs to be looked at once: it is
// left alone if it cannot come to more than is found already.
#pragma once
#include <unordered_set>
#include <vector>

#include "rules.hpp"

namespace tomb {

enum Aim : u8 { FOUR_KINGS, MOST_TREASURE };

struct Position {  // all that the rest of a game depends on, where the order of cards is known
  u64 first, second;
  bool operator==(const Position& other) const {
    return first == other.first && second == other.second;
  }
};

struct Hash {
  std::size_t operator()(const Position& p) const { return mixed(p.first ^ mixed(p.second)); }
};

inline u32 alike(u16 set) {  // kings are
  return (set & 511) | count_bits(set >> FIRST_KING & FOUR) << 9 | (set >> SCROLL & 1) << 12;
}

inline Position position_of(const Tomb& t) {
  const u64 way = t.retreating ? t.delve_done - t.retreat_done : t.delve_done;
  return {alike(t.hand.set) | static_cast<u64>(alike(t.column.set)) << 13 |
              static_cast<u64>(t.draws) << 26 | static_cast<u64>(t.bottom != NONE) << 32 | way << 33 |
              static_cast<u64>(t.retreating) << 39 | static_cast<u64>(t.hit_points) << 40,
          t.jacks | static_cast<u64>(t.others > 0) << 4 | static_cast<u64>(t.torches) << 5 |
              static_cast<u64>(t.scroll_used) << 8 | static_cast<u64>(t.question) << 9 |
              static_cast<u64>(t.encounter) << 12 | static_cast<u64>(t.amount) << 20 |
              static_cast<u64>(t.stage) << 28 | static_cast<u64>(t.favours > 0) << 32};
}

// The order in which a stream of luck deals the cards.
inline void deal_order(const Options& options, u64 stream, u8* order) {
  Chance luck{{stream}};
  Tomb t = new_tomb(options);
  while (t.unseen) {
    order[t.draws] = luck.next(t);
    t.unseen &= ~(1ull << order[t.draws++]);
  }
}

struct Solver {
  Options options;
  const u8* order;
  Aim aim;
  bool plainly;   // look at everything, however often it comes up: for tests
  long patience;  // positions to look at, at most

  int cards = 0, last_torch = 0, scroll_at = CARDS;
  int treasure_from[CARDS + 1] = {}, kings_from[CARDS + 1] = {};  // worth of cards from there on
  int best = 0;  // points
  long looked = 0;
  std::vector<u8> line = {}, best_line = {};  // places of options
  std::unordered_set<Position, Hash> seen = {};

  void prepare() {
    const Tomb t = new_tomb(options);
    cards = count_bits(t.unseen);
    last_torch = cards;
    for (int i = 0, torches = t.torches; i < cards; ++i) {
      if (order[i] >= ACES && order[i] < JOKER && ++torches == 4) last_torch = i;
      if (order[i] == JOKER) scroll_at = i;
    }
    for (int i = cards; i-- > 0;) {
      treasure_from[i] = treasure_from[i + 1];
      kings_from[i] = kings_from[i + 1];
      if (!is_treasure(order[i])) continue;
      treasure_from[i] += worth_of(treasure_of(order[i]));
      kings_from[i] += order[i] >= KINGS && order[i] < ACES;
    }
  }

  // Where the light goes out at the latest: at the fourth torch, unless a scroll is, or may be, there.
  int end_of_light(const Tomb& t) const {
    const bool scroll = t.scroll_used || t.hand.has(SCROLL) || t.column.has(SCROLL) ||
                        (scroll_at >= t.draws && scroll_at < last_torch);
    return scroll ? cards : last_torch;
  }

  bool is_hopeless(const Tomb& t) const {
    const int dark = end_of_light(t), from = t.draws < dark ? t.draws : dark;
    const int way = t.retreating ? t.delve_done - t.retreat_done - 1 : t.delve_done - 1;
    // A turn takes a card at least, and so does each on the way out.
    if (dark - t.draws + (t.bottom != NONE) + (t.encounter != NONE) < way) return true;
    if (aim == FOUR_KINGS)
      return t.hand.kings() + t.column.kings() + kings_from[from] - kings_from[dark] < 4;
    return t.hand.worth() + t.column.worth() + treasure_from[from] - treasure_from[dark] <= best;
  }

  bool is_done() const { return looked > patience || (aim == FOUR_KINGS && best && !plainly); }

  void end(const Tomb& t) {
    const int points = aim == FOUR_KINGS && t.outcome != WON ? 0 : points_of(t);
    if (points > best) best = points, best_line = line;
  }

  void search(const Tomb& t) {
    if (t.outcome != PLAYING) return end(t);
    ++looked;
    if (is_done() || (!plainly && (is_hopeless(t) || !seen.insert(position_of(t)).second))) return;
    Order luck{order};
    const int options_open = count_options(t);
    for (int i = 0; i < options_open && !is_done(); ++i) {
      Tomb next = t;
      line.push_back(i);
      take(next, option_of(t, i));
      advance(next, options, luck);
      search(next);
      line.pop_back();
    }
  }

  void solve() {
    prepare();
    Order luck{order};
    Tomb t = new_tomb(options);
    advance(t, options, luck);
    search(t);
  }
};

}  // namespace tomb
