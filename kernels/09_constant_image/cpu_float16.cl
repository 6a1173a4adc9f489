// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// K x K convolution in the shape of a CPU: a work-item is alone in its group and keeps OUT rows of
// VECS float16 sums in registers. No local memory, no barrier; the picture was padded before (pad.cl).
//   K      side of the filter, odd
//   OUT    rows of outputs a work-item
//   VECS   vectors of 16 outputs in a row
#ifndef K
#define K 17
#endif
#ifndef OUT
#define OUT 6
#define VECS 4
#endif
#define UNROLL _Pragma("unroll")

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void convolve_cpu(int W, int H, int pitch, __global const float* restrict padded,
                  __global float* restrict out, __constant float* restrict filter) {
  const int x = get_group_id(0) * 16 * VECS;
  const int y = get_group_id(1) * OUT;
  float16 sum[OUT][VECS];
  UNROLL for (int r = 0; r < OUT; ++r)
    UNROLL for (int v = 0; v < VECS; ++v) sum[r][v] = (float16)(0.0f);

  // <use>
  UNROLL for (int t = 0; t < OUT + K - 1; ++t) {
    __global const float* row = padded + (y + t) * pitch + x;
    _Pragma("unroll 1") for (int j = 0; j < K; ++j) {
      float16 pixels[VECS];
      UNROLL for (int v = 0; v < VECS; ++v) pixels[v] = vload16(v, row + j);
      UNROLL for (int r = 0; r < OUT; ++r) {
        if (t < r || t - r >= K) continue;  // decided by the compiler
        const float16 f = (float16)(filter[(t - r) * K + j]);
        UNROLL for (int v = 0; v < VECS; ++v) sum[r][v] = fma(pixels[v], f, sum[r][v]);
      }
    }
  }
  // </use>
  UNROLL for (int r = 0; r < OUT; ++r)
    UNROLL for (int v = 0; v < VECS; ++v) {
      const int col = x + 16 * v;
      if (y + r >= H || col >= W) continue;
      __global float* to = out + (y + r) * W + col;
      if (col + 16 <= W) {
        vstore16(sum[r][v], 0, to);
      } else {
        float part[16];
        vstore16(sum[r][v], 0, part);
        for (int c = 0; c < W - col; ++c) to[c] = part[c];
      }
    }
}
