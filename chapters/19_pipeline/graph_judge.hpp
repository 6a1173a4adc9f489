// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/host_exercise.hpp"

namespace chapters {

/// The exercise: stages on a device, each waiting for what it needs and for nothing else. Judges:
/// "graph" (which command waits for which, whatever happened today), then "values".
wb::HostExercise graph_exercise();

}  // namespace chapters
