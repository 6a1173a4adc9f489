// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 17: out[y][x] is the largest of in[y - 4][x] to in[y + 4][x]; rows outside the picture do not count.
// The tuner wants to choose the group and the number of outputs, so the kernel must be right for any:
//   LX, LY   the work-group
//   OUT      outputs of a work-item, one below the other: work-item (x, y) has rows y * OUT to y * OUT + OUT - 1
#ifndef LX
#define LX 32
#define LY 4
#define OUT 8
#endif
#define REACH 4

__kernel __attribute__((reqd_work_group_size(LX, LY, 1)))
void largest_of_nine(int W, int H, __global const float* in, __global float* out) {
  const int x = get_global_id(0);
  const int y0 = get_global_id(1) * OUT;
  if (x >= W) return;
  // TODO: Here each output loads its nine rows itself: 9 * OUT loads for OUT outputs, and most of them for the
  //       second time or later. Load each row that the OUT outputs need once, and use it for all that need it.
  for (int r = 0; r < OUT && y0 + r < H; ++r) {
    float most = -INFINITY;
    for (int t = y0 + r - REACH; t <= y0 + r + REACH; ++t) {
      if (t >= 0 && t < H) most = fmax(most, in[t * W + x]);
    }
    out[(y0 + r) * W + x] = most;
  }
}
