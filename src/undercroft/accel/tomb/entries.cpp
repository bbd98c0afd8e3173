// What Python may call. g++ makes a library for the processor of it, `nvcc -x cu` one for graphics
// cards; all pointers are then to the card's memory, and `stream` says in which queue to work.
#include <cstddef>
#include <vector>

#include "measures.hpp"
#ifdef __CUDACC__
#include "sight.hpp"
#else
#include "network.hpp"
#include "seat.hpp"
#include "solve.hpp"
#endif

#ifdef __CUDACC__
template <class Job>
__global__ void __launch_bounds__(128, 7) run_jobs(long n, Job job) {
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

// Games of a warp go different ways; here they wait for one another, so that they go on in step.
BOTH void wait_for_warp() {
#ifdef __CUDA_ARCH__
  __syncwarp();
#endif
}

constexpr long LANES = 1 << 19;  // games at a time

// To weigh is dearer than to turn a card: games wait for it until more of their warp have something to
// decide. Two cards were best.
constexpr int CARDS_A_ROUND = 2;

// Play every so many games one after another. A card plays those of a warp in step: one is over, and
// the next begins while the others go on. `note` hears how each ends.
template <class Answer, class Note>
BOTH void play_games(long game, long every, long games, Options options, u64 seed, u64 first,
                     Counts* measured, Answer answer, Note note) {
  Tomb t{}, before{};
  Chance luck{};
  Random choices{};
  Descent descent{};
  for (bool fresh = true;;) {
    wait_for_warp();
    if (fresh) {
      luck = Chance{{stream_of(seed, first + game, 0)}};
      choices = Random{stream_of(seed, first + game, 1)};
      t = new_tomb(options);
      if (measured) descent.begin(t);
      fresh = false;
    }
    if (!is_waiting(t)) ask_before_card(t, options);
#pragma unroll 1
    for (int card = 0; card < CARDS_A_ROUND; ++card) {
      wait_for_warp();
      if (!is_waiting(t)) {
        if (measured) before = t;
        play_card(t, options, luck);
        if (measured) descent.hear(before, t, *measured);
      }
      wait_for_warp();
      if (!is_waiting(t)) ask_before_card(t, options);
    }
    wait_for_warp();
    if (t.question != NO_QUESTION) {
      const Option option = answer(t, choices);
      if (measured) before = t;
      take(t, option);
      if (measured) descent.hear(before, option, t);
    }
    if (t.outcome != PLAYING) {
      if (measured) descent.score(t, *measured);
      note(game, t);
      game += every;
      if (game >= games) return;
      fresh = true;
    }
  }
}

struct Anyhow {
  BOTH Option operator()(const Tomb& t, Random& choices) const { return answer_anyhow(t, choices); }
};
struct ByThumb {
  Thumb thumb;
  BOTH Option operator()(const Tomb& t, Random&) const { return answer_by_thumb(t, thumb); }
};
struct WriteResult {  // outcome, points, cards and decisions
  u32* results;
  BOTH void operator()(long game, const Tomb& t) const {
    results[game] = t.outcome | points_of(t) << 8 | t.draws << 16 | t.questions << 24;
  }
};
struct CountGame {
  Counts* counts;
  BOTH void operator()(long, const Tomb& t) const { count_game(t, *counts); }
};

template <class Answer>
int write_results(void* stream, long n, Options options, u64 seed, u64 first, Answer answer,
                  u32* results) {
  const long lanes = n < LANES ? n : LANES;
  return for_each(stream, lanes, JOB(long lane) {
    play_games(lane, lanes, n, options, seed, first, nullptr, answer, WriteResult{results});
  });
}

// Count games; with `measured`, all that a study measures.
template <class Answer>
int count_games(long n, Options options, u64 seed, u64 first, Answer answer, bool measured,
                Counts* counts) {
#ifdef __CUDACC__
  constexpr int COPIES = 128;  // many count at once
  const long lanes = n < LANES ? n : LANES;
  Counts* there = nullptr;
  if (const int failed = cudaMalloc(&there, COPIES * sizeof(Counts))) return failed;
  cudaMemset(there, 0, COPIES * sizeof(Counts));
  if (measured)
    for_each(nullptr, lanes, JOB(long lane) {
      Counts* own = there + lane / 128 % COPIES;
      play_games(lane, lanes, n, options, seed, first, own, answer, CountGame{own});
    });
  else
    for_each(nullptr, lanes, JOB(long lane) {
      Counts* own = there + lane / 128 % COPIES;
      play_games(lane, lanes, n, options, seed, first, nullptr, answer, CountGame{own});
    });
  constexpr std::size_t NUMBERS_EACH = sizeof(Counts) / sizeof(u64);
  std::vector<u64> told(COPIES * NUMBERS_EACH);
  cudaMemcpy(told.data(), there, COPIES * sizeof(Counts), cudaMemcpyDeviceToHost);
  cudaFree(there);
  u64* sums = reinterpret_cast<u64*>(counts);
  for (std::size_t i = 0; i < told.size(); ++i) sums[i % NUMBERS_EACH] += told[i];
  return static_cast<int>(cudaGetLastError());
#else
  if (measured) play_games(0, 1, n, options, seed, first, counts, answer, CountGame{counts});
  else play_games(0, 1, n, options, seed, first, nullptr, answer, CountGame{counts});
  return 0;
#endif
}

extern "C" {

int tomb_sizes(int* sizes) {
  const int all[] = {sizeof(Tomb), sizeof(Slot), sizeof(Known), sizeof(Counts), BITS, SCALARS, ACTIONS};
  for (int i = 0; i < 7; ++i) sizes[i] = all[i];
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
    *at++ = option.word == SKILL ? TO_LEAVE + 1 + t->kind : option.word;
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
int tomb_play(void* stream, long n, Options options, u64 seed, u64 first, Thumb thumb, u32* results) {
  return thumb.prize ? write_results(stream, n, options, seed, first, ByThumb{thumb}, results)
                     : write_results(stream, n, options, seed, first, Anyhow{}, results);
}

// Play and count. `counts` is in the memory of the processor, whatever plays.
int tomb_count(long n, Options options, u64 seed, u64 first, Thumb thumb, int measured,
               Counts* counts) {
  return thumb.prize ? count_games(n, options, seed, first, ByThumb{thumb}, measured, counts)
                     : count_games(n, options, seed, first, Anyhow{}, measured, counts);
}

// -- learned players (processor only) ----------------------------------------------------------------

#ifndef __CUDACC__
void tomb_rate(const Tomb* t, const Network* network, long* rates) {
  std::vector<long> rated;
  rate(*network, known_of(*t), rated);
  for (int i = 0; i < ACTIONS; ++i) rates[i] = rated[i];
}

int tomb_play_learned(long n, Options options, u64 seed, u64 first, const Learned* player,
                      u32* results) {
  return write_results(nullptr, n, options, seed, first, Learner{player}, results);
}

int tomb_count_learned(long n, Options options, u64 seed, u64 first, const Learned* player,
                       int measured, Counts* counts) {
  return count_games(n, options, seed, first, Learner{player}, measured, counts);
}

// -- seats, for environments (processor only) --------------------------------------------------------

long tomb_seat_size() { return sizeof(seat::Seat); }

void tomb_lay_seats(long n, const seat::Layout* layout, seat::Seat* seats, float* rows, signed char* masks,
                    u32* results) {
  for (long i = 0; i < n; ++i) {
    seats[i].layout = layout;
    seats[i].row.numbers = rows + i * layout->size;
    seats[i].mask = masks + i * layout->actions;
    seats[i].result = results + i;
  }
}

// Take the state of a Python generator: 624 words, and how many of them have been used.
void tomb_seed_seat(seat::Seat* seat, const u32* state) {
  std::memcpy(&seat->luck, state, sizeof(seat->luck));
}

void tomb_begin_seat(seat::Seat* seat) { seat->begin(); }

int tomb_answer_seat(seat::Seat* seat, long action) {
  seat->answer(action);
  return *seat->result & 255;
}

// Answer in each game, or begin a fresh one.
void tomb_step_seats(long n, seat::Seat* seats, const long* actions, const bool* fresh) {
  for (long i = 0; i < n; ++i) {
    if (fresh[i]) seats[i].begin();
    else seats[i].answer(actions[i]);
  }
}

// Tell a game so far: its luck and its answers, and how many of each there are.
void tomb_tell_seat(const seat::Seat* seat, double* luck, u8* answers, int* counts) {
  const Tomb& t = seat->tomb;
  counts[0] = t.draws;
  counts[1] = t.questions - (t.question != NO_QUESTION);
  std::memcpy(luck, seat->drawn, counts[0] * sizeof(double));
  std::memcpy(answers, seat->answers, counts[1]);
}

// -- solving (processor only) ------------------------------------------------------------------------

// Give the most points that can be carried out (with all four kings, if those are the aim), or -1 if
// patience ran out; and how: the places of the options to take.
int tomb_solve(const Options* options, const u8* order, int aim, int plainly, long patience,
               u8* line, int* length, long* looked) {
  Solver solver{*options, order, static_cast<Aim>(aim), plainly != 0, patience};
  solver.solve();
  *looked = solver.looked;
  *length = static_cast<int>(solver.best_line.size());
  for (int i = 0; i < *length; ++i) line[i] = solver.best_line[i];
  return solver.looked > patience ? -1 : solver.best;
}

// Deal and solve many: the points of the best play for kings and for treasure, two bytes for each.
int tomb_solve_many(long n, Options options, u64 seed, u64 first, u8* results) {
  for (long i = 0; i < n; ++i) {
    u8 order[CARDS];
    deal_order(options, stream_of(seed, first + i, 0), order);
    for (int aim = FOUR_KINGS; aim <= MOST_TREASURE; ++aim) {
      Solver solver{options, order, static_cast<Aim>(aim), false, 1l << 40};
      solver.solve();
      results[2 * i + aim] = solver.best;
    }
  }
  return 0;
}
#endif
}
