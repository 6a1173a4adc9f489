// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace wb {

/// What a command of a streaming job does.
enum class Stage { kUpload, kCompute, kDownload };
const char* stage_name(Stage stage);  ///< "upload", "compute", "download"

/// One command of the job, as its event recorded it. Milliseconds from the job's start.
struct StageSlice {
  Stage stage = Stage::kUpload;
  int chunk = 0;
  std::string queue;
  double start_ms = 0, end_ms = 0;
};

/// How the job was run, for what a timeline does not show by itself.
struct JobFacts {
  double total_ms = 0;  ///< by the host's clock, first call to last byte; 0: from the slices
  int slots = 1;
  bool in_order = true;  ///< every queue
  bool pinned = true;    ///< the host's memory is the driver's own (or no copy is made at all)
  double calls_ms = 0;   ///< host time until the last enqueue call had returned
  unsigned cores = 0;    ///< cores that copies and kernels share; 0: the device has its own
  double upload_alone_ms = 0, compute_alone_ms = 0,
         download_alone_ms = 0;  ///< all chunks, with
                                 ///< nothing else running; 0: take the time in the slices
};

/// How much of the time that could be hidden was hidden, and why not more.
struct Overlap {
  double upload_ms = 0, compute_ms = 0, download_ms = 0;  ///< each stage, all chunks
  double bound_ms = 0;       ///< the longest stage: no schedule is shorter
  double fill_drain_ms = 0;  ///< the first chunk's way to it and the last one's way from it
  double ideal_ms = 0;       ///< both together
  double serial_ms = 0;      ///< all stages one after the other
  double total_ms = 0;
  Stage longest = Stage::kUpload;
  std::vector<std::string> why;  ///< in words, largest loss first; empty if the goal is reached
  double of_ideal() const { return ideal_ms > 0 ? total_ms / ideal_ms : 0; }
  double hidden() const;  ///< 0: as slow as one after the other; 1: as fast as the ideal
  bool reached() const { return of_ideal() <= kGoal; }
  static constexpr double kGoal = 1.05;  ///< total over ideal that counts as full overlap
};

/// Judges a timeline. Throws Error if a slice ends before it starts or there is none.
Overlap check_overlap(const std::vector<StageSlice>& slices, const JobFacts& facts);

/// Milliseconds during which slices of both stages ran.
double together_ms(const std::vector<StageSlice>& slices, Stage a, Stage b);

/// For a row's JSON: "overlap" and "timeline".
nlohmann::json to_json(const Overlap& overlap);
nlohmann::json to_json(const std::vector<StageSlice>& slices);

}  // namespace wb
