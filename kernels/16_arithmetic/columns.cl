// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
// Dot products of columns: out[i] = sum of a[k][i] * b[k][i]. Floats, added up in the type that ACCUMULATOR names.
#ifndef ACCUMULATOR
#define ACCUMULATOR float  // or double
#endif

#define ITEMS 64  // columns of a panel: one for each work-item of a group

// <kernel>
__kernel void columns(uint n, uint rows, __global const float* a, __global const float* b,
                      __global float* out) {
  const uint i = get_global_id(0);
  const uint first = get_group_id(0) * ITEMS * rows + get_local_id(0);
  ACCUMULATOR sum = 0;
  for (uint k = 0; k < rows; ++k) {
    sum = fma((ACCUMULATOR)a[first + k * ITEMS], (ACCUMULATOR)b[first + k * ITEMS], sum);
  }
  if (i < n) out[i] = sum;
}
// </kernel>
