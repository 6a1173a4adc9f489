// wrong: every output loads its nine rows again, from memory that is called constant; judge: lens; says: constant_load_requests
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
#ifndef LX
#define LX 32
#define LY 4
#define OUT 8
#endif
#define REACH 4

__kernel __attribute__((reqd_work_group_size(LX, LY, 1)))
void largest_of_nine(int W, int H, __constant float* in, __global float* out) {
  const int x = get_global_id(0);
  const int y0 = get_global_id(1) * OUT;
  if (x >= W) return;
  for (int r = 0; r < OUT && y0 + r < H; ++r) {
    float most = -INFINITY;
    for (int t = y0 + r - REACH; t <= y0 + r + REACH; ++t) {
      if (t >= 0 && t < H) most = fmax(most, in[t * W + x]);
    }
    out[(y0 + r) * W + x] = most;
  }
}
