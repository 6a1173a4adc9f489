// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A filter that is the product of a column and a row: first every row is filtered, into a scratch
// picture, then every column. 2 K products a pixel instead of K * K. A work-item computes four
// neighbours (rows), or four neighbours in OUT rows (columns), and reads them as float4.
//   K     side of the filter, odd
//   OUT   rows of outputs that a work-item of columns() computes
#ifndef K
#define K 17
#endif
#ifndef OUT
#define OUT 8
#endif
#define R (K / 2)
#define SIDE ((R + 3) / 4 * 4)  // the halo, in whole float4
#define UNROLL _Pragma("unroll")

// <rows>
__kernel void rows(int W, int H, int pitch, __global const float* picture, __global float* scratch,
                   __constant float* filter) {
  const int x = get_global_id(0) * 4;
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;
  __global const float* in = picture + y * W;
  float near[SIDE + 4 + SIDE];
  if (W % 4 == 0 && x >= SIDE && x + 4 + SIDE <= W) {  // aligned, and no edge in reach
    UNROLL for (int i = 0; i < 2 * SIDE + 4; i += 4) {
      const float4 four = *(__global const float4*)(in + x - SIDE + i);
      near[i] = four.x, near[i + 1] = four.y, near[i + 2] = four.z, near[i + 3] = four.w;
    }
  } else {
    UNROLL for (int i = 0; i < 2 * SIDE + 4; ++i) near[i] = in[clamp(x - SIDE + i, 0, W - 1)];
  }
  float4 sum = 0.0f;
  UNROLL for (int j = 0; j < K; ++j) {
    const int i = SIDE - R + j;
    sum += filter[j] * (float4)(near[i], near[i + 1], near[i + 2], near[i + 3]);
  }
  *(__global float4*)(scratch + y * pitch + x) = sum;
}
// </rows>

// <columns>
__kernel void columns(int W, int H, int pitch, __global const float* scratch, __global float* out,
                      __constant float* filter) {
  const int x = get_global_id(0) * 4;
  const int y = get_global_id(1) * OUT;
  if (x >= W || y >= H) return;
  float4 sum[OUT];
  UNROLL for (int r = 0; r < OUT; ++r) sum[r] = 0.0f;
  UNROLL for (int t = 0; t < OUT + K - 1; ++t) {
    const int row = clamp(y + t - R, 0, H - 1);
    const float4 four = *(__global const float4*)(scratch + row * pitch + x);
    UNROLL for (int r = 0; r < OUT; ++r) {
      if (t >= r && t - r < K) sum[r] += filter[t - r] * four;
    }
  }
  UNROLL for (int r = 0; r < OUT; ++r) {
    if (y + r >= H) return;
    __global float* to = out + (y + r) * W + x;
    if (W % 4 == 0) {
      *(__global float4*)to = sum[r];
    } else {
      const float part[4] = {sum[r].x, sum[r].y, sum[r].z, sum[r].w};
      for (int c = 0; c < min(4, W - x); ++c) to[c] = part[c];
    }
  }
}
// </columns>
