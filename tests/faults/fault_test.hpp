// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "wb/error.hpp"
#include "wb/process.hpp"

/// The rows of the table in README.md: a test of row 7 is Fault07.Something.
constexpr int kRows = 30;

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
    const wb::TemporaryDirectory temporary;  // of this run alone, and empty after it
    environment.emplace("TMPDIR", temporary.path());
    command.environment = std::move(environment);
    command.directory = directory;
    command.merge_streams = true;
    command.time_limit = std::chrono::seconds(120);
    wb::ProcessResult result = wb::run_process(command);
    for (const auto& entry : std::filesystem::directory_iterator(temporary.path())) {
      ADD_FAILURE() << "left behind: " << entry.path();
    }
    return result;
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

  /// Writes a script that stands for a program, and runs one of ci/ in a tree of its own, where the
  /// programs that it calls are such scripts.
  void write_script(const std::string& name, const std::string& body) {
    std::filesystem::permissions(write("tree/" + name, "#!/bin/sh\n" + body),
                                 std::filesystem::perms::owner_all);
  }
  wb::ProcessResult run_ci(const std::string& name, Environment environment = {}) {
    const std::string tree = folder() + "/tree", script = tree + "/ci/" + name;
    std::filesystem::create_directories(tree + "/ci");
    std::filesystem::copy_file(std::filesystem::path(WB_SOURCES) / "ci" / name, script,
                               std::filesystem::copy_options::overwrite_existing);
    environment.emplace("PATH", tree + "/bin:/usr/local/bin:/usr/bin:/bin");
    return run(script, {}, std::move(environment));
  }

  const std::string& folder() const { return temporary_.path(); }
  static std::filesystem::path binaries() {
    return std::filesystem::path(wb::executable_path()).parent_path();
  }

 private:
  wb::TemporaryDirectory temporary_;
};

/// A chapter in a broken world, at little cost.
class ChapterTest : public FaultTest {
 protected:
  static constexpr auto kChapter = "03_gemm_naive";
  static constexpr auto kKernel = "03_gemm_naive/row_order.cl";

  wb::ProcessResult run_quick(const std::string& chapter, std::vector<std::string> arguments,
                              const Environment& environment = {},
                              const std::string& directory = "") {
    for (const char* word : {"--rounds", "1", "--runs", "1"}) arguments.emplace_back(word);
    return run(chapter, arguments, environment, directory);
  }
  wb::ProcessResult run_chapter(std::vector<std::string> arguments,
                                const Environment& environment = {},
                                const std::string& directory = "") {
    return run_quick(kChapter, std::move(arguments), environment, directory);
  }
  wb::ProcessResult run_small(std::vector<std::string> arguments = {},
                              const Environment& environment = {},
                              const std::string& directory = "") {
    arguments.insert(arguments.begin(), {"--size", "16"});
    return run_chapter(std::move(arguments), environment, directory);
  }
  /// The same under the shim, on the device that `oddities` describe; nothing may leak.
  wb::ProcessResult run_odd(const std::string& oddities, const std::string& chapter,
                            const std::vector<std::string>& arguments,
                            Environment environment = {}) {
    const wb::TemporaryDirectory counts;
    environment.insert({{"LD_PRELOAD", WB_SHIM},
                        {"WB_SHIM", oddities},
                        {"WB_SHIM_LEFT", counts.path() + "/left"}});
    wb::ProcessResult result = run_quick(chapter, arguments, environment);
    std::ifstream in(counts.path() + "/left");
    left_.assign(std::istreambuf_iterator<char>(in), {});
    EXPECT_THAT(left_, ::testing::ContainsRegex("contexts [1-9][0-9]* made 0 left"));
    EXPECT_THAT(left_, ::testing::Not(::testing::ContainsRegex("made -?[1-9][0-9]* left")));
    return result;
  }

  /// What the last run_odd() made and left, as the shim counted it.
  std::string left_;

  /// A copy of the kernels with one file replaced, for WB_KERNEL_DIR.
  Environment with_kernel(const std::string& text, const std::string& file = kKernel) {
    const std::filesystem::path copy = std::filesystem::path(folder()) / "kernels";
    std::filesystem::remove_all(copy);
    std::filesystem::copy(WB_KERNELS, copy, std::filesystem::copy_options::recursive);
    write("kernels/" + file, text);
    return {{"WB_KERNEL_DIR", copy.string()}};
  }
  /// A working copy with one exercise, for check.
  std::string exercise_root() {
    namespace fs = std::filesystem;
    const fs::path root = folder() + "/root";
    for (const char* path : {"chapters/04_gemm_tiled/exercise.cl", "tests/exercises/patterns",
                             "tests/exercises/solutions/04_gemm_tiled.cl"}) {
      fs::create_directories((root / path).parent_path());
      fs::copy(fs::path(WB_SOURCES) / path, root / path, fs::copy_options::recursive);
    }
    return root.string();
  }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string kernel_text(const std::string& file = kKernel) {
    return read(std::filesystem::path(WB_KERNELS) / file);
  }
  static std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what << " is not in\n" << text;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
  }
  /// What a run printed without its numbers, and without the blanks that they move.
  static std::string without_numbers(const std::string& text) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool exponent =
          c == 'e' && i > 0 && std::isdigit(static_cast<unsigned char>(text[i - 1]));
      if (static_cast<unsigned char>(c) >= 0x80) continue;  // a rule is as long as its numbers
      if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.' && c != ' ' && c != '-' &&
          c != '+' && c != ',' && !exponent) {
        kept += c;
      }
    }
    return kept;
  }
  /// The names of what is in a folder, however deep.
  static std::vector<std::string> files_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
      if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
    }
    return names;
  }
  /// Of the files in a folder: how many are half-written, and the first result that cannot be read.
  static int halves(const std::string& place) {
    const auto names = files_in(place);
    return static_cast<int>(std::count_if(
        names.begin(), names.end(), [](const auto& name) { return name.ends_with(".part"); }));
  }
  static std::string unreadable(const std::string& place) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() == ".json" &&
          nlohmann::json::parse(read(path), nullptr, false).is_discarded()) {
        return path.string() + ": " + read(path);
      }
    }
    return "";
  }
  /// No number may be printed for what did not run.
  static void expect_no_table(const wb::ProcessResult& result) {
    EXPECT_THAT(result.out, ::testing::Not(::testing::HasSubstr("median ms")));
  }
};
