// wrong: the outputs lie side by side: nothing is shared and lanes are far apart; judge: values; says: out[
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
  // <wrong>
  const int x = get_global_id(0) * OUT;
  const int y0 = get_global_id(1);
  // </wrong>
  if (x >= W) return;
  float most[OUT];
#pragma unroll
  for (int r = 0; r < OUT; ++r) most[r] = -INFINITY;
#pragma unroll
  for (int r = 0; r < OUT; ++r) {
    for (int t = max(y0 - REACH, 0); t <= min(y0 + REACH, H - 1); ++t) {
      if (x + r < W) most[r] = fmax(most[r], in[t * W + x + r]);
    }
  }
  for (int r = 0; r < OUT && x + r < W; ++r) {
    if (y0 < H) out[y0 * W + x + r] = most[r];
  }
}
