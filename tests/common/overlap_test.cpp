// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The overlap checker on made-up timelines, whose answers are known.
#include "wb/overlap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wb/error.hpp"

namespace wb {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Stage kUp = Stage::kUpload, kRun = Stage::kCompute, kDown = Stage::kDownload;

// Ten chunks; a stage starts when its chunk is ready and the stage is free. Upload 2, compute 3,
// download 1 ms; three queues.
std::vector<StageSlice> pipelined(double up = 2, double run = 3, double down = 1) {
  std::vector<StageSlice> slices;
  double uploaded = 0, computed = 0, downloaded = 0;
  for (int k = 0; k < 10; ++k) {
    slices.push_back({kUp, k, "up", uploaded, uploaded + up});
    uploaded += up;
    const double start = std::max(computed, uploaded);
    slices.push_back({kRun, k, "run", start, start + run});
    computed = start + run;
    const double leave = std::max(downloaded, computed);
    slices.push_back({kDown, k, "down", leave, leave + down});
    downloaded = leave + down;
  }
  return slices;
}

std::vector<StageSlice> one_after_the_other(const std::string& queue) {
  std::vector<StageSlice> slices;
  for (int k = 0; k < 10; ++k) {
    const double t = 6 * k;
    slices.push_back({kUp, k, queue, t, t + 2});
    slices.push_back({kRun, k, queue, t + 2, t + 5});
    slices.push_back({kDown, k, queue, t + 5, t + 6});
  }
  return slices;
}

TEST(Overlap, FullOverlapIsTheLongestStageWithFillAndDrain) {
  const Overlap overlap = check_overlap(pipelined(), {.slots = 3});
  EXPECT_DOUBLE_EQ(overlap.upload_ms, 20);
  EXPECT_DOUBLE_EQ(overlap.compute_ms, 30);
  EXPECT_DOUBLE_EQ(overlap.download_ms, 10);
  EXPECT_EQ(overlap.longest, kRun);
  EXPECT_DOUBLE_EQ(overlap.fill_drain_ms, 3);
  EXPECT_DOUBLE_EQ(overlap.ideal_ms, 33);
  EXPECT_DOUBLE_EQ(overlap.total_ms, 33);
  EXPECT_DOUBLE_EQ(overlap.hidden(), 1);
  EXPECT_TRUE(overlap.reached());
  EXPECT_TRUE(overlap.why.empty());
}

TEST(Overlap, WhicheverStageIsLongest) {
  EXPECT_EQ(check_overlap(pipelined(4, 3, 1), {.slots = 3}).longest, kUp);
  EXPECT_DOUBLE_EQ(check_overlap(pipelined(4, 3, 1), {.slots = 3}).ideal_ms, 44);
  const Overlap down = check_overlap(pipelined(1, 3, 5), {.slots = 3});
  EXPECT_EQ(down.longest, kDown);
  EXPECT_DOUBLE_EQ(down.ideal_ms, 54);
  EXPECT_TRUE(down.reached());
}

TEST(Overlap, OneQueueHidesNothingAndIsNamed) {
  const Overlap overlap = check_overlap(one_after_the_other("q"), {.slots = 2});
  EXPECT_DOUBLE_EQ(overlap.total_ms, 60);
  EXPECT_DOUBLE_EQ(overlap.hidden(), 0);
  EXPECT_NEAR(overlap.of_ideal(), 60.0 / 33, 1e-12);
  EXPECT_THAT(overlap.why.at(0), HasSubstr("one in-order queue"));
  EXPECT_DOUBLE_EQ(together_ms(one_after_the_other("q"), kUp, kRun), 0);
}

TEST(Overlap, OneSlotIsNamed) {
  const Overlap overlap = check_overlap(one_after_the_other("q"), {.slots = 1});
  EXPECT_THAT(overlap.why.at(0), HasSubstr("one slot"));
}

TEST(Overlap, SeveralQueuesThatWaitForEachOtherAreNamed) {
  auto slices = one_after_the_other("q");
  for (StageSlice& slice : slices) {
    if (slice.stage == kRun) slice.queue = "kernels";
  }
  EXPECT_THAT(check_overlap(slices, {.slots = 3}).why.at(0),
              AllOf(HasSubstr("2 queues"), HasSubstr("order in which they were enqueued")));
}

TEST(Overlap, ASingleCopyEngineIsNamed) {
  // <copy-engine>
  // Copies of both directions take turns, kernels run beside them.
  std::vector<StageSlice> slices;
  for (int k = 0; k < 10; ++k) {
    const double t = 4 * k;
    slices.push_back({kUp, k, "up", t, t + 2});
    slices.push_back({kRun, k, "run", t + 2, t + 5});
    if (k > 0) slices.push_back({kDown, k - 1, "down", t + 2, t + 4});
  }
  slices.push_back({kDown, 9, "down", 42, 44});
  const Overlap overlap = check_overlap(slices, {.slots = 3});
  EXPECT_THAT(overlap.why, Contains(HasSubstr("one copy engine")));
  // </copy-engine>
  // One queue for both directions cannot show that: it orders them itself.
  for (StageSlice& slice : slices) slice.queue = slice.stage == kRun ? "run" : "copies";
  EXPECT_THAT(check_overlap(slices, {.slots = 3}).why, Not(Contains(HasSubstr("copy engine"))));
}

TEST(Overlap, CopiesOnTheHostsThreadAreNamed) {
  JobFacts facts{.total_ms = 60, .slots = 3, .pinned = false, .calls_ms = 55};
  EXPECT_THAT(check_overlap(one_after_the_other("q"), facts).why,
              Contains(HasSubstr("copies on the host's thread: the enqueue calls took 55.0 ms")));
  facts.calls_ms = 1;
  EXPECT_THAT(check_overlap(one_after_the_other("q"), facts).why,
              Contains(HasSubstr("pageable memory: the driver moves it")));
}

TEST(Overlap, CoresThatCopiesAndKernelsShareAreCounted) {
  JobFacts facts{.total_ms = 50, .slots = 3, .cores = 2};
  facts.upload_alone_ms = 20;
  facts.compute_alone_ms = 30;
  facts.download_alone_ms = 10;
  const Overlap overlap = check_overlap(pipelined(), facts);
  // The kernels' 30 ms on both cores, and 30 ms of copies on one: 45 at best.
  EXPECT_THAT(overlap.why, Contains(AllOf(HasSubstr("no idle core"), HasSubstr("45.0 ms"))));
}

TEST(Overlap, StagesThatSlowEachOtherDownAreNamed) {
  JobFacts facts{.slots = 3};
  facts.upload_alone_ms = 10;
  facts.compute_alone_ms = 28;
  facts.download_alone_ms = 10;
  const Overlap overlap = check_overlap(pipelined(), facts);
  EXPECT_THAT(overlap.why, Contains(HasSubstr("upload took 2.0 times its time alone")));
}

TEST(Overlap, AStageThatWaitsForSlotsIsNamed) {
  auto slices = pipelined();
  for (StageSlice& slice : slices) {
    const double late = 1.5 * slice.chunk;
    slice.start_ms += late;
    slice.end_ms += late;
  }
  const Overlap overlap = check_overlap(slices, {.slots = 2});
  EXPECT_THAT(overlap.why, Contains(AllOf(HasSubstr("compute, the longest stage, stood idle"),
                                          HasSubstr("two slots are not enough"))));
}

TEST(Overlap, TimeOutsideTheCommandsIsNamed) {
  const Overlap overlap = check_overlap(pipelined(), {.total_ms = 40, .slots = 3});
  EXPECT_THAT(overlap.why, Contains(HasSubstr("7.00 ms passed before the first command")));
}

TEST(Overlap, NonsenseIsRefused) {
  EXPECT_THROW(check_overlap({}, {}), Error);
  EXPECT_THROW(check_overlap({{kUp, 0, "q", 2, 1}}, {}), Error);
}

TEST(Overlap, TheTimelineInJsonHasTheSlicesItCameFrom) {
  const nlohmann::json list = to_json(pipelined());
  ASSERT_EQ(list.size(), 30u);
  EXPECT_EQ(list[1]["track"], "compute");
  EXPECT_EQ(list[1]["name"], "0");
  EXPECT_DOUBLE_EQ(list[1]["end_ms"].get<double>(), 5);
}

}  // namespace
}  // namespace wb
