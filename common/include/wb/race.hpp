// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

/// What Oclgrind reported once, in a learner's words.
struct RaceReport {
  std::string kind;         ///< "race" | "bounds" | "uninitialised" | "divergence" | "api" | "other"
  std::string message;      ///< Oclgrind's own headline, one line
  std::string kernel;       ///< entry point, "" for API errors
  std::string file;         ///< kernel file as we know it (never tempfile_xxx.cl or input.cl)
  unsigned line = 0;        ///< line in that file; 0: unknown
  std::string source;       ///< that source line, trimmed
  std::vector<std::string> work_items;  ///< the parties: "global (3,0,0) local (3,0,0) group (0,0,0)"
  std::string explanation;  ///< one line: what it means and where to look
};

/// How one run under the race instrument ended. Only "clean" is a pass.
struct RaceOutcome {
  std::string status;  ///< "clean" | "dirty" | "not run"
  std::string reason;  ///< why it was not run: not installed, simulator failed, log missing, crash
  std::vector<RaceReport> reports;  ///< at most `max_reports`, in a stable order
  int exit_code = 0;                ///< the program's own
  std::string out, err;             ///< what the program printed
};

struct RaceRun {
  std::vector<std::string> argv;
  std::map<std::string, std::string> environment;
  std::chrono::milliseconds time_limit{120'000};
  bool uniform_writes = false;  ///< also report several work-items writing the same value
  unsigned max_reports = 10;
  /// Oclgrind's own limits, 0 for its default: fake a smaller device with these.
  std::size_t local_memory_bytes = 0;
};

/// Runs `run.argv` on one thread under Oclgrind's launcher with its race, bounds, uninitialised,
/// divergence and API checks. Never throws for what the program or the simulator does.
RaceOutcome run_race(const RaceRun& run);

/// Parses Oclgrind's log. A "FATAL ERROR" in it makes the outcome "not run"; an unknown message
/// becomes a report of kind "other": nothing in a log is ever silently dropped.
RaceOutcome parse_race_log(std::string_view log);

/// Path of Oclgrind's launcher, or "" and the reason with what to install.
std::string oclgrind_path(std::string* reason);

/// The `race` object of the JSON schema.
nlohmann::json race_to_json(const RaceOutcome& outcome);

}  // namespace wb
