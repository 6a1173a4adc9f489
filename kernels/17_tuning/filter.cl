// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A 5 x 5 filter, WIDTH neighbouring outputs a work-item, from a picture that has its border already and rows
// of a multiple of 16 floats. A row's pixels are loaded once, WIDTH at a time, and serve from registers.
//   WIDTH    1, 2, 4, 8 or 16
//   REPORT   1: work-item 0 of the launch writes its group's size instead of its first output
#ifndef WIDTH
#define WIDTH 4
#endif
#ifndef REPORT
#define REPORT 0
#endif
#define K 5
#define HALO ((K - 1 + WIDTH - 1) / WIDTH * WIDTH)  // the four pixels more, in whole vectors
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#if WIDTH == 1
#define LOAD(to, from) *(to) = *(from)
#define STORE(from, to) *(to) = *(from)
#else
#define LOAD(to, from) JOIN(vstore, WIDTH)(*(__global const JOIN(float, WIDTH)*)(from), 0, to)
#define STORE(from, to) *(__global JOIN(float, WIDTH)*)(to) = JOIN(vload, WIDTH)(0, from)
#endif

__kernel void filter(int W, int H, int pitch, __global const float* restrict picture,
                     __constant float* restrict f, __global float* restrict out) {
  const int x = get_global_id(0) * WIDTH, y = get_global_id(1);
  if (x >= W || y >= H) return;
  // <use>
  float sum[WIDTH] = {0.0f};
#pragma unroll
  for (int i = 0; i < K; ++i) {
    float line[WIDTH + HALO];
#pragma unroll
    for (int v = 0; v < WIDTH + HALO; v += WIDTH) LOAD(line + v, picture + (y + i) * pitch + x + v);
#pragma unroll
    for (int j = 0; j < K; ++j) {
#pragma unroll
      for (int c = 0; c < WIDTH; ++c) sum[c] = fma(f[i * K + j], line[c + j], sum[c]);
    }
  }
  // </use>
#if REPORT
  if (x == 0 && y == 0) sum[0] = get_local_size(0) + 4096.0f * get_local_size(1);
#endif
  __global float* to = out + y * W + x;
  if (W % WIDTH == 0) {  // whole vectors, aligned
    STORE(sum, to);
  } else {
    for (int c = 0; c < min(WIDTH, W - x); ++c) to[c] = sum[c];
  }
}
