// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 18: the pool's places, the frame's plan, and what each way allocates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "18_resources/ways.hpp"
#include "wb/data.hpp"
#include "wb/process.hpp"
#include "wb/tracker.hpp"

namespace {

using chapters::Source;

TEST(Plan, OfTheFrameIsMinimalAndTwoFifths) {
  const std::size_t n = 1 << 15;
  const wb::MemoryPlan plan = wb::plan_memory(chapters::lifetimes_of(n), 128);
  EXPECT_TRUE(plan.minimal);
  EXPECT_EQ(plan.peak_bytes, 3 * n * sizeof(cl_uint));
  EXPECT_EQ(chapters::sum_of_temporaries(n), 15 * n / 2 * sizeof(cl_uint));
}

TEST(Pool, IsCutIntoPlacesThatDoNotOverlapAndAreAligned) {
  wb::Session session;
  chapters::Ledger ledger;
  const std::size_t align = chapters::part_alignment(session);
  const chapters::Places places = {{align / 2, 2}, {align, 1}, {3 * align, 2}, {align + 4, 1}};
  chapters::Pool pool(session.context(), places, align, ledger);
  EXPECT_EQ(ledger.parts(), 6u);
  const auto never = [] { ADD_FAILURE() << "there is room"; };
  std::vector<chapters::Block> held;  // all of them at a time
  std::map<std::size_t, std::size_t> ranges;
  for (const auto& [bytes, count] : places) {
    for (std::size_t i = 0; i < count; ++i) {
      const cl::Buffer& part = held.emplace_back(pool.take(0, bytes, never)).buffer;
      EXPECT_EQ(part.getInfo<CL_MEM_SIZE>(), bytes);
      ranges[part.getInfo<CL_MEM_OFFSET>()] = bytes;
    }
  }
  ASSERT_EQ(ranges.size(), 6u);
  std::size_t end = 0;
  for (const auto& [offset, bytes] : ranges) {
    EXPECT_EQ(offset % align, 0u);
    EXPECT_GE(offset, end);
    end = offset + bytes;
  }
  EXPECT_THROW(pool.take(0, 2 * align, never), std::out_of_range);
}

TEST(Pool, WaitsForAPlaceOfTheSizeAndMakesNoOther) {
  wb::Session session;
  chapters::Ledger ledger;
  const std::size_t bytes = chapters::part_alignment(session);
  chapters::Pool pool(session.context(), {{bytes, 2}, {2 * bytes, 1}}, bytes, ledger);
  chapters::Block first = pool.take(0, bytes, [] { ADD_FAILURE() << "there is room"; });
  const chapters::Block second = pool.take(0, bytes, [] { ADD_FAILURE() << "there is room"; });
  EXPECT_NE(first.buffer(), second.buffer());
  const cl_mem place = first.buffer();
  cl::UserEvent done(session.context());
  pool.give_back_after(done, std::move(first));
  std::jthread completes;  // not this thread: it holds the pool's lock, which the callback wants
  const chapters::Block again =
      pool.take(0, bytes, [&] { completes = std::jthread([&] { done.setStatus(CL_COMPLETE); }); });
  EXPECT_TRUE(completes.joinable());
  EXPECT_EQ(again.buffer(), place);
  pool.settle();
  const std::vector<chapters::Wait> waits = pool.waits();
  EXPECT_EQ(std::count_if(waits.begin(), waits.end(), [](auto& w) { return !w.for_lock; }), 1);
  EXPECT_EQ(ledger.parts(), 3u);
}

TEST(Pool, HasWhatAFrameHasAliveAtATime) {
  const std::size_t n = 1 << 12, word = sizeof(cl_uint);
  EXPECT_EQ(chapters::most_alive(n),
            (chapters::Places{{n * word, 3}, {n / 2 * word, 3}, {n / 4 * word, 2}}));
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
      const std::size_t most_parts =
          GetParam() == Source::kPool ? each : 0;  // kept, so rather less
      EXPECT_LE(runner.ledger().parts() - parts, most_parts);
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

wb::ProcessResult parts(std::vector<std::string> arguments) {
  wb::Command command;
  command.argv = {PARTS};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return wb::run_process(command);
}

TEST(Parts, HaveTheRightValuesWhetherTheyOverlapOrNot) {
  for (const std::string way : {"apart", "overlapping", "overlapping-last-first"}) {
    const wb::ProcessResult result = parts({way, "3"});
    if (way == "overlapping" && result.signal != 0) continue;  // a driver as the chapter tells of
    EXPECT_TRUE(result.ok()) << result.describe() << result.err;
    EXPECT_EQ(result.out, "3 rounds of 16 parts, " + way + ": the driver lives\n");
  }
}

TEST(Parts, RefuseWhatTheyDoNotKnow) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {}, {"aside"}, {"apart", "x"}, {"apart", "1x"}, {"apart", "1", "0:0", "more"}}) {
    EXPECT_EQ(parts(arguments).exit_code, 2);
  }
}

}  // namespace
