// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "wb/process.hpp"

namespace wb {

/// One fault, in a learner's words: all messages of Oclgrind that differ only in work-item and
/// address are one report.
///
/// kind             | what it is
/// -----------------|-----------------------------------------------------------------------
/// "race"           | two work-items touch one element, one of them writes, nothing orders them
/// "bounds"         | an address outside the buffer or array, or not aligned for its type
/// "uninitialised"  | a value that nobody wrote is stored, decides a branch or an address
/// "divergence"     | not all work-items of a group reach the same barrier or group copy
/// "api"            | an OpenCL call refused, or a buffer used against its flags or while mapped
/// "other"          | any message that is none of these
struct RaceReport {
  std::string kind;
  std::string message;      ///< Oclgrind's own headline, one line
  std::string kernel;       ///< entry point, "" for API errors
  std::string file;         ///< kernel file from RaceRun::kernel_files; "" if it is not there
  unsigned line = 0;        ///< line in that file; 0: unknown. In a race: the line that reads
  std::string source;       ///< that source line, trimmed
  unsigned other_line = 0;  ///< the other party's line (race, divergence); 0: none or unknown
  std::string other_source;
  std::vector<std::string> work_items;  ///< at `line`, then at `other_line`, of the first message:
                                        ///< "global (3,0,0) local (3,0,0) group (0,0,0)"
  std::string explanation;              ///< one line: what it means and where to look
  unsigned count = 1;                   ///< how many messages this stands for
};

/// How one run under the race instrument ended. Only "clean" is a pass.
struct RaceOutcome {
  std::string status;  ///< "clean" | "dirty" | "not run"
  std::string reason;  ///< why it was not run: not installed, simulator failed, no launch, crash
  std::vector<RaceReport> reports;  ///< at most `max_reports`, in a stable order; uninitialised
                                    ///< values last, since other faults cause them
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
  std::map<std::string, std::string> kernel_files;  ///< entry point -> kernel file, for reports
  /// Where the log's pipe is made; empty: a private folder. A confined child must be allowed to
  /// write there.
  std::string log_directory;
  std::optional<Confinement> confinement = {};
  std::size_t flood_limit = 0;  ///< as Command's
};

/// Runs `run.argv` on one thread under Oclgrind's launcher with its race, bounds, uninitialised,
/// divergence and API checks. Never throws for what the program or the simulator does.
///
/// "not run": no Oclgrind, no such program, no kernel launched, an error inside the simulator, a
/// crash, the time limit. A program's own exit code is the caller's to judge. Where Oclgrind's
/// checks cannot follow optimised code (the instruction freeze, a crash) it runs again,
/// unoptimised.
///
/// What Oclgrind 21.10 takes for initialised, and what it cannot see (race_test checks each but
/// the cast):
/// - clEnqueueWriteBuffer, clEnqueueCopyBuffer, CL_MEM_COPY_HOST_PTR, mapping for writing and
///   stores by kernels initialise, NaN included. clEnqueueFillBuffer, CL_MEM_USE_HOST_PTR and the
///   rectangular copies do not: reading such memory is reported although it is fine.
/// - Faults that its compiler removes: a local array that is never written, barriers in both
///   branches of an `if` when it can merge them.
/// - Accesses beyond a sub-buffer but inside its parent; writes through a pointer to constant
///   memory that was cast.
/// - Refused questions (clGet...Info, clGetDeviceIDs) are no misuse and are not reported.
RaceOutcome run_race(const RaceRun& run);

/// Parses Oclgrind's log. A "FATAL ERROR" in it makes the outcome "not run"; an unknown message
/// becomes a report of kind "other". One message is dropped: that the vector is uninitialised which
/// Oclgrind stores before it stores, and checks, the elements that were put into it.
RaceOutcome parse_race_log(std::string_view log,
                           const std::map<std::string, std::string>& kernel_files = {},
                           unsigned max_reports = 10);

/// What a run under Oclgrind comes to: its log is `result.piped`, and what the simulator printed
/// between the program's own lines is taken out of `out`. run_race() reads its runs by this.
RaceOutcome read_race_run(ProcessResult result,
                          const std::map<std::string, std::string>& kernel_files = {},
                          unsigned max_reports = 10);

/// Path of Oclgrind's launcher, or "" and the reason with what to install.
std::string oclgrind_path(std::string* reason);

/// The `race` object of the JSON schema.
nlohmann::json race_to_json(const RaceOutcome& outcome);

}  // namespace wb
