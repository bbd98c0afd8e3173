// What Python may call. g++ makes a library for the processor of it, `nvcc -x cu` one for graphics
// cards; all pointers are then to the card's memory, and `stream` says in which queue to work.
#include <cstddef>

#include "sight.hpp"

#ifdef __CUDACC__
template <class Job>
__global__ void run_jobs(long n, Job job) {
  const long i = blockIdx.x * static_cast<long>(blockDim.x) + threadIdx.x;
  if (i < n) job(i);
}
template <class Job>
int for_each(void* stream, long n, Job job) {
  if (n > 0) run_jobs<<<(n + 127) / 128, 128, 0, static_cast<cudaStream_t>(stream)>>>(n, job);
  return static_cast<int>(cudaGetLastError());
}
#define JOB [=] __device__
#else
template <class Job>
int for_each(void*, long n, Job job) {
  for (long i = 0; i < n; ++i) job(i);
  return 0;
}
#define JOB [=]
#endif

using namespace tomb;

// A game of many that are played side by side.
struct Slot {
  Tomb tomb;
  Chance luck;
  Random choices;
  u8 explore_at;  // the number of the decision that is made anyhow, or NONE
};

BOTH bool is_hopeless(const Tomb& t) {  // four kings can no longer be carried out
  return t.hand.kings() + t.column.kings() + count_bits(t.unseen >> KINGS & FOUR) < 4;
}

BOTH int best_action(u32 open, const float* rates) {
  int best = lowest_bit(open);
  for (u32 left = open; left; left &= left - 1)
    if (rates[lowest_bit(left)] > rates[best]) best = lowest_bit(left);
  return best;
}

