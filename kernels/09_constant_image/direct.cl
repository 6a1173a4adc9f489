// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// K x K convolution, one output a work-item, straight from global memory. Pixels outside the picture
// are those at its edge. The four builds differ in where the coefficients live, and in nothing else.
//   K       side of the filter, odd
//   WHERE   0 a __global argument   1 a __constant argument
//           2 a __constant array of the program   3 written into the instructions
//   FILTER  for 2 and 3: the coefficients, row by row
#ifndef K
#define K 3
#endif
#ifndef WHERE
#define WHERE 1
#endif
#ifndef FILTER
#define FILTER 1, 2, 1, 2, 4, 2, 1, 2, 1
#endif
#define R (K / 2)

// <where>
#if WHERE == 0
#define ARGUMENT , __global const float* filter
#elif WHERE == 1
#define ARGUMENT , __constant float* filter
#elif WHERE == 2
__constant float filter[K * K] = {FILTER};
#define ARGUMENT
#else
__constant float filter[K * K] = {FILTER};
#define ARGUMENT
#define EVERY_TAP _Pragma("unroll")  // with every index known, the array is not needed at run time
#endif
// </where>
#ifndef EVERY_TAP
#define EVERY_TAP
#endif

// <kernel>
__kernel void convolve_direct(int W, int H, __global const float* picture,
                              __global float* out ARGUMENT) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= W || y >= H) return;

  float sum = 0.0f;
  EVERY_TAP for (int i = 0; i < K; ++i) {
    const int row = clamp(y + i - R, 0, H - 1);
    EVERY_TAP for (int j = 0; j < K; ++j) {
      sum += picture[row * W + clamp(x + j - R, 0, W - 1)] * filter[i * K + j];
    }
  }
  out[y * W + x] = sum;
}
// </kernel>
