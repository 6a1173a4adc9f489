// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The median of 3 x 3 pixels by a network of 19 exchanges. It compares the same places whatever the
// pixels are, so no warp ever divides.
//   BORDER   0 every index is clamped   1 only where the window leaves the picture
#ifndef BORDER
#define BORDER 0
#endif
#define UNROLL _Pragma("unroll")

// <network>
#define X(a, b) \
  { const float low = min(p[a], p[b]); p[b] = max(p[a], p[b]); p[a] = low; }
#define NETWORK \
  X(0, 3) X(3, 6) X(0, 3)  X(1, 4) X(4, 7) X(1, 4)  X(2, 5) X(5, 8) X(2, 5) /* sort columns */ \
  X(0, 1) X(1, 2)         /* the largest of the low row, at 2 */ \
  X(7, 8) X(6, 7)         /* the smallest of the high row, at 6 */ \
  X(3, 4) X(4, 5) X(3, 4) /* the middle of the middle row, at 4 */ \
  X(2, 4) X(4, 6) X(2, 4) /* the middle of these three */
// </network>

__kernel void median9(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  // <load>
  float p[9];
#if BORDER == 1
  if ((x > 0) & (x < W - 1) & (y > 0) & (y < H - 1)) {  // one branch; && would be four
    UNROLL for (int r = 0; r < 3; ++r) {
      UNROLL for (int c = 0; c < 3; ++c) p[3 * r + c] = picture[(y + r - 1) * W + x + c - 1];
    }
  } else
#endif
  {
    UNROLL for (int r = 0; r < 3; ++r) {
      __global const float* row = picture + clamp(y + r - 1, 0, H - 1) * W;
      UNROLL for (int c = 0; c < 3; ++c) p[3 * r + c] = row[clamp(x + c - 1, 0, W - 1)];
    }
  }
  // </load>
  NETWORK
  out[y * W + x] = p[4];
}
