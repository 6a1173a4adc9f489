// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The median of 5 x 5 pixels by a network of 103 exchanges. Place 5 * row + column holds a pixel.

// <network>
#define X(a, b) \
  { const float low = min(p[a], p[b]); p[b] = max(p[a], p[b]); p[a] = low; }
#define NETWORK \
  /* sort the columns */ \
  X(0, 5) X(15, 20) X(10, 20) X(10, 15) X(5, 20) X(0, 15) X(0, 10) X(5, 15) X(5, 10) \
  X(1, 6) X(16, 21) X(11, 21) X(11, 16) X(6, 21) X(1, 16) X(1, 11) X(6, 16) X(6, 11) \
  X(2, 7) X(17, 22) X(12, 22) X(12, 17) X(7, 22) X(2, 17) X(2, 12) X(7, 17) X(7, 12) \
  X(3, 8) X(18, 23) X(13, 23) X(13, 18) X(8, 23) X(3, 18) X(3, 13) X(8, 18) X(8, 13) \
  X(4, 9) X(19, 24) X(14, 24) X(14, 19) X(9, 24) X(4, 19) X(4, 14) X(9, 19) X(9, 14) \
  /* sort the rows, as far as it matters */ \
  X(0, 1) X(3, 4) X(2, 4) X(2, 3) X(1, 4) X(0, 3) X(1, 3) \
  X(5, 6) X(8, 9) X(7, 9) X(7, 8) X(6, 9) X(5, 8) X(6, 8) X(6, 7) \
  X(10, 11) X(13, 14) X(12, 14) X(12, 13) X(11, 14) X(10, 13) X(10, 12) X(11, 13) X(11, 12) \
  X(15, 16) X(18, 19) X(17, 18) X(16, 19) X(15, 18) X(15, 17) X(16, 18) X(16, 17) \
  X(20, 21) X(23, 24) X(22, 23) X(21, 24) X(20, 22) X(21, 23) X(21, 22) \
  /* the middle of what is left */ \
  X(11, 15) X(12, 4) X(13, 21) X(9, 13) X(16, 8) X(15, 3) X(3, 7) X(17, 9) \
  X(8, 12) X(4, 20) X(7, 16) X(16, 8) X(20, 17) X(12, 4) X(8, 12) X(4, 20) \
  X(12, 4) X(16, 8) X(8, 12)
// </network>

__kernel void median25(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  float p[25];
#pragma unroll
  for (int i = 0; i < 25; ++i) {
    p[i] = picture[clamp(y + i / 5 - 2, 0, H - 1) * W + clamp(x + i % 5 - 2, 0, W - 1)];
  }
  NETWORK
  out[y * W + x] = p[12];
}
