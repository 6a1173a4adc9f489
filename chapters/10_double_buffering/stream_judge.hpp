// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <map>
#include <string>
#include <vector>

#include "wb/host_exercise.hpp"
#include "wb/overlap.hpp"
#include "wb/recording.hpp"

namespace chapters {

/// One run of the exercise: what was asked, and where the data lay.
struct StreamRun {
  std::size_t samples = 0, chunk = 0, slots = 0;
  std::uint64_t source = 0, target = 0;  ///< addresses in the child
};

/// What is wrong with the commands of a run: "rule" -> a sentence, in the order in which to mend
/// them.
std::vector<std::pair<std::string, std::string>> graph_faults(const wb::Recording& recording,
                                                              const StreamRun& run);
/// All rules that graph_faults knows.
const std::vector<std::string>& graph_rules();

/// The recorded times as the overlap checker wants them.
std::vector<wb::StageSlice> slices_of(const wb::Recording& recording, const StreamRun& run);

/// The exercise: three stages, one buffer a slot. Judges: "graph" (which command waits for which,
/// on every device, and on a device with memory of its own the timeline too), then "values".
wb::HostExercise stream_exercise();

}  // namespace chapters