extern "C" {

int tomb_sizes(int* sizes) {
  const int all[] = {sizeof(Tomb), sizeof(Slot), sizeof(Known), BITS, SCALARS, ACTIONS};
  for (int i = 0; i < 6; ++i) sizes[i] = all[i];
  return 0;
}

// -- one game, question by question (processor only) -------------------------------------------------

void tomb_begin(const Options* options, const u8* order, Tomb* t) {
  Order luck{order};
  *t = new_tomb(*options);
  advance(*t, *options, luck);
}

void tomb_answer(const Options* options, const u8* order, int place, Tomb* t) {
  Order luck{order};
  take(*t, option_of(*t, place));
  advance(*t, *options, luck);
}

// Question, outcome, kings, points, hit points, torches, the number of cards in hand, deck and
// column, turns done, cards drawn; then the number of options, and word and card of each. A skill's
// word says which.
int tomb_describe(const Tomb* t, u8* out) {
  u8* at = out;
  *at++ = t->question;
  *at++ = t->outcome;
  *at++ = kings_of(*t);
  *at++ = points_of(*t);
  *at++ = t->hit_points;
  *at++ = t->torches;
  *at++ = t->hand.size + count_bits(t->jacks);
  *at++ = count_bits(t->unseen) + (t->bottom != NONE);
  *at++ = t->column.size + t->others;
  *at++ = t->delve_done;
  *at++ = t->retreat_done;
  *at++ = t->draws;
  const int options = t->question == NO_QUESTION ? 0 : count_options(*t);
  *at++ = options;
  for (int i = 0; i < options; ++i) {
    const Option option = option_of(*t, i);
    *at++ = option.word == SKILL ? TO_LEAVE + 1 + kind_of(t->encounter) : option.word;
    *at++ = option.treasure == NONE ? NONE : card_of(option.treasure);
  }
  return static_cast<int>(at - out);
}

// The place of the option that the rule of thumb takes.
int tomb_thumb(const Tomb* t, Thumb thumb) {
  const Option wanted = answer_by_thumb(*t, thumb);
  for (int i = 0; i < count_options(*t); ++i) {
    const Option option = option_of(*t, i);
    if (option.word == wanted.word && option.treasure == wanted.treasure) return i;
  }
  return -1;
}

// What a learned player knows, and the action that each option is.
void tomb_know(const Tomb* t, Known* known, u8* actions) {
  *known = known_of(*t);
  for (int i = 0; i < count_options(*t); ++i) actions[i] = action_of(option_of(*t, i));
}

// -- many games side by side -------------------------------------------------------------------------

int tomb_deal(void* stream, long n, Slot* slots, Options options, u64 seed, u64 first, int span) {
  return for_each(stream, n, JOB(long i) {
    Slot& slot = slots[i];
    slot.tomb = new_tomb(options);
    slot.luck = Chance{{stream_of(seed, first + i, 0)}};
    slot.choices = Random{stream_of(seed, first + i, 1)};
    slot.explore_at = span && slot.choices.below(4) ? slot.choices.below(span) : NONE;
    advance(slot.tomb, options, slot.luck);
  });
}

int tomb_look(void* stream, long n, const int* which, const Slot* slots, Known* known) {
  return for_each(stream, n, JOB(long i) { known[i] = known_of(slots[which[i]].tomb); });
}

// Bits and numbers as a row of floats each; `which` may pick and order them.
int tomb_spread(void* stream, long n, const long* which, const Known* known, float* rows) {
  return for_each(stream, n * FEATURES, JOB(long i) {
    const int column = i % FEATURES;
    const Known& k = known[which ? which[i / FEATURES] : i / FEATURES];
    rows[i] = column < BITS ? static_cast<float>(k.bits[column >> 6] >> (column & 63) & 1)
                            : k.scalars[column - BITS];
  });
}

// Make the best move in each game, or a rule of thumb's (if there are no rates), or any move where it
// explores; tell which, the number of the decision, and whether the game goes on.
int tomb_move(void* stream, long n, const int* which, Slot* slots, const float* rates, Options options,
              Thumb thumb, int stop_hopeless, u8* actions, u8* numbers, bool* playing) {
  return for_each(stream, n, JOB(long i) {
    Slot& slot = slots[which[i]];
    Tomb t = slot.tomb;
    const u32 open = open_actions(t);
    const int number = t.questions - 1;
    const int action = number == slot.explore_at ? nth_bit(open, slot.choices.below(count_bits(open)))
                       : rates                   ? best_action(open, rates + i * ACTIONS)
                                                 : action_of(answer_by_thumb(t, thumb));
    take(t, option_of_action(t, action));
    advance(t, options, slot.luck);
    slot.tomb = t;
    actions[i] = action;
    numbers[i] = number;
    playing[i] = t.outcome == PLAYING && !(stop_hopeless && is_hopeless(t));
  });
}

// Outcome, points, decisions, and where it explored, four bytes for each game.
int tomb_results(void* stream, long n, const Slot* slots, u8* results) {
  return for_each(stream, n, JOB(long i) {
    const Slot& slot = slots[i];
    results[4 * i] = slot.tomb.outcome;
    results[4 * i + 1] = points_of(slot.tomb);
    results[4 * i + 2] = slot.tomb.questions;
    results[4 * i + 3] = slot.explore_at;
  });
}

// Play whole games, with a rule of thumb or (no prize) anyhow: outcome, points, cards and decisions.
int tomb_play(void* stream, long n, Options options, u64 seed, u64 first, Thumb thumb, u8* results) {
  return for_each(stream, n, JOB(long i) {
    Chance luck{{stream_of(seed, first + i, 0)}};
    Random choices{stream_of(seed, first + i, 1)};
    Tomb t = new_tomb(options);
    advance(t, options, luck);
    while (t.outcome == PLAYING) {
      take(t, thumb.prize ? answer_by_thumb(t, thumb) : answer_anyhow(t, choices));
      advance(t, options, luck);
    }
    results[4 * i] = t.outcome;
    results[4 * i + 1] = points_of(t);
    results[4 * i + 2] = t.draws;
    results[4 * i + 3] = t.questions;
  });
}
}
