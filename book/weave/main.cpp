// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// weave: puts code, results, figures and starters into the book, or checks that they are current.
//   weave                 rewrite everything in place, then check
//   weave --check         change nothing; exit 1 with FILE:LINE: message for each drift
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <wb/error.hpp>

#include "weaver.hpp"

namespace {

using wb::ExitCode;

int as_int(ExitCode code) {
  return static_cast<int>(code);
}

int fail(const std::string& message) {
  fmt::print(stderr, "weave: {}\n", message);
  return as_int(ExitCode::kEnvironment);
}

/// Path of `name` relative to the root: as given from there, or from the current folder.
std::string page_path(const weave::Tree& tree, const std::string& name) {
  const std::string as_is = weave::normal_path(name);
  if (!as_is.empty() && tree.exists(as_is)) return as_is;
  std::error_code error;
  const auto full = std::filesystem::absolute(name, error).lexically_normal();
  const auto root = std::filesystem::absolute(tree.root(), error).lexically_normal();
  return full.lexically_relative(root).generic_string();
}

int run_weave(const std::string& root, bool check, const std::string& page) {
  weave::Tree tree(root);
  weave::Weaver weaver(tree);
  const auto problems = weaver.run(check, page.empty() ? "" : page_path(tree, page));
  bool environment = false;
  for (const weave::Problem& problem : problems) {
    fmt::print("{}:{}: {}\n", problem.file, problem.line > 0 ? problem.line : 1, problem.message);
    environment = environment || problem.environment;
  }
  for (const std::string& path : weaver.written()) fmt::print("wrote {}\n", path);
  if (problems.empty()) {
    fmt::print("{} pages: {}\n", page.empty() ? weaver.pages().size() : 1,
               check ? "all current" : "woven, nothing to report");
    return as_int(ExitCode::kOk);
  }
  fmt::print("{} problem{}\n", problems.size(), problems.size() == 1 ? "" : "s");
  return as_int(environment ? ExitCode::kEnvironment : ExitCode::kWrong);
}

struct Record {
  std::string device, document, output, label;
  bool rerecordable = false;
};

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw weave::Failure(fmt::format("cannot read {}", path));
  return text;
}

int run_record(const Record& record) {
  namespace fs = std::filesystem;
  const fs::path path = fs::absolute(record.device);
  const bool is_new = !fs::exists(path);
  const std::string old = is_new ? "" : read_all(record.device);
  const std::string document = read_all(record.document), output = read_all(record.output);
  std::string merged;
  try {
    merged = weave::merge_document(old, document, output, record.label,
                                   record.rerecordable ? std::optional<bool>(true) : std::nullopt);
  } catch (const weave::Failure& failure) {
    throw weave::Failure(
        fmt::format("{} into {}: line {}", record.document, record.device, failure.what()));
  }
  weave::Tree(path.parent_path().string()).write(path.filename().string(), merged);
  return as_int(ExitCode::kOk);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Puts code, results, figures and starters into the book, or checks them."};
  std::string root, page;
  bool check = false;
  app.add_flag("--check", check, "change nothing; report each drift and exit 1");
  app.add_option("--page", page, "one page only (no search for unused tags or figures)");
  app.add_option("--root", root, "the repository (default: upward from here)");
  Record record;
  CLI::App* const recorder = app.add_subcommand("record", "merge one run into book/results");
  recorder->add_option("device", record.device, "device file, as book/results/h200.json")
      ->required();
  recorder->add_option("document", record.document, "what --json wrote")->required();
  recorder->add_option("output", record.output, "what the program printed")->required();
  recorder->add_option("--label", record.label, "the device's name in tables (kept once set)");
  recorder->add_flag("--rerecordable", record.rerecordable,
                     "CI can record this device again: stale rows fail --check (kept once set)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : as_int(ExitCode::kUsage);
  }
  try {
    if (recorder->parsed()) return run_record(record);
    if (root.empty()) root = weave::find_root(".");
    if (root.empty()) return fail("no CMakeLists.txt beside book/ here or above: give --root");
    return run_weave(root, check, page);
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
