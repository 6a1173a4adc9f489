// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// What lies beyond the edge, by hand: K x K convolution with three kinds of border.
//   K        side of the filter, odd
//   BORDER   0 the edge goes on   1 the picture repeats   2 the picture is mirrored at its edge
#ifndef K
#define K 5
#endif
#ifndef BORDER
#define BORDER 0
#endif
#define R (K / 2)

// <inside>
int inside(int i, int n) {
#if BORDER == 0
  return clamp(i, 0, n - 1);
#elif BORDER == 1
  i %= n;
  return i < 0 ? i + n : i;
#else
  i %= 2 * n;
  if (i < 0) i += 2 * n;
  return i < n ? i : 2 * n - 1 - i;
#endif
}
// </inside>

__kernel void convolve_border(int W, int H, __global const float* picture, __global float* out,
                              __constant float* filter) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i) {
    const int row = inside(y + i - R, H);
    for (int j = 0; j < K; ++j) {
      sum += picture[row * W + inside(x + j - R, W)] * filter[i * K + j];
    }
  }
  out[y * W + x] = sum;
}
