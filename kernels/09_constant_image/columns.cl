// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// The same tile, and OUT outputs a work-item, one below the other: a pixel that was read from local
// memory serves up to OUT sums in registers, and a coefficient serves OUT sums too.
//   K        side of the filter, odd
//   TX, TY   the work-group; it computes TX x (TY * OUT) outputs
//   OUT      outputs of one work-item
//   FILTER   the coefficients, row by row; without it they are a __constant argument
#ifndef K
#define K 17
#endif
#ifndef TX
#define TX 32
#define TY 4
#define OUT 16
#endif
#define R (K / 2)
#define PITCH (TX + 2 * R)
#define ROWS (TY * OUT + 2 * R)
#define UNROLL _Pragma("unroll")
#ifdef FILTER
__constant float filter[K * K] = {FILTER};
#define ARGUMENT
#define EACH_COLUMN UNROLL
#else
#define ARGUMENT , __constant float* filter
#define EACH_COLUMN _Pragma("unroll 1")
#endif

__kernel __attribute__((reqd_work_group_size(TX, TY, 1)))
void convolve_columns(int W, int H, __global const float* picture, __global float* out ARGUMENT) {
  __local float tile[ROWS * PITCH];
  const int lx = get_local_id(0);
  const int ly = get_local_id(1);
  const int left = get_group_id(0) * TX - R;
  const int top = get_group_id(1) * TY * OUT - R;
  for (int i = ly * TX + lx; i < ROWS * PITCH; i += TX * TY) {
    const int row = i / PITCH, col = i - row * PITCH;
    tile[i] = picture[clamp(top + row, 0, H - 1) * W + clamp(left + col, 0, W - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // <use>
  float sum[OUT] = {0.0f};
  EACH_COLUMN for (int j = 0; j < K; ++j) {
    float f[K];  // one column of the filter
    UNROLL for (int i = 0; i < K; ++i) f[i] = filter[i * K + j];
    UNROLL for (int t = 0; t < OUT + K - 1; ++t) {
      const float pixel = tile[(ly * OUT + t) * PITCH + lx + j];
      UNROLL for (int r = 0; r < OUT; ++r) {
        if (t >= r && t - r < K) sum[r] += pixel * f[t - r];  // decided by the compiler
      }
    }
  }
  // </use>
  const int x = get_global_id(0);
  const int y = get_group_id(1) * TY * OUT + ly * OUT;
  UNROLL for (int r = 0; r < OUT; ++r) {
    if (x < W && y + r < H) out[(y + r) * W + x] = sum[r];
  }
}
