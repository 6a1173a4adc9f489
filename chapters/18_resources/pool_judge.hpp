// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/host_exercise.hpp"

namespace chapters {

/// The exercise: a pool in the order of its queues, without a lock. Scripts of calls, some written
/// by hand and many drawn; every place that an answer chose is judged, whatever its policy. One
/// judge, "pool".
wb::HostExercise pool_exercise();

}  // namespace chapters
