// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The two passes in the shape of a CPU: one-item work-groups and float16. The scratch picture's rows
// are a whole number of vectors long, so only the first pass meets an edge in x.
//   K           side of the filter, odd
//   OUT, VECS   rows, and vectors of 16, that a work-item of columns_cpu() computes
#ifndef K
#define K 17
#endif
#ifndef OUT
#define OUT 4
#define VECS 4
#endif
#define R (K / 2)
#define UNROLL _Pragma("unroll")

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void rows_cpu(int W, int H, int pitch, __global const float* picture, __global float* scratch,
              __constant float* filter) {
  __global const float* in = picture + get_global_id(0) * W;
  __global float* to = scratch + get_global_id(0) * pitch;
  for (int x = 0; x < pitch; x += 16) {
    float16 sum = 0.0f;
    if (x >= R && x + 16 + R <= W) {
      UNROLL for (int j = 0; j < K; ++j) sum = fma(vload16(0, in + x - R + j), (float16)(filter[j]), sum);
    } else {
      float near[16 + 2 * R];
      for (int i = 0; i < 16 + 2 * R; ++i) near[i] = in[clamp(x - R + i, 0, W - 1)];
      UNROLL for (int j = 0; j < K; ++j) sum = fma(vload16(0, near + j), (float16)(filter[j]), sum);
    }
    vstore16(sum, 0, to + x);
  }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void columns_cpu(int W, int H, int pitch, __global const float* scratch, __global float* out,
                 __constant float* filter) {
  const int y = get_global_id(0) * OUT;
  for (int x = 0; x < W; x += 16) {
    float16 sum[OUT];
    UNROLL for (int r = 0; r < OUT; ++r) sum[r] = 0.0f;
    UNROLL for (int t = 0; t < OUT + K - 1; ++t) {
      const float16 pixels = vload16(0, scratch + clamp(y + t - R, 0, H - 1) * pitch + x);
      UNROLL for (int r = 0; r < OUT; ++r) {
        if (t >= r && t - r < K) sum[r] = fma(pixels, (float16)(filter[t - r]), sum[r]);
      }
    }
    for (int r = 0; r < min(OUT, H - y); ++r) {
      float part[16];
      vstore16(sum[r], 0, part);
      __global float* to = out + (y + r) * W + x;
      if (x + 16 <= W) vstore16(sum[r], 0, to);
      for (int c = 0; x + 16 > W && c < W - x; ++c) to[c] = part[c];
    }
  }
}
