// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The inside of a picture without a clamp, and its edge with one: two kernels.
#define UNROLL _Pragma("unroll")
#define X(a, b) \
  { const float low = min(p[a], p[b]); p[b] = max(p[a], p[b]); p[a] = low; }
#define NETWORK \
  X(0, 3) X(3, 6) X(0, 3)  X(1, 4) X(4, 7) X(1, 4)  X(2, 5) X(5, 8) X(2, 5) \
  X(0, 1) X(1, 2)  X(7, 8) X(6, 7)  X(3, 4) X(4, 5) X(3, 4)  X(2, 4) X(4, 6) X(2, 4)

// <inside>
// Rows 1 to H - 2. Columns start at 0, so that stores stay aligned; the two at the ends are left out.
__kernel void median_inside(int W, int H, __global const float* picture, __global float* out) {
  const int x = get_global_id(0);
  const int y = get_global_id(1) + 1;
  if (x < 1 || x >= W - 1 || y >= H - 1) return;
  float p[9];
  UNROLL for (int r = 0; r < 3; ++r) {
    UNROLL for (int c = 0; c < 3; ++c) p[3 * r + c] = picture[(y + r - 1) * W + x + c - 1];
  }
  NETWORK
  out[y * W + x] = p[4];
}
// </inside>

// <edge>
// The first row, the last row, the first column, the last column: one work-item a pixel.
__kernel void median_edge(int W, int H, __global const float* picture, __global float* out) {
  const int i = get_global_id(0);
  const int side = get_global_id(1);
  const int x = side < 2 ? i : side == 2 ? 0 : W - 1;
  const int y = side >= 2 ? i : side == 0 ? 0 : H - 1;
  if (x >= W || y >= H) return;
  if (side >= 2 && (y == 0 || y == H - 1)) return;  // corners belong to the rows
  if ((side == 1 && H == 1) || (side == 3 && W == 1)) return;  // the same pixels again
  float p[9];
  UNROLL for (int r = 0; r < 3; ++r) {
    const int row = clamp(y + r - 1, 0, H - 1);
    UNROLL for (int c = 0; c < 3; ++c) p[3 * r + c] = picture[row * W + clamp(x + c - 1, 0, W - 1)];
  }
  NETWORK
  out[y * W + x] = p[4];
}
// </edge>
