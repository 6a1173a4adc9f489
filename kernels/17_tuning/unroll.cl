// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// A polynomial of degree 255 at x[i], by Horner's rule. The loop has one multiply-add and one load; the rest of
// its instructions count and jump. Unrolling by U leaves one of U of those.
//   UNROLL   times that the compiler unrolls
//   HAND     1: four steps are written out, and the compiler is asked to leave the loop alone
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef HAND
#define HAND 0
#endif
#define TERMS 256
#define STRING(text) #text
#define UNROLL_BY(times) _Pragma(STRING(unroll times))

__kernel void polynomial(int n, __global const float* restrict x, __constant float* restrict c,
                         __global float* restrict y) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float at = x[i];
  float sum = 0.0f;
#if HAND
  // <hand>
#pragma unroll 1
  for (int k = 0; k < TERMS; k += 4) {
    sum = fma(sum, at, c[k]);
    sum = fma(sum, at, c[k + 1]);
    sum = fma(sum, at, c[k + 2]);
    sum = fma(sum, at, c[k + 3]);
  }
  // </hand>
#else
  // <pragma>
  UNROLL_BY(UNROLL)
  for (int k = 0; k < TERMS; ++k) sum = fma(sum, at, c[k]);
  // </pragma>
#endif
  y[i] = sum;
}
