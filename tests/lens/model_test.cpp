// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

namespace wb::lens {
namespace {

constexpr LaneMask kWarp = 0xffffffffu;

// A request whose lane i asks for `bytes` at address(i).
struct Asked {
  std::array<std::uint64_t, kMaxLanes> addresses{};
  Request request;
  Asked(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
        LaneMask active = kWarp) {
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) addresses[lane] = address(lane);
    request = {active, bytes, addresses};
  }
};

GlobalCounts global(const Asked& asked) {
  return count_global(asked.request, LensModel());
}
std::uint64_t passes(const Asked& asked, bool store = false) {
  return count_local(asked.request, store, LensModel()).wavefronts;
}

TEST(Global, UnitStrideNeedsNoMoreThanItsBytes) {
  const GlobalCounts c = global(Asked(4, [](unsigned i) { return 4096 + 4 * i; }));
  EXPECT_EQ(c.sectors, 4u);
  EXPECT_EQ(c.ideal_sectors, 4u);
  EXPECT_EQ(c.bytes, 128u);
  EXPECT_EQ(c.lines, 1u);
}

TEST(Global, BroadcastIsOneSectorAndOneIsIdeal) {
  const GlobalCounts c = global(Asked(4, [](unsigned) { return 4100; }));
  EXPECT_EQ(c.sectors, 1u);
  EXPECT_EQ(c.ideal_sectors, 1u);
  EXPECT_EQ(c.bytes, 4u);
}

TEST(Global, StridesSpreadOverSectors) {
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 8 * i; })).sectors, 8u);     // 256 B
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 16 * i; })).sectors, 16u);   // 512 B
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 128 * i; })).sectors, 32u);  // each its own
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 128 * i; })).lines, 32u);
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 128 * i; })).ideal_sectors, 4u);
}

TEST(Global, MisalignedByOneElementTouchesOneMore) {
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 4 + 4 * i; })).sectors, 5u);
}

TEST(Global, DescendingAddressesCountAsAscendingOnes) {
  EXPECT_EQ(global(Asked(4, [](unsigned i) { return 4096 - 4 * i; })).sectors, 5u);  // 3972..4099
}

TEST(Global, WideAccessesCountOverTheWholeWarp) {
  EXPECT_EQ(global(Asked(16, [](unsigned i) { return 16 * i; })).sectors, 16u);
  EXPECT_EQ(global(Asked(8, [](unsigned i) { return 8 * i; })).sectors, 8u);
}

TEST(Global, InactiveLanesAskForNothing) {
  const GlobalCounts c = global(Asked(
      4, [](unsigned i) { return 4 * i; }, 0x55555555u));
  EXPECT_EQ(c.sectors, 4u);
  EXPECT_EQ(c.bytes, 64u);
  EXPECT_EQ(c.ideal_sectors, 2u);
  EXPECT_EQ(global(Asked(
                       4, [](unsigned i) { return i; }, 0))
                .requests,
            0u);
}

TEST(Global, AnAccessAcrossASectorTakesBoth) {
  EXPECT_EQ(global(Asked(
                       4, [](unsigned) { return 30; }, 1))
                .sectors,
            2u);
}

TEST(Local, ConflictDegreeOfAStrideIsItsCommonFactorWithTheBanks) {
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u})
    EXPECT_EQ(passes(Asked(4, [=](unsigned i) { return 4 * stride * i; })), stride);
  EXPECT_EQ(passes(Asked(4, [](unsigned i) { return 4 * 17 * i; })), 1u);
  EXPECT_EQ(passes(Asked(4, [](unsigned i) { return 4 * 33 * i; })), 1u);
}

TEST(Local, EqualWordsAreABroadcast) {
  EXPECT_EQ(passes(Asked(4, [](unsigned) { return 64; })), 1u);
  EXPECT_EQ(passes(Asked(1, [](unsigned i) { return i; })), 1u);  // four lanes a word
  EXPECT_EQ(passes(Asked(4, [](unsigned i) { return 128 * (i / 16); })),
            2u);  // two words, one bank
}

