// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <vector>
#include "wb/ceilings.hpp"

namespace chapters {

/// What the ceilings are put beside: the driver's own copy command and, for a CPU device, plain C++
/// loops on all hardware threads, written with vector instructions (AVX-512 or AVX2; none of them
/// where this processor has neither). Each does the same work as the fastest-looking of `ours`:
/// chains of fused multiply-adds, a copy with plain stores, a copy with streaming ones.
std::vector<wb::CeilingTry> ceiling_peers(wb::Session& session,
                                          const std::vector<wb::CeilingTry>& ours);

}  // namespace chapters
