// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What chapter 08 says before a kernel runs: counts, limits, and the peer's own sums.
#include "08_reduction/reduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "08_reduction/host_sums.hpp"
#include "wb/error.hpp"
#include "wb/instruments.hpp"

namespace {

TEST(Reduction, StridedTreePaysInPassesWhatItSavesInWarps) {
  const wb::LensModel nvidia;
  const auto divergent = chapters::tree_steps(chapters::Tree::kDivergent, nvidia);
  const auto strided = chapters::tree_steps(chapters::Tree::kStrided, nvidia);
  const auto sequential = chapters::tree_steps(chapters::Tree::kSequential, nvidia);
  EXPECT_EQ(divergent.warps, 47);
  EXPECT_EQ(divergent.passes, 47);
  EXPECT_EQ(strided.warps, 12);
  EXPECT_EQ(strided.passes, 47);
  EXPECT_EQ(sequential.warps, 12);
  EXPECT_EQ(sequential.passes, 12);
}

TEST(Reduction, IntSumThatMightOverflowIsRefusedWithTheLimit) {
  const wb::Experiment ints = chapters::int_sum();
  try {
    ints.make({306783379}, wb::DataKind::kUniform, 1);
    FAIL() << "not refused";
  } catch (const wb::UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("at most 306783378 elements"));
  }
}

TEST(Reduction, PeerAndReferenceAddEveryElementOnce) {
  const wb::Experiment sum = chapters::sum();
  for (const std::size_t n : {0, 1, 15, 16, 127, 129, 1000, 20011, 100003}) {
    const wb::Problem problem = sum.make({n}, wb::DataKind::kIntegers, 3);
    double plain = 0;
    for (const float x : problem.input("in").as<float>()) plain += x;
    EXPECT_EQ(problem.input("exact").as<double>()[0], plain) << n;
    wb::Peer peer = chapters::host_sum(problem);
    peer.once();
    EXPECT_EQ(peer.outputs()[0].value(0), plain) << n;
  }
}

TEST(Reduction, OneWorkItemOfAGpuIsSparedLargeSizes) {
  const wb::Experiment sum = chapters::sum();
  const wb::Variant* one = sum.find("one work-item");
  wb::DeviceFacts gpu, cpu;
  gpu.max_work_group_size = cpu.max_work_group_size = 1024;
  cpu.cpu = true;
  EXPECT_EQ(one->needs(gpu, {1 << 24}), "");
  EXPECT_THAT(one->needs(gpu, {1 << 28}), testing::HasSubstr("at most 16777216"));
  EXPECT_EQ(one->needs(cpu, {1 << 28}), "");
}

// A counter that is not reset leaves the output of every later launch as it was; so clear it
// between two launches of one load.
TEST(Reduction, LastGroupLeavesItsCounterReadyForTheNextLaunch) {
  const wb::Experiment sum = chapters::sum();
  wb::Variant twice = *sum.find("walk, last group adds");
  const auto once = twice.plan;
  twice.plan = [once](const wb::Size& size, const wb::DeviceFacts& facts) {
    wb::Plan plan = once(size, facts);
    plan.launches.push_back({.kernel = "08_reduction/clear.cl",
                             .entry = "clear",
                             .options = "",
                             .args = {"out"},
                             .global = cl::NDRange(1),
                             .local = cl::NDRange(1)});
    plan.launches.push_back(plan.launches.front());
    return plan;
  };
  wb::Session session("");
  wb::PreparedProblem prepared(sum, {100003}, wb::DataKind::kIntegers, 1);
  wb::LoadedVariant loaded(session, prepared, twice);
  for (int run = 0; run < 20; ++run) {  // and groups must not meet in a bad moment
    loaded.enqueue();
    const wb::Verdict verdict = loaded.verify();
    EXPECT_TRUE(verdict.ok) << verdict.message;
  }
}

}  // namespace
