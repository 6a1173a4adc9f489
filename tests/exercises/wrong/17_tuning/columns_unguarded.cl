// wrong: work-items beyond the last column read and store; judge: values; says: elements of out
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
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
  float most[OUT];
#pragma unroll
  for (int r = 0; r < OUT; ++r) most[r] = -INFINITY;
#pragma unroll
  for (int t = 0; t < OUT + 2 * REACH; ++t) {
    const int y = y0 + t - REACH;
    const float value = y >= 0 && y < H ? in[y * W + x] : -INFINITY;
#pragma unroll
    for (int r = 0; r < OUT; ++r) {
      if (t >= r && t - r <= 2 * REACH) most[r] = fmax(most[r], value);
    }
  }
#pragma unroll
  for (int r = 0; r < OUT; ++r) {
    if (y0 + r < H) out[(y0 + r) * W + x] = most[r];
  }
}