TEST(Local, EightBytesGoInHalfWarps) {
  EXPECT_EQ(passes(Asked(8, [](unsigned i) { return 8 * i; })), 2u);
  EXPECT_EQ(passes(Asked(
                8, [](unsigned i) { return 8 * i; }, 0xffffu)),
            1u);                                                       // one half sleeps
  EXPECT_EQ(passes(Asked(8, [](unsigned i) { return 16 * i; })), 4u);  // 2 in each half
  // Lanes 15 apart agree: not neighbours, so both halves are served.
  EXPECT_EQ(passes(Asked(8, [](unsigned i) { return 8 * (i % 16); })), 2u);
}

TEST(Local, SixteenBytesGoInQuarterWarps) {
  EXPECT_EQ(passes(Asked(16, [](unsigned i) { return 16 * i; })), 4u);
  EXPECT_EQ(passes(Asked(
                16, [](unsigned i) { return 16 * i; }, 0xffu)),
            1u);
  EXPECT_EQ(passes(Asked(16, [](unsigned i) { return 128 * i; })), 32u);  // all in four banks
}

TEST(Local, NeighboursThatAgreeShareAPassOfALoad) {
  const auto pairs = [](unsigned i) { return 16 * (i >> 1); };                 // i, i^1
  const auto twos = [](unsigned i) { return 16 * ((i & 1) + 2 * (i >> 2)); };  // i, i^2
  const auto fours = [](unsigned i) { return 16 * (i & 3); };                  // neither
  EXPECT_EQ(passes(Asked(16, pairs)), 2u);
  EXPECT_EQ(passes(Asked(16, twos)), 2u);
  EXPECT_EQ(passes(Asked(16, fours)), 4u);
  EXPECT_EQ(passes(Asked(16, pairs), true), 4u);  // a store cannot
  EXPECT_EQ(passes(Asked(16, [](unsigned) { return 0; })), 2u);
  EXPECT_EQ(passes(Asked(8, [](unsigned i) { return 8 * (i >> 1); })), 1u);
}

TEST(Local, SharingTakesTheWholeWarp) {
  const auto in_half = [](unsigned i) { return 16 * (i < 16 ? i >> 1 : i); };
  EXPECT_EQ(passes(Asked(16, in_half)), 4u);
  const auto pairs_and_twos = [](unsigned i) {
    return 16 * (i < 16 ? i >> 1 : (i & 1) + 2 * (i >> 2));
  };
  EXPECT_EQ(passes(Asked(16, pairs_and_twos)), 4u);
  const auto one_apart = [](unsigned i) { return (i >> 1) + (i == 31 ? 1u : 0u); };
  EXPECT_EQ(passes(Asked(16, [&](unsigned i) { return 16 * one_apart(i); })), 4u);
  EXPECT_EQ(passes(Asked(8, [&](unsigned i) { return 8 * one_apart(i); })), 2u);
  // Lanes that sleep have no say.
  EXPECT_EQ(passes(Asked(16, in_half, 0xffffu)), 1u);
}

TEST(Local, AnotherModelDoesNotMergePairs) {
  LensModel amd{"amd", 64, 64, 128, 32, 4, false};
  const Asked same(
      16, [](unsigned) { return 0; }, ~LaneMask{0});
  EXPECT_EQ(count_local(same.request, false, amd).wavefronts, 8u);  // 8 lanes a pass
  const Asked words(
      4, [](unsigned i) { return 4 * i; }, ~LaneMask{0});
  EXPECT_EQ(count_local(words.request, false, amd).wavefronts, 2u);
}

TEST(Local, IdealIsWhatTheDistinctWordsNeed) {
  const auto ideal = [](const Asked& a) {
    return count_local(a.request, false, LensModel()).ideal_wavefronts;
  };
  EXPECT_EQ(ideal(Asked(4, [](unsigned i) { return 128 * i; })), 1u);
  EXPECT_EQ(ideal(Asked(16, [](unsigned i) { return 16 * i; })), 4u);
  EXPECT_EQ(ideal(Asked(16, [](unsigned) { return 0; })), 1u);
}

