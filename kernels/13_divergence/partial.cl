// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A median by selecting the smallest again and again, until the middle one is found.
//   K   side of the window, odd
#ifndef K
#define K 3
#endif
#define R (K / 2)

__kernel void median_partial(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float p[K * K];
  for (int r = 0; r < K; ++r) {
    const int row = clamp(y + r - R, 0, H - 1);
    for (int c = 0; c < K; ++c) p[r * K + c] = picture[row * W + clamp(x + c - R, 0, W - 1)];
  }
  // <select>
  for (int i = 0; i <= K * K / 2; ++i) {
    int least = i;
    for (int j = i + 1; j < K * K; ++j) {
      if (p[j] < p[least]) least = j;
    }
    const float found = p[least];
    p[least] = p[i];
    p[i] = found;
  }
  // </select>
  out[y * W + x] = p[K * K / 2];
}
