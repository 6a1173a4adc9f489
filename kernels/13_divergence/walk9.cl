// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A work-item walks down a column of OUT outputs. Three pixels side by side are sorted once, and serve
// the three outputs whose windows hold them.
//   OUT   outputs of a work-item
#ifndef OUT
#define OUT 8
#endif
#define UNROLL _Pragma("unroll")

float middle(float a, float b, float c) {
  return max(min(a, b), min(max(a, b), c));
}

__kernel void median9_walk(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1) * OUT;
  if (x >= W || y >= H) return;
  const int left = max(x - 1, 0), right = min(x + 1, W - 1);
  // <walk>
  float low[3], mid[3], high[3];  // of the last three rows, in turn
  UNROLL for (int t = 0; t < OUT + 2; ++t) {
    __global const float* row = picture + clamp(y + t - 1, 0, H - 1) * W;
    const float a = row[left], b = row[x], c = row[right];
    low[t % 3] = min(min(a, b), c);
    mid[t % 3] = middle(a, b, c);
    high[t % 3] = max(max(a, b), c);
    if (t >= 2 && y + t - 2 < H) {
      const float a_low = max(max(low[0], low[1]), low[2]);
      const float a_high = min(min(high[0], high[1]), high[2]);
      out[(y + t - 2) * W + x] = middle(a_low, middle(mid[0], mid[1], mid[2]), a_high);
    }
  }
  // </walk>
}
