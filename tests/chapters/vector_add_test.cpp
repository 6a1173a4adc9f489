// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Chapter 02's programs as a reader starts them, and what its text promises beside the kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "02_vector_add/build_options.hpp"
#include "02_vector_add/vector_add.hpp"
#include "wb/process.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;

wb::ProcessResult run(std::vector<std::string> argv, bool driver = true,
                      const std::string& directory = "") {
  wb::Command command;
  command.argv = std::move(argv);
  command.directory = directory;
  if (!driver) command.environment["OCL_ICD_VENDORS"] = "/nonexistent";
  command.environment["WB_REQUIRE_DEVICE"] = "0";  // CI sets it, and then no device is a failure
  return wb::run_process(command);
}

TEST(ByHand, AddsAnyNumberOfElementsFromAnyDirectory) {
  for (const char* n : {"1", "63", "64", "65", "1000"}) {
    const wb::ProcessResult result = run({BY_HAND, n}, true, "/");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(std::string(n) + " sums in "));
  }
  EXPECT_THAT(run({BY_HAND, "65"}).out, HasSubstr("65 sums in 2 work-groups of 64"));
}

TEST(ByHand, RefusesWhatIsNoSize) {
  for (const char* n : {"0", "-1", "abc"}) {
    const wb::ProcessResult result = run({BY_HAND, n}, false);
    EXPECT_EQ(result.exit_code, 2) << n;
    EXPECT_THAT(result.err, HasSubstr("N of at least 1"));
  }
}

TEST(ByHand, ReportsWhatFails) {
  EXPECT_EQ(run({BY_HAND}, false).exit_code, 77);
  wb::Command command;
  command.argv = {BY_HAND};
  command.environment["WB_KERNEL_DIR"] = "/nonexistent";
  const wb::ProcessResult result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("/nonexistent/02_vector_add/guarded.cl"));
}

// No driver is there to be called: an answer of 77 would mean that one was asked for first.
TEST(Size, WhatIsNoSizeIsRefusedBeforeAnyDriverIsCalled) {
  for (const char* size : {"0", "-1", "abc", "1e9", "", "1x", "x1", "1.5", "64x0", "99999999999",
                           "18446744073709551617", "1x2x3"}) {
    const wb::ProcessResult result = run({CHAPTER, std::string("--size=") + size}, false);
    EXPECT_EQ(result.exit_code, 2) << size << ": " << result.err;
    EXPECT_THAT(result.err, HasSubstr("size")) << size;
  }
  EXPECT_EQ(run({CHAPTER, "--size", "1000"}, false).exit_code, 77);
}

TEST(Size, MoreThanTheDeviceHoldsIsRefusedWithBothSizes) {
  wb::Command command;
  command.argv = {CHAPTER, "--size", "999999999"};
  command.environment["POCL_MEMORY_LIMIT"] = "1";
  const wb::ProcessResult result = wb::run_process(command);
  EXPECT_EQ(result.exit_code, 2) << result.describe();
  EXPECT_THAT(result.err, AllOf(HasSubstr("11.2 GiB"), HasSubstr("1 GiB"), HasSubstr("--size")));
}

TEST(Size, AnySizeFromOneRunsToTheEnd) {
  for (const char* size : {"1", "257"}) {
    const wb::ProcessResult result = run({CHAPTER, "--size", size, "--budget", "0.01"}, true, "/");
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr("unguarded is skipped"));
  }
}

TEST(Document, HoldsWhatTheTextQuotes) {
  const wb::ProcessResult result =
      run({CHAPTER, "--size", "65536", "--budget", "0.02", "--json", "-"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto document = nlohmann::json::parse(result.out);
  EXPECT_EQ(document.at("build_options").size(), 5u);
  std::map<std::string, std::size_t> rows;
  for (const auto& row : document.at("rows")) {
    EXPECT_EQ(row.at("status"), "ok") << row;
    EXPECT_GT(row.at("time").at("median_ms").get<double>(), 0) << row;
    ++rows[row.at("experiment")];
  }
  EXPECT_THAT(rows, testing::ElementsAre(std::pair("add", 4u), std::pair("copy", 2u),
                                         std::pair("transfer", 8u)));
}

TEST(BuildOptions, WithoutOneTheSumIsAsWritten) {
  wb::Session session;
  const auto results = chapters::probe_build_options(session);
  ASSERT_EQ(results.size(), 5u);
  EXPECT_EQ(results[0].refused, "");
  EXPECT_EQ(results[0].values[0], 1) << "isnan(NaN)";
  EXPECT_EQ(results[0].values[2], 0) << "(2^24 + 1) - 2^24, rounded as written";
  EXPECT_EQ(results[0].values[3], session.facts().fp64 ? 0.01f : results[0].values[3]);
  EXPECT_NEAR(results[0].values[4], 1.0 / 3, 2.5 * 0x1p-25);
}

}  // namespace
