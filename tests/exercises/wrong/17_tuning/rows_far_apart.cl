// wrong: a work-item takes every n-th row, so its outputs share no input; judge: lens; says: global_load_requests
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
  const int y0 = get_global_id(1), step = get_global_size(1);
  if (x >= W) return;
  // <wrong>
  for (int r = 0; r < OUT; ++r) {
    const int y = y0 + r * step;
    float most = -INFINITY;
    for (int t = max(y - REACH, 0); t <= min(y + REACH, H - 1); ++t) most = fmax(most, in[t * W + x]);
    if (y < H) out[y * W + x] = most;
  }
  // </wrong>
}
