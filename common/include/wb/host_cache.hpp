// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once

#include <cstdint>

namespace wb {

/// Bytes of a core's own cache of `level` (1: data, 2) on this machine; 0 where its C library does
/// not know. For kernels on a CPU: OpenCL names one cache only, and that is often the last and
/// shared one, or none.
std::uint64_t host_cache_bytes(int level);

}  // namespace wb
