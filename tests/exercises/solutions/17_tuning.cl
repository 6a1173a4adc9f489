// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Exercise 17: out[y][x] is the largest of in[y - 4][x] to in[y + 4][x]; rows outside the picture do not count.
// The tuner wants to choose the group and the number of outputs, so the kernel must be right for any:
//   LX, LY   the work-group
//   OUT      outputs of a work-item, one below the other: work-item (x, y) has rows y * OUT to y * OUT + OUT - 1
//! hint 1: Two outputs that lie one below the other need nine rows each. How many rows do both together need, and
//!  how many do OUT outputs need?
//! hint 2: If a work-item takes the rows from top to bottom, one value at a time, which of its outputs does the
//!  value of row t belong to? Can you keep all their maxima in registers until the last row has come?
//! hint 3: most[r] has an index. What must be true of the loops over t and r, so that the compiler can keep
//!  most[] in registers? And what does a maximum start from, if all values may be negative?
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
  // <todo>
  //? Here each output loads its nine rows itself: 9 * OUT loads for OUT outputs, and most of them for the
  //? second time or later. Load each row that the OUT outputs need once, and use it for all that need it.
  //= for (int r = 0; r < OUT && y0 + r < H; ++r) {
  //=   float most = -INFINITY;
  //=   for (int t = y0 + r - REACH; t <= y0 + r + REACH; ++t) {
  //=     if (t >= 0 && t < H) most = fmax(most, in[t * W + x]);
  //=   }
  //=   out[(y0 + r) * W + x] = most;
  //= }
  float most[OUT];
#pragma unroll
  for (int r = 0; r < OUT; ++r) most[r] = -INFINITY;
#pragma unroll
  for (int t = 0; t < OUT + 2 * REACH; ++t) {
    const int y = y0 + t - REACH;
    const float value = y >= 0 && y < H ? in[y * W + x] : -INFINITY;
#pragma unroll
    for (int r = 0; r < OUT; ++r) {
      if (t >= r && t - r <= 2 * REACH) most[r] = fmax(most[r], value);  // decided by the compiler
    }
  }
#pragma unroll
  for (int r = 0; r < OUT; ++r) {
    if (y0 + r < H) out[(y0 + r) * W + x] = most[r];
  }
  // </todo>
}
