// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 01: from a device's limits to a legal launch. The largest legal group whose x is a
// multiple of the preferred one, the smallest global size that covers the grid, and the number of
// groups.
#include "exercise.hpp"

#include <algorithm>

namespace exercise {

Launch choose_launch(const Limits& limits, const Grid& grid) {
  Launch launch = {};
  // TODO: How many work-items may a group have in all? Then the largest group: x a multiple of the
  //       preferred one (if that fits at all), y at most what is left. Then round the grid up to
  //       whole groups and count them. And when is no launch possible?
  launch.possible = true;
  launch.local[0] = limits.max_work_group_size;
  launch.local[1] = 1;
  launch.global[0] = grid.width;
  launch.global[1] = grid.height;
  launch.groups = 1;
  return launch;
}

}  // namespace exercise
