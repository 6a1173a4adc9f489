// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>
#include "wb/process.hpp"

namespace wb {

/// Counts of one kind of access to global memory. A request is one instruction of one warp.
struct GlobalCounts {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;        ///< distinct sectors that the active lanes touch, per request
  std::uint64_t ideal_sectors = 0;  ///< least sectors that could hold the distinct bytes
  std::uint64_t bytes = 0;          ///< distinct bytes
  std::uint64_t lines = 0;          ///< distinct cache lines, per request
  GlobalCounts& operator+=(const GlobalCounts& other);
};

/// Counts of one kind of access to local memory.
struct LocalCounts {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;        ///< passes through the banks
  std::uint64_t ideal_wavefronts = 0;  ///< the least the distinct words need
  LocalCounts& operator+=(const LocalCounts& other);
};

/// Executed floating-point operations, by kind, per element (a float4 add counts four).
struct FlopCounts {
  std::uint64_t add = 0, mul = 0, fma = 0, div = 0, special = 0;
  FlopCounts& operator+=(const FlopCounts& other);
};

/// Everything the lens counts for a stretch of code: a kernel, or one of its source lines.
struct LensCounts {
  GlobalCounts global_load, global_store;
  LocalCounts local_load, local_store;
  std::uint64_t constant_requests = 0, constant_words = 0;
  std::uint64_t image_requests = 0, image_write_requests = 0;
  std::uint64_t atomic_requests = 0;
  std::uint64_t atomic_serialised = 0;  ///< passes: lanes on the most wanted address, per request
  std::uint64_t warp_instructions = 0;  ///< instructions issued, counted once a warp
  std::uint64_t lane_instructions = 0;  ///< the same, counted once an active lane
  std::uint64_t barriers = 0;           ///< barriers executed, once a warp
  FlopCounts flops;
  LensCounts& operator+=(const LensCounts& other);
  /// Active lanes over lanes while instructions run; 1 if nothing ran.
  double simt_efficiency(unsigned lanes) const;
};

/// One source line of a kernel file. Line 0 gathers what the compiler left without a line.
struct LensLine {
  unsigned line = 0;
  LensCounts counts;
};

/// One kernel (all its launches of one program and one range added up).
struct LensKernel {
  std::string kernel;
  std::string source;   ///< the program's text, as the host gave it
  std::string options;  ///< build options of that program
  std::vector<std::uint64_t> global, local;
  std::uint64_t launches = 0;
  LensCounts counts;
  std::vector<LensLine> lines;  ///< ascending; their counts add up to `counts`
};

/// The machine that the lens models.
struct LensModel {
  std::string name = "nvidia";
  unsigned lanes = 32, sector_bytes = 32, line_bytes = 128, banks = 32, bank_bytes = 4;
  bool pairs_merge = true;  ///< wide local loads of neighbours that agree share a pass (NVIDIA)
  /// "model nvidia: 32 lanes, sectors of 32 B, lines of 128 B, 32 banks of 4 B".
  std::string describe() const;
};

/// What a run under the lens gave.
struct LensReport {
  LensModel model;
  std::vector<LensKernel> kernels;  ///< in the order of first launch
  std::uint64_t peak_trace_bytes = 0;
};

/// "nvidia", "amd", or "lanes=32,sector=32,line=128,banks=32,bank=4" (any subset over nvidia).
/// Throws UsageError naming what it did not understand.
LensModel parse_lens_model(const std::string& text);

/// Path of the plugin, or why there is none: `reason` then says what to install.
std::string lens_plugin_path(std::string* reason);

/// How to run a program under the lens.
struct LensRun {
  std::vector<std::string> argv;
  LensModel model;
  std::map<std::string, std::string> environment;
  std::chrono::milliseconds time_limit{120'000};
  std::string only_kernel;               ///< empty: all
  std::uint64_t trace_limit = 2u << 30;  ///< bytes of trace between two barriers; refused above
  bool pass_through = false;             ///< the program's own output goes through
  std::optional<Confinement> confinement = {};  ///< the counts' folder is added to it
  std::size_t flood_limit = 0;                  ///< as Command's
};

/// What became of it. `status` is "ok" only if the simulator ran to its end and wrote its counts.
struct LensOutcome {
  std::string status;  ///< "ok" | "could not run"
  std::string reason;  ///< for people: crash of the simulator, limit passed, no kernel launched ...
  int exit_code = 0;   ///< the program's own
  std::string out, err;
  LensReport report;
  bool wrong_values = false;  ///< a child of ours ran, and what it computed is wrong
};

/// Runs `run.argv` under Oclgrind with the plugin and reads its counts. Never throws for what the
/// program or simulator does.
LensOutcome run_lens(const LensRun& run);

/// The `lens` object of schema.md (../book/appendix_lens.md lists its keys).
nlohmann::json lens_to_json(const LensKernel& kernel, const LensModel& model);

/// One flat name for each counter, as predictions use them: "global_load_sectors",
/// "local_load_wavefronts", "atomics_serialised", "flops_fma", ...; and what follows from them:
/// "simt_efficiency", "global_load_excess", "global_store_excess" (sectors over ideal),
/// "local_load_conflict", "local_store_conflict" (wavefronts over ideal); 1 where nothing ran.
std::map<std::string, double> flatten(const LensCounts& counts, const LensModel& model);

/// A name for each kernel of the report. A second one of that name and range, of another program or
/// work-group, is "name (2)".
std::vector<std::string> row_names(const LensReport& report);

/// A table for people of every kernel in the report, with the model it holds for.
std::string lens_table(const LensReport& report);

/// The kernel's source with the counts of each line in the margin, like an annotated profile.
std::string annotated_source(const LensKernel& kernel, const LensModel& model);

}  // namespace wb
