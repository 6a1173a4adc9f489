// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Each work-item of a 2D range writes down who it is: six numbers at its place in the range.

// <kernel>
__kernel void write_ids(__global int* ids) {
  const int x = get_global_id(0), y = get_global_id(1);
  __global int* mine = ids + 6 * (y * (int)get_global_size(0) + x);
  mine[0] = get_group_id(0);
  mine[1] = get_local_id(0);
  mine[2] = get_group_id(0) * get_local_size(0) + get_local_id(0);  // equals x
  mine[3] = get_group_id(1);
  mine[4] = get_local_id(1);
  mine[5] = get_group_id(1) * get_local_size(1) + get_local_id(1);  // equals y
}
// </kernel>
