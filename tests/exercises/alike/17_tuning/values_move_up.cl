// alike: the last nine values move up by one
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
  float last[2 * REACH + 1];
#pragma unroll
  for (int j = 0; j < 2 * REACH + 1; ++j) last[j] = -INFINITY;
#pragma unroll
  for (int t = 0; t < OUT + 2 * REACH; ++t) {
    const int y = y0 + t - REACH;
#pragma unroll
    for (int j = 0; j < 2 * REACH; ++j) last[j] = last[j + 1];
    last[2 * REACH] = y >= 0 && y < H ? in[y * W + x] : -INFINITY;
    if (t < 2 * REACH || y - REACH >= H) continue;
    float most = last[0];
#pragma unroll
    for (int j = 1; j < 2 * REACH + 1; ++j) most = fmax(most, last[j]);
    out[(y - REACH) * W + x] = most;
  }
}
