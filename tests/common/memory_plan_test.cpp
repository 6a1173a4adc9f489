// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/memory_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "wb/data.hpp"
#include "wb/error.hpp"

namespace {

using wb::Lifetime, wb::MemoryPlan;
using Graph = std::vector<Lifetime>;

// Up to `most` temporaries of 1 to 9 units over few steps, so that many meet.
Graph drawn(std::uint64_t seed, std::size_t most) {
  std::uint64_t position = 0;
  const auto roll = [&](std::uint64_t below) { return wb::mix(seed, position++) % below; };
  Graph graph(1 + roll(most));
  for (Lifetime& t : graph) {
    const std::size_t first = roll(8);
    t = {64 * (1 + roll(9)), first, first + roll(5)};
  }
  return graph;
}

// The smallest arena, found another way: for every pair that lives together, either may be the
// lower one. The longest chain of one upon the other is the arena. Tries all choices, rejects
// cycles.
struct EveryChoice {
  const Graph& graph;
  std::vector<std::pair<std::size_t, std::size_t>> pairs = {};
  std::vector<std::vector<std::size_t>> above = {};
  std::size_t best = ~std::size_t{0};

  // Bytes of the highest chain that starts at i; 0: a cycle.
  std::size_t height(std::size_t i, std::vector<int>& state, std::vector<std::size_t>& known) {
    if (state[i] == 2) return known[i];
    if (state[i] == 1) return 0;
    state[i] = 1;
    std::size_t most = 0;
    for (const std::size_t j : above[i]) {
      const std::size_t h = height(j, state, known);
      if (h == 0) return 0;
      most = std::max(most, h);
    }
    state[i] = 2;
    return known[i] = most + graph[i].bytes;
  }
  void choose(std::size_t pair) {
    if (pair < pairs.size()) {
      const auto [a, b] = pairs[pair];
      for (const auto& [low, high] : {std::pair{a, b}, std::pair{b, a}}) {
        above[low].push_back(high);
        if (arena() < best) choose(pair + 1);
        above[low].pop_back();
      }
      return;
    }
    best = std::min(best, arena());
  }
  // Of what is chosen so far: never more than what it becomes. A cycle can become nothing.
  std::size_t arena() {
    std::vector<int> state(graph.size());
    std::vector<std::size_t> known(graph.size());
    std::size_t most = 0;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const std::size_t h = height(i, state, known);
      if (h == 0) return ~std::size_t{0};
      most = std::max(most, h);
    }
    return most;
  }
  std::size_t find() {
    for (std::size_t a = 0; a < graph.size(); ++a) {
      for (std::size_t b = a + 1; b < graph.size(); ++b) {
        if (wb::live_together(graph[a], graph[b])) pairs.emplace_back(a, b);
      }
    }
    above.resize(graph.size());
    choose(0);
    return best;
  }
};

void expect_sound(const Graph& graph, const MemoryPlan& plan, std::size_t alignment) {
  ASSERT_EQ(plan.offset.size(), graph.size());
  std::size_t end = 0;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    EXPECT_EQ(plan.offset[i] % alignment, 0u);
    end = std::max(end, plan.offset[i] + graph[i].bytes);
    for (std::size_t j = 0; j < i; ++j) {
      if (!wb::live_together(graph[i], graph[j])) continue;
      EXPECT_TRUE(plan.offset[i] + graph[i].bytes <= plan.offset[j] ||
                  plan.offset[j] + graph[j].bytes <= plan.offset[i])
          << i << " and " << j << " live together and overlap";
    }
  }
  EXPECT_LE(end, plan.peak_bytes);
  EXPECT_LT(plan.peak_bytes, end + alignment);
  EXPECT_GE(plan.peak_bytes, wb::most_alive(graph, alignment));
}

TEST(MemoryPlan, IsTheSmallestOfAllOnSmallGraphs) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Graph graph = drawn(seed, 7);
    const MemoryPlan plan = wb::plan_memory(graph, 64);
    expect_sound(graph, plan, 64);
    EXPECT_TRUE(plan.minimal);
    EXPECT_EQ(plan.peak_bytes, EveryChoice{graph}.find()) << "graph " << seed;
  }
}

TEST(MemoryPlan, IsSoundOnLargeGraphsAndAtAnyAlignment) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = drawn(seed, 40);
    for (Lifetime& t : graph) t.bytes -= wb::mix(seed, t.bytes + t.first) % 60;
    for (const std::size_t alignment : {1, 48, 128, 4096}) {
      expect_sound(graph, wb::plan_memory(graph, alignment, 2000), alignment);
    }
  }
}

TEST(MemoryPlan, NeverCallsAPlanMinimalThatIsNot) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = drawn(seed, 7);
    for (const std::size_t tries : {8, 20, 50}) {
      const MemoryPlan hasty = wb::plan_memory(graph, 64, tries);
      expect_sound(graph, hasty, 64);
      if (hasty.minimal) {
        EXPECT_EQ(hasty.peak_bytes, wb::plan_memory(graph, 64).peak_bytes);
      }
    }
  }
}

TEST(MemoryPlan, OfAChainIsPingPong) {
  Graph chain;
  for (std::size_t step = 0; step < 9; ++step) chain.push_back({1024, step, step + 1});
  const MemoryPlan plan = wb::plan_memory(chain, 128);
  EXPECT_EQ(plan.peak_bytes, 2048u);
  for (std::size_t i = 0; i + 2 < chain.size(); ++i) {
    EXPECT_EQ(plan.offset[i], plan.offset[i + 2]);
    EXPECT_NE(plan.offset[i], plan.offset[i + 1]);
  }
}

TEST(MemoryPlan, OfNothingIsEmpty) {
  const MemoryPlan plan = wb::plan_memory({}, 128);
  EXPECT_EQ(plan.peak_bytes, 0u);
  EXPECT_TRUE(plan.minimal);
}

TEST(MemoryPlan, RefusesWhatMakesNoSense) {
  EXPECT_THROW(wb::plan_memory({{64, 3, 2}}, 64), wb::UsageError);
  EXPECT_THROW(wb::plan_memory({{64, 0, 1}}, 0), wb::UsageError);
}

}  // namespace
