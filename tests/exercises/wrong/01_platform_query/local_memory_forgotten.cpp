// wrong: local_memory_forgotten; judge: rules; says: a legal launch|no launch is possible|bytes and the kernel
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Local memory is not asked about.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

Launch choose_launch(const Limits& limits, const Grid& grid) {
  Launch launch = {};
  if (grid.width == 0 || grid.height == 0) return launch;
  std::uint64_t items = std::min(limits.max_work_group_size, limits.kernel_work_group_size);
  if (limits.kernel_local_memory > limits.local_memory) return launch;
  if (grid.local_memory_per_item > 0) {
    const std::uint64_t left = limits.local_memory - limits.kernel_local_memory;
    (void)left;
  }
  const std::uint64_t widest = std::min<std::uint64_t>(items, limits.max_work_item_sizes[0]);
  const std::uint64_t step = limits.preferred_multiple <= widest ? limits.preferred_multiple : 1;
  std::uint64_t most = 0;
  for (std::uint64_t x = step; x <= widest; x += step) {
    const std::uint64_t y = std::min<std::uint64_t>(items / x, limits.max_work_item_sizes[1]);
    if (x * y <= most) continue;
    most = x * y;
    launch.local[0] = x;
    launch.local[1] = y;
  }
  launch.possible = most > 0;
  if (!launch.possible) return launch;
  const std::uint64_t extent[2] = {grid.width, grid.height};
  launch.groups = 1;
  for (int d = 0; d < 2; ++d) {
    const std::uint64_t groups = (extent[d] + launch.local[d] - 1) / launch.local[d];
    launch.global[d] = groups * launch.local[d];
    launch.groups *= groups;
  }
  return launch;
}

}  // namespace exercise
