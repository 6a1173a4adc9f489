// alike: from below, and all rows are loaded before any maximum
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
  if (x >= W) return;
  float rows[OUT + 2 * REACH];
#pragma unroll
  for (int t = OUT + 2 * REACH - 1; t >= 0; --t) {
    const int y = y0 + t - REACH;
    rows[t] = y >= 0 && y < H ? in[y * W + x] : -INFINITY;
  }
#pragma unroll
  for (int r = OUT - 1; r >= 0; --r) {
    float most = rows[r];
#pragma unroll
    for (int t = 1; t <= 2 * REACH; ++t) most = fmax(most, rows[r + t]);
    if (y0 + r < H) out[(y0 + r) * W + x] = most;
  }
}
