// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#pragma once
#include <string>
#include "wb/session.hpp"

namespace wb {

/// What a device can do at best, measured on it. A rate of 0 was not measured.
struct Ceilings {
  double fma_gflops = 0;       ///< single precision, two flops a fused multiply-add
  double copy_gbps = 0;        ///< read + written, the faster kind of store
  double copy_plain_gbps = 0;  ///< ordinary stores
  std::string copy_stores;     ///< "plain" or "streaming": what copy_gbps used
  double read_gbps = 0;
  double upload_pageable_gbps = 0, upload_pinned_gbps = 0;
  double download_pageable_gbps = 0, download_pinned_gbps = 0;
  double launch_us = 0;  ///< an empty kernel, enqueue to finish
  bool from_cache = false;
};

/// Measures all of it (a few seconds), or reads what an earlier run measured on this device and
/// driver from the user's cache folder. `fresh` measures anew and replaces the cache.
Ceilings measure_ceilings(Session& session, bool fresh = false);

/// The file that caches it: $XDG_CACHE_HOME (or ~/.cache)/opencl-measured/ceilings-....json
std::string ceilings_cache_file(const DeviceFacts& facts);

}  // namespace wb
