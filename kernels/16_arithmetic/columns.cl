// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Dot products of columns: out[i] = sum of a[k][i] * b[k][i]. Floats, added up in the type that ACCUMULATOR names.
#ifndef ACCUMULATOR
#define ACCUMULATOR float  // or double
#endif

// <kernel>
__kernel void columns(uint n, uint rows, __global const float* a, __global const float* b,
                      __global float* out) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  ACCUMULATOR sum = 0;
  for (uint k = 0; k < rows; ++k) {
    sum = fma((ACCUMULATOR)a[k * n + i], (ACCUMULATOR)b[k * n + i], sum);
  }
  out[i] = sum;
}
// </kernel>
