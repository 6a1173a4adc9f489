// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same partial sort without an index that depends on data: compare, exchange, and let the compiler
// unroll all of it.
//   K   side of the window, odd
#ifndef K
#define K 3
#endif
#define R (K / 2)
#define UNROLL _Pragma("unroll")

__kernel void median_exchanges(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float p[K * K];
  UNROLL for (int r = 0; r < K; ++r) {
    const int row = clamp(y + r - R, 0, H - 1);
    UNROLL for (int c = 0; c < K; ++c) {
      p[r * K + c] = picture[row * W + clamp(x + c - R, 0, W - 1)];
    }
  }
  // <select>
  UNROLL for (int i = 0; i <= K * K / 2; ++i) {
    UNROLL for (int j = i + 1; j < K * K; ++j) {
      if (p[j] < p[i]) {
        const float swap = p[i];
        p[i] = p[j];
        p[j] = swap;
      }
    }
  }
  // </select>
  out[y * W + x] = p[K * K / 2];
}
