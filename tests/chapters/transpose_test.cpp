// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 07's tile with the mistake of a published one: turned twice, and stored down a column.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wb/process.hpp"

namespace {

using testing::ContainsRegex, testing::HasSubstr;

wb::ProcessResult run(std::vector<std::string> argv) {
  wb::Command command;
  command.argv = std::move(argv);
  command.environment["WB_KERNEL_DIR"] = std::string(WRONG_DIR) + "/turned_twice";
  return wb::run_process(command);
}

TEST(TurnedTwice, IsAWrongValueInEveryTile) {
  const wb::ProcessResult result = run({CHAPTER_07, "--self-test", "values", "--variant", "tile"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  // The diagonal of each tile is right: 32 of 1024 elements.
  EXPECT_THAT(result.out, HasSubstr("992 of 1024 elements of out are wrong"));
  EXPECT_THAT(result.out, HasSubstr("out[0][1]"));
}

TEST(TurnedTwice, StillStoresDownAColumn) {
  const wb::ProcessResult result = run({WARPLENS, CHAPTER_07, "--size", "64", "--variant", "tile"});
  EXPECT_THAT(result.out, HasSubstr("transpose_tile")) << result.err;
  // 4096 sectors where 512 would do; and the banks of local memory collide as before.
  EXPECT_THAT(result.out, ContainsRegex("global store +128 +4096 +512 +8.00"));
  EXPECT_THAT(result.out, ContainsRegex("local store +128 +4096 +128 +32.00"));
}

}  // namespace
