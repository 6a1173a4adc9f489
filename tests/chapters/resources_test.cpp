// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 18: the pool's free list, the frame's plan, and what each way allocates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "18_resources/ways.hpp"
#include "wb/data.hpp"
#include "wb/tracker.hpp"

namespace {

using chapters::FreeList, chapters::Source;

TEST(FreeList, JoinsWhatComesBackWithBothNeighbours) {
  // Three blocks fill it; they come back in every order.
  std::vector<std::size_t> order = {0, 1, 2};
  do {
    FreeList list(300);
    for (std::size_t at : {0, 100, 200}) EXPECT_EQ(list.take(100), at);
    EXPECT_EQ(list.take(1), FreeList::kNone);
    for (const std::size_t i : order) list.give_back(100 * i, 100);
    EXPECT_EQ(list.parts(), 1u);
    EXPECT_EQ(list.take(300), 0u);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(FreeList, NeverHandsOutAByteTwice) {
  FreeList list(10'000);
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::vector<char> used(10'000);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::size_t bytes = 1 + wb::mix(1, i) % 900;
    if (const std::size_t at = list.take(bytes); at != FreeList::kNone) {
      for (std::size_t b = at; b < at + bytes; ++b) EXPECT_EQ(used[b]++, 0);
      out.emplace_back(at, bytes);
    }
    if (out.empty() || wb::mix(2, i) % 2 == 0) continue;
    std::swap(out[wb::mix(3, i) % out.size()], out.back());
    const auto [from, length] = out.back();
    for (std::size_t b = from; b < from + length; ++b) --used[b];
    list.give_back(from, length);
    out.pop_back();
  }
  for (const auto& [at, bytes] : out) list.give_back(at, bytes);
  EXPECT_EQ(list.take(10'000), 0u);
}

TEST(FreeList, FirstFitNeverFailsWithThePoolsHeadroom) {
  // Blocks of the frame's three sizes, at most 48 quarters alive, drawn at random: 112 are enough.
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    FreeList list(112);
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::size_t alive = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const std::size_t bytes = std::size_t{1} << wb::mix(seed, 3 * i) % 3;
      if (alive + bytes <= 48) {
        const std::size_t at = list.take(bytes);
        ASSERT_NE(at, FreeList::kNone);
        out.emplace_back(at, bytes);
        alive += bytes;
      } else {
        std::swap(out[wb::mix(seed, 3 * i + 1) % out.size()], out.back());
        list.give_back(out.back().first, out.back().second);
        alive -= out.back().second;
        out.pop_back();
      }
    }
  }
}

TEST(Plan, OfTheFrameIsMinimalAndTwoFifths) {
  const std::size_t n = 1 << 15;
  const wb::MemoryPlan plan = wb::plan_memory(chapters::lifetimes_of(n), 128);
  EXPECT_TRUE(plan.minimal);
  EXPECT_EQ(plan.peak_bytes, 3 * n * sizeof(cl_uint));
  EXPECT_EQ(chapters::sum_of_temporaries(n), 15 * n / 2 * sizeof(cl_uint));
}

class Ways : public testing::TestWithParam<Source> {};

TEST_P(Ways, GiveTheSameBitsAndAllocateWhatTheySay) {
  wb::Session session;
  if (!session.profiling()) GTEST_SKIP() << "no event times";
  constexpr std::size_t kFrames = 9;
  for (const std::size_t samples : {1024, 1027, 4096}) {
    chapters::Job job(session, samples, kFrames, 5);
    for (const std::size_t threads : {1, 3}) {
      chapters::Runner runner(job, {"way", GetParam(), threads});
      const std::size_t buffers = runner.ledger().buffers(), parts = runner.ledger().parts();
#ifdef WB_TRACKER
      const std::size_t made = wb::tracked_made("buffer"), subs = wb::tracked_made("sub-buffer");
#endif
      job.clear_results();
      EXPECT_NE(job.fault(), "");
      const chapters::Run run = runner.run();
      EXPECT_EQ(job.fault(), "");
      EXPECT_EQ(run.ran.size(), kFrames * chapters::kSteps.size());
      EXPECT_GE(run.idle, 0);
      EXPECT_LT(run.idle, 1);
      const std::size_t each = kFrames * chapters::kTemporaries;
      EXPECT_EQ(runner.ledger().buffers() - buffers, GetParam() == Source::kCreate ? each : 0);
      EXPECT_EQ(runner.ledger().parts() - parts, GetParam() == Source::kPool ? each : 0);
#ifdef WB_TRACKER  // and nobody went past the ledger
      EXPECT_EQ(wb::tracked_made("buffer") - made, runner.ledger().buffers() - buffers);
      EXPECT_EQ(wb::tracked_made("sub-buffer") - subs, runner.ledger().parts() - parts);
#endif
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Ways,
                         testing::Values(Source::kCreate, Source::kKept, Source::kPool,
                                         Source::kPlan));

}  // namespace
