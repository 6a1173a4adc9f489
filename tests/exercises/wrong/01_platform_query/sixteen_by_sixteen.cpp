// wrong: sixteen_by_sixteen; judge: rules; says: means
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The tile of a tutorial, on every device.
#include "exercise.hpp"

namespace exercise {

Launch choose_launch(const Limits&, const Grid& grid) {
  Launch launch = {};
  launch.possible = true;
  launch.local[0] = 16;
  launch.local[1] = 16;
  launch.global[0] = (grid.width + 15) / 16 * 16;
  launch.global[1] = (grid.height + 15) / 16 * 16;
  launch.groups = launch.global[0] / 16 * (launch.global[1] / 16);
  return launch;
}

}  // namespace exercise
