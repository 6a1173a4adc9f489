// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#include "wb/host_cache.hpp"

#include <unistd.h>

namespace wb {

std::uint64_t host_cache_bytes([[maybe_unused]] int level) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  const long bytes = ::sysconf(level == 1 ? _SC_LEVEL1_DCACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? std::uint64_t(bytes) : 0;
#else
  return 0;
#endif
}

}  // namespace wb
