// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include "wb/host_exercise.hpp"

namespace chapters {

/// The exercise: from limits to a legal launch, on three made-up devices, on this one, and on many
/// drawn at random. One judge, "rules".
wb::HostExercise launch_exercise();

}  // namespace chapters
