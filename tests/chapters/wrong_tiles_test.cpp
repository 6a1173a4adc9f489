// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 04's kernel with one fault each: every fault must be found, by the judge that the page
// names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wb/process.hpp"

namespace {

using testing::HasSubstr;

wb::ProcessResult judge(const std::string& fault, const std::string& judge_name) {
  wb::Command command;
  command.argv = {CHAPTER_04, "--self-test", judge_name, "--variant", "tile 16"};
  command.environment["WB_KERNEL_DIR"] = std::string(WRONG_DIR) + "/" + fault;
  return wb::run_process(command);
}

TEST(WrongTiles, RightKernelPassesEveryJudge) {
  for (const char* name : {"values", "race", "lens"}) {
    wb::Command command;
    command.argv = {CHAPTER_04, "--self-test", name, "--variant", "tile 16"};
    const wb::ProcessResult result = wb::run_process(command);
    EXPECT_EQ(result.exit_code, 0) << name << ": " << result.out << result.err;
  }
}

TEST(WrongTiles, MissingBarrierAfterLoadIsARaceOnTheLineThatUsesTheTile) {
  const wb::ProcessResult result = judge("barrier_after_load", "race");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("tiled.cl"));
  EXPECT_THAT(result.out, HasSubstr("sum += tile_a[y][k] * tile_b[k][x]"));
}

TEST(WrongTiles, MissingBarrierAfterUseIsARaceOnTheLineThatUsesTheTile) {
  const wb::ProcessResult result = judge("barrier_after_use", "race");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("sum += tile_a[y][k] * tile_b[k][x]"));
}

TEST(WrongTiles, RaceReportsAreTheSameInEveryRun) {
  const std::string first = judge("barrier_after_use", "race").out;
  ASSERT_THAT(first, HasSubstr("FAILED"));
  for (int run = 1; run < 5; ++run) EXPECT_EQ(judge("barrier_after_use", "race").out, first);
}

TEST(WrongTiles, DroppedTailIsAWrongValueOffTheTile) {
  const wb::ProcessResult result = judge("dropped_tail", "values");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("17 x 17 x 17"));
}

TEST(WrongTiles, UnguardedLoadIsOutOfBounds) {
  const wb::ProcessResult result = judge("guarded_store_only", "race");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("Invalid read"));
}

TEST(WrongTiles, RunTimeBoundDoesNotBuild) {
  const wb::ProcessResult result = judge("run_time_bound", "values");
  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("does not build"));
  EXPECT_THAT(result.err, HasSubstr("tile_a[tile][tile]"));
}

}  // namespace
