// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 01: from a device's limits to a legal launch. The largest legal group whose x is a
// multiple of the preferred one, the smallest global size that covers the grid, and the number of
// groups.
//! hint 1: Four numbers bound how many work-items a group may have in all. Which are they, and
//!  which of them depends on the grid's bytes for each work-item?
//! hint 2: x goes up in steps of the preferred multiple. For a given x, how large may y be? Which
//!  of all these pairs has the most work-items, and what if not even one multiple fits?
//! hint 3: global = (extent + local - 1) / local * local, in which type? And which of the inputs
//!  can be so that nothing can be launched at all?
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

Launch choose_launch(const Limits& limits, const Grid& grid) {
  Launch launch = {};
  // <todo>
  //? How many work-items may a group have in all? Then the largest group: x a multiple of the
  //? preferred one (if that fits at all), y at most what is left. Then round the grid up to
  //? whole groups and count them. And when is no launch possible?
  //= launch.possible = true;
  //= launch.local[0] = limits.max_work_group_size;
  //= launch.local[1] = 1;
  //= launch.global[0] = grid.width;
  //= launch.global[1] = grid.height;
  //= launch.groups = 1;
  if (grid.width == 0 || grid.height == 0) return launch;
  std::uint64_t items = std::min(limits.max_work_group_size, limits.kernel_work_group_size);
  if (limits.kernel_local_memory > limits.local_memory) return launch;
  if (grid.local_memory_per_item > 0) {
    const std::uint64_t left = limits.local_memory - limits.kernel_local_memory;
    items = std::min(items, left / grid.local_memory_per_item);
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
  // </todo>
  return launch;
}

}  // namespace exercise
