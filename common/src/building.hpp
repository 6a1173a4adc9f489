// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once

namespace wb {

/// Names a file, if set, that is there while a driver's compiler runs: a judge whose child did not
/// end then knows that it was no kernel's doing.
inline constexpr const char* kBuildingMark = "WB_BUILDING";

}  // namespace wb
