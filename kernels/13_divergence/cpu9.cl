// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The network of 3 x 3 in a CPU's shape: a work-item is a row of 16 pixels, and min and max are vectors.
#define X(a, b) \
  { const float16 low = min(p[a], p[b]); p[b] = max(p[a], p[b]); p[a] = low; }
#define UNROLL _Pragma("unroll")
#define NETWORK \
  X(0, 3) X(3, 6) X(0, 3)  X(1, 4) X(4, 7) X(1, 4)  X(2, 5) X(5, 8) X(2, 5) \
  X(0, 1) X(1, 2)  X(7, 8) X(6, 7)  X(3, 4) X(4, 5) X(3, 4)  X(2, 4) X(4, 6) X(2, 4)

// <kernel>
__kernel void median9_cpu(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0) * 16;
  const int y = get_global_id(1);
  float16 p[9];
  if (x > 0 && x + 16 < W) {  // no side edge in reach; rows are clamped for all 16 at once
    UNROLL for (int r = 0; r < 3; ++r) {
      __global const float* row = picture + clamp(y + r - 1, 0, H - 1) * W + x;
      UNROLL for (int c = 0; c < 3; ++c) p[3 * r + c] = vload16(0, row + c - 1);
    }
  } else {
    for (int r = 0; r < 3; ++r) {
      __global const float* row = picture + clamp(y + r - 1, 0, H - 1) * W;
      for (int c = 0; c < 3; ++c) {
        float pixels[16];
        for (int k = 0; k < 16; ++k) pixels[k] = row[clamp(x + k + c - 1, 0, W - 1)];
        p[3 * r + c] = vload16(0, pixels);
      }
    }
  }
  NETWORK
  if (x + 16 <= W) {
    vstore16(p[4], 0, out + y * W + x);
    return;
  }
  float last[16];
  vstore16(p[4], 0, last);
  for (int k = 0; x + k < W; ++k) out[y * W + x + k] = last[k];
}
// </kernel>
