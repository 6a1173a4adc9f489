// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// y[t][i] is the largest of the last TAPS values of column i: a work-item goes down it with them in a private
// array. Registers have names, not addresses: an array can live in them only if every index is known
// when the kernel is compiled.
//   WAY   0 the index is computed: the newest value replaces the oldest, at t % TAPS
//         1 the same, in a loop that is unrolled TAPS times, so that t % TAPS is a number
//         2 all values move up by one
#ifndef WAY
#define WAY 0
#define TAPS 16
#endif

float largest(const float* window) {
  float most = window[0];
#pragma unroll
  for (int j = 1; j < TAPS; ++j) most = fmax(most, window[j]);
  return most;
}
__kernel void moving_maximum(int rows, int n, __global const float* restrict x,
                             __global float* restrict y) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float window[TAPS];
#pragma unroll
  for (int j = 0; j < TAPS; ++j) window[j] = -INFINITY;
#if WAY == 0
  // <computed>
#pragma unroll 1
  for (int t = 0; t < rows; ++t) {
    window[t % TAPS] = x[t * n + i];
    y[t * n + i] = largest(window);
  }
  // </computed>
#elif WAY == 1
  // <known>
  for (int t0 = 0; t0 < rows; t0 += TAPS) {
#pragma unroll
    for (int j = 0; j < TAPS; ++j) {
      const int t = t0 + j;
      if (t < rows) {
        window[j] = x[t * n + i];
        y[t * n + i] = largest(window);
      }
    }
  }
  // </known>
#else
  // <moved>
#pragma unroll 1
  for (int t = 0; t < rows; ++t) {
#pragma unroll
    for (int j = TAPS - 1; j > 0; --j) window[j] = window[j - 1];
    window[0] = x[t * n + i];
    y[t * n + i] = largest(window);
  }
  // </moved>
#endif
}
