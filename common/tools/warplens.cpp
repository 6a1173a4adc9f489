// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// warplens PROGRAM [ARG ...]: any OpenCL program, unmodified, under the lens. It prints what a
// GPU's memory system would do for each kernel; the text is book/appendix_lens.md, the tests
// tests/lens.
//   warplens build/bin/07_transpose --size 64
//   warplens --lines --kernel transpose_read_coalesced build/bin/07_transpose --size 64
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "wb/error.hpp"
#include "wb/lens.hpp"

namespace {

using nlohmann::json;

// The document of the workbook's JSON schema, one row for each kernel.
json document(const wb::LensReport& report) {
  json rows = json::array();
  const std::vector<std::string> names = wb::row_names(report);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const wb::LensKernel& kernel = report.kernels[i];
    rows.push_back({{"experiment", ""},
                    {"variant", names[i]},
                    {"size", kernel.global},
                    {"launches",
                     {{{"kernel", ""},
                       {"entry", kernel.kernel},
                       {"options", kernel.options},
                       {"global", kernel.global},
                       {"local", kernel.local},
                       {"count", kernel.launches}}}},
                    {"status", "ok"},
                    {"reason", ""},
                    {"lens", wb::lens_to_json(kernel, report.model)}});
  }
  return {{"schema", 1},
          {"chapter", ""},
          {"device", {{"name", "Oclgrind, a simulator, with " + report.model.describe()}}},
          {"rows", rows}};
}

void write(const std::string& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
    return;
  }
  std::ofstream file(path);
  file << text;
  if (!file.flush())
    throw wb::Error(fmt::format("cannot write {}: is its folder there, and is there room?", path));
}

int run(int argc, char** argv) {
  CLI::App app(
      "Runs an OpenCL program on a simulated GPU and counts what its kernels ask of memory");
  app.name("warplens");
  bool lines = false;
  std::string json_path, model = "nvidia", kernel;
  double time_limit = 120;
  std::uint64_t trace_limit = 2048;
  app.add_flag("--lines", lines, "Print each kernel's source with the counts in the margin");
  app.add_option("--json", json_path, "Write the counts to this file; - is standard output");
  app.add_option("--model", model,
                 "nvidia, amd, or values: lanes=32,sector=32,line=128,banks=32,bank=4");
  app.add_option("--kernel", kernel, "Count this kernel only");
  app.add_option("--time-limit", time_limit, "Seconds the program may take")
      ->check(CLI::Range(0.1, 1e6));
  app.add_option("--trace-limit", trace_limit,
                 "MiB that one work-group's trace may need between two barriers")
      ->check(CLI::Range(1, 1 << 20));
  app.prefix_command();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw wb::UsageError(e.what());
  }
  wb::LensRun lens;
  lens.argv = app.remaining();
  if (!lens.argv.empty() && lens.argv.front() == "--") lens.argv.erase(lens.argv.begin());
  if (lens.argv.empty())
    throw wb::UsageError("which program? warplens [OPTIONS] PROGRAM [ARG ...]");
  if (lens.argv.front().starts_with("-"))
    throw wb::UsageError(fmt::format("what is {}? See warplens --help", lens.argv.front()));
  lens.model = wb::parse_lens_model(model);
  lens.time_limit = std::chrono::milliseconds(static_cast<long long>(time_limit * 1000));
  lens.trace_limit = trace_limit << 20;
  lens.only_kernel = kernel;
  lens.pass_through = json_path != "-";  // standard output is for the document then

  std::string reason;
  if (wb::lens_plugin_path(&reason).empty()) throw wb::Skipped(reason);
  const wb::LensOutcome outcome = wb::run_lens(lens);
  fmt::print(stderr, "{}{}", outcome.out, outcome.err);
  if (outcome.status != "ok") {
    fmt::print(stderr, "warplens: no counts: {}\n", outcome.reason);
    // A program that failed by itself keeps its exit code.
    return outcome.exit_code > 0 ? outcome.exit_code : static_cast<int>(wb::ExitCode::kEnvironment);
  }
  if (!json_path.empty()) write(json_path, document(outcome.report).dump(2) + "\n");
  if (json_path == "-") return outcome.exit_code;
  fmt::print("\n{}", wb::lens_table(outcome.report));
  if (lines)
    for (const wb::LensKernel& k : outcome.report.kernels)
      fmt::print("\n{}", wb::annotated_source(k, outcome.report.model));
  return outcome.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const wb::Error& e) {
    fmt::print(stderr, "warplens: {}\n", e.what());
    return static_cast<int>(e.code());
  }
}
