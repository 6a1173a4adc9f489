// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "wb/error.hpp"
#include "wb/process.hpp"

/// Runs the workbook's programs in a broken world and checks exit code and words.
class FaultTest : public ::testing::Test {
 protected:
  using Environment = std::map<std::string, std::string>;

  /// Runs build/bin/`program`; both streams end up in `out`. A missing device is a skip here,
  /// unless the test sets WB_REQUIRE_DEVICE itself.
  wb::ProcessResult run(const std::string& program, const std::vector<std::string>& arguments = {},
                        Environment environment = {}, const std::string& directory = "") {
    wb::Command command;
    command.argv = {(binaries() / program).string()};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    environment.emplace("WB_REQUIRE_DEVICE", "0");
    command.environment = std::move(environment);
    command.directory = directory;
    command.merge_streams = true;
    return wb::run_process(command);
  }

  /// The program ended by itself with `code`, and its output holds each of `pieces`.
  static void expect(const wb::ProcessResult& result, wb::ExitCode code,
                     const std::vector<std::string>& pieces = {}) {
    EXPECT_TRUE(result.started) << result.err;
    EXPECT_EQ(result.signal, 0) << result.describe() << "\n" << result.out;
    EXPECT_EQ(result.exit_code, static_cast<int>(code)) << result.out;
    for (const std::string& piece : pieces) EXPECT_THAT(result.out, ::testing::HasSubstr(piece));
  }

  /// Writes a file (below this test's own folder) and returns its path.
  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder()) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  const std::string& folder() const { return temporary_.path(); }
  static std::filesystem::path binaries() {
    return std::filesystem::path(wb::executable_path()).parent_path();
  }

 private:
  wb::TemporaryDirectory temporary_;
};
