// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A median by sorting all K x K pixels. How often the inner loop runs depends on the data.
//   K   side of the window, odd
#ifndef K
#define K 3
#endif
#define R (K / 2)

__kernel void median_sort(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  // <sort>
  float p[K * K];
  for (int r = 0; r < K; ++r) {
    const int row = clamp(y + r - R, 0, H - 1);
    for (int c = 0; c < K; ++c) {
      const float pixel = picture[row * W + clamp(x + c - R, 0, W - 1)];
      int at = r * K + c;
      for (; at > 0 && p[at - 1] > pixel; --at) p[at] = p[at - 1];
      p[at] = pixel;
    }
  }
  out[y * W + x] = p[K * K / 2];
  // </sort>
}
