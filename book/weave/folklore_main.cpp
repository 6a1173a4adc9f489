// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// folklore: each claim that circulates about OpenCL, measured on this device, with its verdict.
//   claims    book/folklore.json            text      book/folklore.md
//   build/bin/folklore
//   build/bin/folklore --results h200       what the book recorded there, without measuring
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <wb/error.hpp>
#include <wb/process.hpp>

#include "folklore.hpp"
#include "weaver.hpp"

namespace {

using wb::ExitCode;

/// Runs the chapters that the claims name and collects what they measure as the device "here".
/// Chapters that fail or skip are named in `missing`.
void measure(const std::vector<std::string>& stems, const std::string& device, weave::Tree& into,
             std::map<std::string, std::string>& missing) {
  const std::filesystem::path programs = std::filesystem::path(wb::executable_path()).parent_path();
  const wb::TemporaryDirectory scratch;
  std::string file;
  for (const std::string& stem : stems) {
    if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\033[Krunning {} ...", stem);
    const std::string json = scratch.path() + "/" + stem + ".json";
    wb::Command command;
    command.argv = {(programs / stem).string(), "--json", json};
    if (!device.empty()) command.argv.insert(command.argv.end(), {"--device", device});
    command.time_limit = std::chrono::minutes(5);
    const wb::ProcessResult result = wb::run_process(command);
    std::ifstream in(json, std::ios::binary);
    const std::string document{std::istreambuf_iterator<char>(in), {}};
    if (document.empty()) {
      missing[stem] = result.describe();
      continue;
    }
    file = weave::merge_document(file, document, result.out, "here", std::nullopt);
  }
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\033[K");
  if (!file.empty()) into.write("book/results/here.json", file);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Each claim that circulates about OpenCL, measured on this device."};
  std::string root, device, recorded;
  app.add_option("--device", device, "index, platform:device, or part of a name");
  app.add_option("--results", recorded, "judge a recorded device (h200) instead of measuring");
  app.add_option("--root", root, "the repository (default: upward from here)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(app.exit(error) == 0 ? ExitCode::kOk : ExitCode::kUsage);
  }
  try {
    if (root.empty()) root = weave::find_root(".");
    if (root.empty()) root = weave::find_root(wb::executable_path());
    if (root.empty())
      throw weave::Failure("no CMakeLists.txt beside book/ here or above: give --root");
    const weave::Tree book(root);
    const std::vector<weave::Claim> claims = weave::read_claims(book);
    const wb::TemporaryDirectory scratch;
    std::filesystem::create_directories(scratch.path() + "/book/results");
    weave::Tree measured(scratch.path());
    std::map<std::string, std::string> missing;
    const std::string* lens =
        book.text("book/results/lens.json");  // counts are the same everywhere
    if (lens) measured.write("book/results/lens.json", *lens);
    if (recorded.empty()) measure(weave::stems_of(claims), device, measured, missing);
    weave::Results results(recorded.empty() ? measured : book);
    const std::string name = recorded.empty() ? "here" : recorded;
    const std::string label = results.device(name).label;
    for (const weave::Claim& claim : claims) {
      if (!claim.not_testable.empty()) {
        fmt::print("{}\n  {}\n\n", claim.statement, weave::verdict(claim, {}, {}));
        continue;
      }
      const weave::Finding finding = weave::judge(claim, results, name);
      fmt::print("{}\n  {}{}\n  {}\n\n", claim.statement,
                 finding.measured ? "" : "not measured: ", finding.text, claim.command);
    }
    for (const auto& [stem, why] : missing) fmt::print("{} gave no results: {}\n", stem, why);
    return static_cast<int>(missing.empty() ? ExitCode::kOk : ExitCode::kEnvironment);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "folklore: {}\n", error.what());
    return static_cast<int>(ExitCode::kEnvironment);
  }
}