TEST(Constant, CountsDistinctWords) {
  EXPECT_EQ(count_constant_words(Asked(4, [](unsigned) { return 8; }).request), 1u);
  EXPECT_EQ(count_constant_words(Asked(4, [](unsigned i) { return 4 * (i & 3); }).request), 4u);
  EXPECT_EQ(count_constant_words(Asked(8, [](unsigned) { return 8; }).request), 2u);
}

TEST(Atomics, SerialiseOverTheMostWantedAddress) {
  EXPECT_EQ(count_serialised(Asked(4, [](unsigned) { return 8; }).request), 32u);
  EXPECT_EQ(count_serialised(Asked(4, [](unsigned i) { return 4 * i; }).request), 1u);
  EXPECT_EQ(count_serialised(Asked(4, [](unsigned i) { return 4 * (i % 5); }).request), 7u);
}

TEST(Split, FollowsAlignment) {
  using Pieces = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(split_access(16, 16), (Pieces{{0, 16}}));
  EXPECT_EQ(split_access(16, 4), (Pieces{{0, 4}, {4, 4}, {8, 4}, {12, 4}}));
  EXPECT_EQ(split_access(12, 4), (Pieces{{0, 4}, {4, 4}, {8, 4}}));
  EXPECT_EQ(split_access(12, 8), (Pieces{{0, 8}, {8, 4}}));
  EXPECT_EQ(split_access(64, 64), (Pieces{{0, 16}, {16, 16}, {32, 16}, {48, 16}}));
  EXPECT_EQ(split_access(7, 1).size(), 7u);
}

// --- replay
// ----------------------------------------------------------------------------------------

// A graph from its edges; one site in each node that is asked to have one.
Graph make_graph(const std::vector<std::vector<std::uint32_t>>& successors,
                 const std::vector<std::uint32_t>& with_site,
                 const std::vector<std::uint32_t>& barriers = {}) {
  Graph graph;
  graph.nodes.resize(successors.size());
  for (std::uint32_t n = 0; n < successors.size(); ++n) {
    graph.nodes[n].successors = successors[n];
    graph.nodes[n].work.push_back({n + 1, 1, 0, 0, {}});  // line n+1, one instruction
  }
  for (std::uint32_t n : with_site) {
    graph.nodes[n].sites.emplace_back().bytes = 4;
    graph.nodes[n].sites[0].line = n + 1;
  }
  for (std::uint32_t n : barriers) graph.nodes[n].barrier = true;
  graph.find_reconvergence();
  return graph;
}

// Replays phases of `lanes` lanes; path(lane, phase) gives the nodes.
std::vector<LensLine> replay(
    const Graph& graph, unsigned lanes, unsigned phases,
    const std::function<std::vector<std::uint32_t>(unsigned, unsigned)>& path) {
  Tally tally(graph, LensModel());
  WarpReplay warp(32);
  for (unsigned phase = 0; phase < phases; ++phase) {
    std::vector<LaneTrace> traces(lanes);
    std::vector<const LaneTrace*> pointers(32);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      traces[lane].path = path(lane, phase);
      for (std::uint32_t n : traces[lane].path)
        if (!graph.nodes[n].sites.empty()) traces[lane].addresses.push_back(4 * lane);
      pointers[lane] = &traces[lane];
    }
    warp.run(graph, pointers, tally);
  }
  return tally.lines();
}

const LensCounts& line(const std::vector<LensLine>& lines, unsigned number) {
  for (const LensLine& l : lines)
    if (l.line == number) return l.counts;
  static const LensCounts none;
  return none;
}

