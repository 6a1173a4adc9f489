// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// check_json PROGRAM [ARG ...] runs a chapter with --json - and fails unless standard output is one
// valid document of schema 1 and nothing else. The report, which would be there otherwise, goes to
// standard error, and must not be empty.
#include <fmt/core.h>

#include "wb/measurement.hpp"
#include "wb/process.hpp"

int main(int argc, char** argv) {
  wb::Command command;
  command.argv.assign(argv + 1, argv + argc);
  command.argv.insert(command.argv.end(), {"--json", "-", "--text-on-stderr"});
  command.time_limit = std::chrono::seconds(800);
  const wb::ProcessResult result = wb::run_process(command);
  if (!result.ok()) {
    fmt::print("{}: {}\n{}", command.argv[0], result.describe(), result.err);
    return result.exit_code > 0 ? result.exit_code : 1;
  }
  const auto document = nlohmann::json::parse(result.out, nullptr, false);
  if (document.is_discarded()) {
    fmt::print("standard output is not one JSON document:\n{}\n", result.out.substr(0, 2000));
    return 1;
  }
  const bool told = result.err.find('\n') != std::string::npos;
  if (!told) fmt::print("the program reported nothing\n");
  const auto faults = wb::check_schema(document);
  for (const std::string& fault : faults) fmt::print("{}\n", fault);
  if (document["rows"].empty()) fmt::print("the document has no rows\n");
  return told && faults.empty() && !document["rows"].empty() ? 0 : 1;
}
