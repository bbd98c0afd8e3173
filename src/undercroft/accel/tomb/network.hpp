// The learned bots of games/tomb/bots/expert.py, in the same whole numbers: for trials on the
// processor. (Learning rates many games at once, in torch.)
#pragma once
#include <utility>
#include <vector>

#include "sight.hpp"

namespace tomb {

constexpr int POINT = 16;  // bits after the point

struct Network {  // layer by layer, the weights of each input, then the biases
  int layers;
  const int* sizes;
  const int* weights;
};

inline void rate(const Network& network, const Known& known, std::vector<long>& rates) {
  std::vector<std::pair<int, long>> inputs;  // those that are not nought, by their places
  for (int i = 0; i < BITS; ++i)
    if (known.bits[i >> 6] >> (i & 63) & 1) inputs.emplace_back(i, 1l << POINT);
  for (int i = 0; i < SCALARS; ++i)
    inputs.emplace_back(BITS + i, static_cast<long>(known.scalars[i] * (1 << POINT)));
  const int* weights = network.weights;
  for (int layer = 0; layer < network.layers; ++layer) {
    const int size = network.sizes[layer + 1];
    const int* biases = weights + static_cast<long>(network.sizes[layer]) * size;
    rates.assign(size, 0);
    long* sums = rates.data();
    for (int i = 0; i < size; ++i) sums[i] = static_cast<long>(biases[i]) << POINT;
    for (const auto& [place, number] : inputs) {
      const int* row = weights + static_cast<long>(place) * size;
      const int times = static_cast<int>(number);
      for (int i = 0; i < size; ++i) sums[i] += static_cast<long>(row[i]) * times;
    }
    inputs.clear();
    for (int i = 0; i < size; ++i) {
      sums[i] >>= POINT;
      if (sums[i] > 0) inputs.emplace_back(i, sums[i]);
    }
    weights = biases + size;
  }
}

// For kings as long as they can be had, then for points; or for points alone.
struct Learned {
  Network kings, points;

  Option answer(const Tomb& t, std::vector<long>& rates) const {
    if (t.question == TORCH) return {READ_SCROLL, NONE};
    const Known known = known_of(t);
    const bool winnable = known.bits[WINNABLE >> 6] >> (WINNABLE & 63) & 1;
    rate(winnable && kings.layers ? kings : points, known, rates);
    Option best = option_of(t, 0);
    for (int i = 1; i < count_options(t); ++i) {
      const Option option = option_of(t, i);
      if (rates[action_of(option)] > rates[action_of(best)]) best = option;
    }
    return best;
  }
};

struct Learner {
  const Learned* player;
  std::vector<long> rates = {};
  Option operator()(const Tomb& t, Random&) { return player->answer(t, rates); }
};

}  // namespace tomb