TEST(Reconvergence, IsTheImmediatePostDominator) {
  // 0 -> 1|2 -> 3 -> 4(loop to 3)|5
  const Graph g = make_graph({{1, 2}, {3}, {3}, {4, 5}, {3}, {}}, {});
  EXPECT_EQ(g.nodes[0].reconverge, 3u);
  EXPECT_EQ(g.nodes[1].reconverge, 3u);
  EXPECT_EQ(g.nodes[3].reconverge, 5u);
  EXPECT_EQ(g.nodes[4].reconverge, 3u);
  EXPECT_EQ(g.nodes[5].reconverge, 6u);  // the end
}

TEST(Reconvergence, TwoReturnsJoinAtTheEnd) {
  const Graph g = make_graph({{1, 2}, {}, {}}, {});
  EXPECT_EQ(g.nodes[0].reconverge, 3u);
}

TEST(Reconvergence, AnEndlessLoopJoinsNowhere) {
  const Graph g = make_graph({{1, 2}, {1}, {}}, {});
  EXPECT_EQ(g.nodes[1].reconverge, 3u);
}

TEST(Replay, BothSidesOfABranchAndTheJoin) {
  const Graph g = make_graph({{1, 2}, {3}, {3}, {}}, {1, 2, 3});
  const auto lines = replay(g, 32, 1, [](unsigned lane, unsigned) {
    return std::vector<std::uint32_t>{0, lane < 8 ? 1u : 2u, 3};
  });
  EXPECT_EQ(line(lines, 2).global_load.requests, 1u);
  EXPECT_EQ(line(lines, 2).global_load.bytes, 32u);
  EXPECT_EQ(line(lines, 3).global_load.bytes, 96u);
  EXPECT_EQ(line(lines, 4).global_load.requests, 1u);  // together again
  EXPECT_EQ(line(lines, 4).global_load.bytes, 128u);
}

TEST(Replay, AlternatingLanesIssueEveryTrip) {
  // 0 head -> 1 test -> 2 body | 3 next -> 0 | 4; body runs when (lane + k) is even.
  const Graph g = make_graph({{1, 4}, {2, 3}, {3}, {0}, {}}, {2});
  const auto lines = replay(g, 32, 1, [](unsigned lane, unsigned) {
    std::vector<std::uint32_t> path;
    for (unsigned k = 0; k < 8; ++k) {
      path.insert(path.end(), {0, 1});
      if ((lane + k) % 2 == 0) path.push_back(2);
      path.push_back(3);
    }
    path.insert(path.end(), {0, 4});
    return path;
  });
  EXPECT_EQ(line(lines, 3).global_load.requests, 8u);
  EXPECT_EQ(line(lines, 3).lane_instructions, 8u * 16);
  EXPECT_EQ(line(lines, 4).lane_instructions, 8u * 32);
}

TEST(Replay, TripCountsPerLaneEndTogether) {
  // Lane i runs the body i times: 31 requests, 31+30+...+1 lanes, then all join.
  const Graph g = make_graph({{1, 2}, {0}, {}}, {1, 2});
  const auto lines = replay(g, 32, 1, [](unsigned lane, unsigned) {
    std::vector<std::uint32_t> path;
    for (unsigned k = 0; k < lane; ++k) path.insert(path.end(), {0, 1});
    path.insert(path.end(), {0, 2});
    return path;
  });
  EXPECT_EQ(line(lines, 2).global_load.requests, 31u);
  EXPECT_EQ(line(lines, 2).lane_instructions, 31u * 32 / 2);
  EXPECT_EQ(line(lines, 3).global_load.requests, 1u);
}

TEST(Replay, NestedBranchesJoinFromInsideOut) {
  // 0 -> 1 | 5;  1 -> 2|3 -> 4 -> 5
  const Graph g = make_graph({{1, 5}, {2, 3}, {4}, {4}, {5}, {}}, {2, 3, 4, 5});
  const auto lines = replay(g, 32, 1, [](unsigned lane, unsigned) {
    if (lane % 2 == 1) return std::vector<std::uint32_t>{0, 5};
    return std::vector<std::uint32_t>{0, 1, lane % 4 == 0 ? 2u : 3u, 4, 5};
  });
  EXPECT_EQ(line(lines, 3).lane_instructions, 8u);
  EXPECT_EQ(line(lines, 4).lane_instructions, 8u);
  EXPECT_EQ(line(lines, 5).global_load.requests, 1u);
  EXPECT_EQ(line(lines, 5).lane_instructions, 16u);
  EXPECT_EQ(line(lines, 6).global_load.requests, 1u);
}

TEST(Replay, LanesThatReturnEarlyAreGone) {
  const Graph g = make_graph({{1, 2}, {}, {3}, {}}, {2, 3});
  const auto lines = replay(g, 32, 1, [](unsigned lane, unsigned) {
    if (lane < 20) return std::vector<std::uint32_t>{0, 1};
    return std::vector<std::uint32_t>{0, 2, 3};
  });
  EXPECT_EQ(line(lines, 4).global_load.requests, 1u);
  EXPECT_EQ(line(lines, 4).lane_instructions, 12u);
}

TEST(Replay, GoesOnAfterABarrier) {
  // 0 (ends in a barrier) -> 1 -> 0 | 2: three phases.
  const Graph g = make_graph({{1}, {0, 2}, {}}, {0, 1, 2}, {0});
  const auto lines = replay(g, 32, 3, [](unsigned, unsigned phase) {
    if (phase == 0) return std::vector<std::uint32_t>{0};
    if (phase == 1) return std::vector<std::uint32_t>{1, 0};
    return std::vector<std::uint32_t>{1, 2};
  });
  EXPECT_EQ(line(lines, 1).global_load.requests, 2u);
  EXPECT_EQ(line(lines, 2).global_load.requests, 2u);
  EXPECT_EQ(line(lines, 3).global_load.requests, 1u);
  EXPECT_EQ(line(lines, 0).barriers, 2u);
}

TEST(Replay, ABarrierOnBothSidesOfABranchKeepsThemApart) {
  // 0 -> 1 (barrier) -> 3 -> 5 | 0 -> 2 (barrier) -> 4 -> 5: wrong OpenCL, but it must not derail.
  const Graph g = make_graph({{1, 2}, {3}, {4}, {5}, {5}, {}}, {3, 4, 5}, {1, 2});
  const auto lines = replay(g, 32, 2, [](unsigned lane, unsigned phase) {
    const bool left = lane < 16;
    if (phase == 0) return std::vector<std::uint32_t>{0, left ? 1u : 2u};
    return std::vector<std::uint32_t>{left ? 3u : 4u, 5};
  });
  EXPECT_EQ(line(lines, 4).lane_instructions, 16u);
  EXPECT_EQ(line(lines, 5).lane_instructions, 16u);
  EXPECT_EQ(line(lines, 6).global_load.requests, 1u);
}

TEST(Replay, APartialWarpHasFewerLanes) {
  const Graph g = make_graph({{}}, {0});
  const auto lines =
      replay(g, 5, 1, [](unsigned, unsigned) { return std::vector<std::uint32_t>{0}; });
  EXPECT_EQ(line(lines, 1).global_load.bytes, 20u);
  EXPECT_DOUBLE_EQ(line(lines, 1).simt_efficiency(32), 5.0 / 32);
}

TEST(Replay, ASiteThatWasSkippedIsNoRequest) {
  const Graph g = make_graph({{}}, {0});
  Tally tally(g, LensModel());
  WarpReplay warp(32);
  LaneTrace trace;
  trace.path = {0};
  trace.addresses = {kNoAddress};
  const std::vector<const LaneTrace*> pointers{&trace};
  warp.run(g, pointers, tally);
  EXPECT_EQ(line(tally.lines(), 1).global_load.requests, 0u);
  EXPECT_EQ(line(tally.lines(), 1).warp_instructions, 1u);
}

}  // namespace
}  // namespace wb::lens
